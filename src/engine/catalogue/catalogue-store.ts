import type { StoreSize } from '../lookup';
import type { DescribedName } from './catalogue-entry';

/**
 * Keeps names beyond this session. It may be blocked, full, emptied or damaged at any time; it says
 * so, and never rejects.
 */
export interface CatalogueStore {
  read(account: string): Promise<KeptNames>;
  /**
   * Changes the imported names, other windows' included, in one transaction. The change may run
   * more than once, or not at all. Undefined if it was stored.
   */
  writeImported(change: ImportChange): Promise<StoreTrouble | undefined>;
  /** Adds to the names that replies to this account have shown, in any window. */
  addLearned(account: string, names: readonly string[]): Promise<StoreTrouble | undefined>;
  /** For every account. */
  forgetLearned(): Promise<StoreTrouble | undefined>;
  /** Reports that another window may have changed the imported names. */
  subscribe(listener: () => void): void;
}

export type ImportChange = (
  kept: Pick<KeptNames, 'imported' | 'trouble'>,
) => readonly DescribedName[];

export interface KeptNames {
  /** In the order of their list. */
  readonly imported: readonly DescribedName[];
  readonly learned: readonly string[];
  /** Why some may be missing. */
  readonly trouble?: StoreTrouble;
}

export type StoreTrouble = NonNullable<StoreSize['trouble']>;

/** Keeps nothing: names are known in this session only. */
export const keepingNothing: CatalogueStore = {
  read: () => Promise.resolve({ imported: [], learned: [] }),
  writeImported: () => Promise.resolve('blocked'),
  addLearned: () => Promise.resolve('blocked'),
  forgetLearned: () => Promise.resolve(undefined),
  subscribe: () => {},
};
