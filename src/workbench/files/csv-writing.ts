import { guarded } from '../../engine/catalogue/formula-guard';
import { isTimeFormat } from './number-formats';

/** A cell as a person sees it, with all digits of a number. */
export interface ShownCell {
  readonly text: string;
  readonly isText: boolean;
}

/**
 * The text of a CSV file that Excel can open: with a byte order mark, commas and Windows line ends.
 * A text that a spreadsheet would read as a formula gets a leading apostrophe, which `readCsvFile`
 * removes again.
 */
export function writeCsv(rows: readonly (readonly ShownCell[])[]): string {
  const lines = rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

/**
 * A number with all its digits, where its format shows fewer, or other signs: 0.125 for 13 %. A
 * date or a time stays as it is shown, and so do zeros at a number's end.
 */
export function fullText(value: number, shown: string, pattern: string): string {
  return isTimeFormat(pattern) || Number(shown) === value ? shown : String(value);
}

/** A number is harmless, whatever its sign, and so is a telephone number in groups. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$|^\+\d+(?: \d+)+$/;
/**
 * A number's format may come from someone else and contain any text. A number with nothing but its
 * usual marks is harmless, and so is a lone dash.
 */
const SHOWN_NUMBER = /^[+-]?\s?(?:\p{Sc}\s?)?\d[\d.,\s]*(?:E[+-]?\d+)?\s?[%\p{Sc}]?\s?$|^-\s*$/u;

function fieldOf({ text, isText }: ShownCell): string {
  const isNumber = (isText ? NUMBER : SHOWN_NUMBER).test(text);
  const safe = isNumber ? text : guarded(text);
  return /["\r\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
