import { t } from '../../engine/language/speech';
import { cellNumber } from '../../engine/places/column-content';
import {
  completeColumns,
  guessChoice,
  swappedRoles,
  type PlaceColumns,
} from '../../engine/places/place-choice';
import { columnsOf, readPlaceRow } from '../../engine/places/place-row';
import { areSwapped, readPlaceList, swappedRows, type LocatedRow, type SwapPlace } from '../enrich';
import type { BlockColumn } from '../../engine/places/column-candidates';
import { measuresFirst } from '../../engine/places/measure-words';
import type { BlockColumns } from '../../engine/places/column-roles';
import type { RankedPlaces } from '../pane/parts/pane-view';
import type { LatLng } from './place-projection';
import type { SheetArea, SheetBlock } from '../spreadsheet/sheet';
import { isTimeFormat } from '../../engine/places/dates';
import type { CellContent } from '../../engine/places/cell';
import { pincodesInText } from '../../engine/places/full-address';
import { pincodeIn } from '../../engine/places/pincode';

/** A selection as a map shows it: plain data, so that it can be sent to another window. */
export interface MappedPlaces {
  /** Where the list stands. */
  readonly block: SheetArea & { readonly address: string };
  /** The columns of its places, from 0; undefined if only pincodes say where they are. */
  readonly placeColumns: PlaceColumns | undefined;
  readonly places: readonly MappedPlace[];
  /** What the places may be coloured by: columns of numbers that say neither where nor which. */
  readonly measures: readonly Measure[];
  /** Rows without a place: blank or invalid coordinates, or an unknown pincode. */
  readonly skipped: number;
  /** Rows beyond those that were read. */
  readonly unread: number;
  /** The list has no coordinates: each place is drawn at the middle of its pincode. */
  readonly isByPincode: boolean;
  /** Undefined if the list has no coordinates, or if none look swapped. */
  readonly swap: Swap | undefined;
}

/** A column of numbers. */
export interface Measure {
  /** Zero-based, within the list. */
  readonly index: number;
  readonly title: string;
  /** By place; null for none. */
  readonly values: readonly (number | null)[];
  /** How the sheet shows the numbers, in Excel's notation. */
  readonly format: string | undefined;
}

export interface Swap {
  /** In most of the list, latitude and longitude look swapped. */
  readonly isWhole: boolean;
  /** Otherwise, single rows in which they do. */
  readonly rows: readonly LocatedRow[];
  readonly place: SwapPlace;
}

export interface MappedPlace extends LatLng {
  /** Zero-based, within the sheet. */
  readonly row: number;
  /** The row's first text; "" if it has none. */
  readonly label: string;
  /** Its label without its rank. */
  readonly name?: string;
  /** Written beside the place's dot: its label where that has room, else this alone. */
  readonly mark?: string;
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
  const locator = locatorOf(place) ?? (await pincodeLocatorOf(roles, pincodes));
  if (locator === undefined) return undefined;
  const rows = block.values.slice(first);
  const located = rows.flatMap((cells, index) => {
    const point = locator.pointOf(cells);
    return point === undefined ? [] : [{ cells, row: block.row + first + index, point }];
  });
  const formatOf = ({ index }: BlockColumn) => block.formats?.[index];
  const numeric = columns.filter((column) => {
    const { index, content } = column;
    const isPlace = locator.columns.includes(index) || index === roles.pincode;
    const isNumbers = content.numbers > content.filled / 2;
    return !isPlace && isNumbers && !isTimeFormat(formatOf(column) ?? '');
  });
  const measures = measuresFirst(numeric, ({ index }) =>
    block.ownColumns?.has(index) === true ? undefined : rows.map((cells) => cells[index] ?? null),
  );
  return {
    block: {
      sheet: block.sheet,
      row: block.row,
      column: block.column,
      rows: block.rows,
      columns: block.columns,
      address: block.address,
    },
    placeColumns: place,
    places: located.map(({ cells, row, point }) => ({ row, ...point, label: labelOf(cells) })),
    measures: measures.map((column) => ({
      index: column.index,
      title: titleOf(column),
      values: located.map(({ cells }) => cellNumber(cells[column.index] ?? null) ?? null),
      format: formatOf(column),
    })),
    skipped: rows.length - located.length,
    unread: block.rows - block.values.length,
    isByPincode: locator.isByPincode,
    swap: swapOf(roles, block, rows, block.row + first),
  };
}

/** How many places there are, where they stand, and what is not shown. */
export function summaryOf(mapped: MappedPlaces): string {
  const { block, places, skipped, unread, isByPincode } = mapped;
  const parts = [
    t('{places, plural, one {# place} other {# places}} from {address}', {
      places: places.length,
      address: block.address,
    }),
  ];
  if (skipped > 0) {
    const lacking = isByPincode ? t('a known pincode') : t('coordinates');
    parts.push(
      t('{skipped, plural, one {# row} other {# rows}} without {lacking} skipped', {
        skipped,
        lacking,
      }),
    );
  }
  if (unread > 0) {
    parts.push(t('showing the first {values} rows', { values: block.rows - unread }));
  }
  return t('{text}.', { text: parts.join('; ') });
}

/** Whose data a map shows, as their licences ask, and how exact it is. */
export function attributionOf({ isByPincode }: MappedPlaces): string {
  const about = isByPincode
    ? t('Places are approximate: each is shown at the centre of its pincode. ')
    : '';
  return `${about}${t('Coastlines: Natural Earth. Cities: GeoNames, CC BY 4.0.')}`;
}

function titleOf({ header, index }: BlockColumn): string {
  return header === '' ? t('Column {index}', { index: String(index + 1) }) : header;
}

/** The same list with its ranked places alone, each with its rank, and coloured by their scores. */
export function onlyRanked(mapped: MappedPlaces, ranked: RankedPlaces['ranked']): MappedPlaces {
  const byRow = new Map(mapped.places.map((place, index) => [place.row, { place, index }]));
  const kept = ranked.flatMap((entry) => {
    const found = byRow.get(entry.row);
    return found === undefined ? [] : [{ ...entry, ...found }];
  });
  const scores = { index: SCORE, title: t('Score in the ranking'), format: '0.0' };
  return {
    ...mapped,
    places: kept.map(({ rank, place }) => ({
      ...place,
      label: t('{rank}. {name}', { rank, name: nameOf(place) }),
      name: nameOf(place),
      mark: String(rank),
    })),
    measures: [
      { ...scores, values: kept.map(({ score }) => score) },
      ...mapped.measures.map((measure) => ({
        ...measure,
        values: kept.map(({ index }) => measure.values[index] ?? null),
      })),
    ],
    skipped: ranked.length - kept.length,
  };
}

/** No column's index. */
const SCORE = -1;

/** What a place is called: its label, else its row. */
export function nameOf({ label, row }: Pick<MappedPlace, 'label' | 'row'>): string {
  return label === '' ? t('Row {row}', { row: row + 1 }) : label;
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
  pointOf(cells: readonly CellContent[]): LatLng | undefined;
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

function coordinate(cell: CellContent | undefined, bound: number): number | undefined {
  const number = cellNumber(cell ?? null);
  return number !== undefined && Math.abs(number) <= bound ? number : undefined;
}

function labelOf(cells: readonly CellContent[]): string {
  const text = cells.find((cell) => typeof cell === 'string' && cellNumber(cell) === undefined);
  return typeof text === 'string' ? text.trim() : '';
}

/** Where a pincode of India lies, to about a kilometre; undefined for an unknown one. */
type PincodePlaces = (pincode: string) => LatLng | undefined;

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
