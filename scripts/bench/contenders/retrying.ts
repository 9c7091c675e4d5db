import type pLimit from 'p-limit';
import type pRetry from 'p-retry';
import { createChance } from '../chance';
import { shownAsIs } from '../contender';
import type { Callee, Contender } from '../contender';

const AT_ONCE = 6;

/**
 * One call a cell, six at once, asked again as often as it takes: p-retry's own back-off, from one
 * second on and doubled each time, with its randomness, or as long as the service says. It waits by
 * the virtual clock, between the attempts, and without holding a slot.
 *
 * @param createLimit p-limit's own export, and `retry` that of p-retry; given, because they are
 *   modules that not every loader of this file can load.
 */
export function retrying(createLimit: typeof pLimit, retry: typeof pRetry): Contender {
  return {
    id: 'p-retry',
    title: 'p-limit with p-retry',
    start(service, clock, seed = 1) {
      const limit = createLimit(service.slots ?? AT_ONCE);
      const chance = createChance(seed);
      const wait = (ms: number): Promise<void> =>
        new Promise((resolve) => void clock.schedule(ms, resolve));
      return {
        ask: (lat, lng, name) =>
          retry(() => limit(() => valueOf(service, lat, lng, name)), {
            retries: 10,
            minTimeout: 0,
            onFailedAttempt: ({ error, attemptNumber }) => {
              const backOffMs = (1 + chance()) * 1000 * 2 ** (attemptNumber - 1);
              return wait(error instanceof Refused ? (error.retryAfterMs ?? backOffMs) : backOffMs);
            },
          }),
      };
    },
    shown: shownAsIs,
  };
}

/** What a call failed with that may be made again. */
export class Refused extends Error {
  constructor(readonly retryAfterMs: number | undefined) {
    super('The service would not take the call.');
  }
}

/** @throws Refused */
export async function valueOf(
  service: Callee,
  lat: number,
  lng: number,
  name: string,
): Promise<number | null | undefined> {
  const reply = await service.call(lat, lng, [name]);
  if (reply.kind === 'failed') throw new Refused(reply.retryAfterMs);
  return reply.values.get(name);
}
