import DataLoader from 'dataloader';
import { shownAsIs, valuesOf } from '../contender';
import type { Contender } from '../contender';

const MOST_NAMES = 50;

/** A loader a place, with the cache and the scheduling it comes with. */
export const dataLoader: Contender = {
  id: 'dataloader',
  title: 'DataLoader, one a place',
  start(service) {
    const loaders = new Map<string, DataLoader<string, number | null>>();
    const create = (lat: number, lng: number): DataLoader<string, number | null> =>
      new DataLoader(
        async (names) => {
          const values = valuesOf(await service.call(lat, lng, names));
          return names.map((name) => values.get(name) ?? null);
        },
        { maxBatchSize: MOST_NAMES },
      );
    return {
      ask(lat, lng, name) {
        // Six decimals in whole numbers: as ours, and the quickest text to make of two numbers.
        const key = `${Math.round(lat * 1e6)},${Math.round(lng * 1e6)}`;
        let loader = loaders.get(key);
        if (loader === undefined) loaders.set(key, (loader = create(lat, lng)));
        return loader.load(name);
      },
    };
  },
  shown: shownAsIs,
};
