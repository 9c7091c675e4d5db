/**
 * The date serial of a point in time, for a sheet that counts its days from 1900; undefined for any
 * other text, and for days before that. Sheets have no time zones: a time with one becomes UTC.
 */
export function serialOf(written: string): number | undefined {
  const found = POINT.exec(written.trim().toUpperCase());
  if (found === null) return undefined;
  const [, day, time = '00:00', hours, minutes = '00'] = found;
  const zone = hours === undefined || hours === 'Z' ? 'Z' : `${hours}:${minutes}`;
  const days = Date.parse(`${day ?? FIRST_DAY}T${time}${zone}`) / MS_PER_DAY;
  if (!Number.isFinite(days)) return undefined;
  if (day === undefined) return days;
  const serial = days - DAY_0;
  if (serial >= FIRST_OF_MARCH) return serial;
  // Sheets count a 29th of February in 1900, which never existed.
  return serial >= 2 ? serial - 1 : undefined;
}

/** A day, a time or both, with a zone or without. */
const POINT =
  /^(?=\d|T\d)(\d{4}-\d\d-\d\d)?(?:(?:^T?|[T ])(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?:(Z|[+-]\d\d):?(\d\d)?)?$/;
/** A time alone is counted from this day, which gives a fraction of a day. */
const FIRST_DAY = '1970-01-01';
const MS_PER_DAY = 86_400_000;
/** The sheet's day 0, in days from 1970. */
const DAY_0 = Date.UTC(1899, 11, 30) / MS_PER_DAY;
const FIRST_OF_MARCH = 61;
