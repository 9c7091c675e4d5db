import { MAX_LATITUDE } from '../contract/limits';
import { readAddress, readAddressWithPincode } from './addresses';
import { readCell } from './cell';
import type { Cell } from './cell';
import { LOOK_SWAPPED, readCoordinates, readDegrees } from './coordinates';
import type { Place } from '../lookup';
import type { CellContent } from './cell';
import type { PlaceColumns } from './place-choice';

/** A row's place, as the formulas beside it will read it. */
export type PlaceRow =
  { readonly kind: 'place'; readonly place: Place } | { readonly kind: 'blank' } | BadRow;

export interface BadRow {
  readonly kind: 'bad';
  readonly reason: BadReason;
  /** The cell to correct; the first, if both are wrong. */
  readonly cell: 0 | 1;
}

/**
 * `swapped`: latitude and longitude would fit if swapped · `outside`: beyond the range of degrees ·
 * `half`: one of the two is blank · `text`: not a number, or not a pincode · `error`: a cell shows
 * an error.
 */
export type BadReason = 'swapped' | 'outside' | 'half' | 'text' | 'error';

/** @param cells the two columns: latitude and longitude, or address and pincode. */
export function readPlaceRow(
  columns: PlaceColumns,
  [one = null, other = null]: readonly CellContent[],
): PlaceRow {
  const first = cellOf(one);
  const second = cellOf(other);
  const reading =
    columns.kind === 'coordinates'
      ? readCoordinates(first, second)
      : columns.pincode === undefined
        ? readAddress(first)
        : readAddressWithPincode(first, second);
  if (reading.kind === 'blank') return BLANK;
  if (reading.kind === 'read') return { kind: 'place', place: reading.value };
  const isSwapped = reading.fault.message.includes(LOOK_SWAPPED);
  const reason = isSwapped ? 'swapped' : reasonOf(columns, first, second);
  return { kind: 'bad', reason, cell: isAtFault(columns, reason, first) ? 0 : 1 };
}

/** The columns of the block that such a row is read from. */
export function columnsOf(columns: PlaceColumns): readonly number[] {
  if (columns.kind === 'coordinates') return [columns.latitude, columns.longitude];
  const { address, pincode } = columns;
  return pincode === undefined ? [address] : [address, pincode];
}

const BLANK: PlaceRow = { kind: 'blank' };

function cellOf(content: CellContent): Cell {
  const isError = typeof content === 'object' && content !== null;
  return readCell(isError ? { basicValue: content.error } : content);
}

function reasonOf({ kind }: PlaceColumns, first: Cell, second: Cell): BadReason {
  if (first.kind === 'error' || second.kind === 'error') return 'error';
  if (isNothing(kind, first) !== isNothing(kind, second)) return 'half';
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
      return isNothing(kind, first);
    case 'text':
      return kind === 'address'
        ? readAddress(first).kind === 'fault'
        : numberOf(first) === undefined;
    case 'outside':
      return Math.abs(numberOf(first) ?? 0) > MAX_LATITUDE;
  }
}

/** For an address 0 is how a blank cell arrives; a coordinate may well be 0. */
function isNothing(kind: PlaceColumns['kind'], cell: Cell): boolean {
  if (cell.kind === 'number') return kind === 'address' && cell.number === 0;
  return cell.kind === 'blank';
}

function numberOf(cell: Cell): number | undefined {
  const reading = readDegrees('', cell);
  return reading.kind === 'read' ? reading.value : undefined;
}
