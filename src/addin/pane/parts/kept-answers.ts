import type { StoreSize } from '../../../engine/lookup';
import type { ValueStore } from './use-store-value';

/** Whether answers are kept on this device, so that a reopened sheet costs nothing. */
export interface KeptAnswers extends ValueStore<boolean> {
  turn(on: boolean): void;
  size(): Promise<StoreSize>;
  /** Deletes all of them, from memory as well. */
  clear(): Promise<void>;
  /** Calls the listener when another window has cleared them. */
  whenCleared(listener: () => void): () => void;
}
