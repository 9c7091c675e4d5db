import { MAX_VARIABLES_PER_CALL } from '../../src/engine/contract/limits';
import { createLatency } from './service';
import type { ServiceModel } from './service';
import type { Cells, Workload } from './workload';

/** What no contender can be better than. */
export interface Ideal {
  /** Calls: for each place, its distinct names in fifties. */
  readonly calls: number;
  /** Milliseconds from the first question to the last answer. */
  readonly makespanMs: number;
}

/**
 * The k-th call to start takes d(k) ms and starts at r(k) at the earliest; N calls on m slots
 * then end no sooner than
 *
 *     max over k of  max( r(k) + d(k),  r(k) + (d(k) + … + d(N)) / m )
 *
 * because whatever starts k-th or later starts after r(k), and m slots do m ms of work in a
 * millisecond. A limit of l calls a second also keeps the k-th from starting before
 * floor((k - 1) / l) seconds.
 */
export function idealOf({ cells, service }: Workload): Ideal {
  const releases = releasesOf(cells);
  const latency = createLatency(service.seed);
  const durations = releases.map(() => latency());
  return { calls: releases.length, makespanMs: leastMakespan(releases, durations, service) };
}

/** @param releases ascending, in milliseconds. */
export function leastMakespan(
  releases: readonly number[],
  durations: readonly number[],
  { slots, callsPerSecond }: Pick<ServiceModel, 'slots' | 'callsPerSecond'>,
): number {
  let work = 0;
  let least = 0;
  for (let k = releases.length - 1; k >= 0; k -= 1) {
    const duration = durations[k] ?? 0;
    const allowed = callsPerSecond === undefined ? 0 : Math.floor(k / callsPerSecond) * 1000;
    const release = Math.max(releases[k] ?? 0, allowed);
    work += duration;
    least = Math.max(least, release + duration, release + work / slots);
  }
  return least;
}

/**
 * When each of the fewest calls can start at the earliest, ascending. Of k calls for the n names
 * of a place, the j-th starts once all are there but those that the k - j later ones can carry.
 */
export function releasesOf(cells: Cells): number[] {
  const releases: number[] = [];
  for (const arrivals of arrivalsByPlace(cells)) {
    for (let last = arrivals.length; last > 0; last -= MAX_VARIABLES_PER_CALL) {
      releases.push(arrivals[last - 1] ?? 0);
    }
  }
  return releases.sort((one, other) => one - other);
}

/** For each place, when each of its distinct names was first asked for, ascending. */
function arrivalsByPlace({ count, lat, lng, name, at }: Cells): Iterable<readonly number[]> {
  const places = new Map<string, { readonly seen: Set<string>; readonly arrivals: number[] }>();
  for (let index = 0; index < count; index += 1) {
    const key = `${lat[index]},${lng[index]}`;
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = { seen: new Set(), arrivals: [] }));
    const text = name[index] ?? '';
    if (place.seen.has(text)) continue;
    place.seen.add(text);
    place.arrivals.push(at[index] ?? 0);
  }
  return [...places.values()].map(({ arrivals }) => arrivals);
}
