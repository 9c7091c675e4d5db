import { phrasesOf, pincodesIn } from './address-phrases';
import type { Phrase } from './address-phrases';
import { coverageOf } from './gazetteer';
import type { Gazetteer, Locality, NamedCity } from './gazetteer';
import { isNearly } from './place-names';
import { kilometresBetween } from './point';
import type { Point } from './point';

/** Finds the place that an address means; the rule is stated in docs/sample-service.md. */
export type Geocode = (address: string, pincode: string) => GeocodedPlace | undefined;

export interface GeocodedPlace extends Point {
  /** The area it counts to, where the address or a post office says so. */
  readonly pincode?: string;
  readonly by: 'locality' | 'pincode' | 'city';
}

interface Match {
  readonly locality: Locality;
  readonly score: number;
}

interface CityMention {
  readonly city: NamedCity;
  readonly phrase: Phrase;
}

const CITY_REACH_KM = 40;
/** Shorter names are too easily another name with a typing error. */
const SHORTEST_NEARLY = 6;
const NEARLY = 0.7;
/** A name without a city must be longer, or it is a word like any other. */
const SHORTEST_ALONE = 5;
/** A city is not meant when one so many times its size is in the address. */
const OUTWEIGHED = 20;
const LARGE_CITY = 200_000;
/** How much of an office's name must be in the address. */
const COVERAGE_IN_PINCODE = 0.3;
const COVERAGE_IN_CITY = 0.5;
const KIND_SCORE = { head: 0.2, sub: 0.1, branch: 0 } as const;

export function createGeocoder(gazetteer: Gazetteer): Geocode {
  return (address, pincode) => {
    const phrases = phrasesOf(address);
    const area = [pincode.replace(/\s/g, ''), ...pincodesIn(address)]
      .map((code) => gazetteer.pincodes.get(code))
      .find((known) => known !== undefined);
    if (area) {
      const match = best(compared(phrases, area.localities, COVERAGE_IN_PINCODE), area);
      return match ? toPlace(match) : { ...at(area), pincode: area.pincode, by: 'pincode' };
    }
    const mention = meantCity(gazetteer, phrases) ?? nearlyNamedCity(gazetteer, phrases);
    return mention ? inCity(gazetteer, phrases, mention) : byNameAlone(gazetteer, phrases);
  };
}

/** The last city named is the one the others lie in, unless it is small beside another. */
function meantCity(gazetteer: Gazetteer, phrases: readonly Phrase[]): CityMention | undefined {
  const state = stateIn(gazetteer, phrases);
  const mentions = phrases.flatMap((phrase) => {
    const named = phrase.isOfARoad ? [] : (gazetteer.cities.get(phrase.sound) ?? []);
    const city = named.find((one) => one.state === state) ?? named[0];
    return city ? [{ city, phrase }] : [];
  });
  const largest = Math.max(0, ...mentions.map(({ city }) => city.population));
  return mentions
    .filter(({ city }) => city.population * OUTWEIGHED >= largest)
    .sort(
      (a, b) =>
        b.phrase.position - a.phrase.position || b.phrase.sound.length - a.phrase.sound.length,
    )[0];
}

/** A large city with a typing error in its name. */
function nearlyNamedCity(
  gazetteer: Gazetteer,
  phrases: readonly Phrase[],
): CityMention | undefined {
  for (const phrase of phrases) {
    if (phrase.isOfARoad || phrase.sound.length < SHORTEST_NEARLY) continue;
    for (const [sound, [city]] of gazetteer.cities) {
      if (city && city.population >= LARGE_CITY && isNearly(sound, phrase.sound)) {
        return { city, phrase };
      }
    }
  }
  return undefined;
}

function stateIn(gazetteer: Gazetteer, phrases: readonly Phrase[]): string | undefined {
  return phrases.flatMap(({ sound }) => gazetteer.states.get(sound) ?? []).at(-1);
}

function inCity(
  gazetteer: Gazetteer,
  phrases: readonly Phrase[],
  { city, phrase: cityPhrase }: CityMention,
): GeocodedPlace {
  const others = phrases.filter(({ sound, isOfARoad }) => sound !== cityPhrase.sound && !isOfARoad);
  const match =
    best(
      named(gazetteer, others).filter(
        ({ locality }) => kilometresBetween(locality.office, city) <= CITY_REACH_KM,
      ),
      city,
    ) ?? best(compared(others, localitiesAbout(gazetteer, city), COVERAGE_IN_CITY), city);
  return match ? toPlace(match) : { ...at(city), by: 'city' };
}

function localitiesAbout(gazetteer: Gazetteer, city: NamedCity): readonly Locality[] {
  const about: Locality[] = [];
  gazetteer.grid.forEachAbout(city, CITY_REACH_KM, (area) => {
    if (kilometresBetween(area, city) <= CITY_REACH_KM) about.push(...area.localities);
  });
  return about;
}

/** Without a city or pincode only a post office's whole name will do: the most important one. */
function byNameAlone(gazetteer: Gazetteer, phrases: readonly Phrase[]): GeocodedPlace | undefined {
  const state = stateIn(gazetteer, phrases);
  const matches = phrases
    .filter(({ sound }) => sound.length >= SHORTEST_ALONE)
    .flatMap(({ sound }) =>
      (gazetteer.localities.get(sound) ?? [])
        .filter((locality) => coverageOf(sound, locality) === 1)
        .map((locality) => ({ locality, score: sound.length })),
    )
    .filter(({ locality }) => state === undefined || locality.office.state === state);
  const match = best(matches, undefined);
  return match ? toPlace(match) : undefined;
}

/** By the index: names that sound alike. */
function named(gazetteer: Gazetteer, phrases: readonly Phrase[]): readonly Match[] {
  return phrases.flatMap(({ sound }) =>
    (gazetteer.localities.get(sound) ?? [])
      .map((locality) => ({ locality, coverage: coverageOf(sound, locality) }))
      .filter(({ coverage }) => coverage >= COVERAGE_IN_CITY)
      .map(({ locality, coverage }) => ({ locality, score: scoreOf(sound, coverage) })),
  );
}

/** One by one, for a few localities: names that sound alike but for a typing error. */
function compared(
  phrases: readonly Phrase[],
  localities: readonly Locality[],
  leastCoverage: number,
): readonly Match[] {
  return localities.flatMap((locality) => {
    let score = 0;
    for (const sound of locality.sounds) {
      const coverage = coverageOf(sound, locality);
      if (coverage < leastCoverage) continue;
      for (const phrase of phrases) {
        score = Math.max(score, alikeness(phrase.sound, sound) * scoreOf(sound, coverage));
      }
    }
    return score > 0 ? [{ locality, score }] : [];
  });
}

/** The longer the name and the more of it, the less by chance. */
function scoreOf(sound: string, coverage: number): number {
  return sound.length * (0.5 + coverage / 2);
}

function alikeness(a: string, b: string): number {
  if (a === b) return 1;
  return Math.min(a.length, b.length) >= SHORTEST_NEARLY && isNearly(a, b) ? NEARLY : 0;
}

/** The best score; among equals the more important office, then the nearer one to `middle`. */
function best(matches: readonly Match[], middle: Point | undefined): Match | undefined {
  let chosen: Match | undefined;
  let chosenRank = 0;
  for (const match of matches) {
    const { kind, isExact } = match.locality.office;
    const away = middle ? kilometresBetween(match.locality.office, middle) / 1000 : 0;
    const rank = match.score + KIND_SCORE[kind] + (isExact ? 0.05 : 0) - away;
    if (chosen && rank <= chosenRank) continue;
    chosen = match;
    chosenRank = rank;
  }
  return chosen;
}

function toPlace({ locality }: Match): GeocodedPlace {
  return { ...at(locality.office), pincode: locality.office.pincode, by: 'locality' };
}

function at({ lat, lng }: Point): Point {
  return { lat, lng };
}
