import {
  ListenerSet,
  type AnswerStore,
  type Clock,
  type StoredAnswer,
  type StoredEntry,
} from '../../engine/lookup';
import { isStorable } from '../../engine/lookup/cache/answer-store';
import type { OtherWindows } from './other-windows';
import { PendingBatch } from './pending-answers';

/** A store that all windows of the device share. */
export interface SharedAnswers extends AnswerStore {
  /** Drops what windows have announced, including messages still on their way. */
  drop(): void;
}

/**
 * Posts to the other windows what is added to a store, and adds what they post. Without this a
 * window would have to wait for their batched writes, and some windows store nothing. A window that
 * opens asks the others for what they may not have written yet.
 */
export function shareAnswers(
  store: AnswerStore,
  windows: Pick<OtherWindows, 'post' | 'subscribe'>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
): SharedAnswers {
  const listeners = new ListenerSet<[added: readonly StoredEntry[]]>();
  const theirs = new RecentAnswers(clock, REMEMBERED_MS);
  const own = new RecentAnswers(clock, UNWRITTEN_MS);
  let cleared = { at: Number.NEGATIVE_INFINITY, elapsed: Number.NEGATIVE_INFINITY };
  // Messages arrive within REMEMBERED_MS. Later, a clock set back must not drop newer answers.
  const isOfNow = ({ at }: { readonly at: number }): boolean =>
    at >= cleared.at || clock.elapsed() - cleared.elapsed > REMEMBERED_MS;

  function drop(): void {
    cleared = { at: clock.now(), elapsed: clock.elapsed() };
    theirs.clear();
    own.clear();
  }

  windows.subscribe(TOPIC, (body) => {
    const added = toEntries(body).map(({ key, answers }) => ({
      key,
      answers: answers.filter(isOfNow),
    }));
    theirs.add(added);
    listeners.notify(added);
  });
  windows.subscribe(OPENED, () => {
    const recent = own.batches().flatMap((batch) => batch.subjects());
    if (recent.length > 0) windows.post(TOPIC, recent);
  });
  windows.post(OPENED, null);

  return {
    async read(keys) {
      const found = new Map<string, StoredAnswer[]>();
      for (const [key, answers] of await store.read(keys)) found.set(key, [...answers]);
      const wanted = new Set(keys);
      for (const batch of theirs.batches()) batch.overlay(wanted, isOfNow, found);
      return found;
    },
    write(entries) {
      own.add(entries);
      windows.post(TOPIC, entries);
      return store.write(entries);
    },
    clear() {
      drop();
      return store.clear();
    },
    drop,
    size: () => store.size(),
    subscribe: listeners.subscribe,
  };
}

const TOPIC = 'answers';
/** Posted by a window that has opened, and has missed what the others posted before. */
const OPENED = 'answers-wanted';
/** Far longer than a window takes to store what it has announced. */
const REMEMBERED_MS = 10_000;
/** Longer than this window usually takes; few enough answers to be sent again in one turn. */
const UNWRITTEN_MS = 2_000;

/** The answers of the last while, at most twice as old, and bounded in number. */
class RecentAnswers {
  // Two halves: the older is dropped when the younger is full or its time is up.
  private younger = new PendingBatch();
  private older = new PendingBatch();
  private turnedAt: number;

  constructor(
    private readonly clock: Pick<Clock, 'elapsed'>,
    private readonly ms: number,
  ) {
    this.turnedAt = clock.elapsed();
  }

  add(entries: readonly StoredEntry[]): void {
    this.turn();
    for (const { key, answers } of entries) this.younger.add(key, answers);
  }

  batches(): readonly PendingBatch[] {
    this.turn();
    return [this.older, this.younger];
  }

  clear(): void {
    this.younger = new PendingBatch();
    this.older = new PendingBatch();
  }

  private turn(): void {
    const now = this.clock.elapsed();
    if (!this.younger.isFull && now - this.turnedAt < this.ms) return;
    this.older = now - this.turnedAt < 2 * this.ms ? this.younger : new PendingBatch();
    this.younger = new PendingBatch();
    this.turnedAt = now;
  }
}

/** Windows of other versions post here too. */
function toEntries(body: unknown): StoredEntry[] {
  if (!Array.isArray(body)) return [];
  return (body as Partial<StoredEntry>[]).flatMap((subject) => {
    const { key, answers } = subject ?? {};
    if (typeof key !== 'string' || !Array.isArray(answers)) return [];
    return [{ key, answers: answers.filter(isStorable) }];
  });
}
