import { MAX_LATITUDE } from '../contract/limits';
import {
  ADDRESS_SWAPPED,
  readAddress,
  readAddressToScore,
  readAddressWithPincode,
} from './addresses';
import { readCell } from './cell';
import type { Cell, CellContent } from './cell';
import { LOOK_SWAPPED, readCoordinates, readDegrees, readPair, type ZeroRule } from './coordinates';
import type { Reading } from './fault';
import { readFullAddress, withPincode } from './full-address';
import type { PincodeRule } from './pincode';
import type { Place } from '../lookup';
import type { PlaceColumns } from './place-choice';
import { isNothing } from './blank-words';
import { pincodeIn } from './pincode';

/** The place of a row, as the formulas beside it will read it. */
export type PlaceRow =
  { readonly kind: 'place'; readonly place: Place } | { readonly kind: 'blank' } | BadRow;

/** A row whose place cannot be used. */
export interface BadRow {
  readonly kind: 'bad';
  readonly reason: BadReason;
  /** The index in {@link columnsOf} of the cell to correct. If several are wrong, the first. */
  readonly cell: number;
}

/**
 * Why a row has no place. `swapped`: latitude and longitude, or address and pincode, would fit if
 * swapped · `outside`: beyond the range of degrees · `half`: one of the two is blank or 0 · `text`:
 * not a number, or not a pincode · `error`: a cell shows an error.
 */
export type BadReason = 'swapped' | 'outside' | 'half' | 'text' | 'error';

/**
 * Reads the place of a row.
 *
 * @param contents the cells of {@link columnsOf}, in its order.
 */
export function readPlaceRow(
  columns: PlaceColumns,
  contents: readonly CellContent[],
  rule?: PincodeRule,
): PlaceRow {
  const cells = columnsOf(columns).map((_, index) => cellOf(contents[index] ?? null));
  const reading = readPlaceCells(columns, cells, rule);
  if (reading.kind === 'blank') return BLANK;
  if (reading.kind === 'read') return { kind: 'place', place: reading.value };
  const [first, second] = pairOf(columns, cells);
  const isSwapped = [LOOK_SWAPPED, ADDRESS_SWAPPED].some((end) =>
    reading.fault.message.includes(end),
  );
  const reason = isSwapped ? 'swapped' : reasonOf(columns, first, second);
  if (columns.kind === 'pair' || isAtFault(columns, reason, first))
    return { kind: 'bad', reason, cell: 0 };
  return { kind: 'bad', reason, cell: columns.kind === 'address' ? columns.parts.length : 1 };
}

/**
 * Reads the place of a row as an argument, with the message of its fault.
 *
 * @param cells the cells of {@link columnsOf}, in its order.
 */
export function readPlaceCells(
  columns: PlaceColumns,
  cells: readonly Cell[],
  rule?: PincodeRule,
  zero?: ZeroRule,
): Reading<Place> {
  if (columns.kind === 'pair') return readPair(cells[0] ?? NOTHING, zero);
  const [first, second] = pairOf(columns, cells);
  if (columns.kind === 'coordinates') return readCoordinates(first, second, columns.decimals, zero);
  switch (columns.pincodeGoes) {
    case 'apart':
      return readAddressWithPincode(first, second, rule);
    case 'within':
      return readFullAddress(first);
    case 'end':
      return readAddressToScore(first, second, rule);
  }
}

/** The columns of the block from which a row's place is read, in order. */
export function columnsOf(columns: PlaceColumns): readonly number[] {
  if (columns.kind === 'pair') return [columns.pair];
  if (columns.kind === 'coordinates') return [columns.latitude, columns.longitude];
  const { parts, pincode } = columns;
  return pincode === undefined ? parts : [...parts, pincode];
}

/**
 * What is sent for a place: "12.9352, 77.6245", "Hill Road, Mumbai + 400050" with a pincode of its
 * own, or "Hill Road, Mumbai 400050" as one text.
 */
export function sentText(place: Place): string {
  if (place.kind === 'coordinates') return `${place.lat}, ${place.lng}`;
  return place.pincode === undefined || place.pincode === ''
    ? place.address
    : `${place.address} + ${place.pincode}`;
}

/** Latitude and longitude, or the address as one cell and its pincode. */
function pairOf(columns: PlaceColumns, cells: readonly Cell[]): readonly [Cell, Cell] {
  if (columns.kind !== 'address') return [cells[0] ?? NOTHING, cells[1] ?? NOTHING];
  const { length } = columns.parts;
  return [joinedAddress(cells.slice(0, length)), cells[length] ?? NOTHING];
}

const NOTHING: Cell = { kind: 'blank' };
const BLANK: PlaceRow = { kind: 'blank' };

function cellOf(content: CellContent): Cell {
  const isError = typeof content === 'object' && content !== null;
  return readCell(isError ? { basicValue: content.error } : content);
}

function reasonOf(columns: PlaceColumns, first: Cell, second: Cell): BadReason {
  if (first.kind === 'error' || second.kind === 'error') return 'error';
  const { kind } = columns;
  const isOne = kind === 'pair' || (kind === 'address' && columns.pincode === undefined);
  if (!isOne && isEmpty(kind, first) !== isEmpty(kind, second)) return 'half';
  const isText = [first, second].some((cell) => numberOf(cell) === undefined);
  if (kind === 'address' || isText) return 'text';
  return 'outside';
}

/** Whether the first of the two cells has the fault. */
function isAtFault({ kind }: PlaceColumns, reason: BadReason, first: Cell): boolean {
  switch (reason) {
    case 'swapped':
      return true;
    case 'error':
      return first.kind === 'error';
    case 'half':
      return isEmpty(kind, first);
    case 'text':
      return kind === 'address'
        ? readAddress(first).kind === 'fault'
        : numberOf(first) === undefined;
    case 'outside':
      return Math.abs(numberOf(first) ?? 0) > MAX_LATITUDE;
  }
}

/** A blank cell may arrive as 0. */
function isEmpty(kind: PlaceColumns['kind'], cell: Cell): boolean {
  if (cell.kind === 'number') return cell.number === 0;
  if (kind === 'address' || cell.kind !== 'text') return cell.kind === 'blank';
  const degrees = readDegrees('', cell);
  return degrees.kind === 'blank' || (degrees.kind === 'read' && degrees.value === 0);
}

function numberOf(cell: Cell): number | undefined {
  const reading = readDegrees('', cell);
  return reading.kind === 'read' ? reading.value : undefined;
}

/**
 * Joins the cells of an address into one: "Hill Road, Mumbai". Blank cells leave no comma, and a
 * part that the text already contains is not repeated. A pincode, if given, goes to the end. If a
 * part is an error or no text, the result is that part.
 */
export function joinedAddress(parts: readonly Cell[], pincode?: Cell): Cell {
  const broken = parts.find(({ kind }) => kind !== 'text' && kind !== 'number' && kind !== 'blank');
  if (broken !== undefined) return broken;
  let text = '';
  for (const part of parts.map(wordsOf)) {
    if (part === '' || isWithin(part, text)) continue;
    text += text === '' ? part : `, ${part}`;
  }
  if (text === '') return { kind: 'blank' };
  const code = pincode === undefined ? '' : wordsOf(pincode);
  return readCell(withPincode(text, pincodeIn(code) ?? code));
}

/** Desktop Excel passes a blank cell as 0. */
function wordsOf(cell: Cell): string {
  if (cell.kind === 'number') return cell.number === 0 ? '' : String(cell.number);
  return cell.kind === 'text' && !isNothing(cell.text) && cell.text !== '0' ? cell.text : '';
}

/**
 * Compares whole words: "Goa" is not in "Goal Street". The formulas in sheets compare in the same
 * way.
 */
function isWithin(part: string, text: string): boolean {
  return ` ${text.replaceAll(',', ' ')} `.toLowerCase().includes(` ${part} `.toLowerCase());
}
