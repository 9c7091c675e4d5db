import type { Failed, Found, Missing, Origin, Refused } from '../outcome';

/**
 * An answer as it is remembered: nothing but what the first asker was given, because there may be
 * 250,000 entries.
 */
export type CacheEntry = Found | Missing;

export interface Freshness {
  readonly freshMs: number;
  readonly negativeFreshMs: number;
}

/**
 * If the clock is set back, an answer may seem to come from the future. It counts as fresh: asking
 * again would not make it any newer.
 */
export function isFresh(entry: CacheEntry, now: number, freshness: Freshness): boolean {
  const limit = entry.kind === 'missing' ? freshness.negativeFreshMs : freshness.freshMs;
  return now - entry.at <= limit;
}

/** @param value finite, or null for "no value here". */
export function toCacheEntry(value: number | null, at: number, origin: Origin): CacheEntry {
  return value === null
    ? { kind: 'missing', at, origin }
    : { kind: 'found', value, at, origin, isStale: false };
}

/** The origin of an answer when it is asked for again. */
export function originOf({ origin }: CacheEntry): Exclude<Origin, 'service'> {
  return origin === 'service' ? 'memory' : origin;
}

/** @param unrenewed why this last good answer stands in for a newer one, if it does. */
export function toOutcome(entry: CacheEntry, unrenewed?: Failed | Refused): Found | Missing {
  const origin = originOf(entry);
  if (unrenewed !== undefined) {
    return entry.kind === 'missing'
      ? { ...entry, origin, unrenewed }
      : { ...entry, origin, isStale: true, unrenewed };
  }
  return origin === entry.origin ? entry : { ...entry, origin };
}
