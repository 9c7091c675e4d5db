import { isTelling, officialNameOf, partsOf, soundOf } from './place-names';

/** Some words of an address that stand together and could name a place. */
export interface Phrase {
  readonly sound: string;
  /** The word it begins with, counted from the front, where the most particular words stand. */
  readonly position: number;
  /** A road is called after the city it leads to, so that such a name places no address. */
  readonly isOfARoad: boolean;
}

/** However long the text is, no more is looked at. */
const MOST_WORDS = 40;
const LONGEST_PHRASE = 4;
const ROADS = new Set(['road', 'street', 'marg', 'highway', 'market', 'gate', 'bazar', 'line']);

/** Every run of up to four words that does not cross a comma. */
export function phrasesOf(address: string): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let position = 0;
  for (const words of partsOf(address)) {
    const kept = words.slice(0, Math.max(0, MOST_WORDS - position));
    for (let start = 0; start < kept.length; start += 1) {
      for (let length = 1; length <= LONGEST_PHRASE && start + length <= kept.length; length += 1) {
        const phrase = kept.slice(start, start + length);
        const isOfARoad = ROADS.has(kept[start + length] ?? '');
        const names = [phrase, officialNameOf(phrase) ?? []].filter(isTelling);
        for (const name of names) {
          phrases.push({ sound: soundOf(name), position: position + start, isOfARoad });
        }
      }
    }
    position += kept.length;
  }
  return phrases;
}

/** Numbers of six digits that could be pincodes, also written `560 034`. */
export function pincodesIn(address: string): readonly string[] {
  return (address.match(/(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g) ?? [])
    .slice(0, MOST_WORDS)
    .map((text) => text.replace(/\s/g, ''));
}
