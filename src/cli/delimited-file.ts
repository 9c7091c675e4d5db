import {
  createRowParser,
  findFormat,
  NO_DELIMITER,
  type RowFault,
  type TextFormat,
  type TextRow,
} from '../engine/places/delimited-text';
import { countText } from '../engine/language/speech';
import { leftOut } from '../engine/places/list-frame';
import type { InputText } from './input-text';
import {
  besideOf,
  findInGrid,
  noListFault,
  reasonToLeaveOut,
  type FoundList,
  type ListChoice,
} from './list-choice';
import { FileFault, type ReadTable, type TableRow } from './table';

/** What it takes to write a file in the style of the input. */
export interface DelimitedStyle {
  readonly delimiter: string;
  readonly newline: '\n' | '\r\n';
  /** Whether quotation marks are ordinary characters, and enclose no cells. */
  readonly isUnquoted: boolean;
  /** Whether the text began with a byte order mark, or was in an encoding that needs one. */
  readonly hasMark: boolean;
}

export interface DelimitedFile extends ReadTable {
  readonly style: DelimitedStyle;
}

/** Opens a file of delimited text, and detects how it is written. */
export async function openDelimitedFile(
  input: InputText,
  choice: ListChoice,
): Promise<DelimitedFile> {
  const { encoding } = input;
  const head = await headOf(input);
  if (BLANK.test(head)) throw new FileFault(`${input.name} is empty.`);
  const format = findFormat(head, choice.format);
  const { delimiter } = format;
  const layout = { input, format };
  const { list, header } = await listIn(layout, choice);
  const { columns, headerRow, firstRow, firstColumn, lastColumn, beside } = list;
  const isWhole = firstColumn === 0 && lastColumn === header.length - 1;
  const lastRow = choice.area?.lastRow ?? Infinity;
  // A list at the usual place needs no mention.
  const isPlain = headerRow === 0 && firstColumn === 0 && choice.area === undefined && !beside;
  const remarks = new WeakSet<TableRow>();
  return {
    columns,
    // Text has no last row that could be known before it is read.
    ...(!isPlain && {
      place: {
        headerRow: headerRow === undefined ? 'none' : headerRow + 1,
        ...besideOf(beside),
      },
    }),
    firstRow: firstRow + 1,
    leftOut: (row) => (remarks.has(row) ? 'remark' : reasonToLeaveOut(columns, row)),
    isText: true,
    found: [
      input.found,
      SEPARATORS[delimiter] ?? `separated by ${delimiter}`,
      ...(format.hasQuotes === false ? ['quotation marks are parts of texts'] : []),
    ],
    style: {
      delimiter: delimiter === NO_DELIMITER ? ',' : delimiter,
      isUnquoted: format.hasQuotes === false,
      newline: /\r\n/.test(head) ? '\r\n' : '\n',
      hasMark: encoding.markLength > 0 || encoding.label !== 'utf-8',
    },
    async *rows() {
      let index = -1;
      let isBelowGap = false;
      for await (const rows of rowsOf(layout)) {
        const wanted: TableRow[] = [];
        for (const row of rows) {
          index += 1;
          // Lines above the list are not rows, even if an empty line is an empty cell.
          if (index < (headerRow ?? firstRow) || index > lastRow) continue;
          const number = index - firstRow + 1;
          if (row.fault !== undefined) throw brokenRow(input.name, row, row.fault, number);
          if (index < firstRow) continue;
          if (columns.length > 1 && isEmptyLine(row)) {
            isBelowGap = number > 1;
            continue;
          }
          // Lines that reports write below a list, in one cell each: their title, filters and
          // copyright.
          isBelowGap &&= row.cells.length === 1 && header.length >= 3;
          if (index > (headerRow ?? index) && isReordered(row.cells, header)) {
            throw otherOrder(input.name, row, number);
          }
          const cells = fitted(row.cells, header, isBelowGap);
          if (cells === undefined) throw otherLength(input.name, row, number, header);
          const own = isWhole ? cells : cells.slice(firstColumn, lastColumn + 1);
          if (isBelowGap) remarks.add(own);
          wanted.push(own);
        }
        yield wanted;
      }
    },
  };
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'separated by commas',
  ';': 'separated by semicolons',
  '\t': 'separated by tabs',
  '|': 'separated by vertical bars',
  [NO_DELIMITER]: 'one column',
};

interface Layout {
  readonly input: InputText;
  readonly format: TextFormat;
}

/** The file’s first piece; the whole of a small file. */
async function headOf(input: InputText): Promise<string> {
  let head = '';
  for await (const { text } of input.pieces()) {
    head += text;
    if (head.length >= HEAD_LENGTH) break;
  }
  return head;
}

const HEAD_LENGTH = 200_000;

interface TextList {
  readonly list: FoundList;
  /** Each row has as many cells: those of the list’s columns, and of others beside it. */
  readonly header: readonly string[];
}

/**
 * Finds the list.
 *
 * @throws FileFault if it is not clear where the list is.
 */
async function listIn(layout: Layout, choice: ListChoice): Promise<TextList> {
  const head: TextRow[] = [];
  for await (const rows of rowsOf(layout)) {
    for (const row of rows.slice(0, HEAD_ROWS - head.length)) head.push(row);
    if (head.length >= HEAD_ROWS) break;
  }
  const { name } = layout.input;
  const list = findInGrid(
    head.map(({ cells }) => cells),
    choice,
  );
  const isBare = typeof list === 'number';
  const lines = head
    .slice(isBare ? 0 : (list.headerRow ?? -1) + 1)
    .filter((row) => !isEmptyLine(row));
  if (lines.length > 0 && lines.every((row) => isSpaced(row, isBare))) {
    throw new FileFault(
      `${name}: its columns have blanks between them. Save it with commas, semicolons or tabs.`,
    );
  }
  const broken = head.find(({ fault }) => fault !== undefined);
  if (typeof list === 'number') {
    if (broken?.fault !== undefined) {
      throw brokenRow(name, broken, broken.fault, head.indexOf(broken) - list);
    }
    const fault = noListFault(name, list);
    const isNarrow = head[0]?.cells.length === 1 && head.some(({ cells }) => cells.length > 1);
    throw isNarrow ? new FileFault(`${fault.message} ${ONE_CELL}.`) : fault;
  }
  const { headerRow, firstColumn, columns } = list;
  if (headerRow === undefined) {
    return { list, header: [...new Array<string>(firstColumn).fill(''), ...columns] };
  }
  const header = (head[headerRow]?.cells ?? []).map((cell) => cell.trim());
  // A row with a cell too many makes no column.
  const lastColumn = Math.min(list.lastColumn, Math.max(firstColumn, header.length - 1));
  const own = columns.slice(0, lastColumn - firstColumn + 1);
  return { list: { ...list, lastColumn, columns: own }, header };
}

const HEAD_ROWS = 1_000;

/** `A  12.97  77.59`; the numbers alone may be pairs in one column, if a header says so. */
function isSpaced({ cells: [cell = '', ...others] }: TextRow, isBare: boolean): boolean {
  const [numbers] = /[-+]?\d+\.\d+\s+[-+]?\d+\.\d+(?=\s|$)/.exec(cell) ?? [];
  return numbers !== undefined && others.length === 0 && (isBare || numbers !== cell.trim());
}

async function* rowsOf({ input, format }: Layout): AsyncGenerator<readonly TextRow[]> {
  const parser = createRowParser(format, LONGEST_ROW);
  for await (const { text, isLast } of input.pieces()) yield parser.read(text, isLast);
}

/** In UTF-16 units. A longer row means a quotation mark that was never closed. */
const LONGEST_ROW = 4_000_000;

/** Nothing, or what programs leave at the end of a file. */
const BLANK = /^[\s\0\x1A\uFEFF]*$/;
/** A line that SAP and databases draw below a header and a list. */
const RULE = /^[-=_+ ]{3,}$/;

function isEmptyLine({ cells }: TextRow): boolean {
  const [cell = ''] = cells;
  return cells.length === 1 && (BLANK.test(cell) || RULE.test(cell));
}

/** The header in another order, where another file was joined to this one. */
function isReordered(cells: readonly string[], header: readonly string[]): boolean {
  const first = cells[0]?.trim();
  if (cells.length !== header.length || !first || first === header[0]) return false;
  if (!header.includes(first)) return false;
  const sorted = [...header].sort();
  return cells
    .map((cell) => cell.trim())
    .sort()
    .every((cell, at) => cell === sorted[at]);
}

function otherOrder(name: string, row: TextRow, number: number): FileFault {
  const what = 'the header stands here again, in another order. Split the file before this row';
  return faultAt(name, row, number, 1, what);
}

/**
 * Returns a cell for each column; undefined if the cells do not fit. Separators at the end of a
 * line are no cells.
 */
function fitted(
  cells: readonly string[],
  columns: readonly string[],
  isRemark: boolean,
): TableRow | undefined {
  if (cells.length === columns.length) return cells;
  const [few, many] = [cells.length, columns.length];
  if (cells.slice(many).every((cell) => cell.trim() === '') && few > many) {
    return cells.slice(0, many);
  }
  if (few > many) return undefined;
  const isOnlyEnd = columns.slice(few).every((name) => name === '');
  // A last line such as `Source: MIS` or `(2 rows)` has no separators.
  const isShort = isRemark || isOnlyEnd || leftOut(columns, cells) !== undefined;
  return isShort ? [...cells, ...columns.slice(few).map(() => '')] : undefined;
}

function brokenRow(name: string, row: TextRow, { kind, column }: RowFault, number: number) {
  if (kind === 'too-long') {
    return new FileFault(
      `${name}, row ${countText(number)}: it has more than ${countText(LONGEST_ROW)} characters.`,
      number,
    );
  }
  const advice =
    kind === 'rows-within'
      ? 'If quotation marks are parts of texts, add --no-quotes; if the cell has several lines, --quotes'
      : 'Write a quotation mark inside a cell twice, and one around the cell; or add --no-quotes if they are parts of texts';
  return faultAt(name, row, number, column + 1, `${BROKEN[kind]}. ${advice}`);
}

const ONE_CELL = 'If each line is one cell, add --separator none';

const BROKEN = {
  'open-quote': 'a quotation mark opens and never closes',
  'stray-quote': 'a quotation mark is out of place',
  'rows-within': 'a quotation mark opens, and closes behind lines that look like rows',
} as const;

function otherLength(name: string, row: TextRow, number: number, columns: readonly string[]) {
  const [few, wanted] = [row.cells.length, columns.length];
  const cells = `there are ${countText(few)} cells, and the header has ${countText(wanted)}`;
  const what = few < wanted ? `${cells}: “${columns[few] ?? ''}” is missing` : cells;
  const advice =
    wanted === 1
      ? ONE_CELL
      : row.cells.some((cell) => cell.includes('\n'))
        ? 'If quotation marks are parts of texts, add --no-quotes; else correct the row'
        : few === wanted + 1 && number === 1
          ? 'If its first cell is the row’s name, as R writes it, write a name for it before the header’s first'
          : 'Correct the row';
  return faultAt(name, row, number, Math.min(few, wanted) + 1, `${what}. ${advice}`);
}

function faultAt(name: string, { line }: TextRow, number: number, column: number, what: string) {
  const at = `(line ${countText(line)})`;
  const where = number === 0 ? `header ${at}` : `row ${countText(number)} ${at}`;
  return new FileFault(`${name}, ${where}, column ${countText(column)}: ${what}.`, number, column);
}
