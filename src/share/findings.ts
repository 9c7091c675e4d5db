import type { TextKind } from '../spreadsheet/workbook-contents';
import type { KeyWriting } from './key-search';

/** A place in the workbook that holds a key. A finding contains no character of the key. */
export interface Finding {
  /** Valid for this check only. */
  readonly id: number;
  readonly kind: 'cell' | TextKind;
  /** The name by which a person knows the place, without any key in it. */
  readonly label: string;
  /** Whether there is a cell to go to. */
  readonly canGo: boolean;
  /** `shown`: by a formula that does not contain the key · `packed`: inside compressed data. */
  readonly as: 'text' | 'formula' | 'shown' | 'split' | 'packed';
  readonly writing: KeyWriting;
  readonly isWhole: boolean;
  readonly fix: Fix;
}

/**
 * How to repair it: `replace` takes the key out of a text and leaves the rest, `clear` empties the
 * cell, `remove` deletes what holds the text. `none`: only a person can.
 */
export type Fix = 'replace' | 'clear' | 'remove' | 'none';
