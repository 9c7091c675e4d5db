import { shortList, t } from '../../engine/language/speech';
import type { BlockColumn } from '../../engine/places/column-candidates';
import type { CoordinatePair } from '../../engine/places/coordinate-pair';
import { leftOut } from '../../engine/places/list-frame';
import { createNearPlaces } from '../../engine/places/near-places';
import type { PincodeRule } from '../../engine/places/pincode';
import { completeColumns, guessChoice, type PlaceColumns } from '../../engine/places/place-choice';
import { columnsOf, readPlaceRow } from '../../engine/places/place-row';
import { textAsInput } from '../spreadsheet/block-writing';
import type { CellInput, Sheet, SheetArea } from '../spreadsheet/sheet';
import { anchorText } from '../spreadsheet/sheet-region';
import type { AddedColumns } from './column-writing';
import { nearestFormula } from './place-formula';
import { columnTitle, readPlaceList, type PlaceList } from './place-list';
import { whyShownOtherwise } from './shown-places';

/** A list that can be searched for the nearest place. Columns are those of the sheet. */
export interface OtherList {
  readonly sheet: string;
  /** The rows from its first place to its last, without header and totals. */
  readonly rows: Pick<SheetArea, 'row' | 'rows'>;
  readonly latitude: number;
  readonly longitude: number;
  /** The columns that may contain the names of places. */
  readonly labels: readonly OtherColumn[];
  /** One for each row; undefined if it is blank. */
  readonly places: readonly (CoordinatePair | undefined)[];
  /** How many have no coordinates and which, in words; undefined if all have some. */
  readonly missing: string | undefined;
}

export interface OtherColumn {
  readonly column: number;
  readonly title: string;
  /** Whether most of its cells are words. */
  readonly isText: boolean;
  /** One for each row, like the other list's places. */
  readonly texts: readonly string[];
}

/**
 * Reads the list at an address, which may be a whole sheet.
 *
 * @returns the list; or, if it cannot be searched, why not, for people.
 */
export async function readOtherList(
  address: string,
  own: PlaceList,
  { sheet, pincodes }: { sheet: Pick<Sheet, 'readBlock'>; pincodes: PincodeRule },
): Promise<OtherList | string> {
  const reading = await sheet.readBlock(address);
  if (reading.kind === 'failed') return reading.message;
  if (reading.kind === 'nothing') return t('No list there.');
  const list = readPlaceList(reading.block, undefined, pincodes);
  const { block, columns, headRows } = list;
  if (block.sheet === own.block.sheet && overlaps(block, own.block)) return OWN_LIST;
  const found = completeColumns(guessChoice(list), false);
  if (found?.kind !== 'coordinates' || found.decimals === 'comma') return NO_COORDINATES;
  const shown = await whyShownOtherwise(block, found, { sheet });
  if (shown !== undefined) return shown;
  const { latitude, longitude } = found;
  const headers = columns.columns.map(({ header }) => header);
  const rows = block.values.slice(headRows).map((cells) => {
    const place = readPlaceRow(
      found,
      [cells[latitude] ?? null, cells[longitude] ?? null],
      pincodes,
    );
    return { cells, place, isLeftOut: leftOut(headers, cells) !== undefined };
  });
  // Totals and remarks below the list are no part of it.
  while (rows.at(-1)?.isLeftOut === true) rows.pop();
  const first = block.row + headRows;
  const numbered = rows.flatMap((row, index) => {
    const isFilled = row.cells.some((cell) => cell !== null && cell !== '');
    return isFilled ? [{ ...row, number: first + index + 1, kind: row.place.kind }] : [];
  });
  const bad = numbered.filter((row) => (row.isLeftOut ? row.kind === 'place' : row.kind === 'bad'));
  if (bad.length > 0) {
    return t(
      'Rows with unreadable coordinates: {rows} ({count} of {listed}). Correct or clear them: each could be the nearest.',
      factsOf(bad, numbered.length),
    );
  }
  const blank = numbered.filter((row) => row.kind === 'blank' && !row.isLeftOut);
  const places = rows.map(({ place }) =>
    place.kind === 'place' && place.place.kind === 'coordinates' ? place.place : undefined,
  );
  if (places.every((place) => place === undefined)) return t('No list there.');
  return {
    sheet: block.sheet,
    rows: { row: first, rows: rows.length },
    latitude: block.column + latitude,
    longitude: block.column + longitude,
    places,
    missing:
      blank.length === 0
        ? undefined
        : t(
            'Rows without coordinates can’t be the nearest: {rows} ({count} of {listed}).',
            factsOf(blank, numbered.length),
          ),
    labels: columns.columns
      .filter(({ index }) => index !== latitude && index !== longitude)
      .map((column) => otherColumn(list, column, rows)),
  };
}

function otherColumn(
  list: PlaceList,
  { index, content }: BlockColumn,
  rows: readonly { readonly cells: PlaceList['block']['values'][number] }[],
): OtherColumn {
  return {
    column: list.block.column + index,
    title: columnTitle(list, index),
    isText: content.filled > 0 && content.numbers < content.filled / 2,
    texts: rows.map(({ cells }) => {
      const cell = cells[index] ?? '';
      return typeof cell === 'object' ? '' : String(cell);
    }),
  };
}

function overlaps(one: SheetArea, other: SheetArea): boolean {
  const isApart =
    one.row >= other.row + other.rows ||
    other.row >= one.row + one.rows ||
    one.column >= other.column + other.columns ||
    other.column >= one.column + one.columns;
  return !isApart;
}

const OWN_LIST = t('That is the list itself. Choose another.');
const NO_COORDINATES = t(
  'That list needs columns of latitude and longitude, in numbers. Locus doesn’t guess where an address is.',
);

interface NumberedRow {
  /** As the sheet counts them. */
  readonly number: number;
}

function factsOf(rows: readonly NumberedRow[], listed: number) {
  return { rows: shortList(rows.map(({ number }) => number)), count: rows.length, listed };
}

/** The first place of a list, its nearest place, and how far away that is. */
export interface NearestExample {
  /** The row of the sheet, from 0. */
  readonly row: number;
  readonly label: string;
  readonly kilometres: number;
}

export function nearestExample(
  { block, headRows }: PlaceList,
  place: PlaceColumns,
  other: OtherList,
  label: OtherColumn | undefined,
): NearestExample | undefined {
  for (const [index, cells] of block.values.slice(headRows).entries()) {
    const contents = columnsOf(place).map((column) => cells[column] ?? null);
    const read = readPlaceRow(place, contents);
    if (read.kind !== 'place' || read.place.kind !== 'coordinates') continue;
    const nearest = createNearPlaces(other.places).nearest(read.place);
    if (nearest === undefined) return undefined;
    const name = label?.texts[nearest.index] ?? '';
    return {
      row: block.row + headRows + index,
      label: name === '' ? String(nearest.index + 1) : name,
      kilometres: nearest.kilometres,
    };
  }
  return undefined;
}

type CoordinateColumns = Exclude<PlaceColumns, { readonly kind: 'address' }>;

export interface NearestColumns extends Omit<AddedColumns, 'cells'> {
  /** The rows of the sheet that get no formula. */
  readonly skipped: ReadonlySet<number>;
  /** The columns of the list's places, by number in the sheet. */
  readonly place: CoordinateColumns;
  readonly other: OtherList;
  /** The column that names the nearest. Undefined: it is named by its number in the list. */
  readonly label: OtherColumn | undefined;
}

/** A column with what is nearest, and one with how far away it is: a formula for each cell, as for
 * attributes, so that the list can be sorted and filtered. */
export function nearestColumns(wanted: NearestColumns): AddedColumns {
  const { list, hasHeader, skipped, other, label } = wanted;
  const area = (column: number): string =>
    anchorText({ sheet: other.sheet, ...other.rows, column, columns: 1 });
  const lists = [area(other.latitude), area(other.longitude)];
  const labelled = label === undefined ? lists : [...lists, area(label.column)];
  const longest = (label?.texts ?? []).reduce(
    (most, text) => (text.length > most.length ? text : most),
    '',
  );
  const rowOf = (row: number): CellInput[] => {
    if (skipped.has(row)) return [null, null];
    return [
      nearestFormula(wanted.place, row, labelled, 1),
      nearestFormula(wanted.place, row, lists, 2),
    ];
  };
  return {
    ...wanted,
    async cells(column, turn) {
      const cells: CellInput[][] = [];
      for (let at = 0; at < list.rows; at += 1) {
        if (at % ROWS_AT_ONCE === 0) await turn();
        cells.push(at === 0 && hasHeader ? headings(other) : rowOf(list.row + at));
      }
      return {
        ...{ sheet: list.sheet, row: list.row, column, cells },
        formats: [undefined, KILOMETRES],
        texts: [longest],
      };
    },
  };
}

const ROWS_AT_ONCE = 1_000;
const KILOMETRES = '#,##0.00';

function headings(other: OtherList): CellInput[] {
  const distance = t('Distance to {list} (km)', { list: other.sheet });
  return [nearestTitle(other), distance].map(textAsInput);
}

/** Of the first of both columns. */
export function nearestTitle({ sheet }: OtherList): string {
  return t('Nearest of {list}', { list: sheet });
}
