import type { City } from './city';
import { kilometresBetween, type Point } from './point';
import type { SampleData } from './sample-data';

/** Finds the place of an address, by the rule in docs/developers/sample-service.md. */
export type Geocode = (address: string, pincode: string) => GeocodedPlace | undefined;

export interface GeocodedPlace extends Point {
  /** The area it belongs to, if the address says so. */
  readonly pincode?: string;
}

/**
 * Creates the geocoder. The place is the centre of the pincode. Without a pincode, it is the middle
 * of the last city that the address names, or the centre of a town office's pincode, if the address
 * names an office of that city before it.
 */
export function createGeocoder({ areas, cities }: SampleData): Geocode {
  const pincodes = new Map(areas.map(({ pincode, lat, lng }) => [pincode, { pincode, lat, lng }]));
  const byName = citiesByName(cities);
  const localities = localitiesByName(areas);
  return (address, pincode) => {
    const read = address.slice(0, MOST_READ);
    const area = [pincode.replace(/\s/g, ''), ...pincodesIn(read)]
      .map((code) => pincodes.get(code))
      .find((known) => known !== undefined);
    if (area !== undefined) return area;
    const words = wordsOf(read);
    const city = lastNamed(words, (name) => byName.get(name));
    if (city === undefined) return undefined;
    const isInCity = (office: Locality): boolean => kilometresBetween(office, city.found) < CITY_KM;
    const before = words.slice(0, city.start);
    const office = lastNamed(before, (name) => localities.get(name)?.find(isInCity));
    return pincodes.get(office?.found.pincode ?? '') ?? city.found;
  };
}

/** How many characters of an address are read. */
const MOST_READ = 500;
const LONGEST_NAME = 3;
const SMALL_TOWN = 20_000;
/** How far from a large city's middle its localities may lie. */
const CITY_KM = 25;

/** Numbers of six digits that could be pincodes, also written as `560 034`. */
function pincodesIn(address: string): readonly string[] {
  const found = address.match(/(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g) ?? [];
  return found.map((text) => text.replace(/\s/g, ''));
}

interface Locality extends Point {
  readonly pincode: string;
}

/** Town offices by their names. Village offices are left out: a street may have the same name. */
function localitiesByName(areas: SampleData['areas']): ReadonlyMap<string, readonly Locality[]> {
  const byName = new Map<string, Locality[]>();
  for (const { name, kind, lat, lng, pincode } of areas.flatMap(({ offices }) => offices)) {
    if (kind === 'branch') continue;
    const key = keyOf(name);
    if (key === '') continue;
    const same = byName.get(key);
    if (same === undefined) byName.set(key, [{ lat, lng, pincode }]);
    else same.push({ lat, lng, pincode });
  }
  return byName;
}

/** Finds the last name in an address, whose general words come last: `Koramangala, Bengaluru`. */
function lastNamed<Found>(
  words: readonly string[],
  find: (name: string) => Found | undefined,
): { readonly found: Found; readonly start: number } | undefined {
  for (let end = words.length; end > 0; end -= 1) {
    for (let start = Math.max(0, end - LONGEST_NAME); start < end; start += 1) {
      const found = find(words.slice(start, end).join(' '));
      if (found !== undefined) return { found, start };
    }
  }
  return undefined;
}

/** The largest city of each name, by its old, new and short names too. */
function citiesByName(cities: readonly City[]): ReadonlyMap<string, Point> {
  const byName = new Map<string, Point>();
  for (const { name, otherName = name, population, lat, lng } of cities) {
    if (population < SMALL_TOWN) continue;
    for (const key of [keyOf(name), keyOf(otherName)]) {
      if (key !== '' && !byName.has(key)) byName.set(key, { lat, lng });
    }
  }
  for (const names of CITY_NAMES) {
    const city = names.map((name) => byName.get(name)).find((known) => known !== undefined);
    if (city !== undefined) for (const name of names) byName.set(name, city);
  }
  return byName;
}

/** Returns a name to compare; "" for words that any address may hold, such as Nagar. */
function keyOf(name: string): string {
  const words = wordsOf(name);
  return words.every((word) => COMMON.has(word)) ? '' : words.join(' ');
}

const COMMON: ReadonlySet<string> = new Set(
  `
  nagar road market street colony town city village park garden bazar bazaar chowk cross main
  block sector phase layout station gate hill lake fort temple mandir masjid school college
  hospital office new old east west north south central camp ward circle square ganj bagh vihar
  enclave extension lane marg gali mohalla society tower complex plaza mall house area estate
  junction bypass
`.match(/\S+/g),
);

/** Words in lower-case Latin letters without accents; anything in between is ignored. */
function wordsOf(text: string): readonly string[] {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.match(/[a-z]+|\d+/g) ?? [];
}

/** Old, new and short names of one city: all of them find it, whichever one GeoNames has. */
const CITY_NAMES: readonly (readonly string[])[] = [
  ['bengaluru', 'bangalore', 'bangaluru', 'blr'],
  ['mumbai', 'bombay', 'greater mumbai', 'mumbai suburban'],
  ['chennai', 'madras'],
  ['kolkata', 'calcutta'],
  ['delhi', 'new delhi', 'dilli'],
  ['gurugram', 'gurgaon'],
  ['kochi', 'cochin', 'ernakulam'],
  ['thiruvananthapuram', 'trivandrum'],
  ['kozhikode', 'calicut'],
  ['kollam', 'quilon'],
  ['thrissur', 'trichur'],
  ['kannur', 'cannanore'],
  ['alappuzha', 'alleppey'],
  ['vadodara', 'baroda'],
  ['pune', 'poona'],
  ['varanasi', 'benares', 'banaras', 'kashi'],
  ['prayagraj', 'allahabad'],
  ['mysuru', 'mysore'],
  ['mangaluru', 'mangalore'],
  ['hubballi', 'hubli'],
  ['belagavi', 'belgaum'],
  ['kalaburagi', 'gulbarga'],
  ['ballari', 'bellary'],
  ['shivamogga', 'shimoga'],
  ['tumakuru', 'tumkur'],
  ['vijayapura', 'bijapur'],
  ['visakhapatnam', 'vizag', 'vishakhapatnam'],
  ['vijayawada', 'bezawada'],
  ['tiruchirappalli', 'trichy', 'tiruchchirappalli'],
  ['thanjavur', 'tanjore'],
  ['thoothukudi', 'tuticorin'],
  ['puducherry', 'pondicherry'],
  ['kanpur', 'cawnpore'],
  ['lucknow', 'lakhnau'],
  ['shimla', 'simla'],
  ['guwahati', 'gauhati'],
  ['odisha', 'orissa'],
  ['panaji', 'panjim'],
  ['noida', 'new okhla'],
  ['howrah', 'haora'],
  ['ayodhya', 'faizabad'],
  ['chhatrapati sambhajinagar', 'aurangabad'],
];
