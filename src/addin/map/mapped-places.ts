import { cellNumber } from '../../engine/places/column-content';
import { completeColumns, guessChoice, swappedRoles } from '../../engine/places/place-choice';
import type { PlaceColumns } from '../../engine/places/place-choice';
import { columnsOf, readPlaceRow } from '../../engine/places/place-row';
import { areSwapped, readPlaceList, swappedRows, type LocatedRow, type SwapPlace } from '../enrich';
import type { BlockColumn, BlockColumns } from '../../engine/places/column-roles';
import type { SheetBlock } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { pincodesInText } from '../../engine/places/full-address';
import { pincodeIn } from '../../engine/places/pincode';

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
  selected: SheetBlock,
  pincodes: () => Promise<PincodePlaces>,
  isSwapped = false,
): Promise<MappedPlaces | undefined> {
  const list = readPlaceList(selected);
  const { block, headRows: first } = list;
  const { columns, roles: found } = list.columns;
  const roles = isSwapped ? swappedRoles(found) : found;
  const place = completeColumns({ ...guessChoice(list), roles }, false);
  const located = locatorOf(place) ?? (await pincodeLocatorOf(roles, pincodes));
  if (located === undefined) return undefined;
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

type Roles = BlockColumns['roles'];

/** Reads a row's coordinates as the formulas beside it do. */
function locatorOf(columns: PlaceColumns | undefined): Locator | undefined {
  if (columns === undefined || columns.kind === 'address') return undefined;
  const own = columnsOf(columns);
  return {
    columns: own,
    isByPincode: false,
    pointOf: (cells) => {
      const row = readPlaceRow(
        columns,
        own.map((column) => cells[column] ?? null),
      );
      if (row.kind !== 'place' || row.place.kind !== 'coordinates') return undefined;
      return { latitude: row.place.lat, longitude: row.place.lng };
    },
  };
}

async function pincodeLocatorOf(
  { pincode, address }: Roles,
  pincodes: () => Promise<PincodePlaces>,
): Promise<Locator | undefined> {
  if (pincode === undefined && address === undefined) return undefined;
  const placeOf = await pincodes();
  return {
    columns: [pincode],
    isByPincode: true,
    pointOf: (cells) => {
      const code = codeOf(cells[pincode ?? -1]) ?? codeOf(cells[address ?? -1]);
      return code === undefined ? undefined : placeOf(code);
    },
  };
}

/** The last pincode of an address that names several: nothing is asked for it. */
function codeOf(cell: CellContent | undefined): string | undefined {
  if (typeof cell !== 'string' && typeof cell !== 'number') return undefined;
  return pincodeIn(String(cell)) ?? pincodesInText(String(cell)).at(-1);
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

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where a pincode of India lies, to about a kilometre; undefined for an unknown one. */
type PincodePlaces = (pincode: string) => Point | undefined;

/** Reads what scripts/make/map.mjs made; knows no pincodes if it is anything else. */
export function readPincodePlaces(fetched: unknown): PincodePlaces {
  const byStart = new Map<string, unknown>(Object.entries(fetched ?? {}));
  return (pincode) => {
    const ends = byStart.get(pincode.slice(0, 3));
    if (typeof ends !== 'string') return undefined;
    const found = ends.split(';').find((end) => end.startsWith(`${pincode.slice(3)},`));
    const [, latitude, longitude] = (found ?? '').split(',').map(Number);
    if (latitude === undefined || longitude === undefined) return undefined;
    return Number.isFinite(latitude + longitude) ? { latitude, longitude } : undefined;
  };
}
