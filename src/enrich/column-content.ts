import type { CellContent } from '../spreadsheet/sheet';

/** What the cells of one column have in common, header left out. */
export interface ColumnContent {
  /** Cells that hold something. */
  readonly filled: number;
  /** Of those, the ones that read as a finite number, also where they are text. */
  readonly numbers: number;
  /** In characters, over the cells that hold text. */
  readonly meanLength: number;
  /** Decimal numbers within 90 on either side of zero. */
  readonly isLatitude: boolean;
  /** Decimal numbers within 180 on either side of zero. */
  readonly isLongitude: boolean;
  /** Six digits that begin with none of zero and nine, as post offices here use them. */
  readonly isPincode: boolean;
  /** Text of several words. */
  readonly isAddress: boolean;
}

/** A few wrong cells do not change what a column is. */
const MOST = 0.8;
const MIN_ADDRESS_LENGTH = 10;
const PINCODE = /^[1-8]\d{5}$/;

export function columnContent(cells: readonly CellContent[]): ColumnContent {
  const filled = cells.filter((cell) => cell !== null && cell !== '');
  const numbers = filled.map(cellNumber).filter((number) => number !== undefined);
  const texts = filled.filter((cell) => typeof cell === 'string').map((text) => text.trim());
  const isMost = (count: number): boolean => filled.length > 0 && count >= filled.length * MOST;
  const hasDecimals = numbers.filter((number) => !Number.isInteger(number)).length;
  const within = (bound: number): boolean =>
    isMost(hasDecimals) && isMost(numbers.filter((number) => Math.abs(number) <= bound).length);
  const wordy = texts.filter((text) => /\p{L}/u.test(text) && /[\s,]/.test(text));
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1);
  return {
    filled: filled.length,
    numbers: numbers.length,
    meanLength,
    isLatitude: within(90),
    isLongitude: within(180),
    isPincode: isMost(filled.filter((cell) => PINCODE.test(String(cell).trim())).length),
    isAddress: isMost(wordy.length) && meanLength >= MIN_ADDRESS_LENGTH,
  };
}

/** Numbers as text count, as they do in the functions; undefined for all else. */
export function cellNumber(cell: CellContent): number | undefined {
  if (typeof cell === 'string' && cell.trim() === '') return undefined;
  if (typeof cell !== 'number' && typeof cell !== 'string') return undefined;
  const number = Number(cell);
  return Number.isFinite(number) ? number : undefined;
}
