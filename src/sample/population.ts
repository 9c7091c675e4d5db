import type { City } from './city';
import type { PincodeArea } from './pincode-area';
import {
  createPointIndex,
  kilometresBetween,
  type Point,
  pointAway,
  type PointIndex,
} from './point';

/** Where the modelled people live, by the rule in docs/developers/sample-service.md. */
export interface Population {
  /** Returns the people within each radius, not rounded. A larger radius never holds fewer. */
  within(place: Point): PeopleWithin;
  /** Returns the people of a pincode, not rounded; 0 if the pincode is unknown. */
  ofPincode(pincode: string): number;
}

/** Keys are metres. */
export type PeopleWithin = Readonly<Record<200 | 500 | 1000, number>>;

/** People of one pincode around a point, spread as a bell curve. */
interface Settlement extends Point {
  readonly pincode: string;
  readonly people: number;
  readonly spreadKm: number;
}

/** A city's people per square kilometre at its densest, before its neighbours are added. */
const PEAK_DENSITY = 15_000;
const PEOPLE_PER_BRANCH_OFFICE = 6_000;
const BRANCH_SPREAD_KM = 3;
const LEAST_SPREAD_KM = 0.7;
const MOST_SPREAD_KM = 3;
/** The middle of a city, which exists even if no pincode has its centre nearby. */
const MIDDLE_SQUARE_KM = 4;
/** Where every ministry has its own post office, more offices do not mean more people. */
const MOST_OFFICES_PER_SQUARE_KM = 1;
const NEAREST_PINCODE_KM = 100;
/** Beyond three times its spread, a bell curve counts as nothing. */
const TAIL = 3;
const RINGS = [
  { radiusKm: 0.2, innerKm: 0, samples: 1 },
  { radiusKm: 0.5, innerKm: 0.2, samples: 6 },
  { radiusKm: 1, innerKm: 0.5, samples: 8 },
] as const;

/** Settles the people of each pincode: villages by their offices, towns by their city's people. */
export function createPopulation(
  areas: readonly PincodeArea[],
  cities: readonly City[],
): Population {
  const settlements = [...areas.flatMap(villages), ...townships(areas, cities)];
  const index = createPointIndex(settlements);
  const byPincode = new Map<string, number>();
  for (const { pincode, people } of settlements) {
    byPincode.set(pincode, (byPincode.get(pincode) ?? 0) + people);
  }

  function within(place: Point): PeopleWithin {
    const about = settlementsAbout(index, place);
    const [inner, middle, outer] = RINGS.map((ring) => peopleInRing(ring, place, about));
    const at200 = inner ?? 0;
    const at500 = at200 + (middle ?? 0);
    return { 200: at200, 500: at500, 1000: at500 + (outer ?? 0) };
  }

  return { within, ofPincode: (pincode) => byPincode.get(pincode) ?? 0 };
}

function villages({ pincode, offices }: PincodeArea): readonly Settlement[] {
  return offices
    .filter(({ kind }) => kind === 'branch')
    .map(({ lat, lng }) => {
      return { pincode, lat, lng, people: PEOPLE_PER_BRANCH_OFFICE, spreadKm: BRANCH_SPREAD_KM };
    });
}

/**
 * Divides each city's population among the pincodes around its middle: nearer, larger ones with
 * more town offices get more.
 */
function townships(areas: readonly PincodeArea[], cities: readonly City[]): readonly Settlement[] {
  const index = createPointIndex(areas);
  return cities.flatMap((city) => {
    const [nearest] = index.nearest(city, 1, NEAREST_PINCODE_KM);
    if (!nearest) return [];
    const citySpreadKm = Math.sqrt(city.population / (2 * Math.PI * PEAK_DENSITY));
    const most = 2 * Math.PI * citySpreadKm ** 2;
    const middle = Math.min(MIDDLE_SQUARE_KM, most);
    const shares = [
      { ...at(city), pincode: nearest.point.pincode, share: middle, squareKm: middle },
    ];
    for (const area of index.about(city, TAIL * citySpreadKm)) {
      const { pincode, squareKm } = area;
      const townOffices = area.offices.filter(({ kind }) => kind !== 'branch').length;
      const share =
        bell(kilometresBetween(city, area) / citySpreadKm) *
        Math.min(squareKm, most) *
        Math.sqrt(Math.min(MOST_OFFICES_PER_SQUARE_KM, townOffices / squareKm));
      if (share > 0) shares.push({ ...at(area), pincode, share, squareKm });
    }
    const whole = shares.reduce((sum, { share }) => sum + share, 0);
    return shares.map(({ lat, lng, pincode, share, squareKm }) => {
      const spreadKm = Math.min(
        MOST_SPREAD_KM,
        Math.max(LEAST_SPREAD_KM, Math.sqrt(Math.min(squareKm, most) / Math.PI)),
      );
      return { lat, lng, pincode, people: (city.population * share) / whole, spreadKm };
    });
  });
}

/** Everything that can matter within the largest ring, collected once for all samples. */
function settlementsAbout(index: PointIndex<Settlement>, place: Point): readonly Settlement[] {
  return index
    .about(place, TAIL * MOST_SPREAD_KM + 1)
    .filter((one) => kilometresBetween(place, one) <= TAIL * one.spreadKm + 1);
}

/** Each ring is added to those inside it, so that a larger radius never holds fewer people. */
function peopleInRing(
  { radiusKm, innerKm, samples }: (typeof RINGS)[number],
  place: Point,
  settlements: readonly Settlement[],
): number {
  const area = Math.PI * (radiusKm ** 2 - innerKm ** 2);
  const away = samples === 1 ? 0 : (radiusKm + innerKm) / 2;
  let sum = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    sum += densityAt(pointAway(place, away, (2 * Math.PI * sample) / samples), settlements);
  }
  return (area * sum) / samples;
}

/** People per square kilometre. */
function densityAt(place: Point, settlements: readonly Settlement[]): number {
  let density = 0;
  for (const settlement of settlements) {
    const { people, spreadKm } = settlement;
    const peak = people / (2 * Math.PI * spreadKm ** 2);
    density += peak * bell(kilometresBetween(place, settlement) / spreadKm);
  }
  return density;
}

function bell(spreads: number): number {
  return spreads > TAIL ? 0 : Math.exp(-(spreads ** 2) / 2);
}

function at({ lat, lng }: Point): Point {
  return { lat, lng };
}
