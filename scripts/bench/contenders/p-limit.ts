import type pLimit from 'p-limit';
import { shownAsIs, valuesOf } from '../contender';
import type { Contender } from '../contender';

const AT_ONCE = 6;

/**
 * One call a cell, six at once.
 *
 * @param createLimit p-limit's own export; given, because it is a module that not every loader of
 * this file can load.
 */
export function limited(createLimit: typeof pLimit): Contender {
  return {
    id: 'p-limit',
    title: 'p-limit, one call a cell',
    start(service) {
      const limit = createLimit(AT_ONCE);
      return {
        ask: (lat, lng, name) =>
          limit(async () => valuesOf(await service.call(lat, lng, [name])).get(name)),
      };
    },
    shown: shownAsIs,
  };
}
