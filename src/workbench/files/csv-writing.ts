import { dateFromSerial } from 'numfmt';
import { guarded } from '../../engine/catalogue/formula-guard';
import { isDateFormat, isTimeFormat } from '../../engine/places/dates';
import type { LocalFormats } from '../local-formats';

/** A cell with all that it holds: see `fullText`. */
export interface FullCell {
  readonly text: string;
  readonly isText: boolean;
}

/**
 * The text of a CSV file that this person's Excel can open: with a byte order mark and Windows line
 * ends, and with semicolons between the cells where the decimal sign is a comma. A text that a
 * spreadsheet would read as a formula gets a leading apostrophe, which `readCsvFile` removes again.
 */
export function writeCsv(
  rows: readonly (readonly FullCell[])[],
  { hasDecimalComma }: Pick<LocalFormats, 'hasDecimalComma'>,
): string {
  const delimiter = hasDecimalComma ? ';' : ',';
  const field = ({ text, isText }: FullCell): string => {
    if (hasDecimalComma && !isText && PLAIN_NUMBER.test(text)) return text.replace('.', ',');
    return fieldOf({ text, isText });
  };
  const lines = rows.map((row) => `${row.map(field).join(delimiter)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

/**
 * A number with all its digits, where its format shows fewer, or other signs: 0.125 for 13 %. Zeros
 * at its end stay. A date is written so that every region reads the same day, 2026-11-21, and a
 * time with its seconds unless they are none.
 */
export function fullText(value: number, shown: string, pattern: string): string {
  if (isDateFormat(pattern)) return dateText(value, isTimeFormat(pattern, 'hs')) ?? shown;
  if (isTimeFormat(pattern)) return value < 0 ? shown : timeText(value);
  // Fifteen digits, as a spreadsheet has them: 0.3 for 0.30000000000000004.
  return Number(shown) === value ? shown : String(Number(value.toPrecision(15)));
}

/** @param hasTime whether the cell shows a time of day too */
function dateText(serial: number, hasTime: boolean): string | undefined {
  const [year, month, day] = dateFromSerial(serial) ?? [];
  if (year === undefined || serial < 0) return undefined;
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return hasTime ? `${date} ${timeText(serial % 1)}` : date;
}

function timeText(days: number): string {
  const seconds = Math.round(days * SECONDS_A_DAY);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  return `${two(hours)}:${two(minutes)}${rest}`;
}

function two(number = 0): string {
  return String(number).padStart(2, '0');
}

const SECONDS_A_DAY = 86_400;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/i;

/** A number is harmless, whatever its sign, and so is a telephone number in groups. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$|^\+\d+(?: \d+)+$/;
/**
 * A number's format may come from someone else and contain any text. A number with nothing but its
 * usual marks is harmless, and so is a lone dash.
 */
const SHOWN_NUMBER = /^[+-]?\s?(?:\p{Sc}\s?)?\d[\d.,\s]*(?:E[+-]?\d+)?\s?[%\p{Sc}]?\s?$|^-\s*$/u;

function fieldOf({ text, isText }: FullCell): string {
  const isNumber = (isText ? NUMBER : SHOWN_NUMBER).test(text);
  const safe = isNumber ? text : guarded(text);
  return /["\r\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
