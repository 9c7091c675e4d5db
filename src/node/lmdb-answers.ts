import type { Database, RootDatabase } from 'lmdb';
import type { AnswerStore, StoredAnswer, StoredEntry, StoreSize } from '../engine/lookup';
import type { Conceal } from './concealment';

/** Name, value, and when the service gave it. */
type StoredTuple = readonly [string, number | null, number];

/** Answers in LMDB, by concealed key. */
export class LmdbAnswers implements AnswerStore {
  private readonly subjects: Database<readonly StoredTuple[], string>;

  constructor(
    private readonly root: RootDatabase,
    private readonly conceal: Conceal,
  ) {
    this.subjects = root.openDB({ name: 'answers' });
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    return this.found(keys);
  }

  /** Reads in a transaction, which also finds what another process has stored a moment ago. */
  readNow(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    return this.root.transaction(() => this.found(keys));
  }

  private found(keys: readonly string[]): ReadonlyMap<string, readonly StoredAnswer[]> {
    const found = new Map<string, readonly StoredAnswer[]>();
    for (const key of keys) {
      const answers = this.subjects.get(this.conceal(key));
      if (answers === undefined) continue;
      const stored: StoredAnswer[] = [];
      for (const tuple of answers) stored.push({ name: tuple[0], value: tuple[1], at: tuple[2] });
      found.set(key, stored);
    }
    return found;
  }

  async write(entries: readonly StoredEntry[]): Promise<void> {
    await this.root.transaction(() => {
      for (const { key, answers } of entries) {
        const concealed = this.conceal(key);
        const byName = new Map(
          (this.subjects.get(concealed) ?? []).map((tuple) => [tuple[0], tuple]),
        );
        for (const { name, value, at } of answers) {
          const known = byName.get(name);
          if (known === undefined || known[2] <= at) byName.set(name, [name, value, at]);
        }
        void this.subjects.put(concealed, withoutMostEmpty([...byName.values()]));
      }
    });
  }

  async clear(): Promise<void> {
    await this.subjects.clearAsync();
  }

  /** Here `answers` counts subjects, such as places: each may have several answers. */
  async size(): Promise<StoreSize> {
    const {
      entryCount = 0,
      pageSize = 0,
      treeLeafPageCount = 0,
      overflowPages = 0,
    } = this.subjects.getStats() as Partial<Record<string, number>>;
    return { answers: entryCount, bytes: (treeLeafPageCount + overflowPages) * pageSize };
  }

  /** Drops answers given before that time, some at once, so that others get a turn in between. */
  async sweep(before: number): Promise<void> {
    let start: string | undefined;
    for (;;) {
      const range = { limit: SWEPT_AT_ONCE, ...(start === undefined ? {} : { start }) };
      const page = [...this.subjects.getRange(range)];
      await this.root.transaction(() => {
        for (const { key } of page) {
          // Read again: an answer may have been added since.
          const answers = this.subjects.get(key) ?? [];
          const kept = answers.filter(([, , at]) => at >= before);
          if (kept.length === 0) void this.subjects.remove(key);
          else if (kept.length < answers.length) void this.subjects.put(key, kept);
        }
      });
      const last = page.at(-1);
      if (last === undefined || page.length < SWEPT_AT_ONCE) return;
      start = `${last.key}\u0000`;
    }
  }
}

/**
 * Leaves out all but the latest of the names without a value. Anybody can invent names, and every
 * question about a place reads all that is known of it. More names are kept than any account has.
 */
function withoutMostEmpty(answers: readonly StoredTuple[]): readonly StoredTuple[] {
  const empty = answers.filter(([, value]) => value === null);
  if (empty.length <= MOST_EMPTY) return answers;
  const latest = empty.sort(([, , one], [, , other]) => other - one).slice(0, MOST_EMPTY);
  return [...answers.filter(([, value]) => value !== null), ...latest];
}

const SWEPT_AT_ONCE = 1000;
/** The maximum number of names without a value at a place. An account has about 3,000 names. */
export const MOST_EMPTY = 4000;
