const IMF_OR_RFC850_DATE = /^[a-z]{3,9}, \d{2}[ -][a-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/i;
const ASCTIME_DATE = /^[a-z]{3} [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * How long a `Retry-After` header asks to keep away, in milliseconds from now: seconds, or one of
 * the three HTTP dates (RFC 9110, 5.6.7). Never negative; undefined for anything else, because
 * `Date.parse` alone would find a date in almost any text.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}(?:\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000);
  const at = dateOf(text);
  return Number.isFinite(at) ? Math.max(0, at - now) : undefined;
}

function dateOf(text: string): number {
  if (IMF_OR_RFC850_DATE.test(text)) return Date.parse(text);
  // This form names no zone, yet means GMT.
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : NaN;
}
