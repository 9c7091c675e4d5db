import { decimalOf } from './reply-number';

/**
 * Five minutes: as long as a person would wait. A service that asks for hours, or for a date in the
 * year 9999, is asked again sooner.
 */
const MAX_RETRY_AFTER_MS = 300_000;

/** A number from here on is no wait but a time: 1e9 seconds after 1970 were over in 2001. */
const FIRST_EPOCH_SECONDS = 1e9;
/** From here on in milliseconds: in seconds, this would be the year 5138. */
const FIRST_EPOCH_MS = 1e11;

/** A date, with the comma that it may contain, or what stands between two commas. */
const PARTS = /\s*[a-z]{3,9}, \d{1,2}[ -][a-z]{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|[^,]+/gi;
const ENDS_WITH_GMT = /GMT$/i;
const ASCTIME_DATE = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/**
 * How long a `Retry-After` header asks us to stay away, in milliseconds from now, 0 to five minutes.
 * It holds seconds or one of the three HTTP dates (RFC 9110, 5.6.7); some services send a time in
 * seconds or milliseconds since 1970. Some proxies send the header twice, and a browser joins the
 * two with a comma: the longest counts. Undefined if it holds none of these; `Date.parse` alone
 * would find a date in almost any text.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const waits = (header?.match(PARTS) ?? [])
    .map((part) => waitMs(part.trim(), now))
    .filter((ms) => !Number.isNaN(ms));
  if (waits.length === 0) return undefined;
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.round(Math.max(...waits))));
}

function waitMs(part: string, now: number): number {
  if (ENDS_WITH_GMT.test(part)) return Date.parse(part) - now;
  // This form names no zone, but means GMT.
  if (ASCTIME_DATE.test(part)) return Date.parse(`${part} GMT`) - now;
  const seconds = decimalOf(part) ?? Number.NaN;
  if (seconds < FIRST_EPOCH_SECONDS) return seconds * 1000;
  return (seconds < FIRST_EPOCH_MS ? seconds * 1000 : seconds) - now;
}
