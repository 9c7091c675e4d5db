import type {
  AnswerStore,
  StoredAnswer,
  StoredEntry,
  StoreSize,
} from '../../../src/engine/lookup/cache/answer-store';
import type { Clock } from '../../../src/engine/async/clock';
import { isReplacedBy, isStorable } from '../../../src/engine/lookup/cache/answer-store';

const MAX_AGE_MS = 90 * 86_400_000;

/** A store in memory, as large as it has to be. It never fails, and forgets what is too old. */
export function createMemoryStore(options: { readonly clock: Pick<Clock, 'now'> }): AnswerStore {
  return new MemoryStore(options.clock);
}

class MemoryStore implements AnswerStore {
  private readonly targets = new Map<string, Map<string, StoredAnswer>>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    const found = new Map<string, readonly StoredAnswer[]>();
    for (const key of keys) {
      const answers = [...(this.targets.get(key)?.values() ?? [])];
      const kept = answers.filter(({ at }) => at >= this.clock.now() - MAX_AGE_MS);
      if (kept.length > 0) found.set(key, kept);
    }
    return Promise.resolve(found);
  }

  write(entries: readonly StoredEntry[]): Promise<void> {
    for (const { key, answers } of entries) {
      const target = this.targets.get(key) ?? new Map<string, StoredAnswer>();
      for (const answer of answers.filter(isStorable)) {
        const { name, value, at } = answer;
        if (!isReplacedBy(target.get(name), answer, this.clock.now())) continue;
        target.set(name, { name, value, at });
        this.targets.set(key, target);
      }
    }
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.targets.clear();
    return Promise.resolve();
  }

  size(): Promise<StoreSize> {
    const answers = [...this.targets.values()].reduce((sum, { size }) => sum + size, 0);
    return Promise.resolve({ answers, bytes: 64 * answers });
  }
}
