import { largest, smallest } from '../engine/async/extremes';
import { readColumns } from '../engine/places/column-roles';
import { NO_DELIMITER, type GivenFormat } from '../engine/places/delimited-text';
import { findList, leftOut, type Grid, type LeftOut } from '../engine/places/list-frame';
import { FileFault, type ListPlace, type TableRow } from './table';
import { UsageError } from './exit-code';
import { toCellContent } from './value-text';
import { columnIndex, columnLetters } from '../engine/places/column-letters';

/** What a person says about the place of the list. Undefined fields are detected. */
export interface ListChoice {
  /** A sheet's name, or its number from 1. */
  readonly sheet?: string | undefined;
  readonly area?: Area | undefined;
  /** The name of a table or a range. */
  readonly rangeName?: string | undefined;
  /** From 0. */
  readonly headerRow?: number | 'none' | undefined;
  readonly isVisibleOnly?: boolean | undefined;
  /** How a text file is written. */
  readonly format?: GivenFormat | undefined;
  /** The columns that a person names. The row that has all of them is the header. */
  readonly columns?: readonly string[] | undefined;
}

/** Rows and columns from 0, both ends included. Infinity means the end of the sheet. */
export interface Area {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface ListOptions {
  readonly sheet?: string;
  readonly range?: string;
  readonly headerRow?: string;
  readonly visibleOnly?: boolean;
  readonly separator?: string;
  /** Whether quotation marks enclose cells. */
  readonly quotes?: boolean;
}

/**
 * Reads where the list is.
 *
 * @throws UsageError
 */
export function readListChoice(
  { sheet, range, headerRow, visibleOnly, separator, quotes }: ListOptions,
  columns: readonly string[],
): ListChoice {
  const [, quoted, plain, place = range ?? ''] =
    /^(?:'((?:[^']|'')+)'|(.+))!(.+)$/.exec(range ?? '') ?? [];
  const own = quoted?.replaceAll("''", "'") ?? plain;
  if (own !== undefined && sheet !== undefined && own !== sheet) {
    throw new UsageError(`--range names the sheet “${own}”, and --sheet “${sheet}”. Name one.`);
  }
  const area = areaOf(place);
  return {
    sheet: sheet ?? own,
    area,
    rangeName: area === undefined && place !== '' ? place : undefined,
    headerRow: headerRowOf(headerRow),
    isVisibleOnly: visibleOnly,
    format: {
      ...(separator !== undefined && { delimiter: delimiterOf(separator) }),
      ...(quotes !== undefined && { hasQuotes: quotes }),
    },
    columns,
  };
}

/** Reads `A4:F200`, with or without dollar signs, `A:F` and `4:200`. */
export function areaOf(text: string): Area | undefined {
  const parts = /^\$?([a-z]{1,3})?\$?(\d{1,7})?:\$?([a-z]{1,3})?\$?(\d{1,7})?$/i.exec(text.trim());
  if (parts === null) return undefined;
  const [, left, top, right, bottom] = parts;
  if ((left === undefined) !== (right === undefined)) return undefined;
  if ((top === undefined) !== (bottom === undefined)) return undefined;
  if (left === undefined && top === undefined) return undefined;
  const columns = [columnIndex(left ?? 'A'), right === undefined ? Infinity : columnIndex(right)];
  const rows = [Number(top ?? 1) - 1, bottom === undefined ? Infinity : Number(bottom) - 1];
  return {
    firstRow: smallest(rows),
    lastRow: largest(rows),
    firstColumn: smallest(columns),
    lastColumn: largest(columns),
  };
}

function delimiterOf(text: string): string {
  const sign = SEPARATORS[text.toLowerCase()] ?? text;
  if (sign.length === 1 && !/[\w"\r\n]/.test(sign)) return sign;
  throw new UsageError(
    `--separator is one sign, such as ";", or tab, or none for a single column.`,
  );
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ...{ tab: '\t', '\\t': '\t', comma: ',', semicolon: ';', pipe: '|', space: ' ' },
  none: NO_DELIMITER,
};

function headerRowOf(text: string | undefined): number | 'none' | undefined {
  if (text === undefined) return undefined;
  if (text.toLowerCase() === 'none') return 'none';
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text) - 1;
  throw new UsageError('--header-row is the number of a row, such as 3, or none.');
}

/** A list within a grid; rows and columns from 0. */
export interface FoundList {
  /** Undefined if the list has no header. */
  readonly headerRow: number | undefined;
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly columns: readonly string[];
  /** The columns of another list beside it, from 0. */
  readonly beside?: readonly [first: number, last: number] | undefined;
}

/**
 * Finds a list in a grid.
 *
 * @returns the list; or, if it is not clear where it is, the row in which a header was expected.
 */
export function findInGrid(grid: Grid, choice: ListChoice): FoundList | number {
  const { area, columns = [] } = choice;
  const top = area?.firstRow ?? 0;
  const left = area?.firstColumn ?? 0;
  const part = area === undefined ? grid : gridWithin(grid, area);
  const said = choice.headerRow ?? rowWith(part, columns, top);
  const found = findList(part, said === 'none' || said === undefined ? said : said - top);
  if (found.kind === 'unsure' && area === undefined) return found.expectedRow;
  const header = found.kind === 'unsure' ? 0 : found.headerRow;
  const first = found.kind === 'unsure' ? 1 : found.firstRow;
  if (area === undefined) {
    const {
      firstColumn = 0,
      lastColumn = 0,
      columns: names = [],
      beside,
    } = found.kind === 'list' ? found : {};
    return { headerRow: header, firstRow: first, firstColumn, lastColumn, columns: names, beside };
  }
  // The given area is the list, even if a column is blank.
  const width = Math.max(1, largest(part.map((row) => row.length)));
  const names = Array.from({ length: width }, (_, column) => {
    const cell = header === undefined ? columnLetters(left + column) : part[header]?.[column];
    return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
  });
  return {
    headerRow: header === undefined ? undefined : header + top,
    firstRow: first + top,
    firstColumn: left,
    lastColumn: left + width - 1,
    columns: names,
  };
}

/** The first row that has all the columns that a person names; numbers name no header. */
function rowWith(grid: Grid, columns: readonly string[], top: number): number | undefined {
  const names = columns.filter((name) => !/^\d+$/.test(name.trim())).map(plain);
  if (names.length === 0) return undefined;
  const row = grid.findIndex((cells) => {
    const texts = new Set(cells.map((cell) => plain(String(cell ?? ''))));
    return names.every((name) => texts.has(name));
  });
  return row === -1 ? undefined : row + top;
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

function gridWithin(grid: Grid, { firstRow, lastRow, firstColumn, lastColumn }: Area): Grid {
  return Array.from(grid.slice(firstRow, lastRow + 1), (row) =>
    (row ?? []).slice(firstColumn, lastColumn + 1),
  );
}

/**
 * Whether a list has the columns that a person names or, if they name none, columns that look like
 * places.
 */
export function holdsPlaces(
  { columns, headerRow }: FoundList,
  rows: Grid,
  choice: ListChoice,
): boolean {
  const { columns: named = [] } = choice;
  if (named.length === 0) {
    const header = headerRow === undefined ? columns.map(() => '') : columns;
    const block = { values: [header, ...rows], table: { isHeaderFirst: true } };
    const { roles, unsure } = readColumns(block);
    return Object.keys(roles).length > 0 || unsure.length > 0;
  }
  const names = new Set(columns.map(plain));
  return named.every((name) => names.has(plain(name)) || Number(name) <= columns.length);
}

/**
 * Says why a row of a list is no place: it is a total, a remark, or the header again. Undefined for
 * other rows.
 */
export function reasonToLeaveOut(columns: readonly string[], row: TableRow): LeftOut | undefined {
  const first = row.find((cell) => cell !== null && cell !== undefined && cell !== '');
  // Most rows begin with a code or a name, which is decided faster here.
  if (typeof first !== 'string') return undefined;
  return leftOut(columns, row.map(toCellContent));
}

/** Says what a person can do if no list is found. */
export function noListFault(name: string, expectedRow: number): FileFault {
  return new FileFault(
    `${name}: no list was found. A header was expected in row ${String(expectedRow + 1)}. Say which row it is, --header-row 3 or none, or where the list is, --range A3:F200.`,
  );
}

/** Returns columns as `--range` takes them: `E:G`. */
export function besideOf(columns: FoundList['beside']): Pick<ListPlace, 'beside'> {
  return columns === undefined ? {} : { beside: columns.map(columnLetters).join(':') };
}

/**
 * Says where the list is, as people write it.
 *
 * @param lastRow from 0.
 */
export function placeOf(list: FoundList, lastRow: number, sheet?: string): ListPlace {
  const { headerRow, firstRow, firstColumn, lastColumn, beside } = list;
  const top = headerRow ?? firstRow;
  const start = `${columnLetters(firstColumn)}${String(top + 1)}`;
  const end = `${columnLetters(lastColumn)}${String(Math.max(top, lastRow) + 1)}`;
  return {
    ...(sheet !== undefined && { sheet }),
    range: `${start}:${end}`,
    headerRow: headerRow === undefined ? 'none' : headerRow + 1,
    ...besideOf(beside),
  };
}
