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

function fieldOf({ text, isText }: ShownCell): string {
  const safe = isText && !NUMBER.test(text) ? guarded(text) : text;
  return /["\r\n,;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
