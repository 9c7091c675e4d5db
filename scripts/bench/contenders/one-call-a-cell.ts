import { shownAsIs, valuesOf } from '../contender';
import type { Contender } from '../contender';

/** What a custom function does that only calls `fetch`. */
export const oneCallACell: Contender = {
  id: 'one-call-a-cell',
  title: 'One call a cell',
  start: (service) => ({
    ask: async (lat, lng, name) => valuesOf(await service.call(lat, lng, [name])).get(name),
  }),
  shown: shownAsIs,
};
