import type { StoreSize } from '../lookup';

/**
 * Keeps names beyond this session. The store may be blocked, full, emptied or damaged at any time.
 * It then says so, and never rejects.
 */
export interface CatalogueStore {
  read(account: string): Promise<KeptNames>;
  /**
   * Changes the imported names, other windows' included, in one transaction. The change may run
   * more than once, or not at all.
   *
   * @returns undefined if the change was stored; otherwise why it was not.
   */
  writeImported(change: ImportChange): Promise<StoreTrouble | undefined>;
  /** Adds to the names that replies to this account have shown, in any window. */
  addLearned(account: string, names: readonly string[]): Promise<StoreTrouble | undefined>;
  /** Forgets the learnt names of every account. */
  forgetLearned(): Promise<StoreTrouble | undefined>;
  /** Calls the listener when another window may have changed the imported names. */
  subscribe(listener: () => void): void;
}

export type ImportChange = (
  kept: Pick<KeptNames, 'imported' | 'trouble'>,
) => readonly DescribedName[];

export interface KeptNames {
  /** In the order of their list. */
  readonly imported: readonly DescribedName[];
  readonly learned: readonly string[];
  /** Why some names may be missing. */
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

/** A known attribute name, with what is known about it. */
export interface CatalogueEntry extends DescribedName {
  /**
   * Where the name comes from. `contract`: the contract states it. `imported`: a person imported
   * it. `team`: the gateway lists it for everybody. `learned`: a reply showed it.
   */
  readonly origin: NameOrigin;
}

export type NameOrigin = 'contract' | 'imported' | 'team' | 'learned';

/** A name as a person's list describes it. A missing detail is left out, never empty. */
export interface DescribedName {
  readonly name: string;
  readonly title?: string;
  readonly unit?: string;
  readonly description?: string;
  /** Whatever else the list says about it. */
  readonly others?: readonly OtherField[];
}

export interface OtherField {
  /** The column's header. */
  readonly column: string;
  readonly text: string;
}
