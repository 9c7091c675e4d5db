import type { CellRegister, Located } from './cell-register';

/** The cells that show a last good value because a newer one could not be had. */
export type StaleValues = CellRegister<StaleValue>;

/** The values within one cell's formula that are older than they should be. */
export interface StaleValue {
  readonly count: number;
  /** When the service gave the oldest of them, in epoch milliseconds. */
  readonly oldestAt: number;
}

export type CellStaleValue = Located<StaleValue>;
