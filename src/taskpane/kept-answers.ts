import type { StoreSize } from '../lookup';
import type { ValueStore } from './store-value';

/** Answers kept on this device, so that a sheet opened again costs nothing; on or off. */
export interface KeptAnswers extends ValueStore<boolean> {
  turn(on: boolean): void;
  size(): Promise<StoreSize>;
  /** Forgets them all, here and now. */
  clear(): Promise<void>;
  /** Tells that another window has cleared them. */
  whenCleared(listener: () => void): () => void;
}
