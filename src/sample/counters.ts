import type { CallKind } from '../engine/lookup';

/** Counts the calls of one process: what was asked, how it ended, how many ran at once. */
export interface Counters {
  /** Counts a call that has arrived. Call the returned function once, when the call ends. */
  begin(kind: CallKind): (ending: CallEnding) => void;
  /** Counts the names that one lookup asked for. */
  names(count: number): void;
  /** Counts values that were returned. Each costs one credit. */
  values(count: number): void;
  snapshot(): CountersSnapshot;
  reset(): void;
}

/** The status that the call stated, or `cut` if its connection was cut. */
export type CallEnding = number | 'cut';

export interface CountersSnapshot {
  readonly calls: number;
  readonly lookups: number;
  readonly scores: number;
  readonly values: number;
  readonly inFlight: number;
  readonly mostInFlight: number;
  readonly endings: Readonly<Record<CallKind, Readonly<Record<string, number>>>>;
  /** How many lookups asked for each number of names. */
  readonly namesPerLookup: Readonly<Record<string, number>>;
}

/** Creates counters at zero. */
export function createCounters(): Counters {
  let counts = zero();

  function begin(kind: CallKind): (ending: CallEnding) => void {
    // A call that ends after a reset belongs to the counts in which it began.
    const own = counts;
    own.begun[kind] += 1;
    own.inFlight += 1;
    own.mostInFlight = Math.max(own.mostInFlight, own.inFlight);
    let isOpen = true;
    return (ending) => {
      if (!isOpen) return;
      isOpen = false;
      own.inFlight -= 1;
      increment(own.endings[kind], String(ending));
    };
  }

  return {
    begin,
    names: (count) => increment(counts.namesPerLookup, String(count)),
    values: (count) => {
      counts.values += count;
    },
    snapshot: () => ({
      calls: counts.begun.lookup + counts.begun.score,
      lookups: counts.begun.lookup,
      scores: counts.begun.score,
      values: counts.values,
      inFlight: counts.inFlight,
      mostInFlight: counts.mostInFlight,
      endings: {
        lookup: Object.fromEntries(counts.endings.lookup),
        score: Object.fromEntries(counts.endings.score),
      },
      namesPerLookup: Object.fromEntries(counts.namesPerLookup),
    }),
    reset: () => {
      counts = zero();
    },
  };
}

function zero() {
  return {
    begun: { lookup: 0, score: 0 },
    values: 0,
    inFlight: 0,
    mostInFlight: 0,
    endings: { lookup: new Map<string, number>(), score: new Map<string, number>() },
    namesPerLookup: new Map<string, number>(),
  };
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
