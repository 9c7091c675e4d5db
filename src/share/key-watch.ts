import type { KeyForm } from './key-forms';
import { createLetterReader } from './key-letters';
import type { Alphabet } from './key-letters';

/** A place in a text that holds a key or a part of one. */
export interface KeyOccurrence {
  /** Offsets in all texts so far, counted as one text; `end` is not included. */
  readonly start: number;
  readonly end: number;
  readonly form: KeyForm;
  /** How many letters of the form were found. */
  readonly length: number;
}

/**
 * Searches texts for keys, one after the other, as if they were one text. Takes time proportional
 * to the length of the texts, whatever they hold.
 */
export interface KeyWatch {
  /** Keys that end in this text. One that may continue in the next text is reported once complete. */
  read(text: string): KeyOccurrence[];
  /** Keys still incomplete at the end of the last text. The next text starts at offset 0. */
  end(): KeyOccurrence[];
}

export function createKeyWatch(forms: readonly KeyForm[]): KeyWatch {
  const watches = ALPHABETS.flatMap((alphabet) => {
    const own = forms.filter((form) => form.alphabet === alphabet);
    return own.length === 0 ? [] : [createLetterWatch(alphabet, own)];
  });
  let offset = 0;
  return {
    read(text) {
      const from = offset;
      offset += text.length;
      return watches.flatMap((watch) => watch.read(text, from));
    },
    end() {
      offset = 0;
      return watches.flatMap((watch) => watch.end());
    },
  };
}

const ALPHABETS: readonly Alphabet[] = ['bare', 'marked', 'base64'];

interface LetterWatch {
  read(text: string, from: number): KeyOccurrence[];
  end(): KeyOccurrence[];
}

/** Spells each text once for all forms of an alphabet. */
function createLetterWatch(alphabet: Alphabet, forms: readonly KeyForm[]): LetterWatch {
  const spell = createLetterReader(alphabet);
  const leasts = [...new Set(forms.map(({ least }) => least))];
  const searches = leasts.map((least) =>
    createSearch(
      least,
      forms.filter((form) => form.least === least),
    ),
  );
  let letters: number[] = [];
  let places: number[] = [];

  function look(isEnd: boolean): KeyOccurrence[] {
    const occurrences = searches.flatMap((search) => search.look(letters, places, isEnd));
    const needed = isEnd ? letters.length : Math.min(...searches.map((search) => search.next()));
    letters = letters.slice(needed);
    places = places.slice(needed);
    for (const search of searches) search.shift(needed);
    return occurrences;
  }

  return {
    read(text, from) {
      spell(text, (letter, at) => {
        letters.push(letter);
        places.push(from + at);
      });
      return look(false);
    },
    end: () => look(true),
  };
}

interface Search {
  look(letters: readonly number[], places: readonly number[], isEnd: boolean): KeyOccurrence[];
  /** The first letter that is still needed. */
  next(): number;
  /** Call it when this many letters have been dropped. */
  shift(count: number): void;
}

interface Seed {
  readonly form: KeyForm;
  readonly at: number;
}

/** Searches for forms of which `least` letters in a row count, by the rolling sum of such a row. */
function createSearch(least: number, forms: readonly KeyForm[]): Search {
  const seeds = new Map<number, Seed[]>();
  // Most sums belong to no seed: this says so without a look into the map.
  const isSeed = new Uint8Array(FILTER);
  let leave = 1;
  for (let index = 1; index < least; index += 1) leave = Math.imul(leave, BASE);
  for (const form of forms) {
    const codes = Array.from(form.letters, (letter) => letter.charCodeAt(0));
    let sum = sumOf(codes, 0, least);
    for (let at = 0; at + least <= codes.length; at += 1) {
      if (at > 0) sum = nextSum(sum, codes, at - 1);
      const others = seeds.get(sum) ?? [];
      const isNew = others.every(({ form: other, at: place }) => !begins(other, place, codes, at));
      if (isNew) seeds.set(sum, [...others, { form, at }]);
      isSeed[sum >>> FILTER_SHIFT] = 1;
    }
  }
  let next = 0;

  /** The sum of the row that begins one letter later. */
  function nextSum(sum: number, letters: readonly number[], start: number): number {
    const gone = Math.imul(letters[start] ?? 0, leave);
    return (Math.imul(sum - gone, BASE) + (letters[start + least] ?? 0)) | 0;
  }

  /** Whether the seed's row equals the letters from `at` on. */
  function begins(form: KeyForm, place: number, letters: readonly number[], at: number): boolean {
    for (let index = 0; index < least; index += 1) {
      if (form.letters.charCodeAt(place + index) !== letters[at + index]) return false;
    }
    return true;
  }

  return {
    look(letters, places, isEnd) {
      const occurrences: KeyOccurrence[] = [];
      let start = next;
      let sum = start + least <= letters.length ? sumOf(letters, start, least) : 0;
      while (start + least <= letters.length) {
        const seed =
          isSeed[sum >>> FILTER_SHIFT] === 1
            ? seeds.get(sum)?.find(({ form, at }) => begins(form, at, letters, start))
            : undefined;
        if (seed === undefined) {
          sum = nextSum(sum, letters, start);
          start += 1;
          continue;
        }
        const { form, at } = seed;
        let length = least;
        while (
          at + length < form.letters.length &&
          form.letters.charCodeAt(at + length) === letters[start + length]
        ) {
          length += 1;
        }
        const isOpen = start + length === letters.length && at + length < form.letters.length;
        if (isOpen && !isEnd) break;
        const first = places[start] ?? 0;
        const last = places[start + length - 1] ?? first;
        occurrences.push({ start: first, end: last + 1, form, length });
        start += length;
        if (start + least <= letters.length) sum = sumOf(letters, start, least);
      }
      next = isEnd ? letters.length : start;
      return occurrences;
    },
    next: () => next,
    shift: (count) => void (next -= count),
  };
}

const BASE = 0x01000193;
const FILTER_SHIFT = 16;
const FILTER = 1 << (32 - FILTER_SHIFT);

function sumOf(letters: readonly number[], from: number, count: number): number {
  let sum = 0;
  for (let index = from; index < from + count; index += 1) {
    sum = (Math.imul(sum, BASE) + (letters[index] ?? 0)) | 0;
  }
  return sum;
}
