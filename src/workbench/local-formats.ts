import { numberLocale } from '../engine/language/languages';

/** How people in a region write dates and numbers, as far as the sheet supports it. */
export interface LocalFormats {
  /** The number format of a day in figures: `d/m/yyyy`. */
  readonly shortDate: string;
  /** Whether 1/3 is 1 March. */
  readonly isDayFirst: boolean;
  /** Whether 100,000 is written 1,00,000. */
  readonly countsInLakhs: boolean;
  /** Whether 12.5 is written 12,5. */
  readonly hasDecimalComma: boolean;
}

/**
 * Returns the formats of a region.
 *
 * @param device the browser's language, which also names a region: `en-IN`
 */
export function localFormats({ locale: device, timeZone }: Device): LocalFormats {
  // Browsers use American English if nobody has chosen a language.
  const isUnchosen = device === 'en-US' && LAKH_ZONES.test(timeZone);
  const { language, region } = new Intl.Locale(isUnchosen ? 'en-IN' : device);
  const plain = new Intl.Locale(region === undefined ? language : `${language}-${region}`, {
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  const day = new Intl.DateTimeFormat(plain, { timeZone: 'UTC' }).formatToParts(A_DAY);
  const order = day.map(({ type }) => type).filter((type) => type === 'day' || type === 'month');
  const numbers = new Intl.NumberFormat(isUnchosen ? device : numberLocale(device));
  return {
    shortDate: day.map(patternOf).join('').trim(),
    // Where the year comes first, the month is before the day in any date.
    isDayFirst: order[0] === 'day',
    countsInLakhs: numbers.format(100_000).length === '1,00,000'.length,
    hasDecimalComma: new Intl.NumberFormat(plain).format(0.5).includes(','),
  };
}

/** Returns the formats of the browser that runs this. */
export function deviceFormats(): LocalFormats {
  return localFormats(new Intl.DateTimeFormat().resolvedOptions());
}

type Device = Pick<Intl.ResolvedDateTimeFormatOptions, 'locale' | 'timeZone'>;

const A_DAY = Date.UTC(2024, 2, 1);
const LAKH_ZONES = /^Asia\/(?:Kolkata|Calcutta|Dhaka|Karachi|Colombo|Kathmandu|Katmandu)$/;

function patternOf({ type, value }: Intl.DateTimeFormatPart): string {
  if (type === 'year') return 'yyyy';
  if (type === 'month') return value.length === 1 ? 'm' : 'mm';
  if (type === 'day') return value.length === 1 ? 'd' : 'dd';
  return value.replace(/[^-./ ]/g, '');
}
