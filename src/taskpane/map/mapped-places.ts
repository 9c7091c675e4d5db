import { cellNumber } from '../../places/column-content';
import { readColumns } from '../../places/column-roles';
import { swappedRoles } from '../../places/place-choice';
import { areSwapped, swappedRows } from '../../enrich/row-swapping';
import type { LocatedRow, SwapPlace } from '../../enrich/row-swapping';
import type { BlockColumn } from '../../places/column-roles';
import type { SheetBlock } from '../../spreadsheet/sheet';
import type { CellContent } from '../../places/cell';
import { pincodeIn } from './pincode-places';
import type { PincodePlaces, Point } from './pincode-places';

/** A selection as a map shows it. */
export interface MappedPlaces {
  readonly block: SheetBlock;
  readonly places: readonly MappedPlace[];
  /** What the places may be coloured by: columns of numbers other than the coordinates. */
  readonly measures: readonly BlockColumn[];
  /** Rows without a place: blank or invalid coordinates, or an unknown pincode. */
  readonly skipped: number;
  /** The list has no coordinates: each place is drawn at the middle of its pincode. */
  readonly isByPincode: boolean;
  /** Undefined if the list has no coordinates, or if none look swapped. */
  readonly swap: Swap | undefined;
}

export interface Swap {
  /** In most of the list, latitude and longitude look swapped. */
  readonly isWhole: boolean;
  /** Otherwise, single rows in which they do. */
  readonly rows: readonly LocatedRow[];
  readonly place: SwapPlace;
}

export interface MappedPlace extends Point {
  /** Zero-based, within the sheet. */
  readonly row: number;
  /** The row's first text; "" if it has none. */
  readonly label: string;
  readonly cells: readonly CellContent[];
}

/**
 * Undefined if a list has neither coordinates nor pincodes.
 *
 * @param pincodes called only if there are no coordinates.
 * @param isSwapped reads the column of latitudes as longitudes, and the other way round.
 */
export async function mapPlaces(
  block: SheetBlock,
  pincodes: () => Promise<PincodePlaces>,
  isSwapped = false,
): Promise<MappedPlaces | undefined> {
  const { hasHeader, columns, roles: found } = readColumns(block);
  const roles = isSwapped ? swappedRoles(found) : found;
  const located = locatorOf(roles) ?? (await pincodeLocatorOf(roles, pincodes));
  if (located === undefined) return undefined;
  const first = hasHeader ? 1 : 0;
  const rows = block.values.slice(first);
  const places = rows.flatMap((cells, index) => {
    const point = located.pointOf(cells);
    if (point === undefined) return [];
    return [{ row: block.row + first + index, ...point, label: labelOf(cells), cells }];
  });
  const measures = columns.filter(
    ({ index, content }) =>
      !located.columns.includes(index) &&
      index !== roles.pincode &&
      content.numbers > content.filled / 2,
  );
  const skipped = rows.length - places.length;
  const swap = swapOf(roles, block, rows, block.row + first);
  return { block, places, measures, skipped, isByPincode: located.isByPincode, swap };
}

function swapOf(
  { latitude, longitude }: Roles,
  { sheet, column }: SheetBlock,
  rows: SheetBlock['values'],
  firstRow: number,
): Swap | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const pairs = rows.flatMap((cells, index): LocatedRow[] => {
    const [lat, lng] = [cells[latitude], cells[longitude]].map((cell) => coordinate(cell, 180));
    return lat === undefined || lng === undefined ? [] : [{ row: firstRow + index, lat, lng }];
  });
  const isWhole = areSwapped(pairs);
  const turned = isWhole ? [] : swappedRows(pairs);
  if (!isWhole && turned.length === 0) return undefined;
  const place = { sheet, latitude: column + latitude, longitude: column + longitude };
  return { isWhole, rows: turned, place };
}

/** Where a row lies, and the columns that say so. */
interface Locator {
  readonly columns: readonly (number | undefined)[];
  readonly isByPincode: boolean;
  pointOf(cells: readonly CellContent[]): Point | undefined;
}

type Roles = ReturnType<typeof readColumns>['roles'];

function locatorOf({ latitude, longitude }: Roles): Locator | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return {
    columns: [latitude, longitude],
    isByPincode: false,
    pointOf: (cells) => {
      const point = {
        latitude: coordinate(cells[latitude], 90),
        longitude: coordinate(cells[longitude], 180),
      };
      if (point.latitude === undefined || point.longitude === undefined) return undefined;
      // As in the functions, (0, 0) is how a blank pair arrives.
      if (point.latitude === 0 && point.longitude === 0) return undefined;
      return { latitude: point.latitude, longitude: point.longitude };
    },
  };
}

async function pincodeLocatorOf(
  { pincode, address }: Roles,
  pincodes: () => Promise<PincodePlaces>,
): Promise<Locator | undefined> {
  if (pincode === undefined && address === undefined) return undefined;
  const placeOf = await pincodes();
  const within = (cells: readonly CellContent[], column: number | undefined) =>
    column === undefined ? undefined : pincodeIn(cells[column]);
  return {
    columns: [pincode],
    isByPincode: true,
    pointOf: (cells) => {
      const code = within(cells, pincode) ?? within(cells, address);
      return code === undefined ? undefined : placeOf(code);
    },
  };
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
