import { KNOWN_NAMES } from '../contract/known-names';

/** The attribute names known here. The service publishes no list: they are learned or imported. */
export interface Catalogue {
  /** In the order in which people see them; the same array for as long as nothing changes. */
  entries(): readonly CatalogueEntry[];
}

export interface CatalogueEntry {
  readonly name: string;
  /** What somebody who knows says of it; left out, its parts are read. */
  readonly about?: string;
}

/** What the contract spells out, and nothing else. */
export const contractCatalogue: Catalogue = { entries: () => CONTRACT_ENTRIES };

/**
 * The entries in which every word of the search occurs, in the name or in what is known of it, in
 * upper or lower case. No words: all of them.
 */
export function searchCatalogue(
  entries: readonly CatalogueEntry[],
  search: string,
): readonly CatalogueEntry[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter((entry) => {
    const text = `${entry.name} ${aboutOf(entry)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What is known of a name, in words; empty where nothing is. */
export function aboutOf({ name, about }: CatalogueEntry): string {
  if (about !== undefined && about.trim() !== '') return about.trim();
  const [first = '', ...others] = name.split('_');
  const subject = SUBJECTS.get(first);
  if (subject === undefined) return '';
  const ends = others.map((part) => ENDINGS.get(part));
  const topic = others.filter((_, index) => ends[index] === undefined).join(' ');
  const endings = ends.filter((ending) => ending !== undefined);
  return [topic === '' ? subject : `${subject} (${topic})`, ...endings].join(', ');
}

const CONTRACT_ENTRIES: readonly CatalogueEntry[] = KNOWN_NAMES.map((name) => ({ name }));

/** What the parts of the known names have been seen to mean; no units are published. */
const SUBJECTS: ReadonlyMap<string, string> = new Map([
  ['w', 'population'],
  ['p', 'places'],
  ['br', 'brands'],
]);

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['tt', 'total'],
  ['ct', 'count'],
  ['np', 'normalised proportion'],
  ['perc', 'percent'],
  ['200', 'within 200 m'],
  ['500', 'within 500 m'],
  ['1000', 'within 1000 m'],
  ['pincode', 'in the pincode area'],
]);
