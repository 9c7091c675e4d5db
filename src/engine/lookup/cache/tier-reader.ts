import {
  isOfTheFuture,
  isStorable,
  type AnswerStore,
  type StoredAnswer,
  type StoredEntry,
} from './answer-store';
import type { Clock } from '../../async/clock';
import { toCacheEntry, type Freshness, type CacheEntry } from './cache-entry';
import type { Names } from './name-ids';
import type { Origin } from '../outcome';
import type { TimeSlicer } from '../../async/time-slicer';
import type { CallTarget } from '../queue/pending-questions';

/** A store below the engine's memory. */
export interface Tier {
  readonly origin: Exclude<Origin, 'service' | 'memory'>;
  readonly store: AnswerStore;
  /** Whether the engine writes new answers to the store. */
  readonly isWritable: boolean;
}

export interface TierReaderParts extends Freshness {
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
  /** How long a question may take. */
  readonly deadlineMs: number;
  readonly names: Names;
  readonly slicer: TimeSlicer;
  /** The target for this key, if it has an answer or a question. */
  find(scope: string, key: string): CallTarget | undefined;
  /** Whether one of the target's questions still lacks a good enough answer. */
  lacksAnswer(target: CallTarget): boolean;
  /** The tiers' answers for this target have been learnt, or cannot be had. */
  onRecalled(target: CallTarget): void;
}

/** What identifies a target in a tier. */
export type SoughtTarget = Pick<CallTarget, 'scope' | 'key' | 'model'>;

interface KeptAnswer {
  readonly name: string;
  readonly entry: CacheEntry;
}

/**
 * Asks the tiers before the service: each tier once for each target, many targets in one read, and
 * only for what the tiers before it did not answer. A tier that rejects, hangs or answers nonsense
 * costs no cell its value. One that hangs twice is left alone for a while.
 */
export class TierReader {
  private waiting: CallTarget[] = [];
  private reading: readonly CallTarget[] = [];
  private isReading = false;
  /** Counts calls of `forget`: a tier's answer to an earlier read is not learnt. */
  private generation = 0;
  private readonly hangs = new Map<Tier, Hangs>();

  constructor(private readonly parts: TierReaderParts) {
    for (const tier of parts.tiers) {
      tier.store.subscribe?.((added) => added.forEach((each) => this.onAdded(tier, each)));
    }
  }

  /**
   * @param target undefined if the memory has none.
   * @param now elapsed milliseconds, with or without pauses.
   */
  isNeeded(target: CallTarget | undefined, now: number): boolean {
    const { tiers } = this.parts;
    if (target === undefined) return tiers.length > 0;
    const depth = depthOf(target, now);
    return tiers.some((tier, index) => index >= depth && this.isUsable(tier));
  }

  /**
   * Looks for a target in the tiers. Call this before its new question is added: the time of the
   * question before tells whether what the tiers held then may be outdated.
   */
  add(target: CallTarget, now: number): void {
    if (target.queueState !== 'idle') return;
    target.tiersAsked = depthOf(target, now);
    target.queueState = 'recalling';
    this.waiting.push(target);
    if (this.waiting.length === 1 && !this.isReading) {
      this.parts.clock.schedule(0, () => void this.read());
    }
  }

  /** Restarts the reads under way, because their answers may be gone from the tier. */
  forget(): void {
    this.generation += 1;
  }

  /** The targets that the tiers have not answered yet. */
  get targets(): readonly CallTarget[] {
    return [...this.waiting, ...this.reading];
  }

  /** How many of those there are, at most. */
  get recalling(): number {
    return this.waiting.length + this.reading.length;
  }

  /**
   * For which names of each of these the tiers hold a good enough answer, by its `storeKey`. Memory
   * learns nothing from it.
   */
  async look(
    sought: readonly SoughtTarget[],
    isGood: (entry: CacheEntry) => boolean,
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const keys = [...new Set(sought.map(storeKey))];
    const usable = keys.length === 0 ? [] : this.parts.tiers.filter((tier) => this.isUsable(tier));
    const found = await Promise.all(usable.map((tier) => this.readTier(tier, keys)));
    const goodNames = (key: string): string[] =>
      usable
        .flatMap((tier, index) => this.readAnswers(found[index]?.get(key), tier))
        .filter(({ entry }) => isGood(entry))
        .map(({ name }) => name);
    return new Map(keys.map((key) => [key, new Set(goodNames(key))]));
  }

  /** Whether new answers are kept in any tier. */
  get isKeeping(): boolean {
    return this.parts.tiers.some((tier) => tier.isWritable);
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

  /** @returns the targets to look for in the next tier. */
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
        // If everyone has withdrawn, the memory has dropped the target. An answer learnt now could
        // never be forgotten.
        if (target.size > 0) this.learn(target, found.get(storeKey(target)), tier);
        target.tiersAsked = depth + 1;
      }
      if (depth + 1 < tiers.length && lacksAnswer(target)) {
        left.push(target);
        return;
      }
      if (target.queueState === 'recalling') target.queueState = 'idle';
      onRecalled(target);
    });
    // The slicer keeps order, so this slice comes after those above.
    await new Promise<void>((resolve) => slicer.later(resolve));
    return left;
  }

  private learn(target: CallTarget, answers: unknown, tier: Tier): void {
    for (const { name, entry } of this.readAnswers(answers, tier)) {
      target.learn(this.parts.names.idOf(name), entry);
    }
  }

  /** Someone else has stored an answer. We learn it if its target is in memory. */
  private onAdded(tier: Tier, { key, answers }: StoredEntry): void {
    const [scope = '', kind = ''] = key.split('\n', 2);
    const target = this.parts.find(scope, key.slice(scope.length + kind.length + 2));
    if (target !== undefined) this.learnNow(target, answers, tier);
  }

  /** Learns what a tier holds for a target in memory, outside of a read. */
  learnNow(target: CallTarget, answers: readonly StoredAnswer[], tier: Tier): void {
    this.learn(target, answers, tier);
    // A target being recalled is checked when that ends.
    if (target.queueState !== 'recalling') this.parts.onRecalled(target);
  }

  /** A store's content comes from outside: anything malformed is ignored. */
  private readAnswers(answers: unknown, tier: Tier): readonly KeptAnswer[] {
    if (!Array.isArray(answers)) return [];
    const { clock, freshMs, negativeFreshMs } = this.parts;
    const now = clock.now();
    const maxFreshMs = Math.max(freshMs, negativeFreshMs);
    return (answers as unknown[]).filter(isStorable).map((answer) => {
      // An answer of unknown age may replace a failure, but is not given without asking.
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

/** How many tiers need not be asked again: others may have stored something since. */
function depthOf({ lastJoinedAt, tiersAsked }: CallTarget, now: number): number {
  return now - lastJoinedAt > OUTDATED_MS ? 0 : tiersAsked;
}

type Found = ReadonlyMap<string, unknown>;

interface Hangs {
  readonly times: number;
  /** When it last hung, in elapsed milliseconds. */
  readonly at: number;
}

/** Saving a credit is worth waiting a second; a first cell that seems to hang longer is not. */
const PATIENCE_MS = 1000;
const MOST_HANGS = 2;
/** After this long, the tiers are asked again. */
const OUTDATED_MS = 60_000;
const LEFT_ALONE_MS = 60_000;

/** The key under which answers are stored. A scope has no line breaks, and the rest comes last. */
export function storeKey({ scope, key, model }: SoughtTarget): string {
  return `${scope}\n${model === undefined ? 'lookup' : 'score'}\n${key}`;
}
