import type {
  AnswerStore,
  StoredAnswer,
  StoredEntry,
  StoreSize,
} from '../../../src/engine/lookup/cache/answer-store';
import type { Clock } from '../../../src/engine/async/clock';
import { isReplacedBy, isStorable } from '../../../src/engine/lookup/cache/answer-store';

export interface MemoryStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Answers kept at most; the least recently used targets go first. @default 250_000 */
  readonly maxAnswers?: number;
  /** Answers older than this are forgotten. @default 90 days */
  readonly maxAgeMs?: number;
}

const defaultMemoryStoreOptions = {
  maxAnswers: 250_000,
  maxAgeMs: 90 * 86_400_000,
} as const;

/** A store in memory only, bounded by number and age. It never fails. */
export function createMemoryStore(options: MemoryStoreOptions): AnswerStore {
  const { maxAnswers = defaultMemoryStoreOptions.maxAnswers } = options;
  const { maxAgeMs = defaultMemoryStoreOptions.maxAgeMs } = options;
  return new MemoryStore(options.clock, maxAnswers, maxAgeMs);
}

class MemoryStore implements AnswerStore {
  /** In order of use, the least recently used first. */
  private readonly targets = new Map<string, Map<string, StoredAnswer>>();
  private answers = 0;
  private bytes = 0;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly maxAnswers: number,
    private readonly maxAgeMs: number,
  ) {}

  read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    const found = new Map<string, readonly StoredAnswer[]>();
    const oldest = this.clock.now() - this.maxAgeMs;
    for (const key of keys) {
      const target = this.targets.get(key);
      if (target === undefined) continue;
      this.expire(key, target, oldest);
      if (target.size === 0) continue;
      this.touch(key, target);
      found.set(key, [...target.values()]);
    }
    return Promise.resolve(found);
  }

  write(entries: readonly StoredEntry[]): Promise<void> {
    const oldest = this.clock.now() - this.maxAgeMs;
    for (const { key, answers } of entries) {
      const sound = answers.filter((answer) => isStorable(answer) && answer.at >= oldest);
      if (sound.length === 0) continue;
      let target = this.targets.get(key);
      if (target === undefined) {
        target = new Map();
        this.bytes += bytesOf(key);
      }
      this.touch(key, target);
      for (const { name, value, at } of sound) this.put(target, { name, value, at });
    }
    this.evict();
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.targets.clear();
    this.answers = 0;
    this.bytes = 0;
    return Promise.resolve();
  }

  size(): Promise<StoreSize> {
    return Promise.resolve({ answers: this.answers, bytes: this.bytes });
  }

  private touch(key: string, target: Map<string, StoredAnswer>): void {
    this.targets.delete(key);
    this.targets.set(key, target);
  }

  private put(target: Map<string, StoredAnswer>, answer: StoredAnswer): void {
    const known = target.get(answer.name);
    if (!isReplacedBy(known, answer, this.clock.now())) return;
    target.set(answer.name, answer);
    if (known !== undefined) return;
    this.answers += 1;
    this.bytes += bytesOf(answer.name) + ANSWER_BYTES;
  }

  private expire(key: string, target: Map<string, StoredAnswer>, oldest: number): void {
    for (const { name, at } of target.values()) {
      if (at < oldest) this.drop(key, target, name);
    }
  }

  private evict(): void {
    for (const [key, target] of this.targets) {
      if (this.answers <= this.maxAnswers) return;
      const excess = this.answers - this.maxAnswers;
      // A single target may hold more than the limit: it then keeps its newest answers.
      const going = this.targets.size > 1 ? target.size : excess;
      for (const name of [...target.keys()].slice(0, going)) this.drop(key, target, name);
    }
  }

  private drop(key: string, target: Map<string, StoredAnswer>, name: string): void {
    target.delete(name);
    this.answers -= 1;
    this.bytes -= bytesOf(name) + ANSWER_BYTES;
    if (target.size > 0) return;
    this.targets.delete(key);
    this.bytes -= bytesOf(key);
  }
}

/** An estimate: two numbers, and the objects and map entries that hold them. */
const ANSWER_BYTES = 64;

function bytesOf(text: string): number {
  return 2 * text.length;
}
