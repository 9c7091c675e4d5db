import { ListenerSet } from '../engine/lookup';
import type { AnswerStore, StoredAnswer, StoredEntry, StoreSize } from '../engine/lookup';

/** Gathers writes for a moment, because a transaction for each answer would take too long. */
export class BatchedAnswers implements AnswerStore {
  private waiting = new Map<string, readonly StoredAnswer[]>();
  private leaving: ReadonlyMap<string, readonly StoredAnswer[]> = new Map();
  private flushing: Promise<void> | undefined;
  private readonly listeners = new ListenerSet<[readonly StoredEntry[]]>();

  constructor(private readonly store: AnswerStore) {}

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    // Taken before the read: a flush during it replaces both maps.
    const { leaving, waiting } = this;
    const found = new Map(await this.store.read(keys));
    for (const key of keys) {
      const newer = [...(leaving.get(key) ?? []), ...(waiting.get(key) ?? [])];
      if (newer.length > 0) found.set(key, merged(found.get(key), newer));
    }
    return found;
  }

  write(entries: readonly StoredEntry[]): Promise<void> {
    for (const { key, answers } of entries) {
      this.waiting.set(key, merged(this.waiting.get(key), answers));
    }
    this.flushing ??= this.flushSoon();
    return Promise.resolve();
  }

  subscribe(listener: (added: readonly StoredEntry[]) => void): void {
    this.listeners.subscribe(listener);
  }

  /** Tells the engine of answers that another process has stored. */
  tell(found: ReadonlyMap<string, readonly StoredAnswer[]>): void {
    this.listeners.tell([...found].map(([key, answers]) => ({ key, answers })));
  }

  /** Resolves when every answer written so far is stored. */
  async flush(): Promise<void> {
    // Answers that arrive while one flush is under way are stored by the next, so two are enough.
    for (let batches = 0; batches < 2; batches += 1) await this.flushing;
  }

  clear(): Promise<void> {
    this.waiting.clear();
    return this.store.clear();
  }

  size(): Promise<StoreSize> {
    return this.store.size();
  }

  private async flushSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHERED_MS));
    this.leaving = this.waiting;
    this.waiting = new Map();
    const entries = [...this.leaving].map(([key, answers]) => ({ key, answers }));
    // Losing an answer only means that it is asked for again.
    await this.store.write(entries).catch(() => {});
    this.leaving = new Map();
    this.flushing = this.waiting.size > 0 ? this.flushSoon() : undefined;
  }
}

const GATHERED_MS = 20;

function merged(
  known: readonly StoredAnswer[] | undefined,
  newer: readonly StoredAnswer[],
): readonly StoredAnswer[] {
  if (known === undefined) return newer;
  const byName = new Map(known.map((answer) => [answer.name, answer]));
  for (const answer of newer) byName.set(answer.name, answer);
  return [...byName.values()];
}
