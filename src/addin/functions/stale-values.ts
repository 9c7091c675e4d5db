import type { CellRegister, Located } from './cell-register';

/** The cells that show their last good value because Locus could not get a newer one. */
export type StaleValues = CellRegister<StaleValue>;

/** The stale values within one cell's formula. */
export interface StaleValue {
  readonly count: number;
  /** When the service gave the oldest of them, in epoch milliseconds. */
  readonly oldestAt: number;
}

export type CellStaleValue = Located<StaleValue>;
