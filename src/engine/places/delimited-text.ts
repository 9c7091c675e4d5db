import { largest } from '../async/extremes';
import type { Clock } from '../lookup';

/** How lines of cells are written, as in a CSV file or a copied range. */
export interface TextFormat {
  readonly delimiter: string;
  /** What makes a quotation mark part of a quoted cell: another one, or a backslash. */
  readonly escape: '"' | '\\';
  /** What stands before the first row: Excel's own `sep=` line. */
  readonly preamble: string;
}

export interface TextRow {
  readonly cells: readonly string[];
  /** The line on which it starts; a cell may contain line breaks. */
  readonly line: number;
  readonly fault?: RowFault;
}

/** A quotation mark is where none is allowed, or never closes; or the row never ends. */
export interface RowFault {
  readonly kind: 'stray-quote' | 'open-quote' | 'too-long';
  /** From 0. */
  readonly column: number;
}

/** Reads rows from text that comes in pieces. */
export interface RowParser {
  /** @param isLast what is left is a row, too. */
  read(text: string, isLast: boolean): TextRow[];
}

/** Detects the format from the first lines, or from a `sep=` line. */
export function findFormat(head: string): TextFormat {
  const text = head.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [preamble = '', declared = ''] = /^ *"? *sep *=([^\n]*)(?:\n|$)/i.exec(text) ?? [];
  const sign = declared.length === 1 ? declared : SEPARATOR.exec(declared)?.[1];
  const body = text.slice(sign === undefined ? 0 : preamble.length).slice(0, HEAD_LENGTH);
  const delimiter = sign === '\\t' ? '\t' : (sign ?? likelyDelimiter(body));
  const escape = likelyEscape(body, delimiter);
  return { delimiter, escape, preamble: sign === undefined ? '' : preamble };
}

/** The first rows that are not blank. */
export function firstRows(text: string, format: TextFormat, count: number): string[][] {
  return headOf(text, format, count).flatMap(({ cells }) =>
    cells.some((cell) => cell !== '') ? [[...cells]] : [],
  );
}

/** Passes on every row in order, and yields to the page from time to time. */
export async function readRows(
  text: string,
  format: TextFormat,
  clock: Pick<Clock, 'schedule'>,
  take: (row: TextRow) => void,
): Promise<void> {
  const parser = createRowParser(format);
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await new Promise<void>((resolve) => void clock.schedule(0, resolve));
    const isLast = at + PIECE >= text.length;
    for (const row of parser.read(text.slice(at, at + PIECE), isLast)) take(row);
  }
}

/**
 * Reads rows by RFC 4180, with any line ends. A quoted cell may have blanks around its marks. A
 * lone quotation mark in a quoted cell counts as part of the cell, and is pointed at.
 *
 * @param longest for one row, in UTF-16 units: a longer one means a mark that was never closed.
 */
export function createRowParser(format: TextFormat, longest = MAX_ROW): RowParser {
  let rest = '';
  let held = '';
  const { preamble } = format;
  let line = preamble === '' ? 1 : 2;
  let isStart = true;
  let isOver = false;
  return {
    read(piece, isLast) {
      if (isOver) return [];
      let text = held + piece;
      // The `\n` of a `\r\n` may come with the next piece.
      held = !isLast && text.endsWith('\r') ? '\r' : '';
      if (held !== '') text = text.slice(0, -1);
      text = rest + (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
      if (isStart && (isLast || text.length > preamble.length + 1)) {
        text = text.replace(/^\uFEFF/, '').slice(preamble.length);
        isStart = false;
      }
      // Old programs end a text with Ctrl+Z, or fill its last block with zeros.
      if (isLast) text = text.replace(/[\x1A\0]+$/, '');
      const read = isStart ? { rows: [], end: 0, line } : rowsOf(text, line, isLast, format);
      const { rows } = read;
      line = read.line;
      rest = text.slice(read.end);
      if (rest.length <= longest) return rows;
      const [long] = rowsOf(rest, line, true, format).rows;
      const { cells = [], fault = { kind: 'too-long', column: 0 } as const } = long ?? {};
      rows.push({ cells, line, fault });
      isOver = true;
      return rows;
    },
  };
}

/** After `sep=`, as programs and people write it: `;`, ` ; `, `;"`, `";"`, `,,` or `\t`. */
const SEPARATOR = /^ *"*(\\t|[^\w\s"]|\t)["\s,;|]*$/;
/** UTF-16 units read at once: a few milliseconds. */
const PIECE = 32_768;
const MAX_ROW = 1_048_576;
/** Enough rows to see the format of a line. */
const HEAD_ROWS = 100;
const HEAD_LENGTH = 200_000;
/** In order of preference: descriptions often contain commas, but hardly ever tabs. */
const DELIMITERS = ['\t', ';', ',', '|', '^', '~'] as const;

/** What gives most of the rows one number of cells, and whole cells: `50,9;6,9` is two numbers. */
function likelyDelimiter(text: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const rows = firstRows(text, { delimiter, escape: '"', preamble: '' }, HEAD_ROWS);
    const widths = new Map<number, number>();
    for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
    widths.delete(1);
    const alike = Math.max(0, largest(widths.values()));
    const isPlain = delimiter === '^' || delimiter === '~' ? alike === rows.length : alike > 0;
    const cells = rows.flat();
    const torn = cells.filter((cell) => isTorn(cell, delimiter)).length;
    const whole = 1 - torn / (cells.length + 1);
    return { delimiter, score: isPlain ? alike / rows.length + whole / 1000 : 0 };
  });
  const best = scored.reduce((most, next) => (next.score > most.score ? next : most));
  return best.score > 0 ? best.delimiter : ',';
}

function isTorn(cell: string, delimiter: string): boolean {
  const isNumber = delimiter !== ',' && /^\s*[-+]?[\d. ]+,\d+\s*$/.test(cell);
  return !isNumber && DELIMITERS.some((sign) => sign !== delimiter && cell.includes(sign));
}

/** A backslash, as MySQL writes it, if rows come out whole that way alone. */
function likelyEscape(text: string, delimiter: string): '"' | '\\' {
  if (delimiter === '\\' || !text.includes('\\"')) return '"';
  const isWhole = (['"', '\\'] as const).map((escape) => {
    const rows = headOf(text, { delimiter, escape, preamble: '' }, HEAD_ROWS);
    return rows.every(({ fault }) => fault === undefined);
  });
  return isWhole[0] !== true && isWhole[1] === true ? '\\' : '"';
}

/** The last row may be cut, and is left out if there are others. */
function headOf(text: string, format: TextFormat, count: number): readonly TextRow[] {
  const isWhole = text.length < HEAD_LENGTH;
  const head = text.slice(0, HEAD_LENGTH);
  const parser = createRowParser(format);
  const rows: TextRow[] = [];
  for (let at = 0; at < head.length && rows.length < count; at += PIECE) {
    const read = parser.read(head.slice(at, at + PIECE), isWhole && at + PIECE >= head.length);
    for (const row of read) rows.push(row);
  }
  return (rows.length > 0 ? rows : parser.read('', true)).slice(0, count);
}

interface ReadRows {
  readonly rows: TextRow[];
  /** Where in the text the next row begins. */
  readonly end: number;
  readonly line: number;
}

function rowsOf(text: string, first: number, isLast: boolean, format: TextFormat): ReadRows {
  const { delimiter } = format;
  const rows: TextRow[] = [];
  let line = first;
  let at = 0;
  let quote = text.indexOf('"');
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0 && !isLast) break;
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
    if (quote < 0 || quote >= end) {
      rows.push({ cells: text.slice(at, end).split(delimiter), line });
      line += 1;
      at = end + 1;
      continue;
    }
    const row = quotedRow(text, at, isLast, format);
    if (row === undefined) break;
    const { cells, fault } = row;
    rows.push({ cells, line, ...(fault !== undefined && { fault }) });
    line += lineBreaksIn(text, at, row.end);
    at = row.end;
  }
  return { rows, end: Math.min(at, text.length), line };
}

interface QuotedRow {
  readonly cells: string[];
  readonly fault?: RowFault;
  readonly end: number;
}

/** Undefined if the row may continue in the next piece. */
function quotedRow(
  text: string,
  start: number,
  isLast: boolean,
  format: TextFormat,
): QuotedRow | undefined {
  const { delimiter } = format;
  const cells: string[] = [];
  let fault: RowFault | undefined;
  let at = start;
  for (;;) {
    let cell = quotedCell(text, at, format);
    if (cell?.end === text.length && !isLast) return undefined;
    if (cell?.isOpen === true && text[at] !== '"') cell = undefined;
    let end: number;
    if (cell !== undefined) {
      const kind = cell.isOpen ? 'open-quote' : cell.isStray ? 'stray-quote' : undefined;
      if (kind !== undefined) fault ??= { kind, column: cells.length };
      cells.push(cell.text);
      ({ end } = cell);
    } else {
      const [lineEnd, sign] = [text.indexOf('\n', at), text.indexOf(delimiter, at)];
      if (lineEnd < 0 && !isLast) return undefined;
      const most = lineEnd < 0 ? text.length : lineEnd;
      end = sign < 0 || sign > most ? most : sign;
      cells.push(text.slice(at, end));
    }
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    return { cells, ...(fault !== undefined && { fault }), end: end + 1 };
  }
}

interface QuotedCell {
  readonly text: string;
  /** Where the delimiter or the line's end is. */
  readonly end: number;
  readonly isStray: boolean;
  readonly isOpen: boolean;
}

/** Undefined if the cell is not quoted. */
function quotedCell(text: string, at: number, format: TextFormat): QuotedCell | undefined {
  const { delimiter, escape } = format;
  const open = afterBlanks(text, at, delimiter);
  if (text[open] !== '"') return undefined;
  const from = open + 1;
  // After a blank, a mark that quotes nothing on its line is part of a text: `5 ", oak`.
  const most = open > at ? text.indexOf('\n', at) : -1;
  let isStray = false;
  for (let mark = from; ; mark += 1) {
    mark = text.indexOf('"', mark);
    if (most >= 0 && (mark < 0 || mark > most)) return undefined;
    if (mark < 0) return { text: text.slice(from), end: text.length, isStray, isOpen: true };
    if (escape === '\\' && backslashesBefore(text, mark, from) % 2 === 1) continue;
    const isDoubled = text[mark + 1] === '"' && (escape === '"' || mark > from);
    if (isDoubled) {
      mark += 1;
      continue;
    }
    const end = afterBlanks(text, mark + 1, delimiter);
    const next = text[end];
    if (next === undefined || next === delimiter || next === '\n') {
      return { text: unescaped(text.slice(from, mark), escape), end, isStray, isOpen: false };
    }
    if (open > at) return undefined;
    isStray = true;
  }
}

function unescaped(text: string, escape: '"' | '\\'): string {
  const plain = text.includes('""') ? text.replaceAll('""', '"') : text;
  return escape === '"' ? plain : plain.replace(/\\(["\\])/g, '$1');
}

function afterBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' && delimiter !== ' ') at += 1;
  return at;
}

function backslashesBefore(text: string, mark: number, from: number): number {
  let at = mark;
  while (at > from && text[at - 1] === '\\') at -= 1;
  return mark - at;
}

function lineBreaksIn(text: string, from: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
