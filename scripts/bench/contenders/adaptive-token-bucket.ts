import { createChance } from '../chance';
import { shownAsIs } from '../contender';
import type { Contender } from '../contender';
import { Refused, valueOf } from './retrying';

/** The paper leaves these open to whoever uses it; they are ours. */
const START_PER_SECOND = 10;
const MORE_PER_SECOND = 1;
const LESS = 0.7;
const LEAST_PER_SECOND = 0.1;
const AT_ONCE = 6;

/**
 * A token bucket in the client, whose rate follows the service's refusals, after the idea of
 * "Rethinking HTTP API Rate Limiting: A Client-Side Approach" (arXiv 2510.04516): a little faster
 * with each call that is taken, slower by a share when one is refused, once a second at most.
 */
export const adaptiveTokenBucket: Contender = {
  id: 'atb',
  title: 'adaptive token bucket',
  start(service, clock, seed = 1) {
    const chance = createChance(seed);
    const line: (() => void)[] = [];
    const most = service.slots ?? AT_ONCE;
    let rate = START_PER_SECOND;
    let busy = 0;
    let nextAt = 0;
    let slowedAt = Number.NEGATIVE_INFINITY;
    let isWaiting = false;
    const pump = (): void => {
      while (busy < most && line.length > 0 && !isWaiting) {
        const now = clock.elapsed();
        if (nextAt > now + 1e-6) {
          isWaiting = true;
          clock.schedule(nextAt - now, () => {
            isWaiting = false;
            pump();
          });
          return;
        }
        nextAt = Math.max(nextAt, now) + 1000 / rate;
        busy += 1;
        line.shift()?.();
      }
    };
    const onRefused = ({ retryAfterMs = 0 }: Refused): void => {
      const now = clock.elapsed();
      if (now >= slowedAt + 1000) {
        rate = Math.max(LEAST_PER_SECOND, rate * LESS);
        slowedAt = now;
      }
      // So that many clients do not come back as one.
      nextAt = Math.max(nextAt, now + retryAfterMs + chance() * (1000 / rate));
    };
    return {
      ask: (lat, lng, name) =>
        new Promise((resolve, reject) => {
          const send = (): void =>
            void valueOf(service, lat, lng, name)
              .then(
                (value) => {
                  rate += MORE_PER_SECOND / rate;
                  resolve(value);
                },
                (error: unknown) => {
                  if (!(error instanceof Refused)) {
                    reject(error instanceof Error ? error : new Error(String(error)));
                    return;
                  }
                  onRefused(error);
                  line.unshift(send);
                },
              )
              .finally(() => {
                busy -= 1;
                pump();
              });
          line.push(send);
          pump();
        }),
    };
  },
  shown: shownAsIs,
};
