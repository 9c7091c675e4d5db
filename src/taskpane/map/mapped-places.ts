import { cellNumber } from '../../enrich/column-content';
import { readColumns } from '../../enrich/column-roles';
import type { BlockColumn } from '../../enrich/column-roles';
import type { CellContent, SheetBlock } from '../../spreadsheet/sheet';

/** A selection as a map shows it. */
export interface MappedPlaces {
  readonly block: SheetBlock;
  readonly places: readonly MappedPlace[];
  /** What the places may be coloured by: columns of numbers other than the coordinates. */
  readonly measures: readonly BlockColumn[];
  /** Rows whose coordinates are blank or no coordinates. */
  readonly skipped: number;
}

export interface MappedPlace {
  /** Zero-based, within the sheet. */
  readonly row: number;
  readonly latitude: number;
  readonly longitude: number;
  /** What the row calls itself: its first text, if it has one. */
  readonly label: string;
  readonly cells: readonly CellContent[];
}

/** Undefined where no two columns read as latitude and longitude. */
export function mapPlaces(block: SheetBlock): MappedPlaces | undefined {
  const { hasHeader, columns, roles } = readColumns(block);
  const { latitude: latitudeColumn, longitude: longitudeColumn } = roles;
  if (latitudeColumn === undefined || longitudeColumn === undefined) return undefined;
  const first = hasHeader ? 1 : 0;
  const rows = block.values.slice(first);
  const places = rows.flatMap((cells, index) => {
    const latitude = coordinate(cells[latitudeColumn], 90);
    const longitude = coordinate(cells[longitudeColumn], 180);
    // As the functions have it, zero and zero is how a blank pair arrives.
    if (latitude === undefined || longitude === undefined) return [];
    if (latitude === 0 && longitude === 0) return [];
    const row = block.row + first + index;
    return [{ row, latitude, longitude, label: labelOf(cells), cells }];
  });
  const measures = columns.filter(
    ({ index, content }) =>
      index !== latitudeColumn &&
      index !== longitudeColumn &&
      index !== roles.pincode &&
      content.numbers > content.filled / 2,
  );
  return { block, places, measures, skipped: rows.length - places.length };
}

/** The numbers of one column, NaN where a row has none. */
export function measureOf(places: readonly MappedPlace[], column: BlockColumn): readonly number[] {
  return places.map(({ cells }) => cellNumber(cells[column.index] ?? null) ?? Number.NaN);
}

function coordinate(cell: CellContent | undefined, bound: number): number | undefined {
  const number = cellNumber(cell ?? null);
  return number !== undefined && Math.abs(number) <= bound ? number : undefined;
}

function labelOf(cells: readonly CellContent[]): string {
  const text = cells.find((cell) => typeof cell === 'string' && cellNumber(cell) === undefined);
  return typeof text === 'string' ? text.trim() : '';
}
