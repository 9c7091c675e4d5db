import type { SourceFailure } from '../../../src/engine/lookup';

/** Decides, call by call, whether a service takes it; what it takes, it counts. */
export interface Admission {
  /** @param client who asks, from 0. @returns why not, or undefined where the call is taken. */
  refusal(now: number, client: number): SourceFailure | undefined;
}

export type Chance = () => number;

/** Nothing is ever refused. */
export const open: Admission = { refusal: () => undefined };

/** So many in any stretch of time that is as long. */
export function slidingWindow(most: number, windowMs: number, retryAfterMs?: number): Admission {
  const taken: number[] = [];
  let head = 0;
  return {
    refusal(now) {
      while (head < taken.length && (taken[head] ?? 0) <= now - windowMs) head += 1;
      if (taken.length - head >= most) {
        return throttled(retryAfterMs === undefined ? undefined : retryAfterMs);
      }
      taken.push(now);
      return undefined;
    },
  };
}

/** So many in each minute, or second, of the service's clock. */
export function fixedWindow(most: number, windowMs: number, tellsWhen = false): Admission {
  let window = -1;
  let count = 0;
  return {
    refusal(now) {
      const current = Math.floor(now / windowMs);
      if (current !== window) [window, count] = [current, 0];
      if (count >= most) {
        const left = (current + 1) * windowMs - now;
        return throttled(tellsWhen ? Math.ceil(left / 1000) * 1000 : undefined);
      }
      count += 1;
      return undefined;
    },
  };
}

/** A token for each call; so many a second come in, and so many fit. */
export function tokenBucket(perSecond: number, burst: number): Admission {
  return varyingBucket(() => perSecond, burst);
}

/** The same, whose tokens come in as fast as the time says. */
function varyingBucket(perSecondAt: (now: number) => number, burst: number): Admission {
  let tokens = burst;
  let at = 0;
  return {
    refusal(now) {
      tokens = Math.min(burst, tokens + ((now - at) * perSecondAt(now)) / 1000);
      at = now;
      if (tokens < 1 - 1e-9) return throttled();
      tokens -= 1;
      return undefined;
    },
  };
}

/** So many at once, each of which takes as long. */
export function atOnce(most: number, latencyMs: number, retryAfterMs?: number): Admission {
  let ends: number[] = [];
  return {
    refusal(now) {
      ends = ends.filter((end) => end > now);
      if (ends.length >= most) return throttled(retryAfterMs);
      ends.push(now + latencyMs);
      return undefined;
    },
  };
}

/** So many in each second, of which a neighbour takes a share from `least` to `most`, drawn anew. */
export function neighbour(
  perSecond: number,
  chance: Chance,
  { least = 0, most = 0.9, isSliding = true }: NeighbourOptions = {},
): Admission {
  const shares: number[] = [];
  const roomAt = (second: number): number => {
    while (shares.length <= second) shares.push(least + (most - least) * chance());
    return perSecond * (1 - (shares[second] ?? 0));
  };
  return windowed((now) => roomAt(Math.floor(now / 1000)), isSliding);
}

export interface NeighbourOptions {
  readonly least?: number;
  readonly most?: number;
  readonly isSliding?: boolean;
}

/** So many a second, and between two times fewer. */
export function falling(
  usual: number,
  fallen: number,
  [from, until]: readonly [number, number],
): Admission {
  return windowed((now) => (now >= from && now < until ? fallen : usual), true);
}

/** Refused by chance, whatever the pace. */
export function atRandom(share: number, chance: Chance, retryAfterMs?: number): Admission {
  return { refusal: () => (chance() < share ? throttled(retryAfterMs) : undefined) };
}

/** Of so many calls the last one, each time: one of several machines is broken. */
export function oneOf(n: number, retryAfterMs?: number): Admission {
  let calls = 0;
  return { refusal: () => ((calls += 1) % n === 0 ? throttled(retryAfterMs) : undefined) };
}

/** Not a word: the call hangs until whoever made it gives it up. */
export const SILENCE = { kind: 'failed', code: 'timed-out' } as const;

/** Of these no answer ever comes, whatever the pace. */
export function silentAtRandom(share: number, chance: Chance): Admission {
  return { refusal: () => (chance() < share ? SILENCE : undefined) };
}

/** Nothing is taken between two times. */
export function outage(
  code: 'unavailable' | 'offline' | 'throttled' | 'timed-out',
  [from, until]: readonly [number, number],
  retryAfterMs?: number,
): Admission {
  const isUnreached = code === 'offline' || code === 'timed-out';
  const failure: SourceFailure = isUnreached
    ? { kind: 'failed', code }
    : code === 'throttled'
      ? throttled(retryAfterMs)
      : { kind: 'failed', code, status: 503 };
  return { refusal: (now) => (now >= from && now < until ? failure : undefined) };
}

/** The first that refuses decides; those after it do not count the call. */
export function both(...parts: readonly Admission[]): Admission {
  return {
    refusal(now, client) {
      for (const part of parts) {
        const refusal = part.refusal(now, client);
        if (refusal !== undefined) return refusal;
      }
      return undefined;
    },
  };
}

function windowed(roomAt: (now: number) => number, isSliding: boolean): Admission {
  const taken: number[] = [];
  let head = 0;
  return {
    refusal(now) {
      const since = isSliding ? now - 1000 : Math.floor(now / 1000) * 1000 - 1e-9;
      while (head < taken.length && (taken[head] ?? 0) <= since) head += 1;
      if (taken.length - head + 1 > roomAt(now)) return throttled();
      taken.push(now);
      return undefined;
    },
  };
}

function throttled(retryAfterMs?: number): SourceFailure {
  const stated = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'failed', code: 'throttled', status: 429, ...stated };
}
