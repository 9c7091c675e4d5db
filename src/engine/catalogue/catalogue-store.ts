import type { StoreSize } from '../lookup';

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

/** A known attribute name, with what is known about it. */
export interface CatalogueEntry extends DescribedName {
  /**
   * `contract`: stated there. `imported`: by a person. `team`: listed by their gateway for
   * everybody. `learned`: seen in a reply.
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
