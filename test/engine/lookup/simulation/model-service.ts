import type {
  CallKind,
  CancelSignal,
  Clock,
  LookupCall,
  LookupErrorCode,
  LookupReply,
  ScoreCall,
  ScoreReply,
  Source,
  SourceFailure,
  SourceFailureCode,
} from '../../../../src/engine/lookup';

/** How a modelled service behaves; a scenario draws one at random. */
export interface ServiceModel {
  readonly seed: number;
  readonly latency: 'steady' | 'uniform' | 'long-tailed';
  /** Calls a second before it replies 429; 0 for no limit. */
  readonly callsPerSecond: number;
  /** Milliseconds said in Retry-After; 0 for none. */
  readonly retryAfterMs: number;
  /** Calls it pays for before credits run out; Infinity for no end. */
  readonly credits: number;
  /** The key is refused between these times, in elapsed milliseconds. */
  readonly keyRefused: readonly [number, number];
  /** Shares of calls, 0 to 1, that fail and that never end. */
  readonly failing: number;
  readonly hanging: number;
  /** Every call fails between these times, in elapsed milliseconds. */
  readonly outage: readonly [number, number];
  /** Names that fail a whole call, and names without a value. */
  readonly badNames: readonly string[];
  readonly emptyNames: readonly string[];
  /** Answers twice, wrongly the second time. */
  readonly repeatsItself: boolean;
  /** Leaves out names, or adds some. */
  readonly isCareless: boolean;
}

export interface CallRecord {
  readonly kind: CallKind;
  readonly scope: string;
  readonly place: string;
  /** What the call asked for: names, or the score's own text. */
  readonly asked: readonly string[];
  readonly startedAt: number;
  endedAt?: number;
  failure?: SourceFailure;
}

/** The right answer: nothing else may ever be shown. */
export function rightValue(scope: string, place: string, what: string): number {
  let hash = 17;
  for (const character of `${scope}/${place}/${what}`) {
    hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  }
  return hash / 8;
}

export function scoreText(call: Pick<ScoreCall, 'model' | 'date' | 'customVariables'>): string {
  return JSON.stringify([call.model, call.date ?? 'none', call.customVariables ?? {}]);
}

/** A service over virtual time that records everything it receives. */
export class ModelService implements Source {
  readonly calls: CallRecord[] = [];
  account = 'first';
  inFlight: Record<CallKind, number> = { lookup: 0, score: 0 };
  most: Record<CallKind, number> = { lookup: 0, score: 0 };
  private readonly chance: () => number;
  private spent = 0;
  private readonly accepted: number[] = [];

  constructor(
    private readonly model: ServiceModel,
    private readonly clock: Clock,
  ) {
    this.chance = mulberry32(model.seed);
  }

  scope(kind: CallKind): string {
    return `${this.account}-${kind}`;
  }

  refusal(): LookupErrorCode | undefined {
    return undefined;
  }

  lookup(call: LookupCall, signal: CancelSignal): Promise<LookupReply> {
    const scope = this.scope('lookup');
    const record = this.record('lookup', scope, call.place.key, call.names);
    return this.reply(record, signal, () => {
      if (call.names.some((name) => this.model.badNames.includes(name))) {
        return { kind: 'failed', code: 'rejected', status: 400 };
      }
      const values = new Map<string, number | null>();
      for (const name of call.names) {
        if (this.model.emptyNames.includes(name)) {
          if (!this.model.isCareless) values.set(name, null);
        } else values.set(name, rightValue(scope, call.place.key, name));
      }
      if (this.model.isCareless) values.set('never_asked', 1);
      return { kind: 'answered', values };
    });
  }

  score(call: ScoreCall, signal: CancelSignal): Promise<ScoreReply> {
    const scope = this.scope('score');
    const text = scoreText(call);
    const record = this.record('score', scope, call.place.key, [text]);
    return this.reply(record, signal, () => ({
      kind: 'answered',
      value: rightValue(scope, call.place.key, text),
    }));
  }

  private record(
    kind: CallKind,
    scope: string,
    place: string,
    asked: readonly string[],
  ): CallRecord {
    const record = { kind, scope, place, asked: [...asked], startedAt: this.clock.elapsed() };
    this.calls.push(record);
    this.inFlight[kind] += 1;
    this.most[kind] = Math.max(this.most[kind], this.inFlight[kind]);
    return record;
  }

  private reply<T extends LookupReply | ScoreReply>(
    record: CallRecord,
    signal: CancelSignal,
    answer: () => T | SourceFailure,
  ): Promise<T> {
    let isOpen = true;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      record.endedAt = this.clock.elapsed();
      this.inFlight[record.kind] -= 1;
    };
    // The engine gives up a call through its signal, which frees the slot.
    signal.addEventListener('abort', end);
    if (this.chance() < this.model.hanging) return new Promise(() => undefined);
    const failure = this.failureNow();
    // Not a promise, but what a careless library might return.
    const thenable = {
      then: (resolve: (reply: T | SourceFailure) => void): void => {
        this.clock.schedule(this.latencyMs(), () => {
          end();
          const reply = failure ?? answer();
          if (reply.kind === 'failed') record.failure = reply;
          resolve(reply);
          if (this.model.repeatsItself) resolve({ kind: 'failed', code: 'key-refused' });
        });
      },
    };
    return thenable as unknown as Promise<T>;
  }

  private failureNow(): SourceFailure | undefined {
    const now = this.clock.elapsed();
    const { callsPerSecond, retryAfterMs, credits, failing, outage, keyRefused } = this.model;
    if (isWithin(now, outage)) return { kind: 'failed', code: 'offline' };
    if (isWithin(now, keyRefused)) return { kind: 'failed', code: 'key-refused', status: 401 };
    if (this.chance() < failing) return { kind: 'failed', code: this.ambiguous() };
    if (callsPerSecond > 0) {
      while ((this.accepted[0] ?? now) <= now - 1000) this.accepted.shift();
      if (this.accepted.length >= callsPerSecond) {
        const wish = retryAfterMs > 0 ? { retryAfterMs } : {};
        return { kind: 'failed', code: 'throttled', status: 429, ...wish };
      }
      this.accepted.push(now);
    }
    if (this.spent >= credits) return { kind: 'failed', code: 'out-of-credits', status: 403 };
    this.spent += 1;
    return undefined;
  }

  private ambiguous(): SourceFailureCode {
    const codes = ['offline', 'service-failed', 'timed-out'] as const;
    return codes[Math.floor(this.chance() * codes.length)] ?? 'offline';
  }

  private latencyMs(): number {
    if (this.model.latency === 'steady') return 100;
    if (this.model.latency === 'uniform') return 20 + this.chance() * 300;
    return 50 / Math.max(0.02, this.chance());
  }
}

function isWithin(now: number, [from, until]: readonly [number, number]): boolean {
  return now >= from && now < until;
}

/** A small seeded generator: the same seed gives the same run. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
