import type { Fault } from '../language/cell-fault';
import type { CellErrorKind } from '../language/cell-messages';
import type { Cell } from './cell';

/** The result of reading an argument: its value, blank, or why it cannot be used. */
export type Reading<T> = Read<T> | Blank | Faulty;

/** An argument with a value. */
export interface Read<T> {
  readonly kind: 'read';
  readonly value: T;
}

/** An argument without a value, which is no fault. */
export interface Blank {
  readonly kind: 'blank';
}

/** An argument that cannot be used, and why. */
export interface Faulty {
  readonly kind: 'fault';
  readonly fault: Fault;
}

/** The one blank reading. */
export const BLANK: Blank = { kind: 'blank' };

/** Wraps the value of an argument. */
export function read<T>(value: T): Read<T> {
  return { kind: 'read', value };
}

/**
 * Makes a fault of what was found and what to do. The caller shortens what it quotes, so that the
 * advice stays whole.
 */
export function faulty(finding: string, advice: string): Faulty {
  const message = `${finding}: ${advice}.`;
  return { kind: 'fault', fault: { code: 'invalid-argument', kind: 'value', message } };
}

/**
 * Makes a fault of a cell that fits no argument of this kind: an error, TRUE or FALSE, or something
 * unreadable.
 */
export function unusable(label: string, cell: Cell, advice: string): Faulty {
  switch (cell.kind) {
    case 'error':
      return propagated(label, cell.error);
    case 'boolean':
      return faulty(`${label} is TRUE or FALSE`, advice);
    case 'broken':
      return faulty(
        `${label} has letters that were lost in saving or copying (U+FFFD, ?? or ###)`,
        'type it again',
      );
    default:
      return faulty(`${label} can't be read`, advice);
  }
}

/**
 * #N/A and "still calculating" stay #N/A. Any other error needs a correction, so it becomes
 * #VALUE!.
 */
function propagated(label: string, error: string): Faulty {
  const kind: CellErrorKind = NOT_AVAILABLE.has(error) ? 'not-available' : 'value';
  const message = `${label} is ${error}: fix the cell it comes from.`;
  return { kind: 'fault', fault: { code: 'invalid-argument', kind, message } };
}

const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  '#N/A',
  '#BUSY!',
  '#GETTING_DATA',
  '#CONNECT!',
]);
