import { decimalOf } from './reply-number';

/**
 * One day. A service that asks for more, or for a date in the year 9999, is not taken at its word.
 */
const MAX_RETRY_AFTER_MS = 86_400_000;

const HTTP_DATES = /[a-z]{3,9}, \d{1,2}[ -][a-z]{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT/gi;
const ASCTIME_DATE = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/**
 * How long a `Retry-After` header asks us to stay away, in milliseconds from now, 0 to a day. It
 * holds seconds or one of the three HTTP dates (RFC 9110, 5.6.7). Some proxies send the header
 * twice, and a browser joins the two with a comma: the longest counts. Undefined if it holds
 * neither; `Date.parse` alone would find a date in almost any text.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const secondsUntil = (date: string): string => String((Date.parse(date) - now) / 1000);
  const waits = (header ?? '')
    // Dates first, because they contain commas themselves.
    .replace(HTTP_DATES, secondsUntil)
    .split(',')
    .map((part) => part.trim())
    // This form names no zone, but means GMT.
    .map((part) => decimalOf(ASCTIME_DATE.test(part) ? secondsUntil(`${part} GMT`) : part))
    .filter((seconds) => seconds !== null);
  if (waits.length === 0) return undefined;
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.round(Math.max(...waits) * 1000)));
}
