import { MAX_LATITUDE } from '../contract/limits';
import type { ColumnContent } from './column-content';
import { isDirectionHeader } from './header-words';
import { isAboutIndia } from './india';

/** A column by its header and by what it holds. */
interface Described {
  readonly header: string;
  readonly isUnnamed: boolean;
  readonly content: ColumnContent;
}

export type GuessedPair<Column> = readonly [] | readonly [latitude: Column, longitude: Column];

/** Without headers, the first neighbours that look like coordinates; a person has to confirm. */
export function guessedPair<Column extends Described>(
  columns: readonly Column[],
): GuessedPair<Column> {
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1];
    if (next === undefined || !mayBeCoordinate(column) || !mayBeCoordinate(next)) continue;
    // "N" and "E", but neither beside a letter of a column.
    if (isDirectionHeader(column.header) === isDirectionHeader(next.header)) {
      const pair = inOrder(column, next);
      if (pair.length > 0) return pair;
    }
  }
  return [];
}

/**
 * Precise, under a header that does not contradict it, and not all within 1.5 of zero: such numbers
 * tend to be ratios, and as coordinates they would lie in the sea.
 */
function mayBeCoordinate({ header, isUnnamed, content }: Described): boolean {
  const { isPrecise, smallest, largest } = content;
  return (
    isPrecise && (isUnnamed || isDirectionHeader(header)) && !(smallest >= -1.5 && largest <= 1.5)
  );
}

/**
 * Which of two neighbours is the latitude: the first, unless its numbers are too large, or swapping
 * the two would move the places from the sea to India.
 */
export function inOrder<Column extends Described>(
  first: Column,
  second: Column,
): GuessedPair<Column> {
  if (isIndia(second, first)) return [second, first];
  if (mayBeLatitude(first)) return [first, second];
  return mayBeLatitude(second) ? [second, first] : [];
}

function mayBeLatitude({ content: { smallest, largest } }: Described): boolean {
  return smallest >= -MAX_LATITUDE && largest <= MAX_LATITUDE;
}

export function isIndia({ content: lat }: Described, { content: lng }: Described): boolean {
  return isAboutIndia(lat.smallest, lng.smallest) && isAboutIndia(lat.largest, lng.largest);
}
