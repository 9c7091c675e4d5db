import { withoutEscapes } from './escaped-text';
import { formsOf } from './key-forms';
import type { Writing } from './key-forms';
import { createKeyWatch } from './key-watch';
import type { KeyOccurrence } from './key-watch';

/**
 * Searches texts for keys. It holds the keys for as long as it is held itself, and its results
 * contain none of their characters.
 */
export interface KeySearch {
  /** Whether any of the keys is long enough to be looked for. */
  readonly canFind: boolean;
  /** Every place in the text that holds a key or a part of one, in order and without overlaps. */
  find(text: string): readonly KeyMatch[];
  /** The same for a text too long to read at once: pass pieces of up to 32,000 characters. */
  reader(): KeyReader;
}

export interface KeyReader {
  /** The matches that are certain by now, by their offsets in all pieces so far. */
  read(piece: string): readonly KeyMatch[];
  end(): readonly KeyMatch[];
}

/** A place that holds a key; `end` is not included. */
export interface KeyMatch {
  readonly start: number;
  readonly end: number;
  readonly writing: KeyWriting;
  /** Whether all of the key is there. */
  readonly isWhole: boolean;
}

/** `escaped`: with characters escaped, as in URLs or programs. */
export type KeyWriting = Writing | 'escaped';

export function createKeySearch(keys: readonly string[]): KeySearch {
  const forms = keys.flatMap((key) => formsOf(key));
  const longest = Math.max(0, ...forms.map(({ letters }) => letters.length));

  function reader(): KeyReader {
    const watch = createKeyWatch(forms);
    let before = '';
    let offset = 0;

    /** What the text contains once its escapes are decoded, and any escapes that this reveals. */
    function escaped(piece: string): KeyMatch[] {
      const text = before + piece;
      const start = offset - before.length;
      const overlap = before.length;
      before = text.slice(-ESCAPED_LENGTH * longest);
      offset += piece.length;
      return readEscapes(text)
        .filter(({ end }) => end > overlap)
        .map((match) => ({ ...match, start: start + match.start, end: start + match.end }));
    }

    return {
      read: (piece) => apart([...watch.read(piece).map(matchOf), ...escaped(piece)]),
      end() {
        before = '';
        offset = 0;
        return watch.end().map(matchOf);
      },
    };
  }

  function readEscapes(text: string): KeyMatch[] {
    const matches: KeyMatch[] = [];
    let places: readonly number[] | undefined;
    let rest = withoutEscapes(text);
    for (let round = 0; rest !== undefined && round < ROUNDS; round += 1) {
      const { text: inner, places: own } = rest;
      const outer = places;
      const at = outer === undefined ? own : own.map((place) => outer[place] ?? 0);
      places = at;
      const watch = createKeyWatch(forms);
      for (const occurrence of [...watch.read(inner), ...watch.end()]) {
        const { start, end } = occurrence;
        const match = {
          ...matchOf(occurrence),
          start: at[start] ?? 0,
          end: at[end] ?? text.length,
        };
        const isEscaped = match.end - match.start > end - start;
        if (isEscaped) matches.push({ ...match, writing: 'escaped' });
      }
      rest = withoutEscapes(inner);
    }
    return matches;
  }

  const alone = reader();
  return {
    canFind: forms.length > 0,
    find: (text) => (forms.length === 0 ? [] : apart([...alone.read(text), ...alone.end()])),
    reader,
  };
}

/** Escapes of escapes of escapes are decoded, but none deeper. */
const ROUNDS = 3;

/** The characters that one letter may take when it is escaped, and escaped again. */
const ESCAPED_LENGTH = 24;

function matchOf({ start, end, form, length }: KeyOccurrence): KeyMatch {
  return { start, end, writing: form.writing, isWhole: length === form.letters.length };
}

/** Merges matches that overlap; a whole key counts more than a part. */
function apart(matches: readonly KeyMatch[]): KeyMatch[] {
  const merged: KeyMatch[] = [];
  for (const match of [...matches].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last === undefined || match.start >= last.end) {
      merged.push(match);
      continue;
    }
    const better = match.isWhole && !last.isWhole ? match : last;
    merged[merged.length - 1] = {
      ...better,
      start: last.start,
      end: Math.max(last.end, match.end),
    };
  }
  return merged;
}
