import * as numfmt from 'numfmt';
import { LOCAL_DATE, LOCAL_DATE_AND_TIME } from '../files/number-formats';
import type { LocalFormats } from '../local-formats';

/**
 * The package `numfmt` reads and shows dates and numbers as in the United States unless it is told
 * otherwise, and Univer tells it nothing. This reads and shows them as the person's region does.
 *
 * The decimal sign is a point everywhere, since the sheet's formulas have it too. Where people
 * write a comma, a comma that they type is read as one.
 */
export function createLocalNumfmt(local: LocalFormats): LocalNumfmt {
  const { isDayFirst, countsInLakhs, hasDecimalComma, shortDate } = local;
  // A name that the package knows no language by.
  const locale = `en_Z${isDayFirst ? 'D' : 'M'}${hasDecimalComma ? 'C' : 'P'}`;
  // Where 1,234 may be read as less than two, a blank parts the thousands.
  numfmt.addLocale({ group: hasDecimalComma ? '\u00a0' : ',', preferMDY: !isDayFirst }, locale);
  const grouping = countsInLakhs ? [3, 2] : [3, 3];
  const reading = { locale };

  function parseDate(value: string): Read {
    // Univer asks this of every text that it draws, and the package sorts the months to say no.
    if (!/\d/.test(value)) return null;
    // Without a year, the package always reads the first part as the month.
    const [, day, sign = '', month] = (isDayFirst && DAY_AND_MONTH.exec(value)) || [];
    if (day === undefined) return numfmt.parseDate(value, reading);
    const [year] = numfmt.dateFromSerial(Number(numfmt.parseDate('1/1')?.v)) ?? [];
    const read = numfmt.parseDate([day, month, year].join(sign), reading);
    return read && { ...read, z: read.z?.replace(`${sign}yyyy`, '') ?? '' };
  }

  function parseNumber(value: string): Read {
    const isLocal =
      (hasDecimalComma && WITH_DECIMAL_COMMA.test(value)) ||
      (countsInLakhs && IN_LAKHS.test(value));
    if (!isLocal) return numfmt.parseNumber(value, reading);
    const plain = hasDecimalComma ? value.replace(/\.|(?<=\d)[\s’'](?=\d)/g, '') : value;
    const read = numfmt.parseNumber(hasDecimalComma ? plain.replace(',', '.') : plain, reading);
    // Univer refuses a number whose format is `#,##0` unless it is written with an American's
    // commas.
    return read && { ...read, ...(read.z !== undefined && { z: read.z.replace('#,##0', '#,0') }) };
  }

  return {
    format(pattern, value, options = {}) {
      // Univer names a language where it shows a cell. TEXT shows what its pattern says.
      const isCell = options.locale !== undefined && options.locale !== '';
      const shown = isCell ? localPattern(pattern, shortDate) : pattern;
      const ours = { ...options, locale, grouping };
      return numfmt.format(shown, value, ours);
    },
    parseDate,
    parseNumber,
  };
}

/** The functions of the package that Univer calls. */
export interface LocalNumfmt {
  format(pattern: string, value: unknown, options?: Record<string, unknown>): string;
  parseDate(value: string): Read;
  parseNumber(value: string): Read;
}

type Read = ReturnType<typeof numfmt.parseValue>;

const DAY_AND_MONTH = /^\s*(\d{1,2})([-/])(\d{1,2})\s*$/;
/** 12,5 and 1.234,50 €, but not 1,234,567. */
const WITH_DECIMAL_COMMA = /^[^\d,]*(?:\d+|\d{1,3}(?:[.\s’']\d{3})+),\d+(?!\d*[,.])[^\d,]*$/;
/** 1,23,456 and ₹ 12,34,567.50. */
const IN_LAKHS = /^[^\d,]*\d{1,2}(?:,\d\d)*,\d{3}(?:\.\d+)?[^\d,]*$/;

/** Excel stores a short date of the person's own region as if it were an American one. */
function localPattern(pattern: string, shortDate: string): string {
  if (pattern === LOCAL_DATE) return shortDate;
  return pattern === LOCAL_DATE_AND_TIME ? `${shortDate} h:mm` : pattern;
}
