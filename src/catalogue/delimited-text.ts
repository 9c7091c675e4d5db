import Papa from 'papaparse';

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
export function firstRows({ text, delimiter }: DelimitedText, count: number): string[][] {
  return parseHead(text, delimiter, count).filter((cells) => cells.some((cell) => cell !== ''));
}

/** Passes on every row in order, and gives the page its turn in between. */
export function readRows(
  { text, delimiter, firstLine }: DelimitedText,
  clock: Pick<Clock, 'schedule'>,
  take: (row: TextRow) => void,
): Promise<RowsEnd> {
  return new Promise((resolve) => {
    let line = firstLine;
    let end: RowsEnd = { kind: 'whole' };
    let cursor = 0;
    let standing = 0;
    const config: Papa.ParseLocalConfig<string[], File> = {
      delimiter,
      newline: '\n',
      chunkSize: PIECE,
      chunk({ data, errors, meta }, parser) {
        const open = errors.find(({ code }) => code === 'MissingQuotes')?.row;
        const stray = new Set(errors.map(({ row }) => row));
        for (const [index, cells] of data.entries()) {
          if (index === open) end = { kind: 'open-quote', line };
          else take({ cells, line, hasStrayQuote: stray.has(index) });
          line += 1 + lineBreaksIn(cells);
        }
        standing = meta.cursor === cursor ? standing + 1 : 0;
        cursor = meta.cursor;
        if (standing > MAX_PIECES_IN_ROW) {
          end = { kind: 'open-quote', line };
          parser.abort();
          return;
        }
        parser.pause();
        clock.schedule(0, () => parser.resume());
      },
      complete: () => resolve(end),
    };
    // Papa can parse texts in chunks, like files; its types only allow files.
    Papa.parse<string[]>(text, config as unknown as Papa.ParseConfig<string[]>);
  });
}

/** UTF-16 units parsed at once: a few milliseconds. */
const PIECE = 32_768;
/** A longer row (a megabyte) means a quotation mark that was never closed. */
const MAX_PIECES_IN_ROW = 32;
/** Enough rows to see the format of a line. */
const HEAD_ROWS = 20;
const HEAD_LENGTH = 200_000;
/** In order of preference: descriptions often contain commas, but hardly ever tabs. */
const DELIMITERS = ['\t', ';', ',', '|'] as const;

function likelyDelimiter(text: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const rows = parseHead(text, delimiter, HEAD_ROWS);
    const width = rows[0]?.length ?? 0;
    const alike = width > 1 ? rows.filter(({ length }) => length === width).length : 0;
    return { delimiter, score: countHeaderWords(rows[0] ?? []) * HEAD_ROWS + alike };
  });
  const best = scored.reduce((most, next) => (next.score > most.score ? next : most));
  return best.score > 0 ? best.delimiter : ',';
}

function parseHead(text: string, delimiter: string, preview: number): string[][] {
  return Papa.parse<string[]>(text.slice(0, HEAD_LENGTH), { delimiter, newline: '\n', preview })
    .data;
}

function lineBreaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  }
  return count;
}
