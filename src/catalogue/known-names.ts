import { CONTRACT_NAMES } from '../contract/contract-names';
import { lazy, withTimeout } from '../lookup';
import type { Clock } from '../lookup';
import type { Catalogue } from './catalogue';

/** The attribute names known here, as cells need them. */
export interface KnownNames {
  /**
   * Settles when all names known here are there, or are no longer waited for; undefined from then
   * on. The first call begins the loading. Never rejects.
   */
  loading(): Promise<void> | undefined;
  /** The known name that was probably meant; undefined until names are there. */
  nearest(name: string): string | undefined;
  /** The names that fit a search, best first; all where it is blank. Rejects where its code cannot be fetched. */
  find(search: string): Promise<NameListing>;
}

/** Names and what is known of each, worked out when asked. */
export interface NameListing {
  readonly count: number;
  name(index: number): string;
  about(index: number): string;
}

/** The names of the account that replies come to, and the catalogue behind them. */
export interface LearningNames extends KnownNames {
  /** See `Catalogue.learn`; costs next to nothing, also before the catalogue is there. */
  learn(account: string, names: readonly string[]): void;
  /** From now on replies come to this account. */
  turnTo(account: string): void;
  /** Fetches the catalogue where that has not happened. Rejects where its code cannot be fetched. */
  open(): Promise<Catalogue>;
  flush(): Promise<void>;
  /** Everything was forgotten: what is known here is read again, and what was seen is not. */
  drop(): void;
}

export interface KnownNamesOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Fetches the catalogue's code, and makes it. Left out: a catalogue that nothing is kept of. */
  readonly open?: () => Promise<Catalogue>;
}

/** A device that is slower than this is not waited for; its names still come when they come. */
const TIMEOUT_MS = 3_000;
/** How long names that were seen wait for more, and for the page to be at rest. */
const LEARNING_MS = 1_000;
/** As many as the catalogue would take. */
const MAX_SEEN = 20_000;
const BUILT_IN: ReadonlySet<string> = new Set(CONTRACT_NAMES);

/** The catalogue's code is fetched when it is first needed: most formulas never need it. */
export function createKnownNames(options: KnownNamesOptions): LearningNames {
  const { clock, open: make = () => openInMemory(clock) } = options;
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
    // Now, not when the promise settles: what is seen in between is learned too.
    return (catalogue = made);
  });

  /** What was seen is learned as the catalogue opens. */
  async function teach(): Promise<void> {
    cancelLearning?.();
    cancelLearning = undefined;
    if (seen.size === 0) return;
    try {
      await open();
    } catch {
      // The next reply, or the next look at the names, tries again.
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

async function openInMemory(clock: KnownNamesOptions['clock']): Promise<Catalogue> {
  const { createCatalogue } = await import(/* webpackChunkName: "names" */ './catalogue');
  return createCatalogue({ clock });
}
