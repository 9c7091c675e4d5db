import type { CellContent } from './cell';

/** What the cells of one column have in common, without its header. */
export interface ColumnContent {
  /** Cells that hold something. */
  readonly filled: number;
  /** Filled cells that read as a finite number, even from text. */
  readonly numbers: number;
  /** In characters, over the cells that hold text. */
  readonly meanLength: number;
  /** The smallest and the largest number; Infinity and -Infinity where there is none. */
  readonly smallest: number;
  readonly largest: number;
  /** Numbers from -180 to 180. */
  readonly degrees: number;
  /** Nearly all are degrees with three decimals or more. */
  readonly isPrecise: boolean;
  /** Six digits that begin with neither 0 nor 9, as India's pincodes do. */
  readonly isPincode: boolean;
  /** Short codes with digits in them, as used by post offices anywhere. */
  readonly isCode: boolean;
  /** Text with letters that is not an email, web or IP address. */
  readonly isText: boolean;
  /** Text of several words. */
  readonly isAddress: boolean;
}

/** A few wrong cells do not change what a column is. */
const MOST = 0.8;
const MIN_ADDRESS_LENGTH = 10;
const MIN_DECIMALS = 3;
const PINCODE = /^[1-8]\d{2} ?\d{3}$/;
const CODE = /^(?=.*\d)[\p{L}\d][\p{L}\d -]{1,9}$/u;
/** `a@b.c`, `https://…`, `www.…` and `10.0.0.1`. */
const OTHER_ADDRESS = /^[^\s@]+@[^\s@]+$|^(https?:|www\.)|^\d{1,3}(\.\d{1,3}){3}$/i;

export function columnContent(cells: readonly CellContent[]): ColumnContent {
  const filled = cells.filter((cell) => cell !== null && cell !== '');
  const numbers = filled.map(cellNumber).filter((number) => number !== undefined);
  const texts = filled.filter((cell) => typeof cell === 'string').map((text) => text.trim());
  const isMost = (count: number): boolean => filled.length > 0 && count >= filled.length * MOST;
  const written = filled.map((cell) => String(cell).trim());
  const worded = texts.filter((text) => /\p{L}/u.test(text) && !OTHER_ADDRESS.test(text));
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1);
  const within = numbers.filter((number) => Math.abs(number) <= 180);
  return {
    filled: filled.length,
    numbers: numbers.length,
    meanLength,
    smallest: numbers.reduce((least, number) => Math.min(least, number), Infinity),
    largest: numbers.reduce((most, number) => Math.max(most, number), -Infinity),
    degrees: within.length,
    isPrecise:
      isMost(within.length) &&
      isMost(within.filter((number) => decimalsOf(number) >= MIN_DECIMALS).length),
    isPincode: isMost(written.filter((text) => PINCODE.test(text)).length),
    isCode: isMost(written.filter((text) => CODE.test(text)).length),
    isText: isMost(worded.length),
    isAddress:
      isMost(worded.filter((text) => /[\s,]/.test(text)).length) &&
      meanLength >= MIN_ADDRESS_LENGTH,
  };
}

/** Reads a number, also from text as the functions do; undefined for anything else. */
export function cellNumber(cell: CellContent): number | undefined {
  if (typeof cell === 'string' && cell.trim() === '') return undefined;
  if (typeof cell !== 'number' && typeof cell !== 'string') return undefined;
  const number = Number(cell);
  return Number.isFinite(number) ? number : undefined;
}

function decimalsOf(number: number): number {
  return /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0;
}
