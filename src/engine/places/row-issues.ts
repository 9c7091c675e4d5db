import { largest, smallest } from '../async/extremes';
import type { CellContent } from './cell';
import { cellNumber, decimalsOf } from './column-content';
import { leftOut, textOf } from './list-frame';
import { isTotal } from './total-words';

type Rows = readonly (readonly CellContent[])[];

/**
 * Whether a column has a value only in the first row of each group, as merged cells are read. The
 * rows below would then be sent without their town.
 *
 * @param main the column that every place fills.
 */
export function isGrouped(
  headers: readonly string[],
  rows: Rows,
  column: number,
  main: number,
): boolean {
  const places = rows.filter((row) => textOf(row[main]) !== '' && !leftOut(headers, row));
  const texts = places.map((row) => textOf(row[column]));
  const filled = texts.filter((text) => text !== '');
  const isOnce = new Set(filled).size === filled.length;
  return (texts[0] ?? '') !== '' && isOnce && 2 * filled.length <= texts.length;
}

/**
 * Whether the last row is the sum, the mean or the largest of those above, and is named as one.
 */
export function isLastSummed(
  headers: readonly string[],
  rows: Rows,
  latitude: number,
  longitude: number,
): boolean {
  const points = rows.flatMap((row) => {
    const place = [latitude, longitude].map((column) => cellNumber(row[column] ?? null));
    const [lat, lng] = place;
    if (lat === undefined || lng === undefined) return [];
    return leftOut(headers, row) === undefined ? [{ row, place: [lat, lng] as const }] : [];
  });
  const last = points.at(-1);
  const others = points.slice(0, -1).map(({ place }) => place);
  if (last === undefined) return false;
  const words = last.row.map(textOf).filter((text) => /\p{L}/u.test(text));
  const isMost = words.length === 1 && MAX.test(words[0] ?? '');
  // In `Média geral`, only the word for a mean has to be known.
  if (!isMost && !words.every((text) => text.split(' ').some(isTotal))) return false;
  return ([0, 1] as const).every((axis) => {
    const own = last.place[axis];
    const numbers = others.map((place) => place[axis]);
    const [least, most] = [smallest(numbers), largest(numbers)];
    if (isMost) return own === most;
    const sum = numbers.reduce((all, number) => all + number, 0);
    const decimals = decimalsOf(own);
    const isNear = (number: number): boolean => Math.abs(own - number) <= 0.51 * 10 ** -decimals;
    // The middle one of three places in a grid is their mean, so coarse numbers don't count.
    return decimals > 1 && most > least && (isNear(sum) || isNear(sum / numbers.length));
  });
}

/** `Max` may be a chain of shops, so it counts only if the numbers are the largest. */
const MAX = /^max\.?$/i;
