import { createChance } from '../chance';
import type { Trial } from './trial';

/**
 * What no schedule can beat: each call is made in the first moment at which a connection is free
 * and the service takes one more, as if that were known beforehand; it lasts as long as the
 * service's next draw says, and nobody is refused by chance.
 */
export function leastMs({ model, places, clients, seed }: Trial): number {
  const chance = createChance(seed * 7919 + 2);
  const admission = (model.unavoidable ?? model.admission)(createChance(seed * 7919 + 1));
  const slots = Math.min(model.slots * clients, model.workers ?? Number.POSITIVE_INFINITY);
  const ends: number[] = [];
  let least = 0;
  let left = places * clients;
  for (let now = 0; left > 0; now += STEP_MS) {
    for (let index = ends.length - 1; index >= 0; index -= 1) {
      if ((ends[index] ?? 0) <= now) ends.splice(index, 1);
    }
    while (left > 0 && ends.length < slots && admission.refusal(now, 0) === undefined) {
      // From when the connection was free, which may be a fraction of a step earlier.
      const end = now - STEP_MS / 2 + model.latency(chance);
      ends.push(end);
      least = Math.max(least, end);
      left -= 1;
    }
  }
  return least;
}

const STEP_MS = 1;
