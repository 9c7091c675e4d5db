import { isAttributeName } from '../contract/attribute-name';
import { ListenerSet } from '../lookup';
import type { Clock } from '../lookup';
import { aboutOf } from './catalogue-entry';
import type { CatalogueEntry, DescribedName } from './catalogue-entry';
import { keepingNothing } from './catalogue-store';
import type { CatalogueStore, ImportChange, KeptNames, StoreTrouble } from './catalogue-store';
import { entriesOf, importedEntries, isBuiltIn, taken } from './name-lists';
import type { TakenList } from './name-lists';
import { createNameIndex } from './name-index';
import type { NameIndex } from './name-index';
import type { NameListing } from './known-names';
import { createSuggestions } from './suggestion';

/**
 * The attribute names known here. The service publishes no list of them: eight stand in the
 * contract, the others are seen in replies or imported by a person. Names imported belong to the
 * device, names learned to the account whose replies showed them.
 */
export interface Catalogue {
  /**
   * The contract's, those imported in the order of their list, then those learned. The same array
   * for as long as nothing changes.
   */
  entries(): readonly CatalogueEntry[];
  /** Settles when what this device keeps is among the entries. Never rejects. */
  whenLoaded(): Promise<void>;
  /** The entries made ready for searching; made once for as long as nothing changes. */
  index(): Promise<NameIndex>;
  /** The entries that fit a search, best first; all where it is blank. */
  find(search: string): Promise<NameListing>;
  /** The known name that was probably meant. */
  nearest(name: string): string | undefined;
  /** The same object for as long as nothing changes. */
  state(): CatalogueState;
  /** Tells of every change of the entries or the state. */
  subscribe(listener: () => void): () => void;
  /**
   * Names seen in a reply. They appear within a second or so; what is not spelt as a name, is known
   * already, comes for another account or is too much is passed over.
   */
  learn(account: string, names: readonly string[]): void;
  /** From now on replies come to this account, and its names are the ones learned. */
  turnTo(account: string): void;
  /** Takes a list: beside what was imported before, whose details it replaces, or in its place. */
  take(names: readonly DescribedName[], how: 'add' | 'replace'): Promise<Taking>;
  forget(what: 'imported' | 'learned' | 'all'): Promise<Keeping>;
  /** What was learned is kept, or given up, once this resolves. For when a page is hidden. */
  flush(): Promise<void>;
  /** Everything was forgotten: nothing is known but what is kept from now on. */
  drop(): void;
}

export interface CatalogueState {
  readonly imported: number;
  readonly learned: number;
  /** Why names are known in this session only, or may be missing. */
  readonly trouble?: StoreTrouble;
}

export interface Keeping {
  /** Undefined: this device keeps it. Else it holds for this session. */
  readonly trouble: StoreTrouble | undefined;
}

export interface Taking extends Keeping {
  /** Names that were not imported before. */
  readonly added: number;
  /** Names whose details are now these. */
  readonly changed: number;
  /** Names beyond the limit, which were not taken. */
  readonly leftOut: number;
}

export interface CatalogueOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Left out: nothing is kept. */
  readonly store?: CatalogueStore;
}

/** A service that makes names up must not fill the device. */
const MAX_LEARNED = 20_000;
/** How long names that were seen wait for more. */
const LEARNING_MS = 1_000;

export function createCatalogue({ clock, store = keepingNothing }: CatalogueOptions): Catalogue {
  const listeners = new ListenerSet();
  let account = '';
  let imported: readonly DescribedName[] = [];
  /** The same, as they are listed. */
  let importedListed: readonly CatalogueEntry[] = [];
  /** The device took what was last imported or forgotten. */
  let isKept = true;
  let learned: ReadonlySet<string> = new Set();
  /** Of those, the ones that this window has seen: they are on their way to the device. */
  let learnedHere: ReadonlySet<string> = new Set();
  let seen = new Set<string>();
  let cancelLearning: (() => void) | undefined;
  let trouble: StoreTrouble | undefined;
  let reading: Promise<void> | undefined;
  /** How often everything was forgotten. */
  let dropped = 0;
  let lastAct: Promise<unknown> = Promise.resolve();
  let listed: readonly CatalogueEntry[] | undefined;
  let state: CatalogueState | undefined;
  let indexed: { readonly of: readonly CatalogueEntry[]; readonly index: Promise<NameIndex> };
  const suggestions = createSuggestions({ entries });
  store.subscribe(readAgain);

  function changed(): void {
    listed = undefined;
    state = undefined;
    listeners.tell();
  }

  function entries(): readonly CatalogueEntry[] {
    return (listed ??= entriesOf(importedListed, learned));
  }

  const load = (): Promise<void> => (reading ??= read());

  async function read(): Promise<void> {
    const of = account;
    const kept = await store.read(of);
    const names = importedNow(kept);
    const listing = await importedEntries(names, clock);
    // Somebody turned to another account meanwhile.
    if (of !== account) return load();
    imported = names;
    importedListed = listing;
    learned = new Set([...kept.learned, ...learnedHere]);
    trouble = kept.trouble;
    changed();
  }

  /** Another window may have imported or forgotten since; what only this one holds counts too. */
  function importedNow(kept: Pick<KeptNames, 'imported' | 'trouble'>): readonly DescribedName[] {
    const isTold = isKept && kept.trouble === undefined;
    return isTold ? kept.imported : taken(kept.imported, imported, 'add').list;
  }

  function index(): Promise<NameIndex> {
    const of = entries();
    if (indexed?.of !== of) indexed = { of, index: createNameIndex(of, clock) };
    return indexed.index;
  }

  async function flush(): Promise<void> {
    cancelLearning?.();
    cancelLearning = undefined;
    if (seen.size === 0) return;
    await load();
    const fresh = [...seen].filter((name) => !learned.has(name));
    const names = fresh.slice(0, MAX_LEARNED - learned.size);
    seen = new Set();
    if (names.length === 0) return;
    learned = new Set([...learned, ...names]);
    learnedHere = new Set([...learnedHere, ...names]);
    changed();
    const drops = dropped;
    const found = await store.addLearned(account, names);
    // Everything was forgotten while the device took them.
    if (drops !== dropped) await store.forgetLearned();
    else noteTrouble(found);
  }

  /** What is kept now, as another window has left it. */
  function readAgain(): void {
    // Where nothing has been read yet, the first to need it will.
    if (reading === undefined) return;
    reading = undefined;
    void load();
  }

  function drop(): void {
    dropped += 1;
    imported = [];
    importedListed = [];
    isKept = true;
    learned = learnedHere = new Set();
    seen = new Set();
    changed();
    readAgain();
  }

  function noteTrouble(found: StoreTrouble | undefined): Keeping {
    if (found !== trouble) {
      trouble = found;
      changed();
    }
    return { trouble: found };
  }

  /** One after the other: each begins with what the one before has left. */
  function act<Result>(run: () => Promise<Result>): Promise<Result> {
    const acting = lastAct.then(run);
    lastAct = acting.catch(() => undefined);
    return acting;
  }

  async function take(names: readonly DescribedName[], how: 'add' | 'replace'): Promise<Taking> {
    await load();
    const drops = dropped;
    let taking: TakenList | undefined;
    const found = await writeImported((kept) => {
      taking = taken(importedNow(kept), names, how);
      return taking.list;
    });
    const { list, ...counts } = taking ?? taken(imported, names, how);
    const listing = await importedEntries(list, clock);
    if (drops === dropped) {
      importedListed = listing;
      imported = list;
      changed();
    }
    return { ...counts, ...noteTrouble(found) };
  }

  async function writeImported(change: ImportChange): Promise<StoreTrouble | undefined> {
    const found = await store.writeImported(change);
    isKept = found === undefined;
    return found;
  }

  async function forget(what: 'imported' | 'learned' | 'all'): Promise<Keeping> {
    let found: StoreTrouble | undefined;
    if (what !== 'imported') {
      learned = learnedHere = new Set();
      seen = new Set();
      found = await store.forgetLearned();
    }
    if (what !== 'learned') {
      imported = [];
      importedListed = [];
      // Last, for other windows then read all of it again.
      found = (await writeImported(() => [])) ?? found;
    }
    changed();
    return noteTrouble(found);
  }

  return {
    entries,
    whenLoaded: load,
    index,
    async find(search) {
      return listingOf(search.trim() === '' ? entries() : (await index()).find(search));
    },
    nearest: (name) => suggestions.nearest(name),
    state: () =>
      (state ??= {
        imported: imported.length,
        learned: learned.size,
        ...(trouble !== undefined && { trouble }),
      }),
    subscribe: listeners.subscribe,
    learn(of, names) {
      if (of !== account) return;
      for (const name of names) {
        if (learned.has(name) || isBuiltIn(name) || !isAttributeName(name)) continue;
        if (seen.size + learned.size >= MAX_LEARNED) break;
        seen.add(name);
      }
      if (seen.size > 0) cancelLearning ??= clock.schedule(LEARNING_MS, () => void flush());
    },
    turnTo(next) {
      if (next === account) return;
      account = next;
      learned = learnedHere = new Set();
      seen = new Set();
      changed();
      readAgain();
    },
    take: (names, how) => act(() => take(names, how)),
    forget: (what) => act(() => forget(what)),
    flush,
    drop,
  };
}

function listingOf(entries: readonly CatalogueEntry[]): NameListing {
  const at = (index: number): CatalogueEntry => entries[index] as CatalogueEntry;
  return {
    count: entries.length,
    name: (index) => at(index).name,
    about: (index) => aboutOf(at(index)),
  };
}
