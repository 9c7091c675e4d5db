import { shownAsIs, valuesOf } from '../contender';
import type { Contender } from '../contender';

/** One call a cell, always the same number at once: what the best choice of it would be. */
export function constantNumber(atOnce: number): Contender {
  return {
    id: `constant-${atOnce}`,
    title: `${atOnce} at once`,
    start(service) {
      const line: (() => void)[] = [];
      let busy = 0;
      const run = async (lat: number, lng: number, name: string): Promise<unknown> => {
        busy += 1;
        try {
          return valuesOf(await service.call(lat, lng, [name])).get(name);
        } finally {
          busy -= 1;
          line.shift()?.();
        }
      };
      return {
        ask: (lat, lng, name) =>
          new Promise((resolve, reject) => {
            const begin = (): void => void run(lat, lng, name).then(resolve, reject);
            if (busy < atOnce) begin();
            else line.push(begin);
          }),
      };
    },
    shown: shownAsIs,
  };
}
