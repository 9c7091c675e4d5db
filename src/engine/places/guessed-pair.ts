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

/** The columns of a latitude and a longitude; empty if there are none. */
export type GuessedPair<Column> = readonly [] | readonly [latitude: Column, longitude: Column];

/**
 * Finds the first two neighbours that look like coordinates although no header says so. A person
 * has to confirm them.
 */
export function guessedPair<Column extends Described>(
  columns: readonly Column[],
): GuessedPair<Column> {
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1];
    if (next === undefined || !mayBeCoordinate(column) || !mayBeCoordinate(next)) continue;
    // "N" and "E" belong together, but neither belongs beside the letter of a column.
    if (isDirectionHeader(column.header) === isDirectionHeader(next.header)) {
      const pair = inOrder(column, next);
      if (pair.length > 0) return pair;
    }
  }
  return [];
}

/**
 * Whether numbers are precise, under a header that does not contradict, and not all within 1.5 of
 * zero: such numbers tend to be ratios, and as coordinates they would be in the sea.
 */
function mayBeCoordinate({ header, isUnnamed, content }: Described): boolean {
  const { isPrecise, smallest, largest } = content;
  return (
    isPrecise && (isUnnamed || isDirectionHeader(header)) && !(smallest >= -1.5 && largest <= 1.5)
  );
}

/**
 * Tells which of two neighbours is the latitude. It is the first, unless its numbers are too large,
 * or unless swapping the two puts all places in India.
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

/** Whether all the places of two columns are about India. */
export function isIndia({ content: lat }: Described, { content: lng }: Described): boolean {
  return isAboutIndia(lat.smallest, lng.smallest) && isAboutIndia(lat.largest, lng.largest);
}
