import type { AnswerStore, StoredAnswer, StoredSubject } from './answer-store';
import type { Clock } from '../clock';
import { toCacheEntry } from './cache-entry';
import type { Freshness, CacheEntry } from './cache-entry';
import type { Names } from './names';
import type { Origin } from '../outcome';
import type { TimeSlicer } from '../time-slicer';
import { isOfTheFuture, isStorable } from './stored-answers';
import type { CallTarget } from '../queue/call-target';

/** A store below the engine's memory. */
export interface Tier {
  readonly origin: Exclude<Origin, 'service' | 'memory'>;
  readonly store: AnswerStore;
  /** Whether new answers are kept there. */
  readonly isWritable: boolean;
}

export interface TierReaderParts extends Freshness {
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
  /** How long a question has. */
  readonly deadlineMs: number;
  readonly names: Names;
  readonly slicer: TimeSlicer;
  /** What is known or wanted of it here, if anything. */
  find(scope: string, key: string): CallTarget | undefined;
  /** Whether a question of this target's waits to which no good enough answer has been learnt. */
  lacksAnswer(target: CallTarget): boolean;
  /** What the tiers know of this target has been learnt, or cannot be had. */
  onRecalled(target: CallTarget): void;
}

/** What the tiers may know something of. */
export type SoughtTarget = Pick<CallTarget, 'scope' | 'key' | 'model'>;

export interface KeptAnswer {
  readonly name: string;
  readonly entry: CacheEntry;
}

/**
 * Asks the tiers before the service: each once for each target, a sheet's worth at a time, and the
 * next for what those before it do not answer. A tier that rejects, hangs or answers nonsense costs
 * no cell its value; one that hangs twice is left alone for a while.
 */
export class TierReader {
  private waiting: CallTarget[] = [];
  private reading: readonly CallTarget[] = [];
  private isReading = false;
  /** Counts what was forgotten: a tier's answer from before is not learnt. */
  private generation = 0;
  private readonly hangs = new Map<Tier, Hangs>();

  constructor(private readonly parts: TierReaderParts) {
    for (const tier of parts.tiers) {
      tier.store.subscribe?.((added) => added.forEach((each) => this.onAdded(tier, each)));
    }
  }

  /**
   * @param target undefined where nothing is known of it here.
   * @param now elapsed milliseconds, pauses left out or not.
   */
  isNeeded(target: CallTarget | undefined, now: number): boolean {
    const { tiers } = this.parts;
    if (target === undefined) return tiers.length > 0;
    // Others may have kept something since, and nobody may have told.
    const depth = now - target.lastJoinedAt > OUTDATED_MS ? 0 : target.tiersAsked;
    return tiers.some((tier, index) => index >= depth && this.isUsable(tier));
  }

  add(target: CallTarget): void {
    if (target.queueState !== 'idle') return;
    if (target.tiersAsked >= this.parts.tiers.length) target.tiersAsked = 0;
    target.queueState = 'recalling';
    this.waiting.push(target);
    if (this.waiting.length === 1 && !this.isReading) {
      this.parts.clock.schedule(0, () => void this.read());
    }
  }

  /** What is being read is read anew: it may be gone from there. */
  forget(): void {
    this.generation += 1;
  }

  /** Those that the tiers have not answered yet. */
  get targets(): readonly CallTarget[] {
    return [...this.waiting, ...this.reading];
  }

  /** What the tiers know of each of these, for someone who only wants to know whether. */
  async look(sought: readonly SoughtTarget[]): Promise<readonly (readonly KeptAnswer[])[]> {
    const keys = sought.map(storeKey);
    const usable = this.parts.tiers.filter((tier) => this.isUsable(tier));
    const found = await Promise.all(usable.map((tier) => this.readTier(tier, keys)));
    return keys.map((key) =>
      found.flatMap((answers, index) => this.readAnswers(answers.get(key), usable[index])),
    );
  }

  keep(target: CallTarget, answers: readonly StoredAnswer[]): void {
    const writable = this.parts.tiers.filter((tier) => tier.isWritable && this.isUsable(tier));
    const entries = [{ key: storeKey(target), answers }];
    for (const { store } of writable) void this.survive(() => store.write(entries));
  }

  private async read(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) {
      let left: readonly CallTarget[] = (this.reading = this.waiting);
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
    targets: readonly CallTarget[],
  ): Promise<readonly CallTarget[]> {
    const { slicer, tiers, lacksAnswer, onRecalled } = this.parts;
    const { generation } = this;
    const asked = targets.filter(({ tiersAsked }) => tiersAsked <= depth);
    const found =
      asked.length > 0 && this.isUsable(tier)
        ? await this.readTier(tier, asked.map(storeKey))
        : new Map<string, unknown>();
    const left: CallTarget[] = [];
    slicer.each(targets, (target) => {
      if (generation !== this.generation) {
        this.waiting.push(target);
        return;
      }
      if (target.tiersAsked <= depth) {
        this.learn(target, found.get(storeKey(target)), tier);
        target.tiersAsked = depth + 1;
      }
      if (depth + 1 < tiers.length && lacksAnswer(target)) {
        left.push(target);
        return;
      }
      if (target.queueState === 'recalling') target.queueState = 'idle';
      onRecalled(target);
    });
    // Slices take their turns in order: this one comes after those above.
    await new Promise<void>((resolve) => slicer.later(resolve));
    return left;
  }

  private learn(target: CallTarget, answers: unknown, tier: Tier): void {
    // Everyone has withdrawn: the memory has let go of it, and what it knew nobody could forget.
    if (target.size === 0) return;
    for (const { name, entry } of this.readAnswers(answers, tier)) {
      target.learn(this.parts.names.idOf(name), entry);
    }
  }

  /** Somebody else was told this. It is of use to what is wanted or known here. */
  private onAdded(tier: Tier, { key, answers }: StoredSubject): void {
    const [scope = '', kind = ''] = key.split('\n', 2);
    const target = this.parts.find(scope, key.slice(scope.length + kind.length + 2));
    if (target === undefined) return;
    this.learn(target, answers, tier);
    // What is being recalled is looked at when it has been.
    if (target.queueState !== 'recalling') this.parts.onRecalled(target);
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
      return { name: answer.name, entry: toCacheEntry(answer.value, at, tier.origin) };
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
export function storeKey({ scope, key, model }: SoughtTarget): string {
  return `${scope}\n${model === undefined ? 'lookup' : 'score'}\n${key}`;
}
