import { guarded } from '../../catalogue/formula-guard';

/** A cell as a person sees it. */
export interface ShownCell {
  readonly text: string;
  readonly isText: boolean;
}

/**
 * The text of a CSV file as Excel opens it: with a byte order mark, commas and Windows' line ends.
 * A text that a spreadsheet would take for a formula has an apostrophe before it; reading here
 * takes it away again.
 */
export function writeCsv(rows: readonly (readonly ShownCell[])[]): string {
  const lines = rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

/** A number is harmless, whatever its sign. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/**
 * Of a number the format may be somebody else's, with any text in it. One that shows nothing but
 * the number, with the marks that go with one, and the dash that stands for nothing, are harmless.
 */
const SHOWN_NUMBER = /^[+-]?\s?(?:\p{Sc}\s?)?\d[\d.,\s]*(?:E[+-]?\d+)?\s?[%\p{Sc}]?\s?$|^-\s*$/u;

function fieldOf({ text, isText }: ShownCell): string {
  const isNumber = (isText ? NUMBER : SHOWN_NUMBER).test(text);
  const safe = isNumber ? text : guarded(text);
  return /["\r\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
