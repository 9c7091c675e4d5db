import type { CellContent, SheetBlock } from '../spreadsheet/sheet';
import { columnContent } from './column-content';
import type { ColumnContent } from './column-content';
import { roleOfHeader } from './header-words';

/** What a column of a person's list seems to hold. */
export type ColumnRole = 'latitude' | 'longitude' | 'address' | 'pincode';

export interface BlockColumn {
  /** Zero-based, within the block. */
  readonly index: number;
  /** What the header row says; "" where there is none. */
  readonly header: string;
  readonly content: ColumnContent;
}

/** A block of cells understood as a list: its header, its columns, and what they are for. */
export interface BlockColumns {
  readonly hasHeader: boolean;
  readonly columns: readonly BlockColumn[];
  /** The best column for each role; no column has two. */
  readonly roles: Readonly<Partial<Record<ColumnRole, number>>>;
}

/**
 * A guess for a person to correct: what the header says counts first, then what the column holds.
 * Latitude and longitude are found both or not at all.
 */
export function readColumns(block: Pick<SheetBlock, 'values' | 'table'>): BlockColumns {
  const hasHeader = block.table?.isHeaderFirst ?? looksLikeHeader(block.values);
  const [first = []] = block.values;
  const rows = hasHeader ? block.values.slice(1) : block.values;
  const columns = first.map((cell, index) => ({
    index,
    header: hasHeader ? textOf(cell) : '',
    content: columnContent(rows.map((row) => row[index] ?? null)),
  }));
  return { hasHeader, columns, roles: rolesOf(columns) };
}

/** Words above values, or words of which one names a role. */
function looksLikeHeader(values: readonly (readonly CellContent[])[]): boolean {
  const [first = [], ...rows] = values;
  const isFilled = first.some((cell) => textOf(cell) !== '');
  if (rows.length === 0 || !isFilled || !first.every(isWord)) return false;
  if (first.some((cell) => roleOfHeader(textOf(cell)) !== undefined)) return true;
  return first.some((_, index) => {
    const content = columnContent(rows.map((row) => row[index] ?? null));
    return textOf(first[index] ?? null) !== '' && content.numbers > content.filled / 2;
  });
}

function isWord(cell: CellContent): boolean {
  return cell === null || (typeof cell === 'string' && (cell === '' || Number.isNaN(Number(cell))));
}

function rolesOf(columns: readonly BlockColumn[]): BlockColumns['roles'] {
  const named = (role: ColumnRole, among = columns): BlockColumn | undefined =>
    among.find(({ header, content }) => roleOfHeader(header) === role && fits(content, role));
  const [latitude, longitude] = pairOf(columns, named('latitude'), named('longitude'));
  const taken = new Set([latitude, longitude]);
  const free = columns.filter((column) => !taken.has(column));
  const pincode = named('pincode', free) ?? free.find(({ content }) => content.isPincode);
  const address =
    named('address', free) ??
    free
      .filter((column) => column !== pincode && column.content.isAddress)
      .sort((a, b) => b.content.meanLength - a.content.meanLength)[0];
  const found = { latitude, longitude, address, pincode };
  return Object.fromEntries(
    Object.entries(found).flatMap(([role, column]) =>
      column === undefined ? [] : [[role, column.index]],
    ),
  );
}

/** An empty column keeps the role that its header gives it. */
function fits({ filled, numbers }: ColumnContent, role: ColumnRole): boolean {
  if (role === 'address' || role === 'pincode') return true;
  return filled === 0 || numbers > filled / 2;
}

/** Without names, the first neighbours that read as a latitude and a longitude with decimals. */
function pairOf(
  columns: readonly BlockColumn[],
  latitude: BlockColumn | undefined,
  longitude: BlockColumn | undefined,
): readonly [BlockColumn?, BlockColumn?] {
  if (latitude !== undefined && longitude !== undefined) return [latitude, longitude];
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1];
    if (column.content.isLatitude && next?.content.isLongitude === true) return [column, next];
  }
  return [];
}

function textOf(cell: CellContent): string {
  return typeof cell === 'string' ? cell.trim() : '';
}
