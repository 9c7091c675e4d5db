import type { CellContent } from './cell';
import { columnContent } from './column-content';
import type { ColumnContent } from './column-content';
import {
  isAreaHeader,
  isDirectionHeader,
  isGenericHeader,
  isPairHeader,
  roleOfHeader,
} from './header-words';

/** What a column of a person's list seems to hold. */
export type ColumnRole = 'latitude' | 'longitude' | 'address' | 'pincode';

/** The cells of a list, from a sheet or a file. */
export interface ListBlock {
  /** By row. */
  readonly values: readonly (readonly CellContent[])[];
  /** What is known of the first row; undefined if it is to be guessed. */
  readonly table: { readonly isHeaderFirst: boolean } | undefined;
  /** Columns that hold values from Locus, by index. */
  readonly ownColumns?: ReadonlyMap<number, string>;
}

export interface BlockColumn {
  /** Zero-based, within the block. */
  readonly index: number;
  /** The text in the header row; "" if there is none. */
  readonly header: string;
  readonly content: ColumnContent;
}

/** A block of cells read as a list: its header, its columns and their roles. */
export interface BlockColumns {
  readonly hasHeader: boolean;
  readonly columns: readonly BlockColumn[];
  /** The best column for each role; no column has two. */
  readonly roles: Readonly<Partial<Record<ColumnRole, number>>>;
  /** No header names the coordinate columns: their numbers only look like coordinates. */
  readonly isGuessed: boolean;
}

/**
 * Guesses the roles, for a person to correct: headers count first, then what the columns hold.
 * Finds both latitude and longitude, or neither.
 */
export function readColumns(block: ListBlock): BlockColumns {
  const hasHeader = block.table?.isHeaderFirst ?? looksLikeHeader(block.values);
  const [first = []] = block.values;
  const rows = hasHeader ? block.values.slice(1) : block.values;
  const columns = first.map((cell, index) => ({
    index,
    header: hasHeader ? textOf(cell) : '',
    content: columnContent(rows.map((row) => row[index] ?? null)),
  }));
  // A value from Locus is not a place, whatever its number looks like.
  const others = columns.filter(({ index }) => block.ownColumns?.has(index) !== true);
  return { hasHeader, columns, ...rolesOf(others) };
}

/** A first row of words is a header if one stands above numbers or names a role. */
function looksLikeHeader(values: readonly (readonly CellContent[])[]): boolean {
  const [first = [], ...rows] = values;
  const isFilled = first.some((cell) => textOf(cell) !== '');
  if (rows.length === 0 || !isFilled || !first.every(isWord)) return false;
  return first.some((cell, index) => {
    const text = textOf(cell);
    if (text === '') return false;
    const below = rows.map((row) => row[index] ?? null);
    if (namesRole(text)) {
      // "Church Street" above other streets is one of them, not a header.
      return below.filter((other) => isNamedAlike(textOf(other))).length < rows.length / 5;
    }
    const { numbers, filled } = columnContent(below);
    return numbers > filled / 2;
  });
}

function namesRole(text: string): boolean {
  const isLabel = text.length <= MAX_LABEL && !/[,;\n]/.test(text.replace(/\(.*\)/, ''));
  return isLabel && (roleOfHeader(text) !== undefined || isPairHeader(text));
}

/** Needs several words: a column called "Lat" may hold an "x" for an unknown value. */
function isNamedAlike(text: string): boolean {
  return text.includes(' ') && namesRole(text);
}

const MAX_LABEL = 40;

function isWord(cell: CellContent): boolean {
  return cell === null || (typeof cell === 'string' && (cell === '' || Number.isNaN(Number(cell))));
}

function rolesOf(columns: readonly BlockColumn[]): {
  readonly roles: BlockColumns['roles'];
  readonly isGuessed: boolean;
} {
  const free = (role: ColumnRole, taken: readonly (BlockColumn | undefined)[] = []) =>
    columns.find(
      (column) =>
        !taken.includes(column) && roleOfHeader(column.header) === role && fits(column, role),
    );
  const named = namedPair(columns, free('latitude'), free('longitude'));
  const pincode = free('pincode', named) ?? columns.find(isUnnamedPincode);
  const address =
    longest(columns.filter((column) => isNamedAddress(column) && column !== pincode)) ??
    longest(columns.filter((column) => isUnnamedAddress(column) && column !== pincode)) ??
    longest(columns.filter((column) => isArea(column) && column !== pincode));
  // A header that names the places outweighs numbers that only look like coordinates.
  const isSaid = [pincode, address].some((column) => column !== undefined && column.header !== '');
  const pair = named.length > 0 || isSaid ? named : guessedPair(columns);
  const [latitude, longitude] = pair;
  const found = { latitude, longitude, address, pincode };
  const roles = Object.fromEntries(
    Object.entries(found).flatMap(([role, column]) =>
      column === undefined ? [] : [[role, column.index]],
    ),
  );
  return { roles, isGuessed: named.length === 0 && pair.length > 0 };
}

type Pair = readonly [] | readonly [latitude: BlockColumn, longitude: BlockColumn];

/** The pair that two headers name, or one header over both columns. */
function namedPair(
  columns: readonly BlockColumn[],
  latitude: BlockColumn | undefined,
  longitude: BlockColumn | undefined,
): Pair {
  if (latitude !== undefined && longitude !== undefined) return [latitude, longitude];
  if (latitude !== undefined || longitude !== undefined) return [];
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1];
    if (!isPairHeader(column.header) || next === undefined || next.header !== '') continue;
    if (!fits(column, 'latitude') || !fits(next, 'longitude')) continue;
    return inOrder(column, next);
  }
  return [];
}

/** Whether a column's content can have the role that its header names; an empty column can. */
function fits({ content }: BlockColumn, role: ColumnRole): boolean {
  const { filled, degrees, isText, isCode } = content;
  if (filled === 0) return true;
  if (role === 'address') return isText;
  // Coordinates in metres, as surveyors write them, cannot be used here.
  return role === 'pincode' ? isCode : degrees > filled / 2;
}

function isNamedAddress(column: BlockColumn): boolean {
  return roleOfHeader(column.header) === 'address' && fits(column, 'address');
}

function isUnnamedAddress({ header, content }: BlockColumn): boolean {
  return content.isAddress && isGenericHeader(header);
}

function isArea({ header, content }: BlockColumn): boolean {
  return isAreaHeader(header) && content.isText;
}

function isUnnamedPincode({ header, content }: BlockColumn): boolean {
  return content.isPincode && isGenericHeader(header);
}

function longest(columns: readonly BlockColumn[]): BlockColumn | undefined {
  return columns.reduce<BlockColumn | undefined>(
    (best, column) =>
      best === undefined || column.content.meanLength > best.content.meanLength ? column : best,
    undefined,
  );
}

/** Without headers, the first neighbours that look like coordinates; a person has to confirm. */
function guessedPair(columns: readonly BlockColumn[]): Pair {
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1];
    if (next !== undefined && mayBeCoordinate(column) && mayBeCoordinate(next)) {
      const pair = inOrder(column, next);
      if (pair.length > 0) return pair;
    }
  }
  return [];
}

/**
 * Precise, under a header that does not contradict it, and not all within 1.5 of zero: such numbers
 * tend to be ratios, and as coordinates they would lie in the sea.
 */
function mayBeCoordinate({ header, content }: BlockColumn): boolean {
  const { isPrecise, smallest, largest } = content;
  const saysNothing = isGenericHeader(header) || isDirectionHeader(header);
  return isPrecise && saysNothing && !(smallest >= -1.5 && largest <= 1.5);
}

/**
 * Which of two neighbours is the latitude: the first, unless its numbers are too large, or swapping
 * the two would move the places from the sea to India.
 */
function inOrder(first: BlockColumn, second: BlockColumn): Pair {
  if (isIndia(second, first)) return [second, first];
  if (isWithin(first, 90)) return [first, second];
  return isWithin(second, 90) ? [second, first] : [];
}

function isWithin({ content: { smallest, largest } }: BlockColumn, bound: number): boolean {
  return smallest >= -bound && largest <= bound;
}

function isIndia({ content: lat }: BlockColumn, { content: lng }: BlockColumn): boolean {
  return lat.smallest >= 6 && lat.largest <= 37.5 && lng.smallest >= 67 && lng.largest <= 98;
}

function textOf(cell: CellContent): string {
  return typeof cell === 'string' ? cell.trim() : '';
}
