import type { MapSize, Projection } from './place-projection';

export type City = readonly [name: string, latitude: number, longitude: number];

/** A city's dot, in pixels, and where its name begins, to the right of it. */
export interface CityLabel {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly start: number;
}

/** What a name may not lie under. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** In pixels, of the small type that names are written in. */
const LINE = 16;
const LETTER = 6;
const GAP = 4;
/** One name for so many square pixels leaves room for what the map is about. */
const ROOM = 5_500;

/** What scripts/make-map.mjs made from GeoNames, the largest first; nothing of what is no list. */
export function readCities(fetched: unknown): readonly City[] {
  return Array.isArray(fetched) && fetched.every(isCity) ? fetched : [];
}

function isCity(item: unknown): item is City {
  if (!Array.isArray(item)) return false;
  const [name, latitude, longitude] = item as readonly unknown[];
  return typeof name === 'string' && Number.isFinite(latitude) && Number.isFinite(longitude);
}

/** The largest cities in sight whose names lie neither over one another nor under a place. */
export function cityLabels(
  cities: readonly City[],
  projection: Projection,
  { width, height }: MapSize,
  places: readonly Circle[],
): readonly CityLabel[] {
  const most = Math.round((width * height) / ROOM);
  const labels: CityLabel[] = [];
  for (const [name, latitude, longitude] of cities) {
    if (labels.length >= most) break;
    const [x, y] = [projection.x(longitude), projection.y(latitude)];
    if (x <= 0 || x >= width || y <= LINE / 2 || y >= height - LINE / 2) continue;
    const label = besidePlace({ name, x, y, start: x + GAP }, places);
    const isFree =
      endOf(label) < width &&
      !labels.some((other) => isOver(label, other)) &&
      !places.some((place) => isUnder(label, place));
    if (isFree) labels.push(label);
  }
  return labels;
}

/** A place in a city leaves room for its name on the far side. */
function besidePlace(label: CityLabel, places: readonly Circle[]): CityLabel {
  const place = places.find(({ x, y, radius }) => Math.hypot(x - label.x, y - label.y) <= radius);
  return place === undefined ? label : { ...label, start: place.x + place.radius + GAP };
}

function isUnder(label: CityLabel, { x, y, radius }: Circle): boolean {
  const isBeside = x + radius < label.start || x - radius > endOf(label);
  return !isBeside && Math.abs(y - label.y) < radius + LINE / 2;
}

function isOver(one: CityLabel, other: CityLabel): boolean {
  const isBeside = endOf(one) < other.x - LETTER || endOf(other) < one.x - LETTER;
  return !isBeside && Math.abs(one.y - other.y) <= LINE;
}

function endOf({ name, start }: CityLabel): number {
  return start + LETTER * name.length;
}
