import type { StoredAnswer, StoredEntry } from '../../engine/lookup';
import { isReplacedBy, isStorable } from '../../engine/lookup/cache/answer-store';

/** Answers that were added but are not stored yet. Reads return them all the same. */
export class PendingAnswers {
  /** Grows with each clearing. */
  epoch = 0;
  private waiting: PendingBatch[] = [];
  private leaving: PendingBatch | undefined;

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** In the order in which they were added. */
  get batches(): readonly PendingBatch[] {
    return this.leaving === undefined ? [...this.waiting] : [this.leaving, ...this.waiting];
  }

  /**
   * @param clearing the last one that this window knew of when the answers were added; undefined if
   *   it knew of none.
   */
  add(entries: readonly StoredEntry[], clearing: string | undefined): void {
    for (const { key, answers } of entries) {
      const sound = answers.filter(isStorable);
      if (sound.length === 0) continue;
      let batch = this.waiting.at(-1);
      if (batch === undefined || batch.isFull || batch.clearing !== clearing) {
        this.waiting.push((batch = new PendingBatch(clearing)));
      }
      batch.add(key, sound);
    }
  }

  /** The oldest batch. Reads still include it until it is finished. */
  take(): PendingBatch | undefined {
    this.leaving = this.waiting.shift();
    return this.leaving;
  }

  finished(batch: PendingBatch): void {
    if (this.leaving === batch) this.leaving = undefined;
  }

  /** The device did not take the batch: it becomes the oldest again, if there is room. */
  putBack(batch: PendingBatch): void {
    if (this.leaving !== batch) return;
    this.leaving = undefined;
    if (this.waiting.length < MAX_BATCHES) this.waiting.unshift(batch);
  }

  clear(): void {
    this.epoch += 1;
    this.waiting = [];
    this.leaving = undefined;
  }

  /** Merges these batches' answers into what was found elsewhere. */
  overlay(
    batches: readonly PendingBatch[],
    wanted: ReadonlySet<string>,
    keep: (answer: StoredAnswer) => boolean,
    found: Map<string, StoredAnswer[]>,
  ): void {
    for (const batch of batches) batch.overlay(wanted, keep, found);
  }
}

/** The maximum of a batch, which is written or put back as a whole. */
const MAX_SUBJECTS = 4096;
/** Limits memory while the device stores nothing: a batch that cannot be put back is dropped. */
const MAX_BATCHES = 4;

/** Answers by subject, of which the latest for each name counts. */
export class PendingBatch {
  private readonly bySubject = new Map<string, Map<string, StoredAnswer>>();

  constructor(readonly clearing?: string) {}

  get isFull(): boolean {
    return this.bySubject.size >= MAX_SUBJECTS;
  }

  add(key: string, answers: readonly StoredAnswer[]): void {
    let subject = this.bySubject.get(key);
    if (subject === undefined) this.bySubject.set(key, (subject = new Map()));
    for (const { name, value, at } of answers) {
      const next = { name, value, at };
      if (isReplacedBy(subject.get(name), next)) subject.set(name, next);
    }
  }

  subjects(): StoredEntry[] {
    return Array.from(this.bySubject, ([key, answers]) => ({
      key,
      answers: [...answers.values()],
    }));
  }

  overlay(
    wanted: ReadonlySet<string>,
    keep: (answer: StoredAnswer) => boolean,
    found: Map<string, StoredAnswer[]>,
  ): void {
    const [fewer, other] =
      wanted.size < this.bySubject.size ? [wanted, this.bySubject] : [this.bySubject, wanted];
    for (const key of fewer.keys()) {
      const own = other.has(key) ? [...(this.bySubject.get(key)?.values() ?? [])].filter(keep) : [];
      if (own.length > 0) found.set(key, mergedAnswers(found.get(key) ?? [], own));
    }
  }
}

/** Returns a subject's answers after others have been added. For each name, the later one stays. */
export function mergedAnswers(
  known: readonly StoredAnswer[],
  added: readonly StoredAnswer[],
  now?: number,
): StoredAnswer[] {
  const merged = new Map(known.map((answer) => [answer.name, answer]));
  for (const answer of added) {
    if (isReplacedBy(merged.get(answer.name), answer, now)) merged.set(answer.name, answer);
  }
  return [...merged.values()];
}
