import type { CONTRACT_NAMES } from '../engine/contract/attribute-name';
import type { PincodeArea } from './pincode-area';
import { createPointIndex, kilometresBetween, type Point } from './point';
import { createPopulation } from './population';
import type { PostOffice } from './post-office';
import type { SampleData } from './sample-data';

export type AttributeName = (typeof CONTRACT_NAMES)[number];
export type AttributeValues = Readonly<Record<AttributeName, number>>;

/** The eight values of a place, by the rules in docs/developers/sample-service.md. */
export interface Attributes {
  /** Undefined more than 100 km from any pincode's centre. `pincode` is the area, if known. */
  at(place: Point, pincode?: string): AttributeValues | undefined;
}

const FURTHEST_KM = 100;
const HEALTH = /\b(?:hospitals?|medical|aiims|nimhans|sanatorium|clinic|health|ayurved\w*)\b/i;
const RETAIL =
  /\b(?:market|bazaa?r|mandi|chowk|mall|plaza|\w*peth?|\w*ganj|chandni|souk|shopping)\b/i;
const EDUCATION =
  /\b(?:college|university|schools?|vidya\w*|vishwa\w*|iit|iim|nit|institute|campus|academy)\b/i;

/** Which offices count for a name: how far they count, how much, and what sum makes one half. */
interface Proportion {
  readonly spreadKm: number;
  readonly half: number;
  weight(office: PostOffice): number;
}

/** Prepares what the values of every place are computed from. */
export function createAttributes({ areas, cities }: SampleData): Attributes {
  const population = createPopulation(areas, cities);
  const index = createPointIndex(areas);
  const byPincode = new Map(areas.map((area) => [area.pincode, area]));
  const health = createProportion(areas, {
    spreadKm: 3,
    half: 2,
    weight: ({ name, kind }) => (HEALTH.test(name) ? 1 : kind === 'head' ? 0.25 : 0),
  });
  const restaurants = createProportion(areas, {
    spreadKm: 1.5,
    half: 4,
    weight: ({ kind }) => (kind === 'branch' ? 0 : 1),
  });
  const retail = createProportion(areas, {
    spreadKm: 2,
    half: 3,
    weight: ({ name, kind }) => (RETAIL.test(name) ? 1 : kind === 'branch' ? 0.02 : 0.2),
  });

  function at(place: Point, pincode?: string): AttributeValues | undefined {
    const nearest = index.nearest(place, 1, FURTHEST_KM)[0];
    if (!nearest) return undefined;
    const area = byPincode.get(pincode ?? '') ?? nearest.point;
    const people = population.within(place);
    return {
      w_pop_tt: Math.round(Math.max(population.ofPincode(area.pincode), people[1000])),
      w_pop_tt_200: Math.round(people[200]),
      w_pop_tt_500: Math.round(people[500]),
      w_pop_tt_1000: Math.round(people[1000]),
      p_health_hp_np: health(place),
      p_restaurant_rt_np: restaurants(place),
      p_retail_gc_np: retail(place),
      p_education_cc_np_pincode: educationOf(area),
    };
  }

  return { at };
}

/** Rises from 0 where no office counts, through one half at a sum of `half`, towards 1. */
function createProportion(
  areas: readonly PincodeArea[],
  { spreadKm, half, weight }: Proportion,
): (place: Point) => number {
  // Most offices count for nothing.
  const counted = createPointIndex(
    areas
      .flatMap(({ offices }) => offices)
      .map((office) => ({ lat: office.lat, lng: office.lng, weight: weight(office) }))
      .filter((office) => office.weight > 0),
  );
  return (place) => {
    let count = 0;
    for (const office of counted.about(place, 3 * spreadKm)) {
      const away = kilometresBetween(place, office) / spreadKm;
      if (away <= 3) count += office.weight * Math.exp(-(away ** 2) / 2);
    }
    return rounded(count / (count + half));
  };
}

/**
 * Returns the share of the area's offices that are named after places of learning. Other offices
 * count a little, too: a town office 0.1, a village office 0.02.
 */
function educationOf({ offices }: PincodeArea): number {
  const count = offices.reduce(
    (sum, { name, kind }) => sum + (EDUCATION.test(name) ? 1 : kind === 'branch' ? 0.02 : 0.1),
    0,
  );
  return rounded(count / (offices.length + 1));
}

function rounded(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}
