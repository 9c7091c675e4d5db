import type { AnswerStore, StoredAnswer, StoredSubject } from './answer-store';
import type { Clock } from '../clock';
import { toKnown } from './cache-entry';
import type { Freshness, Known } from './cache-entry';
import type { Names } from './names';
import type { Origin } from '../outcome';
import type { Slices } from '../time-slicer';
import { isOfTheFuture, isStorable } from './stored-answers';
import type { Subject } from '../queue/call-target';

/** A store below the engine's memory. */
export interface Tier {
  readonly origin: Exclude<Origin, 'service' | 'memory'>;
  readonly store: AnswerStore;
  /** Whether new answers are kept there. */
  readonly isWritable: boolean;
}

export interface RecallParts extends Freshness {
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
  /** How long a question has. */
  readonly deadlineMs: number;
  readonly names: Names;
  readonly slices: Slices;
  /** What is known or wanted of it here, if anything. */
  find(scope: string, key: string): Subject | undefined;
  /** Whether a question of this subject's waits to which no good enough answer has been learnt. */
  lacksAnswer(subject: Subject): boolean;
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
 * Asks the tiers before the service: each once for each subject, a sheet's worth at a time, and the
 * next for what those before it do not answer. A tier that rejects, hangs or answers nonsense costs
 * no cell its value; one that hangs twice is left alone for a while.
 */
export class Recall {
  private waiting: Subject[] = [];
  private reading: readonly Subject[] = [];
  private isReading = false;
  /** Counts what was forgotten: a tier's answer from before is not learnt. */
  private era = 0;
  private readonly hangs = new Map<Tier, Hangs>();

  constructor(private readonly parts: RecallParts) {
    for (const tier of parts.tiers) {
      tier.store.subscribe?.((added) => added.forEach((each) => this.hear(tier, each)));
    }
  }

  /**
   * @param subject undefined where nothing is known of it here.
   * @param now elapsed milliseconds, pauses left out or not.
   */
  isNeeded(subject: Subject | undefined, now: number): boolean {
    const { tiers } = this.parts;
    if (subject === undefined) return tiers.length > 0;
    // Others may have kept something since, and nobody may have told.
    const depth = now - subject.lastJoinedAt > OUTDATED_MS ? 0 : subject.tiersAsked;
    return tiers.some((tier, index) => index >= depth && this.isUsable(tier));
  }

  add(subject: Subject): void {
    if (subject.standing !== 'idle') return;
    if (subject.tiersAsked >= this.parts.tiers.length) subject.tiersAsked = 0;
    subject.standing = 'recalling';
    this.waiting.push(subject);
    if (this.waiting.length === 1 && !this.isReading) {
      this.parts.clock.schedule(0, () => void this.read());
    }
  }

  /** What is being read is read anew: it may be gone from there. */
  forget(): void {
    this.era += 1;
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
      found.flatMap((answers, index) => this.readAnswers(answers.get(key), usable[index])),
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
      let left: readonly Subject[] = (this.reading = this.waiting);
      this.waiting = [];
      const { tiers } = this.parts;
      for (let depth = 0; depth < tiers.length && left.length > 0; depth += 1) {
        left = await this.readDepth(tiers[depth] as Tier, depth, left);
      }
    }
    this.reading = [];
    this.isReading = false;
  }

  /** @returns those for which the next tier is to be asked. */
  private async readDepth(
    tier: Tier,
    depth: number,
    subjects: readonly Subject[],
  ): Promise<readonly Subject[]> {
    const { slices, tiers, lacksAnswer, onRecalled } = this.parts;
    const { era } = this;
    const asked = subjects.filter(({ tiersAsked }) => tiersAsked <= depth);
    const found =
      asked.length > 0 && this.isUsable(tier)
        ? await this.readTier(tier, asked.map(storeKey))
        : new Map<string, unknown>();
    const left: Subject[] = [];
    slices.each(subjects, (subject) => {
      if (era !== this.era) {
        this.waiting.push(subject);
        return;
      }
      if (subject.tiersAsked <= depth) {
        this.learn(subject, found.get(storeKey(subject)), tier);
        subject.tiersAsked = depth + 1;
      }
      if (depth + 1 < tiers.length && lacksAnswer(subject)) {
        left.push(subject);
        return;
      }
      if (subject.standing === 'recalling') subject.standing = 'idle';
      onRecalled(subject);
    });
    // Slices take their turns in order: this one comes after those above.
    await new Promise<void>((resolve) => slices.later(resolve));
    return left;
  }

  private learn(subject: Subject, answers: unknown, tier: Tier): void {
    // Everyone has withdrawn: the memory has let go of it, and what it knew nobody could forget.
    if (subject.size === 0) return;
    for (const { name, known } of this.readAnswers(answers, tier)) {
      subject.learn(this.parts.names.idOf(name), known);
    }
  }

  /** Somebody else was told this. It is of use to what is wanted or known here. */
  private hear(tier: Tier, { key, answers }: StoredSubject): void {
    const [scope = '', kind = ''] = key.split('\n', 2);
    const subject = this.parts.find(scope, key.slice(scope.length + kind.length + 2));
    if (subject === undefined) return;
    this.learn(subject, answers, tier);
    // What is being recalled is looked at when it has been.
    if (subject.standing !== 'recalling') this.parts.onRecalled(subject);
  }

  /** A store's content comes from outside: what does not fit is as good as absent. */
  private readAnswers(answers: unknown, tier: Tier | undefined): readonly KeptAnswer[] {
    if (tier === undefined || !Array.isArray(answers)) return [];
    const { clock, freshMs, negativeFreshMs } = this.parts;
    const now = clock.now();
    const maxFreshMs = Math.max(freshMs, negativeFreshMs);
    return (answers as unknown[]).filter(isStorable).map((answer) => {
      // Of an age that nobody can tell: good enough to stand in, not to be given unasked.
      const at = isOfTheFuture(answer, now) ? now - maxFreshMs - 1 : answer.at;
      return { name: answer.name, known: toKnown(answer.value, at, tier.origin) };
    });
  }

  private async readTier(tier: Tier, keys: readonly string[]): Promise<Found> {
    const { clock, deadlineMs } = this.parts;
    const reading = this.survive(() => tier.store.read(keys));
    const found = await new Promise<unknown>((resolve) => {
      const cancel = clock.schedule(Math.min(PATIENCE_MS, deadlineMs / 10), () => {
        const times = (this.hangs.get(tier)?.times ?? 0) + 1;
        this.hangs.set(tier, { times, at: clock.elapsed() });
        resolve(undefined);
      });
      void reading.then((result) => {
        cancel();
        this.hangs.delete(tier);
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
    const hangs = this.hangs.get(tier);
    if (hangs === undefined || hangs.times < MOST_HANGS) return true;
    return this.parts.clock.elapsed() - hangs.at >= LEFT_ALONE_MS;
  }
}

type Found = ReadonlyMap<string, unknown>;

interface Hangs {
  readonly times: number;
  /** The last; elapsed milliseconds. */
  readonly at: number;
}

/** A credit is worth a second; a first cell that seems to do nothing is not. */
const PATIENCE_MS = 1000;
const MOST_HANGS = 2;
/** What the tiers said so long ago is asked for again. */
const OUTDATED_MS = 60_000;
const LEFT_ALONE_MS = 60_000;

/** Under this the answers are stored. Line breaks cannot stand in a scope; the rest is last. */
export function storeKey({ scope, key, model }: SoughtSubject): string {
  return `${scope}\n${model === undefined ? 'lookup' : 'score'}\n${key}`;
}
