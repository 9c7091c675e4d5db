import type { Clock } from '../lookup';
import { countHeaderWords } from './import-columns';

/** Lines of cells, as in a CSV file or a copied range. */
export interface DelimitedText {
  /** With `\n` between lines, and without a byte order mark. */
  readonly text: string;
  readonly delimiter: string;
  /** The number of its first line in the original text. */
  readonly firstLine: number;
}

export interface TextRow {
  readonly cells: readonly string[];
  /** The line on which it starts; a cell may contain line breaks. */
  readonly line: number;
  /** A quotation mark is in a place where none is allowed. */
  readonly hasStrayQuote: boolean;
}

export type RowsEnd =
  | { readonly kind: 'whole' }
  /** A quotation mark opens on that line and never closes. */
  | { readonly kind: 'open-quote'; readonly line: number };

/** Detects the delimiter from the first lines, or from Excel's own `sep=` line. */
export function openDelimitedText(given: string): DelimitedText {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const said = /^sep=(.)\n/.exec(text);
  if (said?.[1] !== undefined) {
    return { text: text.slice(said[0].length), delimiter: said[1], firstLine: 2 };
  }
  return { text, delimiter: likelyDelimiter(text), firstLine: 1 };
}

/** The first rows that are not blank. */
export function firstRows(text: DelimitedText, count: number): string[][] {
  return headOf(text, count).filter((cells) => cells.some((cell) => cell !== ''));
}

/** Passes on every row in order, and yields to the page from time to time. */
export async function readRows(
  text: DelimitedText,
  clock: Pick<Clock, 'schedule'>,
  take: (row: TextRow) => void,
): Promise<RowsEnd> {
  let next = PIECE;
  for (const row of rowsOf(text)) {
    if (row.isOpen) return { kind: 'open-quote', line: row.line };
    take(row);
    if (row.end < next) continue;
    next = row.end + PIECE;
    await new Promise<void>((resolve) => void clock.schedule(0, resolve));
  }
  return { kind: 'whole' };
}

/** UTF-16 units read at once: a few milliseconds. */
const PIECE = 32_768;
/** A longer row means a quotation mark that was never closed. */
const MAX_ROW = 1_048_576;
/** Enough rows to see the format of a line. */
const HEAD_ROWS = 20;
const HEAD_LENGTH = 200_000;
/** In order of preference: descriptions often contain commas, but hardly ever tabs. */
const DELIMITERS = ['\t', ';', ',', '|'] as const;

function likelyDelimiter(text: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const rows = headOf({ text, delimiter, firstLine: 1 }, HEAD_ROWS);
    const width = rows[0]?.length ?? 0;
    const alike = width > 1 ? rows.filter(({ length }) => length === width).length : 0;
    return { delimiter, score: countHeaderWords(rows[0] ?? []) * HEAD_ROWS + alike };
  });
  const best = scored.reduce((most, next) => (next.score > most.score ? next : most));
  return best.score > 0 ? best.delimiter : ',';
}

function headOf({ text, ...format }: DelimitedText, count: number): string[][] {
  const rows: string[][] = [];
  for (const { cells } of rowsOf({ ...format, text: text.slice(0, HEAD_LENGTH) })) {
    if (rows.push(cells) === count) break;
  }
  return rows;
}

interface ReadRow extends TextRow {
  readonly cells: string[];
  /** Where in the text the row ends. */
  readonly end: number;
  /** A quotation mark in the row never closes, so the row is the last. */
  readonly isOpen: boolean;
}

/** Reads rows by RFC 4180. A lone quotation mark in a quoted cell counts as part of the cell. */
function* rowsOf({ text, delimiter, firstLine }: DelimitedText): Generator<ReadRow> {
  const ends = `${delimiter.replace(/[\\\]^-]/, '\\$&')}\n`;
  const bare = new RegExp(`[^${ends}]*`, 'y');
  // An escaped mark, one that closes the cell, or any other.
  const quote = new RegExp(`"(?:"|( *(?=[${ends}]|$))|)`, 'g');
  let line = firstLine;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const row = { cells: [] as string[], line, hasStrayQuote: false };
    do {
      const isQuoted = text[at] === '"';
      const reading = isQuoted ? quote : bare;
      reading.lastIndex = isQuoted ? at + 1 : at;
      let found = reading.exec(text);
      while (isQuoted && found !== null && found[1] === undefined) {
        row.hasStrayQuote ||= found[0] === '"';
        found = found.index - start > MAX_ROW ? null : quote.exec(text);
      }
      if (found === null) {
        yield { ...row, end: text.length, isOpen: true };
        return;
      }
      const cell = isQuoted ? text.slice(at + 1, found.index).replaceAll('""', '"') : found[0];
      row.cells.push(cell);
      line += lineBreaksIn(cell);
      at = reading.lastIndex;
    } while (text[at++] === delimiter);
    line += 1;
    yield { ...row, end: at, isOpen: false };
  }
}

function lineBreaksIn(cell: string): number {
  return cell.split('\n').length - 1;
}
