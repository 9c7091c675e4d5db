import type { HeldPlan } from '../lookup';
import type { Recalculation } from '../spreadsheet/host';
import type { ValueStore } from './store-value';

/** The calls that wait for a person's word; undefined while none do. */
export interface HeldCalls extends ValueStore<HeldPlan | undefined> {
  /**
   * Lets so many calls pass, all unless a number is given, and calculates the held cells again;
   * what is over is held anew. Settles when the cells have been asked; never rejects.
   */
  approve(calls?: number): Promise<Recalculation>;
  /** Lets none pass; the cells say so until they are asked again. */
  refuse(): void;
}
