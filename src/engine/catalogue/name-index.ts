import { eachInSlices, type Clock } from '../lookup';
import { ALIKE_WORDS, wordsIn, wordsWanted, type WantedWord } from './search-words';
import type { CatalogueEntry } from './catalogue-store';
import { kindText, readName } from './name-reading';
import { titleOf } from './name-title';

/** A list of names, prepared for searching while a person types. */
export interface NameIndex {
  /**
   * Returns the entries that contain every word of the search, or a word that begins with it. The
   * words may be in the name, in what is known about it, or be similar words. The best entries come
   * first: the name itself, names that begin with the search, names that contain it, then the
   * others by where the words are. If there are none, each word may have one typing error. A search
   * without words returns all entries, in the order of the list.
   */
  find(search: string): readonly CatalogueEntry[];
}

/** Builds the index in slices, so that the pane still takes what a person types. */
export async function createNameIndex(
  entries: readonly CatalogueEntry[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<NameIndex> {
  const subjects: Subject[] = [];
  const texts: string[] = [];
  await eachInSlices(entries, clock, (entry) => {
    const subject = subjectOf(entry);
    subjects.push(subject);
    texts.push([subject.name, subject.title, subject.rest].join(''));
  });

  function withNearlyTheWords(words: readonly SoughtWord[]): number[] {
    let found: number[] | undefined;
    for (const word of words) {
      const nearly = isForgiven(word) ? nearlyOf(word.text) : undefined;
      const has = (text: string): boolean => hasWord(text, word) || nearly?.test(text) === true;
      found = matching(texts, has, found);
    }
    return found ?? [];
  }

  return {
    find(search) {
      const words = wordsWanted(search).map(soughtWord);
      if (words.length === 0) return entries;
      const literal = literalOf(search);
      let found = matching(texts, (text, index) => {
        const { name } = entries[index] as CatalogueEntry;
        return words.every((word) => hasWord(text, word)) || holds(name, literal);
      });
      if (found.length === 0) found = withNearlyTheWords(words);
      const keys = Float64Array.from(found, (index) =>
        sortKey(rankOf(subjects[index] as Subject, literal, words), index),
      );
      return Array.from(keys.sort(), (key) => entries[key % PLACES] as CatalogueEntry);
    },
  };
}

/** An entry's words, each with a space before it, and one after the last. */
interface Subject {
  readonly written: string;
  readonly name: string;
  readonly title: string;
  readonly rest: string;
}

function subjectOf(entry: CatalogueEntry): Subject {
  const { name, unit = '', description = '', others = [] } = entry;
  const { theme, measure, area } = readName(name);
  const kinds = [theme, measure, area].filter((kind) => kind !== undefined);
  const alike = [...kinds, ...name.split('_')].map((part) => ALIKE_WORDS.get(part) ?? '');
  const texts = [unit, description, ...others.map(({ text }) => text)];
  const described = [...kinds.map(kindText), ...alike, ...texts];
  return {
    written: name,
    name: spaced(name),
    title: spaced(titleOf(entry)),
    rest: spaced(described.join(' ').slice(0, MAX_TEXT)),
  };
}

/** Only the beginning of a very long description is searched. */
const MAX_TEXT = 2_000;

function spaced(text: string): string {
  // `join`, not concatenation: V8 searches a text in one piece faster, and the first search must
  // not wait.
  return ['', ...wordsIn(text), ''].join(' ');
}

/**
 * Whether a typing error in the word is forgiven: in a short word or a number, it makes another
 * one.
 */
function isForgiven({ text, isWhole }: WantedWord): boolean {
  return !isWhole && text.length > 3 && !/^\d+$/.test(text);
}

/** In a shorter word, a typing error makes the beginning of too many others: rent, restaurant. */
const MIN_BEGINNING = 6;
const ANY = '[\\p{L}\\p{M}\\d]';

/**
 * Matches a word with one letter left out, added, changed or swapped with the next, or a word that
 * begins so. The first letter must be right, at the beginning of a word: income is not in pincode.
 */
function nearlyOf(word: string): RegExp {
  const [first = '', ...rest] = [...word];
  const variants = [...rest, ''].flatMap((letter, at) => {
    const [before, after] = [rest.slice(0, at).join(''), rest.slice(at + 1)];
    const added = before + ANY + letter + after.join('');
    if (letter === '') return [added];
    const [next = '', ...others] = after;
    const swapped = before + next + letter + others.join('');
    return [added, before + after.join(''), before + ANY + after.join(''), swapped];
  });
  const end = rest.length + 1 < MIN_BEGINNING ? ' ' : '';
  return new RegExp(` ${first}(?:${[...new Set(variants)].join('|')})${end}`, 'u');
}

/** The word as it appears in a subject: built once, because up to 100,000 of them are searched. */
interface SoughtWord extends WantedWord {
  readonly start: string;
  readonly whole: string;
}

function soughtWord(word: WantedWord): SoughtWord {
  return { ...word, start: ` ${word.text}`, whole: ` ${word.text} ` };
}

function hasWord(text: string, word: SoughtWord): boolean {
  return text.includes(word.isWhole ? word.whole : word.start);
}

function matching(
  texts: readonly string[],
  isMatch: (text: string, index: number) => boolean,
  among?: readonly number[],
): number[] {
  const found: number[] = [];
  const count = among?.length ?? texts.length;
  for (let place = 0; place < count; place += 1) {
    const index = among?.[place] ?? place;
    if (isMatch(texts[index] as string, index)) found.push(index);
  }
  return found;
}

/** The search, written as part of a name. */
function literalOf(search: string): string {
  return search.trim().toLowerCase().replace(/\s+/g, '_');
}

/** A single letter is in nearly every name. */
function holds(name: string, literal: string): boolean {
  return literal.length > 1 && name.includes(literal);
}

function rankOf(subject: Subject, literal: string, words: readonly SoughtWord[]): number {
  const { written, name, title } = subject;
  // Of equal matches, the shorter name is the more general one.
  let rank = -written.length / 1_000;
  if (written === literal) rank += 300;
  else if (written.startsWith(literal)) rank += 200;
  else if (holds(written, literal)) rank += 100;
  for (const { start, whole } of words) {
    if (name.includes(whole)) rank += 8;
    else if (title.includes(whole)) rank += 6;
    else if (name.includes(start)) rank += 5;
    else if (title.includes(start)) rank += 4;
  }
  return rank;
}

/** More than any list has positions. */
const PLACES = 2 ** 20;
/** Above every rank; ranks differ by thousandths. */
const MAX_RANK = 1_000;

/** Rank and position in one number: sorts the best first, and equal ranks by position. */
function sortKey(rank: number, index: number): number {
  return Math.round((MAX_RANK - rank) * 1_000) * PLACES + index;
}
