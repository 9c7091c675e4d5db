import { largest } from '../async/extremes';
import { isNothing } from './blank-words';
import { cellNumber } from './column-content';
import type { CellContent } from './cell';
import { isLabel, isPairHeader, meaningOf, roleOfHeader } from './header-words';
import { isPartTotal, isTotal } from './total-words';
import { columnLetters } from './column-letters';

/** Where a list is in a sheet or a file. Rows and columns are those of the grid, from 0. */
export interface ListFrame {
  readonly kind: 'list';
  /** The row of the header, or the lower one of two; undefined if the list has no header. */
  readonly headerRow: number | undefined;
  /** The first row that may hold a place. */
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  /**
   * The header of each column, "" if it is blank. If the list has no header row, the letters of the
   * columns.
   */
  readonly columns: readonly string[];
  /** The columns of another list of places beside this one. This one is larger, or comes first. */
  readonly beside?: Stretch | undefined;
}

/** There may be a list, but it is not clear where. */
export interface UnsureFrame {
  readonly kind: 'unsure';
  /** Where a header was expected, from 0. */
  readonly expectedRow: number;
}

/** The cells of a sheet or a file, by row. */
export type Grid = readonly (readonly CellContent[])[];

/**
 * Finds a list in the first rows of a sheet or a file, even below titles, beside a margin or beside
 * remarks. It looks at 1,000 rows at most; 50 are usually enough. Rows may differ in length.
 *
 * @param headerRow what a person says: the row of the header, or that there is none.
 */
export function findList(rows: Grid, headerRow?: number | 'none'): ListFrame | UnsureFrame {
  const grid = rows.slice(0, MOST_ROWS);
  if (typeof headerRow === 'number') return frameAt(grid, headerRow, headerRow);
  if (headerRow === 'none') return headerless(grid) ?? { kind: 'unsure', expectedRow: 0 };
  const headers = headersIn(grid);
  const best = headers.reduce<Header | undefined>(
    (found, header) => (found === undefined || header.score > found.score ? header : found),
    undefined,
  );
  if (best !== undefined && best.score >= SURE) {
    const { top, row } = listAbove(grid, headers, best) ?? best;
    return frameAt(grid, top, row);
  }
  const plain = headerless(grid);
  if (plain !== undefined && (best?.isOfList === true || isData(grid, plain))) return plain;
  if (best !== undefined && best.isFull) return frameAt(grid, best.top, best.row);
  return { kind: 'unsure', expectedRow: plain?.firstRow ?? 0 };
}

/** Why a row below the header is no place; undefined for any other row. */
export type LeftOut = 'header' | 'total' | 'remark';

/**
 * Tells why a row is to be left out: it repeats the header, as on each page; it is a row of totals;
 * or it is a remark in a single cell.
 *
 * @param row the cells below `columns`.
 */
export function leftOut(
  columns: readonly string[],
  row: readonly CellContent[],
): LeftOut | undefined {
  const filled = row.flatMap((cell, index) => (isFilled(cell) ? [{ cell, index }] : []));
  const [first] = filled;
  if (first === undefined) return undefined;
  const same = filled.filter(({ cell, index }) => alike(cell, columns[index] ?? ''));
  if (same.length === filled.length && (same.length > 1 || columns.length === 1)) return 'header';
  const text = textOf(first.cell);
  if (!filled.some((each) => each !== first && isWords(each.cell))) {
    // "South Total" counts only if other cells are empty: a petrol station may have that name.
    const isPart = filled.length < columns.length && isPartTotal(text);
    if (isPart || isTotal(text)) return 'total';
  }
  if (filled.length > 1 || !isWords(first.cell)) return undefined;
  const isSure = columns.length >= 3 || SURE_REMARK.test(text);
  return isSure && REMARK.test(text) ? 'remark' : undefined;
}

/**
 * Finds the header of another list below this one, because its cells would be read as this list's.
 *
 * @param rows the rows below the header, with the cells below `columns`.
 *
 * @returns the index in `rows`; undefined if there is no other list.
 */
export function nextList(columns: readonly string[], rows: Grid): number | undefined {
  const found = rows.slice(0, MOST_ROWS).findIndex((row, index) => {
    if (index === 0 || row.some((cell) => typeof cell === 'number')) return false;
    const filled = row.filter((cell) => isFilled(cell) && !isNothing(textOf(cell)));
    if (!filled.every(isWords)) return false;
    // The same columns again, as for "Offices" below "Stores", are part of this list.
    const same = row.filter((cell, at) => isFilled(cell) && alike(cell, columns[at] ?? ''));
    if (same.length >= filled.length / 2) return false;
    const isAt = (column: number, other: number): boolean =>
      cellNumber(rows[other]?.[column] ?? null) !== undefined;
    const above = row.flatMap((cell, at) =>
      filled.includes(cell) && isAt(at, index + 1) ? [{ cell, at }] : [],
    );
    const isApart = rows[index - 1]?.some(isFilled) === false;
    const isAmid = isApart || above.every(({ at }) => isAt(at, index - 1));
    if (isAmid && new Set(above.map(({ cell }) => cell)).size >= 2) return true;
    const names = filled.filter((cell) => isLabel(textOf(cell)) && roleNamed(textOf(cell)));
    return above.length > 0 && names.length >= (isApart ? 1 : 2);
  });
  return found < 0 ? undefined : found;
}

/** Later rows say nothing new about where the list begins. */
const MOST_ROWS = 1000;
/** A header is looked for in this many rows from the top. */
const MOST_ABOVE = 60;
/** The least score of a header: role names, and words above numbers, count together. */
const SURE = 3;

/** What people write below a list: `Source: census`, `* without Goa`, `Note: …`, `Page 1 of 3`. */
const REMARK =
  /^(?:\*|†|•|\(|–|—|\d+ (?:rows?|records?)\b|(?:data )?source|data (?:as|courtesy)|note|nb\b|n\.b\.|remark|page \d|rows? ?:|as (?:of|on)|generated|printed|prepared|(?:checked|verified|approved) by|exported|last updated|confidential|disclaimer|legend|end of|©|copyright|quelle|stand|hinweis|anmerkung|seite \d|स्रोत|टिप्पणी|नोट|来源|备注|備考|注)/iu;

/** Texts of this form are no address even if the list has no other columns. */
const SURE_REMARK = /^[*\s]*\p{L}(?:[^:：]{0,24}[:：]|.* (?:by|of|on) )/u;

interface Header {
  /** The upper of two rows, or the same. */
  readonly top: number;
  readonly row: number;
  readonly score: number;
  /** Whether the row looks like the rows around it, such as an address among addresses. */
  readonly isOfList: boolean;
  /**
   * Whether the row fills its list's columns. It may then be the header if nothing else fits
   * better.
   */
  readonly isFull: boolean;
}

/** The rows that could be a header, each alone and together with the one above it. */
function headersIn(grid: Grid): readonly Header[] {
  const headers: Header[] = [];
  for (let row = 0; row < Math.min(grid.length, MOST_ABOVE); row += 1) {
    if (!isWordy(grid[row]) || isUnits(grid[row] ?? [])) continue;
    const alone = headerOf(grid, row, row);
    headers.push(alone);
    if (!isWordy(grid[row - 1])) continue;
    const both = headerOf(grid, row - 1, row);
    if (both.score > alone.score) headers.push(both);
  }
  return headers;
}

/**
 * Finds another list of places above the best one, with rows of its own. The first list is the one
 * to read.
 */
function listAbove(grid: Grid, headers: readonly Header[], best: Header): Header | undefined {
  return headers.find(({ row }) => {
    const header = grid[row] ?? [];
    const isWhole = row < best.top && holdsPlaces(header, [0, header.length - 1]);
    return isWhole && grid.slice(row + 1, best.top).some((line) => line.some(isNumber));
  });
}

function isNumber(cell: CellContent): boolean {
  return cellNumber(cell) !== undefined;
}

function headerOf(grid: Grid, top: number, row: number): Header {
  const { firstColumn, lastColumn, columns } = frameAt(grid, top, row);
  const below = grid.slice(row + 1);
  const others = [...grid.slice(0, top), ...below];
  // "Church Street, Bengaluru" above other addresses is one of them, too.
  const isValue =
    columns.some((name) => CODE.test(name)) || columns.every((name) => name.includes(', '));
  let isOfList = below.length > 0 && isValue;
  let roles = 0;
  let aboveNumbers = 0;
  const named = new Set<string>();
  columns.forEach((name, index) => {
    if (name === '') return;
    const cells = below.map((line) => line[firstColumn + index] ?? null).filter(isFilled);
    const numbers = cells.filter((cell) => cellNumber(cell) !== undefined).length;
    if (numbers > cells.length / 2) aboveNumbers += 1;
    const role = isLabel(name) ? roleNamed(name) : undefined;
    if (role === undefined || named.has(role)) return;
    // "Church Street" among other streets is one of them.
    const isNamedAlike = (line: readonly CellContent[]): boolean => {
      const text = textOf(line[firstColumn + index]);
      return / /.test(text) && isLabel(text) && roleNamed(text) === role;
    };
    if (/ /.test(name) && others.filter(isNamedAlike).length > cells.length / 5) {
      isOfList = true;
      return;
    }
    named.add(role);
    roles += 1;
  });
  const width = lastColumn - firstColumn + 1;
  const fullness = columns.filter((name) => name !== '').length / width;
  const isFull = fullness > 0.5 && (width === 1 || fullness * width >= 2);
  // A list has rows: "Head office address | Pincode" below a list is a note of its sender.
  const hasRows = below.some((line) => fillOf(line, firstColumn, lastColumn) > 0);
  const weight = hasRows || grid.length === 1 ? roles * 3 + aboveNumbers : 0;
  return { top, row, score: weight * fullness - (top === row ? 0 : 0.5), isOfList, isFull };
}

/** The number of a house or a pincode, as in no header. */
const CODE = /^\d+[ ,]|,.*\d|\d{3} ?\d{3}/;

function roleNamed(text: string): string | undefined {
  return roleOfHeader(text) ?? (isPairHeader(text) ? 'pair' : undefined);
}

/** The list below a header. Its columns are neighbours; a blank column ends it. */
function frameAt(grid: Grid, top: number, row: number): ListFrame {
  const below = grid.slice(row + 1);
  const header = grid[row] ?? [];
  const hasTwins = header.some((cell, at) => isFilled(cell) && header.indexOf(cell) < at);
  const isGrouped = top < row || (hasTwins && isWordy(grid[row - 1]));
  const above = isGrouped ? (grid[row - 1] ?? []) : [];
  const width = Math.max(header.length, above.length, largest(below.map((line) => line.length)));
  const isUsed = (column: number): boolean =>
    isFilled(header[column]) ||
    isFilled(above[column]) ||
    below.some((line) => isFilled(line[column]));
  const stretches = stretchesOf(width, isUsed);
  const filled = ([first, last]: Stretch): number => fillOf(header, first, last);
  const [first, last] = stretches.reduce<Stretch>(
    (best, stretch) => (filled(stretch) > filled(best) ? stretch : best),
    stretches[0] ?? [0, Math.max(0, width - 1)],
  );
  const columns = namesOf(header, above, first, last);
  const beside = stretches.find((other) => other[0] !== first && holdsPlaces(header, other));
  let firstRow = row + 1;
  while (saysMore(columns, grid[firstRow]?.slice(first, last + 1))) firstRow += 1;
  return {
    kind: 'list',
    headerRow: row,
    firstRow,
    firstColumn: first,
    lastColumn: last,
    columns,
    beside,
  };
}

/** Whether a header names a whole place, and not only the town of a remark. */
function holdsPlaces(header: readonly CellContent[], [first, last]: Stretch): boolean {
  const names = header.slice(first, last + 1).map(textOf);
  const roles = new Set(names.map(roleNamed).filter((role) => role !== undefined));
  return roles.size > 1 || roles.has('pair');
}

type Stretch = readonly [first: number, last: number];

function stretchesOf(width: number, isUsed: (column: number) => boolean): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let column = 0; column < width; column += 1) {
    if (!isUsed(column)) continue;
    const open = stretches.at(-1);
    if (open !== undefined && open[1] === column - 1) stretches.splice(-1, 1, [open[0], column]);
    else stretches.push([column, column]);
  }
  return stretches;
}

/**
 * Names the columns. If two rows are the header, a name that occurs twice gets its group: `Store
 * Lat`, `Office Lat`.
 */
function namesOf(
  header: readonly CellContent[],
  above: readonly CellContent[],
  first: number,
  last: number,
): readonly string[] {
  const names: string[] = [];
  let group = '';
  for (let column = first; column <= last; column += 1) {
    group = textOf(above[column]) || group;
    const own = textOf(header[column]);
    const isTwice = header.filter((cell) => alike(cell, own)).length > 1;
    names.push(own === '' ? textOf(above[column]) : isTwice ? `${group} ${own}`.trim() : own);
  }
  return names;
}

/**
 * Whether a row below a header describes its columns further, or repeats it in other words. A
 * survey has its questions below the columns' names, and below these how it stores them.
 */
function saysMore(columns: readonly string[], cells: readonly CellContent[] = []): boolean {
  if (isUnits(cells)) return true;
  const pairs = cells.flatMap((cell, index) => {
    const own = isFilled(cell) ? meaningOf(columns[index] ?? '') : undefined;
    return own === undefined ? [] : [{ own, other: meaningOf(textOf(cell)) }];
  });
  // "Church Street | Mexico City" is a place: the other words differ.
  const owners = new Set(pairs.map(({ other }) => other?.owner));
  return (
    pairs.length > 1 &&
    owners.size === 1 &&
    pairs.every(({ own, other }) => own.role === other?.role && own.part === other.part)
  );
}

/** `deg | deg | m` under a header, or the numbers of its columns: `(1) | (2) | (3)`. */
function isUnits(cells: readonly CellContent[]): boolean {
  const filled = cells.filter(isFilled);
  const numbers = filled.map((cell) => textOf(cell).replace(/^\(?(\d+)\)?$/, '$1'));
  if (numbers.length > 2 && numbers.every((number, at) => number === String(at + 1))) return true;
  return filled.length > 0 && filled.every((cell) => UNIT.test(textOf(cell)));
}

const UNIT =
  /^[([]?(?:°|deg(?:rees?|\.)?|decimal degrees|dd|°[nsew]|wgs ?84|m|km|ft|m²|sq\.? ?ft|₹|inr|rs\.?|%|text|string|numeric|number|decimal|real|float|double(?: precision)?|(?:big|small)?int(?:eger)?|bool(?:ean)?|(?:var)?char(?:\(\d+\))?|date|timestamp|yyyy-mm-dd|mandatory|required|optional|\{"ImportId":.*\})[)\]]?$/i;

function headerless(grid: Grid): ListFrame | undefined {
  const width = Math.max(0, largest(grid.map((line) => line.length)));
  const stretches = stretchesOf(width, (column) => grid.some((line) => isFilled(line[column])));
  const filled = ([first, last]: Stretch): number =>
    grid.reduce((sum, line) => sum + fillOf(line, first, last), 0);
  const [widest] = [...stretches].sort((a, b) => filled(b) - filled(a));
  if (widest === undefined) return undefined;
  const [first, last] = widest;
  const wanted = (last - first + 1) / 2;
  const firstRow = grid.findIndex((line) => fillOf(line, first, last) >= wanted);
  if (firstRow < 0) return undefined;
  const columns = Array.from({ length: last - first + 1 }, (_, index) =>
    columnLetters(first + index),
  );
  const frame = { firstRow, firstColumn: first, lastColumn: last, columns };
  return { kind: 'list', headerRow: undefined, ...frame };
}

/** Whether the first row has numbers in the columns of numbers, and so is no header. */
function isData(grid: Grid, { firstRow, firstColumn, lastColumn }: ListFrame): boolean {
  const first = grid[firstRow] ?? [];
  const rest = grid.slice(firstRow + 1);
  for (let column = firstColumn; column <= lastColumn; column += 1) {
    const number = cellNumber(first[column] ?? null);
    if (number === undefined) continue;
    const below = rest.map((line) => line[column] ?? null).filter(isFilled);
    const numbers = below.filter((cell) => cellNumber(cell) !== undefined).length;
    if (numbers >= below.length / 2) return true;
  }
  return false;
}

/**
 * Whether a row has only words. Beside "Lat" or "Address" it may also have years and other short
 * numbers.
 */
function isWordy(row: readonly CellContent[] | undefined): boolean {
  const filled = (row ?? []).filter((cell) => isFilled(cell) && !isSign(cell));
  const words = filled.filter(isWords);
  const others = filled.filter((cell) => !isWords(cell)).map((cell) => String(cell).trim());
  if (words.length === 0) return false;
  const isNamed = words.some((word) => meaningOf(textOf(word))?.owner === '');
  return others.every((number) => isNamed && /^\d{1,4}$/.test(number));
}

/** `#`, `№`, `%` or `₹`, as headers of numbers. */
function isSign(cell: CellContent): boolean {
  return /^[#№%₹$€£¥〒°]$/u.test(textOf(cell));
}

function isWords(cell: CellContent | undefined): boolean {
  return (
    typeof cell === 'string' &&
    cell.trim() !== '' &&
    /[\p{L}]/u.test(cell) &&
    Number.isNaN(Number(cell))
  );
}

function isFilled(cell: CellContent | undefined): boolean {
  return cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '');
}

function fillOf(row: readonly CellContent[], first: number, last: number): number {
  return row.slice(first, last + 1).filter(isFilled).length;
}

function alike(cell: CellContent | undefined, name: string): boolean {
  return name !== '' && textOf(cell).toLowerCase() === name.toLowerCase();
}

/** Returns a number or a text, trimmed; "" for anything else. */
export function textOf(cell: CellContent | undefined): string {
  return typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : '';
}
