import { t } from '../../engine/language/speech';
import type { Picture } from '../device/pictures';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { RankedPlaces } from '../pane/parts/pane-view';
import { readCities } from './cities';
import { legendOf } from './legend';
import { readOutline } from './map-drawing';
import { mapPicture } from './map-picture';
import { readPlaces } from './map-reading';
import { attributionOf, nameOf } from './mapped-places';
import { projectionOf, type MapSize } from './place-projection';

/**
 * Draws a map of a few places with their ranks and names, for a page. Undefined if none of them can
 * be placed on it. It has no clusters, because their counts would look like ranks.
 */
export async function pictureOfPlaces(
  { host, mapData }: Pick<PanePorts, 'host' | 'mapData'>,
  asked: RankedPlaces,
  size: MapSize,
): Promise<{ readonly picture: Picture; readonly description: string } | undefined> {
  const read = await readPlaces(host.sheet, mapData, { isSwapped: false, places: asked });
  if (read.kind === 'words' || read.mapped.places.length === 0) return undefined;
  const { mapped } = read;
  // The best place comes last, so that it is above the others. Ranks are in the dots, not beside
  // the names.
  const ranked = [...mapped.places].reverse();
  const places = ranked.map((place) => ({ ...place, label: place.name ?? '', mark: '' }));
  const fetched = (part: 'outline' | 'cities') => mapData(part).catch(() => undefined);
  const [outline, cities] = await Promise.all([fetched('outline'), fetched('cities')]);
  const picture = mapPicture({
    title: t('Where they are'),
    legend: legendOf(undefined),
    attribution: attributionOf(mapped),
    ground: {
      land: outline === undefined ? [] : readOutline(outline),
      cities: readCities(cities),
    },
    places,
    clusters: {
      dots: ({ x, y }) =>
        places.map(({ longitude, latitude }, index) => ({
          ...{ x: x(longitude), y: y(latitude), index, count: 1 },
          ...{ colour: undefined, cluster: undefined, mark: ranked[index]?.mark ?? '' },
        })),
    },
    shown: { projection: projectionOf(places, size), size },
    size,
  });
  return { picture, description: mapped.places.map(nameOf).join(', ') };
}
