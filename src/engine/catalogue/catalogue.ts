import { isAttributeName } from '../contract/attribute-name';
import { createSerialQueue, ListenerSet, type Clock } from '../lookup';
import {
  type CatalogueEntry,
  type CatalogueStore,
  type DescribedName,
  type ImportChange,
  keepingNothing,
  type KeptNames,
  type StoreTrouble,
} from './catalogue-store';
import {
  entriesOf,
  importedEntries,
  isBuiltIn,
  merged,
  teamEntries,
  type MergedList,
} from './name-lists';
import { createNameIndex, type NameIndex } from './name-index';
import { aboutOf } from './name-title';
import { createSuggestions } from './suggestion';
import { createTitleIndex, type TitleIndex } from './title-index';

/** Names, with a way to get what is known about each. */
export interface NameListing {
  readonly count: number;
  name(index: number): string;
  about(index: number): string;
}

/**
 * The known attribute names. The service publishes no list. Eight names are in the contract. The
 * others are seen in replies or imported by a person. Imported names belong to the device, and
 * learnt names to the account whose replies showed them.
 */
export interface Catalogue {
  /**
   * The contract's names, then the imported ones in their list's order, then the learnt ones. The
   * same array until something changes.
   */
  entries(): readonly CatalogueEntry[];
  /** Settles when the entries include the names kept on this device. Never rejects. */
  whenLoaded(): Promise<void>;
  /** Returns the entries prepared for searching. They are prepared again only after a change. */
  index(): Promise<NameIndex>;
  /** Returns the entries by their titles. They are prepared again only after a change. */
  titles(): Promise<TitleIndex>;
  /** Returns the entries that match a search, best first. A blank search matches all. */
  find(search: string): Promise<NameListing>;
  /** Returns the known name that the person probably meant; undefined if there is none. */
  nearest(name: string): string | undefined;
  /** Returns the same object until something changes. */
  state(): CatalogueState;
  /** Calls the listener at every change of the entries or the state. */
  subscribe(listener: () => void): () => void;
  /**
   * Learns names from a reply. They appear within about a second. Ignores names that are malformed,
   * known already, from another account or beyond the limit.
   */
  learn(account: string, names: readonly string[]): void;
  /** Switches to another account. Replies and learnt names belong to it from now on. */
  turnTo(account: string): void;
  /**
   * Imports a list. `add` adds it to what was imported, and replaces the details of equal names.
   * `replace` replaces everything that was imported.
   */
  take(names: readonly DescribedName[], how: 'add' | 'replace'): Promise<Taking>;
  forget(what: 'imported' | 'learned' | 'all'): Promise<Keeping>;
  /** Replaces the list of names that a gateway gives to everybody. Stores none of it. */
  offer(names: readonly DescribedName[]): Promise<void>;
  /** Settles when learnt names are stored or given up. Call it before the page is hidden. */
  flush(): Promise<void>;
  /** Drops all names, because everything was forgotten. Names kept from now on stay. */
  drop(): void;
}

export interface CatalogueState {
  readonly imported: number;
  readonly learned: number;
  /** Why names are known in this session only, or may be missing. */
  readonly trouble?: StoreTrouble;
}

export interface Keeping {
  /** Why the change lasts for this session only; undefined if this device keeps it. */
  readonly trouble: StoreTrouble | undefined;
}

export interface Taking extends Keeping {
  /** Names that were not imported before. */
  readonly added: number;
  /** Names whose details have changed. */
  readonly changed: number;
  /** Names beyond the limit, which were not taken. */
  readonly leftOut: number;
}

export interface CatalogueOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Where to keep names. @default nowhere */
  readonly store?: CatalogueStore;
}

/** A service that invents names must not fill the device. */
const MAX_LEARNED = 20_000;
/** How long names from replies wait for more. */
const LEARNING_MS = 1_000;

export function createCatalogue({ clock, store = keepingNothing }: CatalogueOptions): Catalogue {
  const listeners = new ListenerSet();
  let account = '';
  let imported: readonly DescribedName[] = [];
  /** The same names as catalogue entries. */
  let importedListed: readonly CatalogueEntry[] = [];
  let team: readonly CatalogueEntry[] = [];
  /** Whether the device kept the last import or deletion. */
  let isKept = true;
  let learned: ReadonlySet<string> = new Set();
  /** The learnt names that this window has seen: they are on their way to the device. */
  let learnedHere: ReadonlySet<string> = new Set();
  let seen = new Set<string>();
  let cancelLearning: (() => void) | undefined;
  let trouble: StoreTrouble | undefined;
  let reading: Promise<void> | undefined;
  let readings = 0;
  /** How often everything was forgotten. */
  let dropped = 0;
  /** Each action starts from what the last one left. */
  const act = createSerialQueue();
  let listed: readonly CatalogueEntry[] | undefined;
  let state: CatalogueState | undefined;
  let indexed: { readonly of: readonly CatalogueEntry[]; readonly index: Promise<NameIndex> };
  let titled: { readonly of: readonly CatalogueEntry[]; readonly titles: Promise<TitleIndex> };
  const suggestions = createSuggestions({ entries });
  store.subscribe(readAgain);

  function changed(): void {
    listed = undefined;
    state = undefined;
    listeners.notify();
  }

  function entries(): readonly CatalogueEntry[] {
    return (listed ??= entriesOf(importedListed, learned, team));
  }

  const load = (): Promise<void> => (reading ??= read());

  async function read(): Promise<void> {
    const round = (readings += 1);
    const kept = await store.read(account);
    const names = importedNow(kept);
    const listing = await importedEntries(names, clock);
    // The account or the device has changed meanwhile, and is being read again.
    if (round !== readings) return load();
    imported = names;
    importedListed = listing;
    learned = new Set([...kept.learned, ...learnedHere]);
    trouble = kept.trouble;
    changed();
  }

  /** The imported names, with other windows' changes and with those that only this window holds. */
  function importedNow(kept: Pick<KeptNames, 'imported' | 'trouble'>): readonly DescribedName[] {
    const isKnown = isKept && kept.trouble === undefined;
    return isKnown ? kept.imported : merged(kept.imported, imported, 'add').list;
  }

  function index(): Promise<NameIndex> {
    const of = entries();
    if (indexed?.of !== of) indexed = { of, index: createNameIndex(of, clock) };
    return indexed.index;
  }

  function titles(): Promise<TitleIndex> {
    const of = entries();
    if (titled?.of !== of) titled = { of, titles: createTitleIndex(of, clock) };
    return titled.titles;
  }

  async function flush(): Promise<void> {
    cancelLearning?.();
    cancelLearning = undefined;
    if (seen.size === 0) return;
    await load();
    const fresh = [...seen].filter((name) => !learned.has(name));
    const names = fresh.slice(0, Math.max(0, MAX_LEARNED - learned.size));
    seen = new Set();
    if (names.length === 0) return;
    learned = new Set([...learned, ...names]);
    learnedHere = new Set([...learnedHere, ...names]);
    changed();
    const drops = dropped;
    const found = await store.addLearned(account, names);
    // Everything was forgotten while the device was storing these.
    if (drops !== dropped) await store.forgetLearned();
    else noteTrouble(found);
  }

  /** Reads again what another window may have changed. */
  function readAgain(): void {
    // If nothing has been read yet, the first use will read it.
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

  async function take(names: readonly DescribedName[], how: 'add' | 'replace'): Promise<Taking> {
    await load();
    const drops = dropped;
    let merging: MergedList | undefined;
    const found = await writeImported((kept) => {
      merging = merged(importedNow(kept), names, how);
      return merging.list;
    });
    const { list, ...counts } = merging ?? merged(imported, names, how);
    const listing = await importedEntries(list, clock);
    // What was read before the change must not come after it.
    await reading;
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
      learnedHere = new Set();
      seen = new Set();
      found = await store.forgetLearned();
    }
    // Last, because other windows then read everything again.
    if (what !== 'learned') found = (await writeImported(() => [])) ?? found;
    await reading;
    if (what !== 'imported') learned = learnedHere;
    if (what !== 'learned') imported = importedListed = [];
    changed();
    return noteTrouble(found);
  }

  return {
    entries,
    whenLoaded: load,
    index,
    titles,
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
    async offer(names) {
      team = await teamEntries(names, clock);
      changed();
    },
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
