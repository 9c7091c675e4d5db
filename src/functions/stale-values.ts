import type { CellRegister, Located } from './cell-register';

/** The cells that show a last good value because no newer one could be had. */
export type StaleValues = CellRegister<StaleValue>;

/** The stale values within one cell's formula. */
export interface StaleValue {
  readonly count: number;
  /** When the service gave the oldest of them, in epoch milliseconds. */
  readonly oldestAt: number;
}

export type CellStaleValue = Located<StaleValue>;
