import { ListenerSet } from '../lookup';
import type { AnswerStore, Clock, StoredAnswer, StoredEntry } from '../lookup';
import { isStorable } from '../lookup/cache/stored-answers';
import type { OtherWindows } from './other-windows';
import { PendingBatch } from './pending-answers';

export interface SharedAnswers extends AnswerStore {
  /** Forgets what other windows have told, including messages still on their way. */
  drop(): void;
}

/**
 * A store that tells the other windows what is added to it, and knows at once what they add.
 * Without this a window would have to wait for their batched writes, and some windows store
 * nothing.
 */
export function shareAnswers(
  store: AnswerStore,
  windows: Pick<OtherWindows, 'post' | 'subscribe'>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
): SharedAnswers {
  const listeners = new ListenerSet<[added: readonly StoredEntry[]]>();
  // Two halves: the older is dropped when the younger is full or its time is up.
  let [younger, older] = [new PendingBatch(), new PendingBatch()];
  let turnedAt = clock.elapsed();
  let cleared = { at: Number.NEGATIVE_INFINITY, elapsed: Number.NEGATIVE_INFINITY };
  // Messages arrive within REMEMBERED_MS. Later, a clock set back must not drop newer answers.
  const isOfNow = ({ at }: { readonly at: number }): boolean =>
    at >= cleared.at || clock.elapsed() - cleared.elapsed > REMEMBERED_MS;

  function turn(): void {
    const now = clock.elapsed();
    if (!younger.isFull && now - turnedAt < REMEMBERED_MS) return;
    older = now - turnedAt < 2 * REMEMBERED_MS ? younger : new PendingBatch();
    younger = new PendingBatch();
    turnedAt = now;
  }

  function drop(): void {
    cleared = { at: clock.now(), elapsed: clock.elapsed() };
    [younger, older] = [new PendingBatch(), new PendingBatch()];
  }

  windows.subscribe(TOPIC, (body) => {
    const added = toEntries(body).map(({ key, answers }) => ({
      key,
      answers: answers.filter(isOfNow),
    }));
    turn();
    for (const { key, answers } of added) younger.add(key, answers);
    listeners.tell(added);
  });

  return {
    async read(keys) {
      const found = new Map<string, StoredAnswer[]>();
      for (const [key, answers] of await store.read(keys)) found.set(key, [...answers]);
      turn();
      const wanted = new Set(keys);
      for (const batch of [older, younger]) batch.overlay(wanted, isOfNow, found);
      return found;
    },
    write(entries) {
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
/** Far longer than a window takes to store what it has told. */
const REMEMBERED_MS = 10_000;

/** Windows of other versions post here too. */
function toEntries(body: unknown): StoredEntry[] {
  if (!Array.isArray(body)) return [];
  return (body as Partial<StoredEntry>[]).flatMap((subject) => {
    const { key, answers } = subject ?? {};
    if (typeof key !== 'string' || !Array.isArray(answers)) return [];
    return [{ key, answers: answers.filter(isStorable) }];
  });
}
