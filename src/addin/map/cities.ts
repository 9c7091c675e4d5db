import type { LatLng, MapSize, Projection } from './place-projection';

export type City = readonly [name: string, latitude: number, longitude: number];

/** A city's dot, in pixels, and where its name begins, beside it. */
export interface CityLabel {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly start: number;
  /** Where a name left of its dot ends, because its exact width depends on the font. */
  readonly end?: number;
}

/** What a name must stay clear of. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** In pixels, of the small type that names are written in. */
const LINE = 16;
const LETTER = 7;
const GAP = 4;
/**
 * A map of the pane's size, in square pixels, has room for so many names beside what it is about.
 * A larger one has room for more, but a reader does not: four times the size has 2.3 times as many.
 */
const SMALL_MAP = 75_000;
const NAMES = 14;
const GROWTH = 0.6;

/** Reads what scripts/make/map.mjs made from GeoNames, largest first; empty for anything else. */
export function readCities(fetched: unknown): readonly City[] {
  return Array.isArray(fetched) && fetched.every(isCity) ? fetched : [];
}

function isCity(item: unknown): item is City {
  if (!Array.isArray(item)) return false;
  const [name, latitude, longitude] = item as readonly unknown[];
  return typeof name === 'string' && Number.isFinite(latitude) && Number.isFinite(longitude);
}

/**
 * The largest cities in sight whose names overlap neither one another nor a place.
 *
 * @param taken names that are written already.
 */
export function cityLabels(
  cities: readonly City[],
  projection: Projection,
  { width, height }: MapSize,
  places: readonly Circle[],
  taken: readonly CityLabel[] = [],
): readonly CityLabel[] {
  const most = Math.round(NAMES * ((width * height) / SMALL_MAP) ** GROWTH);
  const labels: CityLabel[] = [];
  const inSight = new Set<string>();
  for (const [name, latitude, longitude] of cities) {
    if (labels.length >= most) break;
    const [x, y] = [projection.x(longitude), projection.y(latitude)];
    if (x <= 0 || x >= width || y <= LINE / 2 || y >= height - LINE / 2) continue;
    // Of two cities called Hyderabad only the larger counts, even if its name has no room.
    if (inSight.has(name)) continue;
    inSight.add(name);
    const isFree = (label: CityLabel): boolean =>
      label.start > 0 &&
      nameEnd(label) < width &&
      ![...taken, ...labels].some((other) => isOver(label, other)) &&
      !places.some((place) => isUnder(label, place));
    const label = besidePlace({ name, x, y, start: x + GAP }, places).find(isFree);
    if (label !== undefined) labels.push(label);
  }
  return labels;
}

/** Where a name can go if a place covers the city's dot: right of the place, or else left of it. */
function besidePlace(label: CityLabel, places: readonly Circle[]): readonly CityLabel[] {
  const place = places.find(({ x, y, radius }) => Math.hypot(x - label.x, y - label.y) <= radius);
  const { x, radius } = place ?? { x: label.x, radius: 0 };
  const width = LETTER * label.name.length;
  const end = x - radius - GAP;
  return [
    { ...label, start: x + radius + GAP },
    { ...label, start: end - width, end },
  ];
}

function isUnder(label: CityLabel, { x, y, radius }: Circle): boolean {
  const isBeside = x + radius < label.start || x - radius > nameEnd(label);
  return !isBeside && Math.abs(y - label.y) < radius + LINE / 2;
}

function isOver(one: CityLabel, other: CityLabel): boolean {
  const isBeside = endOf(one) < firstOf(other) - LETTER || endOf(other) < firstOf(one) - LETTER;
  return !isBeside && Math.abs(one.y - other.y) <= LINE;
}

/** Where the dot and the name begin, and where they end. */
function firstOf({ x, start }: CityLabel): number {
  return Math.min(x, start);
}

function endOf(label: CityLabel): number {
  return Math.max(label.x, nameEnd(label));
}

function nameEnd({ name, start }: CityLabel): number {
  return start + LETTER * name.length;
}

interface NamedPlace extends LatLng {
  readonly label: string;
  readonly mark?: string;
}

/** The names on a map: those of places that have a dot of their own, and then those of cities. */
export function labelsOf(
  { places, cities }: { readonly places: readonly NamedPlace[]; readonly cities: readonly City[] },
  dots: readonly { readonly index: number | undefined }[],
  projection: Projection,
  size: MapSize,
  around: readonly Circle[],
): { readonly names: readonly CityLabel[]; readonly cities: readonly CityLabel[] } {
  const alone = new Set(dots.map(({ index }) => index));
  const marked = places.flatMap((place, index) =>
    place.mark !== undefined && alone.has(index) ? [{ ...place, mark: place.mark }] : [],
  );
  const labelled = (
    some: readonly (typeof marked)[number][],
    textOf: (place: (typeof marked)[number]) => string,
    taken: readonly CityLabel[],
  ) => {
    const cities = some.map((place): City => [textOf(place), place.latitude, place.longitude]);
    return cityLabels(cities, projection, size, around, taken);
  };
  const whole = labelled(marked, ({ label }) => label, []);
  const written = new Set(whole.map(({ name }) => name));
  const others = marked.filter(({ label }) => !written.has(label));
  const names = [...whole, ...labelled(others, ({ mark }) => mark, whole)];
  return { names, cities: cityLabels(cities, projection, size, around, names) };
}
