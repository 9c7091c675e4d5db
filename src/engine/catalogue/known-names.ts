import { CONTRACT_NAMES } from '../contract/attribute-name';
import { lazy, withTimeout, type Clock } from '../lookup';
import { createCatalogue, type Catalogue, type NameListing } from './catalogue';
import type { TitleIndex } from './title-index';

/** The known attribute names, as cells need them. */
export interface KnownNames {
  /**
   * Settles when all known names are loaded, or after three seconds. Returns undefined from then
   * on. The first call starts the loading. Never rejects.
   */
  loading(): Promise<void> | undefined;
  /** Returns the known name that the person probably meant; undefined until names are loaded. */
  nearest(name: string): string | undefined;
  /** Returns the known names by their titles; undefined if loading takes too long. May reject. */
  titles(): Promise<TitleIndex | undefined>;
  /** Returns the names that match a search, best first. A blank search matches all. May reject. */
  find(search: string): Promise<NameListing>;
}

/** The current account's names, and the catalogue behind them. */
export interface LearningNames extends KnownNames {
  /** See `Catalogue.learn`. This costs very little, even before the catalogue is loaded. */
  learn(account: string, names: readonly string[]): void;
  /** Switches to another account. Replies belong to it from now on. */
  turnTo(account: string): void;
  /** Opens the catalogue, if it is not open already. */
  open(): Promise<Catalogue>;
  flush(): Promise<void>;
  /** Drops the names seen, because everything was forgotten, and reads again what is kept. */
  drop(): void;
}

export interface KnownNamesOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Opens the catalogue. @default a catalogue that keeps nothing */
  readonly open?: () => Promise<Catalogue>;
}

/** We do not wait longer for a slow device; its names still appear when they arrive. */
const TIMEOUT_MS = 3_000;
/** How long names from replies wait for more, and for the page to be idle. */
const LEARNING_MS = 1_000;
/** As many as the catalogue would take. */
const MAX_SEEN = 20_000;
const BUILT_IN: ReadonlySet<string> = new Set(CONTRACT_NAMES);

/** Opens the catalogue when it is first needed: most formulas never need it. */
export function createKnownNames(options: KnownNamesOptions): LearningNames {
  const { clock, open: make = () => Promise.resolve(createCatalogue({ clock })) } = options;
  let catalogue: Catalogue | undefined;
  let account = '';
  let seen = new Set<string>();
  let cancelLearning: (() => void) | undefined;
  let waiting: Promise<void> | undefined;
  let isAwaited = true;

  const open = lazy(async () => {
    const made = await make();
    made.turnTo(account);
    made.learn(account, [...seen]);
    seen = new Set();
    // Assigned here, not when the promise settles, so that names seen in between are learnt too.
    return (catalogue = made);
  });

  /** Passes the names seen so far to the catalogue once it is open. */
  async function teach(): Promise<void> {
    cancelLearning?.();
    cancelLearning = undefined;
    if (seen.size === 0) return;
    try {
      await open();
    } catch {
      // The next reply, or the next search, tries again.
    }
  }

  function loading(): Promise<void> | undefined {
    if (!isAwaited) return undefined;
    if (waiting !== undefined) return waiting;
    const loaded = open().then((opened) => opened.whenLoaded());
    const settled = withTimeout(
      loaded.catch(() => {}),
      { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined },
    ).then(() => {
      if (waiting === settled) isAwaited = false;
    });
    waiting = settled;
    return settled;
  }

  return {
    open,
    loading,
    nearest: (name) => catalogue?.nearest(name),
    async titles() {
      await loading();
      return catalogue?.titles();
    },
    async find(search) {
      await loading();
      const opened = await open();
      return opened.find(search);
    },
    learn(of, names) {
      if (of !== account) return;
      if (catalogue !== undefined) {
        catalogue.learn(of, names);
        return;
      }
      for (const name of names) {
        if (seen.size < MAX_SEEN && !BUILT_IN.has(name)) seen.add(name);
      }
      if (seen.size > 0) cancelLearning ??= clock.schedule(LEARNING_MS, () => void teach());
    },
    turnTo(next) {
      if (next === account) return;
      account = next;
      seen = new Set();
      catalogue?.turnTo(next);
      waiting = undefined;
      isAwaited = true;
    },
    drop() {
      seen = new Set();
      catalogue?.drop();
    },
    async flush() {
      await teach();
      await catalogue?.flush();
    },
  };
}
