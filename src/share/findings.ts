import type { TextKind } from '../spreadsheet/workbook-contents';
import type { KeyWriting } from './key-search';

/** A place in the workbook where a key stands. Nothing in it has a character of the key. */
export interface Finding {
  /** Of this check alone. */
  readonly id: number;
  readonly kind: 'cell' | TextKind;
  /** What a person knows the place by; where that holds the key itself, without it. */
  readonly label: string;
  /** Whether there is a cell to go to. */
  readonly canGo: boolean;
  /** `shown`: by a formula that does not hold it itself · `packed`: inside of compressed data. */
  readonly as: 'text' | 'formula' | 'shown' | 'split' | 'packed';
  readonly writing: KeyWriting;
  readonly isWhole: boolean;
  readonly fix: Fix;
}

/**
 * What would be done: `replace` takes the key out of a text and leaves the rest, `clear` empties
 * the cell, `remove` takes away what holds the text. `none`: nobody but a person can.
 */
export type Fix = 'replace' | 'clear' | 'remove' | 'none';
