import type { AnswerStore, StoredAnswer } from './answer-store';
import type { Clock } from './clock';
import { toKnown } from './known';
import type { Known } from './known';
import type { Names } from './names';
import type { Origin } from './outcome';
import type { Slices } from './slices';
import { isStorable } from './stored-answers';
import type { Subject } from './subject';

/** A store below the engine's memory. */
export interface Tier {
  readonly origin: Exclude<Origin, 'service' | 'memory'>;
  readonly store: AnswerStore;
  /** Whether new answers are kept there. */
  readonly isWritable: boolean;
}

export interface RecallParts {
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
  readonly names: Names;
  readonly slices: Slices;
  /** What the tiers know of this subject has been learnt, or cannot be had. */
  onRecalled(subject: Subject): void;
}

/** What the tiers may know something of. */
export type SoughtSubject = Pick<Subject, 'scope' | 'key' | 'model'>;

export interface KeptAnswer {
  readonly name: string;
  readonly known: Known;
}

/**
 * Asks the tiers before the service: once for each subject, a sheet's worth at a time. A tier that
 * rejects, hangs or answers nonsense costs no cell its value; one that hangs twice is left alone.
 */
export class Recall {
  private waiting: Subject[] = [];
  private reading: readonly Subject[] = [];
  private isReading = false;
  private readonly hangs = new Map<Tier, number>();

  constructor(private readonly parts: RecallParts) {}

  isNeeded(subject: Subject): boolean {
    return !subject.isRecalled && this.parts.tiers.some((tier) => this.isUsable(tier));
  }

  add(subject: Subject): void {
    if (subject.standing !== 'idle') return;
    subject.standing = 'recalling';
    this.waiting.push(subject);
    if (this.waiting.length === 1 && !this.isReading) {
      this.parts.clock.schedule(0, () => void this.read());
    }
  }

  /** Those that the tiers have not answered yet. */
  get subjects(): readonly Subject[] {
    return [...this.waiting, ...this.reading];
  }

  /** What the tiers know of each of these, for someone who only wants to know whether. */
  async look(sought: readonly SoughtSubject[]): Promise<readonly (readonly KeptAnswer[])[]> {
    const keys = sought.map(storeKey);
    const usable = this.parts.tiers.filter((tier) => this.isUsable(tier));
    const found = await Promise.all(usable.map((tier) => this.readTier(tier, keys)));
    return keys.map((key) =>
      found.flatMap((answers, index) => readAnswers(answers.get(key), usable[index])),
    );
  }

  keep(subject: Subject, answers: readonly StoredAnswer[]): void {
    const writable = this.parts.tiers.filter((tier) => tier.isWritable && this.isUsable(tier));
    const entries = [{ key: storeKey(subject), answers }];
    for (const { store } of writable) void this.survive(() => store.write(entries));
  }

  private async read(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) {
      const subjects = this.waiting;
      this.reading = subjects;
      this.waiting = [];
      const keys = subjects.map(storeKey);
      const usable = this.parts.tiers.filter((tier) => this.isUsable(tier));
      const found = await Promise.all(usable.map((tier) => this.readTier(tier, keys)));
      this.parts.slices.each(subjects, (subject) => {
        found.forEach((answers, index) => this.learn(subject, answers, usable[index]));
        subject.isRecalled = true;
        if (subject.standing === 'recalling') subject.standing = 'idle';
        this.parts.onRecalled(subject);
      });
    }
    this.reading = [];
    this.isReading = false;
  }

  private learn(subject: Subject, found: Found, tier: Tier | undefined): void {
    for (const { name, known } of readAnswers(found.get(storeKey(subject)), tier)) {
      subject.learn(this.parts.names.idOf(name), known);
    }
  }

  private async readTier(tier: Tier, keys: readonly string[]): Promise<Found> {
    const reading = this.survive(() => tier.store.read(keys));
    const found = await new Promise<unknown>((resolve) => {
      const cancel = this.parts.clock.schedule(PATIENCE_MS, () => {
        this.hangs.set(tier, (this.hangs.get(tier) ?? 0) + 1);
        resolve(undefined);
      });
      void reading.then((result) => {
        cancel();
        resolve(result);
      });
    });
    return found instanceof Map ? (found as Found) : new Map<string, unknown>();
  }

  private async survive<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch {
      return undefined;
    }
  }

  private isUsable(tier: Tier): boolean {
    return (this.hangs.get(tier) ?? 0) < MOST_HANGS;
  }
}

type Found = ReadonlyMap<string, unknown>;

/** A credit is worth a few seconds; a cell that never gets its turn is not. */
const PATIENCE_MS = 5000;
const MOST_HANGS = 2;

/** Line breaks cannot stand in a scope, and the rest is the last part. */
function storeKey(subject: SoughtSubject): string {
  return `${subject.scope}\n${subject.model === undefined ? 'lookup' : 'score'}\n${subject.key}`;
}

/** A store's content comes from outside: what does not fit is as good as absent. */
function readAnswers(answers: unknown, tier: Tier | undefined): readonly KeptAnswer[] {
  if (tier === undefined || !Array.isArray(answers)) return [];
  return (answers as unknown[])
    .filter(isStorable)
    .map(({ name, value, at }) => ({ name, known: toKnown(value, at, tier.origin) }));
}
