import type { HeldPlan } from '../../../engine/lookup';
import type { Recalculation } from '../../spreadsheet/host';
import type { ValueStore } from './use-store-value';

/** The calls that wait for a person's approval; undefined while none do. */
export interface HeldCalls extends ValueStore<HeldPlan | undefined> {
  /**
   * Approves this many calls, all unless a number is given, and recalculates the held cells; the
   * rest is held again. Settles when the cells have been asked; never rejects.
   */
  approve(calls?: number): Promise<Recalculation>;
  /** Refuses all of them; the cells say so until they are asked again. */
  refuse(): void;
}
