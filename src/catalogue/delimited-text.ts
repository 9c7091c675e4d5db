import Papa from 'papaparse';

import type { Clock } from '../lookup';
import { countHeaderWords } from './import-columns';

/** Lines of cells, as a CSV file or a copied range writes them. */
export interface DelimitedText {
  /** With `\n` between lines, and without a byte order mark. */
  readonly text: string;
  readonly delimiter: string;
  /** The number of its first line in what was given. */
  readonly firstLine: number;
}

export interface TextRow {
  readonly cells: readonly string[];
  /** Where it begins; a cell may hold line breaks. */
  readonly line: number;
  /** A quotation mark stands where none may. */
  readonly hasStrayQuote: boolean;
}

export type RowsEnd =
  | { readonly kind: 'whole' }
  /** A quotation mark opens on that line and never closes. */
  | { readonly kind: 'open-quote'; readonly line: number };

/** Finds out by the first lines what stands between cells; Excel's own `sep=` line says it. */
export function openDelimitedText(given: string): DelimitedText {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const said = /^sep=(.)\n/.exec(text);
  if (said?.[1] !== undefined) {
    return { text: text.slice(said[0].length), delimiter: said[1], firstLine: 2 };
  }
  return { text, delimiter: likelyDelimiter(text), firstLine: 1 };
}

/** The first rows that hold anything. */
export function firstRows({ text, delimiter }: DelimitedText, count: number): string[][] {
  return parseHead(text, delimiter, count).filter((cells) => cells.some((cell) => cell !== ''));
}

/** Hands out every row in its order, and lets the page breathe in between. */
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
    // Papa reads texts in pieces as it reads files; its types know of files only.
    Papa.parse<string[]>(text, config as unknown as Papa.ParseConfig<string[]>);
  });
}

/** UTF-16 units parsed at once: some milliseconds. */
const PIECE = 32_768;
/** A row longer than this (a megabyte) is a quotation mark that was never closed. */
const MAX_PIECES_IN_ROW = 32;
/** Enough to see how lines are made. */
const HEAD_ROWS = 20;
const HEAD_LENGTH = 200_000;
/** In the order of preference: commas stand in descriptions too, tabs hardly. */
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
