import type { StoreSize } from '../lookup';
import type { DescribedName } from './catalogue-entry';

/**
 * Keeps names beyond this session. It may be blocked, full, emptied or damaged at any time; it
 * says so, and never rejects.
 */
export interface CatalogueStore {
  read(account: string): Promise<KeptNames>;
  /**
   * Changes what was imported, also by other windows, in one go; the change may run more than once,
   * or not at all. Undefined when it is kept.
   */
  writeImported(change: ImportChange): Promise<StoreTrouble | undefined>;
  /** Adds to what replies to this account have shown, also by other windows. */
  addLearned(account: string, names: readonly string[]): Promise<StoreTrouble | undefined>;
  /** Of every account. */
  forgetLearned(): Promise<StoreTrouble | undefined>;
  /** Tells that another window may have changed what was imported. */
  subscribe(listener: () => void): void;
}

export type ImportChange = (
  kept: Pick<KeptNames, 'imported' | 'trouble'>,
) => readonly DescribedName[];

export interface KeptNames {
  /** In the order of their list. */
  readonly imported: readonly DescribedName[];
  readonly learned: readonly string[];
  /** Why these may not be all. */
  readonly trouble?: StoreTrouble;
}

export type StoreTrouble = NonNullable<StoreSize['trouble']>;

/** Names are known in this session alone. */
export const keepingNothing: CatalogueStore = {
  read: () => Promise.resolve({ imported: [], learned: [] }),
  writeImported: () => Promise.resolve('blocked'),
  addLearned: () => Promise.resolve('blocked'),
  forgetLearned: () => Promise.resolve(undefined),
  subscribe: () => {},
};
