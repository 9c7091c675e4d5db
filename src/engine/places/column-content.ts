import { largest } from '../async/extremes';
import { isOtherAddress } from './addresses';
import { readCell } from './cell';
import type { CellContent } from './cell';
import { pairIn } from './coordinate-pair';
import { degreesIn } from './degrees';
import type { DecimalStyle } from './degrees';
import { foldedText } from './folded-text';
import { pincodesInText } from './full-address';
import { withoutNothing } from './blank-words';
import { pincodeIn } from './pincode';

/** What the cells of one column have in common, without its header. */
export interface ColumnContent {
  /** How many cells have a value. */
  readonly filled: number;
  /** How many of the filled cells are a finite number, even written as text. */
  readonly numbers: number;
  /** The smallest and the largest number; Infinity and -Infinity if there is none. */
  readonly smallest: number;
  readonly largest: number;
  /** Whether most are degrees, in any of the ways in which people write them. */
  readonly isDegrees: boolean;
  /** Whether most are whole numbers. */
  readonly isWhole: boolean;
  /** Whether most are whole numbers of at least 100,000, such as degrees × 10^5. */
  readonly isScaled: boolean;
  /** How most of the fractions are written. */
  readonly decimals: DecimalStyle;
  /** Whether nearly all are degrees with at least three decimals. */
  readonly isPrecise: boolean;
  /**
   * Whether nearly all numbers are within π, most of these not whole, and at least three differ.
   * For pairs, both numbers have to be within π. 0 does not count.
   */
  readonly isRadian: boolean;
  /**
   * Whether nearly all decimals could be minutes and seconds below 60, in too many rows for chance.
   */
  readonly isPacked: boolean;
  /** The different texts, in upper case; empty if there are many. */
  readonly labels: readonly string[];
  /** Whether most can be read as pincodes. */
  readonly isPincode: boolean;
  /** Whether nearly all are six digits that begin as India's pincodes do, and are no round sums. */
  readonly looksLikePincode: boolean;
  /** Whether most are short codes with digits in them, such as postal codes of any country. */
  readonly isCode: boolean;
  /** Whether most are a latitude and a longitude in one text. */
  readonly isPair: boolean;
  /** Whether most of these pairs have fractions. 12/4 may be the number of a house. */
  readonly isFinePair: boolean;
  /**
   * Whether most are text with letters, and no mail, web or IP address, no plus code and no size.
   */
  readonly isText: boolean;
  /** Whether most are names that a list gives its own sites: `BLR-01`, `A/3/4`, `Store 12`. */
  readonly isSites: boolean;
  /** Whether most are text of several words. */
  readonly isAddress: boolean;
  /** How many texts contain exactly one pincode. */
  readonly namingPincode: number;
}

/** Cells looked at in each column: more would not change what it is. */
const LOOKED_AT = 2_000;
/** A few wrong cells do not change what a column is. */
const MOST = 0.8;
/** With a header that says what it is, more of them may be wrong. */
const SIX_IN_TEN = 0.6;
const MIN_DECIMALS = 3;
/** Fewer small numbers may be places, at sea or not: asking for them costs little. */
const FEW_PLACES = 3;
/** With six chances in ten for each, all of 15 places have such decimals once in 10^6 lists. */
const MANY_PLACES = 15;
/** A form has so many fields. */
const MOST_LABELS = 40;
/** India Post has given out no others of the first two digits. */
const BARE_PINCODE = /^(?:1[1-9]|2[0-8]|3[0-46-9]|4\d|5[0-36-9]|6[0-47-9]|7\d|8[0-5])\d ?\d{3}$/;
const CODE = /^(?=.*\d)[\p{L}\d][\p{L}\d -]{1,9}$/u;
/** `Mumbai-53` and `Sector-12` are places; fewer capitals with a number are not. */
const SITE =
  /^(?=\D*\d)(?:[A-Z]{0,4}\d[A-Z\d]*|[A-Z]{1,4})(?:[-_./](?:[A-Z]{0,4}\d[A-Z\d]*|[A-Z]{1,4}))*$/;
const NUMBERED =
  /^(?:store|shop|site|outlet|branch|warehouse|wh|depot|rack|bin|shelf)[ #:_-]*(?:no\.? ?)?(?:\d+|[a-z])$/i;
const SIZE =
  /^(?:[\d.,]+ ?(?:sq|sft\b|(?:m|ft)[2²]|(?:acre|hectare|bigha|cent|ha|gaj)s?\b)|(?:semi[- ]?)?urban$|rural$)/iu;
const COMMA = /^[+-]?\d{1,3},\d+(?!.*[,.])/;
const POINT = /^[+-]?\d{1,3}\.\d+(?!.*,)/;

/**
 * Reads what the cells of a column, without its header, have in common. Looks at the first 2,000.
 */
export function columnContent(cells: readonly CellContent[]): ColumnContent {
  const filled = cells.slice(0, LOOKED_AT).filter(isSomething);
  const written = filled.map(writtenText);
  const decimals = decimalsIn(written);
  const numbers = filled.flatMap((cell) => cellNumber(cell) ?? []);
  const texts = filled.filter((cell) => typeof cell === 'string').map((text) => text.trim());
  const isMost = (count: number, share = MOST): boolean =>
    filled.length > 0 && count >= filled.length * share;
  const worded = texts.filter(
    (text) => /\p{L}/u.test(text) && !isOtherAddress(text) && !isSize(text),
  );
  const degrees = written.flatMap((text) => degreesIn(text, decimals)?.degrees ?? []);
  const within = degrees.filter((number) => Math.abs(number) <= 180);
  const whole = numbers.filter((number) => Number.isInteger(number));
  const precise = within.filter((number) => decimalsOf(number) >= MIN_DECIMALS);
  const pairs = texts.flatMap((text) => pairIn(text) ?? []);
  const isPair = isMost(pairs.length, SIX_IN_TEN);
  const fine = pairs.filter(({ lat, lng }) => !Number.isInteger(lat) && !Number.isInteger(lng));
  const sizes = isPair ? pairs.map(({ lat, lng }) => largest([lat, lng].map(Math.abs))) : degrees;
  return {
    filled: filled.length,
    numbers: numbers.length,
    smallest: numbers.reduce((least, number) => Math.min(least, number), Infinity),
    largest: numbers.reduce((most, number) => Math.max(most, number), -Infinity),
    isDegrees: isMost(within.length, SIX_IN_TEN),
    isWhole: isMost(whole.length),
    isScaled: isMost(whole.filter((number) => Math.abs(number) >= 1e5).length),
    decimals,
    isPrecise: isMost(precise.length),
    isRadian: isRadian(sizes),
    isPacked: isPacked(within),
    labels: labelsOf(cells),
    isPincode: isMost(written.filter((text) => pincodeIn(text) !== undefined).length, SIX_IN_TEN),
    looksLikePincode:
      isMost(written.filter((text) => BARE_PINCODE.test(text)).length) &&
      !isMost(written.filter((text) => text.endsWith('00')).length),
    isCode: isMost(written.filter((text) => CODE.test(text)).length),
    isPair,
    isFinePair: isMost(fine.length, SIX_IN_TEN),
    isText: isMost(worded.length),
    isSites: isMost(texts.filter(isSite).length),
    isAddress: isMost(worded.filter((text) => /[\s,]/.test(text)).length),
    namingPincode: worded.filter((text) => pincodesInText(text).length === 1).length,
  };
}

/** Whether a text is a name that a list gives one of its own sites: `BLR-01`, `Store 12`. */
export function isSite(text: string): boolean {
  return SITE.test(text) || NUMBERED.test(text);
}

/** Whether a text says what an area is like, not where it is: `1,200 sq ft`, `urban`. */
export function isSize(text: string): boolean {
  return SIZE.test(text);
}

function isRadian(sizes: readonly number[]): boolean {
  const some = sizes.filter((size) => size !== 0);
  const small = some.filter((size) => Math.abs(size) <= Math.PI);
  const isFine = small.filter((size) => !Number.isInteger(size)).length > small.length / 2;
  return isFine && small.length >= some.length * MOST && new Set(small).size >= FEW_PLACES;
}

function isPacked(degrees: readonly number[]): boolean {
  const all = [...new Set(degrees)].map((number) => /\.(\d+)$/.exec(String(number))?.[1] ?? '');
  const packed = all.filter((decimals) => /^(?:[0-5]\d?(?:[0-5]\d?)?)?$/.test(decimals));
  const withSeconds = packed.filter((decimals) => decimals.length > 2);
  return withSeconds.length >= MANY_PLACES && packed.length === all.length;
}

function labelsOf(cells: readonly CellContent[]): readonly string[] {
  const labels = new Set<string>();
  for (const cell of cells.slice(0, LOOKED_AT)) {
    if (typeof cell === 'string' && cell.trim() !== '') labels.add(cell.trim().toUpperCase());
    if (labels.size > MOST_LABELS) return [];
  }
  return [...labels];
}

/** Reads a number, also from text as the functions do. Undefined if the cell is none. */
export function cellNumber(cell: CellContent): number | undefined {
  if (typeof cell === 'string' && cell.trim() === '') return undefined;
  if (typeof cell !== 'number' && typeof cell !== 'string') return undefined;
  const number = Number(cell);
  return Number.isFinite(number) ? number : undefined;
}

function isSomething(cell: CellContent): boolean {
  if (cell === null || cell === '') return false;
  return typeof cell !== 'string' || withoutNothing(cell) !== '';
}

function writtenText(content: CellContent): string {
  const cell = typeof content === 'object' ? undefined : readCell(content);
  if (cell?.kind === 'text') return cell.text;
  return cell?.kind === 'number' ? String(cell.number) : '';
}

/** Decides for a whole column, so that 12,935 is not 12.935 in one row and 12935 in another. */
function decimalsIn(texts: readonly string[]): DecimalStyle {
  const folded = texts.map(foldedText);
  const commas = folded.filter((text) => COMMA.test(text)).length;
  const points = folded.filter((text) => POINT.test(text)).length;
  return points === 0 && commas > 0 && commas >= texts.length / 2 ? 'comma' : 'point';
}

/** Returns how many decimals a number has as JavaScript writes it. */
export function decimalsOf(number: number): number {
  return /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0;
}
