import { largest } from '../async/extremes';
import { isLabel, roleOfHeader } from './header-words';
import type { Clock } from '../lookup';

/** How lines of cells are written, as in a CSV file or a copied range. */
export interface TextFormat {
  readonly delimiter: string;
  /**
   * Whether quotation marks may enclose cells. False if a person says so, or if they enclose none
   * in the file. Undefined if nobody has said: a quoted cell whose lines look like rows is then
   * reported as a fault.
   */
  readonly hasQuotes?: boolean | undefined;
  /** The sign that makes a quotation mark part of a quoted cell: another one, or a backslash. */
  readonly escape: '"' | '\\';
  /** Excel's own `sep=` line before the first row, or "". */
  readonly preamble: string;
}

/** One row, as it was read. */
export interface TextRow {
  readonly cells: readonly string[];
  /** The line on which the row starts, from 1. A cell may contain line breaks. */
  readonly line: number;
  readonly fault?: RowFault;
}

/**
 * What is wrong with a row. `stray-quote`: a quotation mark where none is allowed · `open-quote`:
 * one that never closes · `rows-within`: one that closes after lines that look like rows ·
 * `too-long`: the row never ends.
 */
export interface RowFault {
  readonly kind: 'stray-quote' | 'open-quote' | 'rows-within' | 'too-long';
  /** The column of the cell at fault, from 0. */
  readonly column: number;
}

/** Reads rows from text that comes in pieces. */
export interface RowParser {
  /**
   * Returns the rows that are complete so far.
   *
   * @param isLast whether this is the last piece: what is left is then a row, too.
   */
  read(text: string, isLast: boolean): TextRow[];
}

/** The parts of a format that a person gives. */
export type GivenFormat = Partial<Pick<TextFormat, 'delimiter' | 'hasQuotes'>>;

/** The delimiter of lines that are one cell each: a character that no text contains. */
export const NO_DELIMITER = '\uFFFF';

/**
 * Detects the format from the first lines, or from a `sep=` line. What a person gives comes first.
 */
export function findFormat(head: string, given: GivenFormat = {}): TextFormat {
  const text = head.replace(/^\uFEFF/, '');
  const [preamble = '', declared = ''] = /^ *"? *sep *=([^\r\n]*)(?:\r\n?|\n|$)/i.exec(text) ?? [];
  const sign = declared.length === 1 ? declared : SEPARATOR.exec(declared)?.[1];
  const body = text.slice(sign === undefined ? 0 : preamble.length).slice(0, HEAD_LENGTH);
  const delimiter = given.delimiter ?? (sign === '\\t' ? '\t' : (sign ?? likelyDelimiter(body)));
  const escape = likelyEscape(body, delimiter);
  const format = { delimiter, escape, preamble: sign === undefined ? '' : preamble } as const;
  return { ...format, hasQuotes: given.hasQuotes ?? likelyQuotes(body, format) };
}

/** Returns up to `count` of the first rows that are not blank. */
export function firstRows(text: string, format: TextFormat, count: number): string[][] {
  return headOf(text, format, count).flatMap(({ cells }) =>
    cells.some((cell) => cell !== '') ? [[...cells]] : [],
  );
}

/** Passes every row on in order, and lets the page take its turn from time to time. */
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
    for (const row of parser.read(text.slice(at, at + PIECE), isLast)) {
      // Cells of a sheet have one kind of line break. A quoted cell with rows in it is no fault
      // here, because a person sees the cells before anything is paid for.
      const cells = row.cells.map((cell) => cell.replace(/\r\n?/g, '\n'));
      const { fault, line } = row;
      take(
        fault === undefined || fault.kind === 'rows-within' ? { cells, line } : { ...row, cells },
      );
    }
  }
}

/**
 * Reads rows by RFC 4180, with any line ends; those within a cell stay as they are. Spaces may
 * surround a quoted cell. A lone quotation mark in a quoted cell is read as part of the cell, and
 * reported as a fault. A byte order mark before a row, as in files that were joined, is dropped.
 *
 * @param longest the longest row, in UTF-16 units. A longer one means that a quotation mark was
 * never closed.
 */
export function createRowParser(format: TextFormat, longest = MAX_ROW): RowParser {
  let rest = '';
  let carried = '';
  const { preamble } = format;
  let line = preamble === '' ? 1 : 2;
  let isStart = true;
  let isOver = false;
  return {
    read(piece, isLast) {
      if (isOver) return [];
      let text = carried + piece;
      // The `\n` of a `\r\n` may come with the next piece.
      carried = !isLast && text.endsWith('\r') ? '\r' : '';
      if (carried !== '') text = text.slice(0, -1);
      text = rest + text;
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

/** What follows `sep=`, as programs and people write it: `;`, ` ; `, `;"`, `";"`, `,,` or `\t`. */
const SEPARATOR = /^ *"*(\\t|[^\w\s"]|\t)["\s,;|]*$/;
/** UTF-16 units read at once: a few milliseconds. */
const PIECE = 32_768;
const MAX_ROW = 1_048_576;
/** Enough rows to see the format of a line. */
const HEAD_ROWS = 100;
const HEAD_LENGTH = 200_000;
/** In order of preference: descriptions often contain commas, but hardly ever tabs. */
const DELIMITERS = ['\t', ';', ',', '|', '^', '~'] as const;

/**
 * Returns false for a file in which quotation marks are ordinary characters, as in dumps of
 * databases: if they enclosed cells, a cell would swallow rows, while without them all rows have
 * the same number of cells, and no cell is quoted. Undefined for any other file.
 */
function likelyQuotes(text: string, format: TextFormat): false | undefined {
  if (!text.includes('"') || text.includes('""')) return undefined;
  const rows = headOf(text, format, HEAD_ROWS);
  if (!rows.some(({ fault }) => fault?.kind === 'rows-within')) return undefined;
  const plain = firstRows(text, { ...format, hasQuotes: false }, HEAD_ROWS);
  const width = plain[0]?.length;
  const isPlain = plain.every(
    (row) => row.length === width && !row.some((cell) => /^\s*".*"\s*$/s.test(cell)),
  );
  // Numbers below a header say that these are its rows.
  const hasNumbers = plain[0]?.some((_, at) =>
    plain.slice(1).every((row) => isNumber(row[at] ?? '')),
  );
  return plain.length > 2 && isPlain && hasNumbers === true ? false : undefined;
}

/**
 * Finds the delimiter that gives most of the rows the same number of cells, and leaves cells whole:
 * `50,9;6,9` is two numbers.
 */
function likelyDelimiter(text: string): string {
  if (isSingleColumn(text)) return NO_DELIMITER;
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

/**
 * Whether a text is one column, such as `Address` above addresses. Their commas are each followed
 * by a space, which is not how columns are listed.
 */
function isSingleColumn(text: string): boolean {
  const [header = '', ...lines] = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (/["\t;,|]/.test(header) || lines.some((line) => /["\t;|]/.test(line))) return false;
  const isNamed = isLabel(header) && roleOfHeader(header) === 'address';
  const rows = lines.slice(0, HEAD_ROWS).filter((line) => line.includes(','));
  return isNamed && rows.length > 0 && rows.every((line) => !/,\S/.test(line));
}

function isTorn(cell: string, delimiter: string): boolean {
  const isNumber = delimiter !== ',' && /^\s*[-+]?[\d. ]+,\d+\s*$/.test(cell);
  return !isNumber && DELIMITERS.some((sign) => sign !== delimiter && cell.includes(sign));
}

/** Returns a backslash, as MySQL writes it, if only that gives whole rows. */
function likelyEscape(text: string, delimiter: string): '"' | '\\' {
  if (delimiter === '\\' || !text.includes('\\"')) return '"';
  const isWhole = (['"', '\\'] as const).map((escape) => {
    const rows = headOf(text, { delimiter, escape, preamble: '' }, HEAD_ROWS);
    return rows.every(({ fault }) => fault === undefined);
  });
  return isWhole[0] !== true && isWhole[1] === true ? '\\' : '"';
}

/** Leaves out the last row, which may be cut, if there are others. */
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
  const { delimiter, hasQuotes } = format;
  const rows: TextRow[] = [];
  const lineEnds = new LineEnds(text);
  let line = first;
  let at = 0;
  let quote = hasQuotes === false ? -1 : text.indexOf('"');
  while (at < text.length) {
    const start = text[at] === '\uFEFF' ? at + 1 : at;
    const lineEnd = lineEnds.from(start);
    if (lineEnd < 0 && !isLast) break;
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (quote >= 0 && quote < start) quote = text.indexOf('"', start);
    if (quote < 0 || quote >= end) {
      rows.push({ cells: text.slice(start, end).split(delimiter), line });
      line += 1;
      at = lineEnds.after(end);
      continue;
    }
    const row = quotedRow(text, start, isLast, format, lineEnds);
    if (row === undefined) break;
    const { cells, fault } = row;
    rows.push({ cells, line, ...(fault !== undefined && { fault }) });
    line += row.end <= end + 2 ? 1 : lineBreaksIn(text.slice(start, row.end));
    at = row.end;
  }
  return { rows, end: Math.min(at, text.length), line };
}

/** Where lines end, in any of the three ways. Each sign is looked for once. */
class LineEnds {
  private feed = -2;
  private carriage = -2;

  constructor(private readonly text: string) {}

  /**
   * The first line end from here; -1 if there is none.
   *
   * @param at no less than before.
   */
  from(at: number): number {
    const { text } = this;
    if (this.feed !== -1 && this.feed < at) this.feed = text.indexOf('\n', at);
    if (this.carriage !== -1 && this.carriage < at) this.carriage = text.indexOf('\r', at);
    const { feed, carriage } = this;
    return feed < 0 || (carriage >= 0 && carriage < feed) ? carriage : feed;
  }

  /** Where the line begins that follows this end. */
  after(end: number): number {
    return end + (this.text[end] === '\r' && this.text[end + 1] === '\n' ? 2 : 1);
  }
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
  lineEnds: LineEnds,
): QuotedRow | undefined {
  const { delimiter, hasQuotes } = format;
  const cells: string[] = [];
  const firstEnd = lineEnds.from(start);
  let fault: RowFault | undefined;
  let at = start;
  for (;;) {
    let cell = quotedCell(text, at, format, lineEnds);
    if (cell?.end === text.length && !isLast) return undefined;
    if (cell?.isOpen === true && text[at] !== '"') cell = undefined;
    let end: number;
    if (cell !== undefined) {
      const kind = cell.isOpen ? 'open-quote' : cell.isStray ? 'stray-quote' : undefined;
      if (kind !== undefined) fault ??= { kind, column: cells.length };
      cells.push(cell.text);
      ({ end } = cell);
    } else {
      const [lineEnd, sign] = [lineEnds.from(at), text.indexOf(delimiter, at)];
      if (lineEnd < 0 && !isLast) return undefined;
      const most = lineEnd < 0 ? text.length : lineEnd;
      end = sign < 0 || sign > most ? most : sign;
      cells.push(text.slice(at, end));
    }
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    if (hasQuotes === undefined && fault === undefined && firstEnd < end) {
      const column = cells.findIndex((_, index) => holdsRows(cells, index, delimiter));
      if (column >= 0) fault = { kind: 'rows-within', column };
    }
    return { cells, ...(fault !== undefined && { fault }), end: lineEnds.after(end) };
  }
}

interface QuotedCell {
  readonly text: string;
  /** Where the delimiter or the line's end is. */
  readonly end: number;
  readonly isStray: boolean;
  readonly isOpen: boolean;
}

/**
 * Whether the lines of a cell, with what stands before and after it, are rows of as many cells,
 * with numbers where the row has them. The quotation marks may then be parts of two rows' texts.
 */
function holdsRows(cells: readonly string[], column: number, delimiter: string): boolean {
  const lines = (cells[column] ?? '').split(/\r\n?|\n/);
  // A mark within was written twice, as a part of a quoted cell is.
  if (lines.length < 2 || cells.length < 2 || cells[column]?.includes('"')) return false;
  return lines.every((line, index) => {
    const before = index === 0 ? cells.slice(0, column) : [];
    const after = index === lines.length - 1 ? cells.slice(column + 1) : [];
    const row = [...before, ...line.split(delimiter), ...after];
    const isAlike = (cell: string, at: number): boolean =>
      at === column || isNumber(cell) === isNumber(row[at] ?? '');
    return row.length === cells.length && cells.every(isAlike);
  });
}

function isNumber(cell: string): boolean {
  return /^\s*[-+]?[\d.,]*\d\s*$/.test(cell);
}

/** Undefined if the cell is not quoted. */
function quotedCell(
  text: string,
  at: number,
  format: TextFormat,
  lineEnds: LineEnds,
): QuotedCell | undefined {
  const { delimiter, escape } = format;
  const open = afterBlanks(text, at, delimiter);
  if (text[open] !== '"') return undefined;
  const from = open + 1;
  // After a blank, a mark that quotes nothing on its line is part of a text: `5 ", oak`.
  const most = open > at ? lineEnds.from(at) : -1;
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
    if (next === undefined || next === delimiter || next === '\n' || next === '\r') {
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

function lineBreaksIn(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
