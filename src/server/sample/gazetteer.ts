import type { City } from './city';
import { CITY_NAMES } from './city-names';
import { isTelling, soundOf, wordsOf } from './place-names';
import { medianPoint } from './point';
import type { Point } from './point';
import { createPointGrid } from './point-grid';
import type { PointGrid } from './point-grid';
import type { PincodeArea } from './pincode-area';
import type { PostOffice } from './post-office';
import type { SampleData } from './sample-data';

/** Every name that an address may hold, by its sound. */
export interface Gazetteer {
  readonly pincodes: ReadonlyMap<string, NamedPincode>;
  readonly localities: ReadonlyMap<string, readonly Locality[]>;
  readonly grid: PointGrid<NamedPincode>;
  /** Cities and districts of that name, the largest first. */
  readonly cities: ReadonlyMap<string, readonly NamedCity[]>;
  /** As the data writes them, by sound. */
  readonly states: ReadonlyMap<string, string>;
}

export interface NamedPincode extends Point {
  readonly pincode: string;
  readonly localities: readonly Locality[];
}

/** A post office under the names that an address may call it by. */
export interface Locality {
  readonly office: PostOffice;
  /** Its whole name first, then its telling parts. */
  readonly sounds: readonly string[];
}

export interface NamedCity extends Point {
  /** 0 for a district that is no city. */
  readonly population: number;
  readonly state: string;
}

const NEAREST_PINCODE_KM = 100;
const SHORTEST_NAME_OF_A_TOWN = 4;
const LARGE_CITY = 200_000;

export function createGazetteer({ areas, cities }: SampleData): Gazetteer {
  const pincodes = areas.map(({ pincode, lat, lng, offices }) => {
    return { pincode, lat, lng, localities: offices.map(localityOf) };
  });
  return {
    pincodes: new Map(pincodes.map((area) => [area.pincode, area])),
    localities: localitiesBySound(pincodes),
    grid: createPointGrid(pincodes),
    cities: citiesBySound(areas, cities),
    states: new Map(
      areas.flatMap(({ offices }) => offices.map(({ state }) => [soundOf(wordsOf(state)), state])),
    ),
  };
}

function localityOf(office: PostOffice): Locality {
  const words = wordsOf(office.name);
  const sounds = [soundOf(words)];
  // A village's office bears the village's name; a town's may bear the town's name besides.
  if (office.kind !== 'branch') {
    for (let start = 0; start < words.length; start += 1) {
      for (let end = start + 1; end <= words.length; end += 1) {
        const part = words.slice(start, end);
        if (part.length < words.length && isTelling(part)) sounds.push(soundOf(part));
      }
    }
  }
  return { office, sounds };
}

function localitiesBySound(
  pincodes: readonly NamedPincode[],
): ReadonlyMap<string, readonly Locality[]> {
  const bySound = new Map<string, Locality[]>();
  for (const { localities } of pincodes) {
    for (const locality of localities) {
      for (const sound of locality.sounds) append(bySound, sound, locality);
    }
  }
  return bySound;
}

/** How much of a locality's name that sound is, up to 1. */
export function coverageOf(sound: string, { sounds }: Locality): number {
  return sound.length / Math.max(1, sounds[0]?.length ?? 0);
}

function citiesBySound(
  areas: readonly PincodeArea[],
  cities: readonly City[],
): ReadonlyMap<string, readonly NamedCity[]> {
  const grid = createPointGrid(areas);
  const bySound = new Map<string, NamedCity[]>();
  for (const { name, lat, lng, population } of cities) {
    const sound = soundOf(wordsOf(name));
    if (sound.length < SHORTEST_NAME_OF_A_TOWN && population < LARGE_CITY) continue;
    const state = grid.nearest({ lat, lng }, 1, NEAREST_PINCODE_KM)[0]?.point.offices[0]?.state;
    append(bySound, sound, { lat, lng, population, state: state ?? '' });
  }
  for (const [sound, district] of districts(areas)) {
    if (!bySound.has(sound)) append(bySound, sound, district);
  }
  for (const names of CITY_NAMES) {
    const sounds = names.map((name) => soundOf(wordsOf(name)));
    const largest = sounds
      .flatMap((sound) => bySound.get(sound) ?? [])
      .sort((a, b) => b.population - a.population)[0];
    if (!largest) continue;
    for (const sound of sounds) {
      bySound.set(sound, [
        largest,
        ...(bySound.get(sound) ?? []).filter((city) => city !== largest),
      ]);
    }
  }
  return bySound;
}

function districts(areas: readonly PincodeArea[]): ReadonlyMap<string, NamedCity> {
  const offices = new Map<string, PostOffice[]>();
  for (const office of areas.flatMap((area) => area.offices)) {
    if (office.kind === 'branch' || !isTelling(wordsOf(office.district))) continue;
    append(offices, soundOf(wordsOf(office.district)), office);
  }
  return new Map(
    [...offices].flatMap(([sound, members]) => {
      const middle = medianPoint(members);
      const state = members[0]?.state ?? '';
      return middle ? [[sound, { ...middle, population: 0, state }] as const] : [];
    }),
  );
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
