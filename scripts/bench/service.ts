import { MAX_VARIABLES_PER_CALL } from '../../src/engine/contract/limits';
import type { LookupReply } from '../../src/engine/lookup';
import { createChance } from './chance';
import type { VirtualClock } from './virtual-clock';

/** How the service of a workload behaves; the same for every contender. */
export interface ServiceModel {
  readonly seed: number;
  /** Calls under way at once; more wait for a free connection, as they do in a browser. */
  readonly slots: number;
  /** Calls accepted in any second; the others are refused with 429 and no word of when. */
  readonly callsPerSecond?: number;
  /** Said with a refusal, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The share of calls that fail: half of them with 500, half without any reply. */
  readonly failing?: number;
}

export interface CallRecord {
  readonly lat: number;
  readonly lng: number;
  readonly names: readonly string[];
  readonly startedAt: number;
  /** Refused because there were too many in a second. */
  isThrottled: boolean;
  isAnswered: boolean;
}

/**
 * A service over virtual time. The k-th call it takes up lasts for the k-th draw of one seeded
 * sequence, so that every contender, and the ideal, meet the same latencies.
 */
export class BenchService {
  calls = 0;
  /** Filled only if a list was given. */
  readonly records: CallRecord[] | undefined;
  private busy = 0;
  private readonly line: Connection[] = [];
  private head = 0;
  private readonly latency: () => number;
  private readonly failureChance: () => number;
  private readonly accepted: number[] = [];

  constructor(
    private readonly model: ServiceModel,
    private readonly clock: VirtualClock,
    records?: CallRecord[],
  ) {
    this.latency = createLatency(model.seed);
    this.failureChance = createChance(model.seed + 1);
    this.records = records;
  }

  /** Names of one place; never rejects. */
  call(lat: number, lng: number, names: readonly string[]): Promise<LookupReply> {
    this.calls += 1;
    return new Promise((resolve) => {
      const connection: Connection = { lat, lng, names, resolve };
      if (this.busy < this.model.slots) this.open(connection);
      else this.line.push(connection);
    });
  }

  private open(connection: Connection): void {
    this.busy += 1;
    const refusal = this.refusal(connection);
    const failure = refusal === undefined ? this.failure() : undefined;
    const record = this.record(connection, refusal, failure);
    const ms = refusal === undefined ? this.latency() : REFUSED_MS;
    this.clock.schedule(ms, () => {
      this.busy -= 1;
      if (record !== undefined) record.isAnswered = (refusal ?? failure) === undefined;
      connection.resolve(refusal ?? failure ?? answer(connection));
      this.openNext();
    });
  }

  private openNext(): void {
    const next = this.line[this.head];
    if (next === undefined) return;
    this.line[this.head] = NOBODY;
    this.head += 1;
    if (this.head === this.line.length) this.line.length = this.head = 0;
    this.open(next);
  }

  private refusal({ names }: Connection): LookupReply | undefined {
    if (names.length > MAX_VARIABLES_PER_CALL) {
      return { kind: 'failed', code: 'rejected', status: 400 };
    }
    const { callsPerSecond, retryAfterMs } = this.model;
    if (callsPerSecond === undefined) return undefined;
    const now = this.clock.elapsed();
    while ((this.accepted[0] ?? now) <= now - SECOND_MS) this.accepted.shift();
    if (this.accepted.length >= callsPerSecond) {
      const stated = retryAfterMs === undefined ? {} : { retryAfterMs };
      return { kind: 'failed', code: 'throttled', status: 429, ...stated };
    }
    this.accepted.push(now);
    return undefined;
  }

  private failure(): LookupReply | undefined {
    const { failing = 0 } = this.model;
    if (failing === 0) return undefined;
    const drawn = this.failureChance();
    if (drawn >= failing) return undefined;
    return drawn < failing / 2
      ? { kind: 'failed', code: 'service-failed', status: 500 }
      : { kind: 'failed', code: 'offline' };
  }

  private record(
    { lat, lng, names }: Connection,
    refusal: LookupReply | undefined,
    failure: LookupReply | undefined,
  ): CallRecord | undefined {
    if (this.records === undefined) return undefined;
    const record: CallRecord = {
      lat,
      lng,
      names: [...names],
      startedAt: this.clock.elapsed(),
      isThrottled: refusal?.kind === 'failed' && refusal.code === 'throttled',
      isAnswered: (refusal ?? failure) === undefined,
    };
    this.records.push(record);
    return record;
  }
}

/** Log-normal around 80 ms, between 30 ms and 1 s, mean about 86 ms: as services over HTTP are. */
export function createLatency(seed: number): () => number {
  const chance = createChance(seed);
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    return Math.min(1000, Math.max(30, 80 * Math.exp(0.4 * normal)));
  };
}

/** The right value: a mix-up of places or names shows. */
export function rightValue(lat: number, lng: number, name: string): number {
  return mix(placeSeed(lat, lng), name);
}

interface Connection {
  readonly lat: number;
  readonly lng: number;
  readonly names: readonly string[];
  readonly resolve: (reply: LookupReply) => void;
}

const NOBODY: Connection = { lat: 0, lng: 0, names: [], resolve: () => undefined };
const SECOND_MS = 1000;
/** A refusal costs the service nothing. */
const REFUSED_MS = 20;

function answer({ lat, lng, names }: Connection): LookupReply {
  const seed = placeSeed(lat, lng);
  const values = new Map<string, number | null>();
  for (const name of names) values.set(name, mix(seed, name));
  return { kind: 'answered', values };
}

function placeSeed(lat: number, lng: number): number {
  return Math.imul(Math.round(lat * 1e6), 0x2545f491) ^ Math.round(lng * 1e6);
}

/** The last characters tell names apart; a longer sum would only be more work for everyone. */
function mix(seed: number, name: string): number {
  let hash = seed;
  for (let index = name.length - 3; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 8;
}
