import type { Missing, Found, Origin } from './outcome';

/** An answer as it is remembered; `null` is a remembered "no value here". */
export interface Known {
  readonly value: number | null;
  /** Epoch milliseconds at which the service gave it. */
  readonly at: number;
  readonly origin: Origin;
}

export interface Freshness {
  readonly freshMs: number;
  readonly negativeFreshMs: number;
}

/**
 * A clock that was set back makes an answer come from the future; it is as fresh as can be, since
 * asking again would not make it newer.
 */
export function isFresh(known: Known, now: number, freshness: Freshness): boolean {
  const limit = known.value === null ? freshness.negativeFreshMs : freshness.freshMs;
  return now - known.at <= limit;
}

export function toOutcome(known: Known, origin: Origin, isStale: boolean): Found | Missing {
  return known.value === null
    ? { kind: 'missing', at: known.at, origin }
    : { kind: 'found', value: known.value, at: known.at, origin, isStale };
}
