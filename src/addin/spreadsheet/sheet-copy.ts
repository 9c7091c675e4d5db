import { t } from '../../engine/language/speech';
import type { CellContent } from '../../engine/places/cell';
import { freeSheetName } from './cell-address';
import type { CannotDo } from './sheet';

/**
 * Adds a copy of a sheet in which each formula that calls Locus is replaced by what it shows. The
 * sheet itself does not change. While a cell still waits for its value, nothing is copied. Never
 * rejects.
 */
export type CopyAsValues = (sheet: string) => Promise<SheetCopy>;

export type SheetCopy =
  | {
      readonly kind: 'copied';
      /** The copy's name. */
      readonly sheet: string;
      readonly formulas: number;
      /** How many cells show an error, in the copy as in the sheet. */
      readonly errors: number;
    }
  | { readonly kind: 'waiting'; readonly cells: number }
  /** No formula of the sheet calls Locus. */
  | { readonly kind: 'nothing' }
  | CannotDo;

/** Counts the cells that show an error, and those that wait for their value. */
export function countErrors(contents: readonly CellContent[]): {
  readonly errors: number;
  readonly waiting: number;
} {
  const errors = contents.flatMap((content) =>
    typeof content === 'object' && content !== null ? [content.error] : [],
  );
  const waiting = errors.filter((error) => WAITING.has(error)).length;
  return { errors: errors.length - waiting, waiting };
}

const WAITING: ReadonlySet<string> = new Set(['#BUSY!', '#GETTING_DATA', '#CONNECT!']);

/** Returns a name such as `Stores (values)`. A long name is cut before the added word. */
export function copyName(sheet: string, taken: readonly string[]): string {
  const named = (name: string): string => t('{sheet} (values)', { sheet: name });
  return freeSheetName(named(sheet.slice(0, MOST_CHARACTERS - named('').length)), taken);
}

/** A name may have 31 characters. The others are for ` (2)`. */
const MOST_CHARACTERS = 27;
