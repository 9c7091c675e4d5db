import { largest } from '../../engine/async/extremes';
import type { Slicer } from '../../engine/lookup';
import { textAsInput } from '../spreadsheet/block-writing';
import { formulaTokens } from '../spreadsheet/formula-tokens';
import type { TextPlace } from '../spreadsheet/workbook-contents';

/** How a text holds a key. `escaped`: with characters escaped, as in URLs, JSON or XML. */
export type KeyWriting = 'plain' | 'base64' | 'escaped';

/**
 * Finds whole keys in texts: as they are, in base64, and each of these behind escapes (`%6B`,
 * `\u006b`, `&#107;`, `&amp;`). Neither case nor white space or invisible characters hide a key.
 * Takes time proportional to the length of a text, whatever it holds.
 *
 * It holds the keys for as long as it is held itself; its results contain none of their characters.
 */
export interface KeySearch {
  /** Whether any of the keys is long enough to be looked for. */
  readonly canFind: boolean;
  /** How the text holds the first key that is found; undefined if it holds none. */
  writingIn(text: string): KeyWriting | undefined;
  /** The same for a text of any length, while the page gets its turn. */
  lookIn(text: string, slice: Slicer): Promise<KeyWriting | undefined>;
  /** The text with `REMOVED` in place of each key, and "" at worst. */
  without(text: string): string;
}

/** Replaces a key that was removed. */
export const REMOVED = '[removed]';

export function createKeySearch(keys: readonly string[]): KeySearch {
  const forms = formsOf(keys.map(squeezed).filter((key) => key.length >= SHORTEST));
  const overlap = LONGEST_ESCAPE * Math.max(0, largest(forms.map(({ length }) => length)));

  function writingIn(text: string): KeyWriting | undefined {
    let isFirst = true;
    for (const reading of readingsOf(text)) {
      const form = forms.find(({ pattern }) => reading.search(pattern) >= 0);
      if (form !== undefined) return isFirst ? form.writing : 'escaped';
      isFirst = false;
    }
    return undefined;
  }

  /** Where the text holds keys, in order and apart from each other. */
  function spansIn(text: string): Span[] {
    if (writingIn(text) === undefined) return [];
    for (const reading of placedReadingsOf(text)) {
      const spans = forms.flatMap(({ pattern }) =>
        Array.from(reading.text.matchAll(pattern), ({ index, 0: { length } }): Span => ({
          start: reading.starts[index] ?? 0,
          end: reading.ends[index + length - 1] ?? text.length,
        })),
      );
      if (spans.length > 0) return apart(spans);
    }
    return [];
  }

  return {
    canFind: forms.length > 0,
    writingIn,
    async lookIn(text, slice) {
      if (forms.length === 0) return undefined;
      // What ends a piece begins the next, so that no key lies in neither of them.
      let tail = '';
      for (let from = 0; from < text.length; from += PIECE) {
        await slice();
        const piece = squeezed(tail + text.slice(from, from + PIECE));
        const writing = writingIn(piece);
        if (writing !== undefined) return writing;
        tail = piece.slice(-overlap);
      }
      return undefined;
    },
    without(text) {
      let rest = text;
      for (let round = 0; round < ROUNDS; round += 1) {
        const spans = spansIn(rest);
        if (spans.length === 0) return writingIn(rest) === undefined ? rest : '';
        rest = cut(rest, spans);
      }
      return '';
    },
  };
}

/** Every text contains something shorter by chance. */
const SHORTEST = 6;
/** How much of a text is read before the page gets its turn. */
const PIECE = 16_000;
/** The characters that one may take when it is escaped three times. */
const LONGEST_ESCAPE = 30;
/** A key may be escaped differently in each place, and removing one may bring another together. */
const ROUNDS = 8;

interface Form {
  readonly writing: Exclude<KeyWriting, 'escaped'>;
  readonly pattern: RegExp;
  /** The most characters that the pattern matches. */
  readonly length: number;
}

function formsOf(keys: readonly string[]): readonly Form[] {
  return keys.flatMap((key): Form[] => {
    const bytes = utf8(key);
    const base64 = [0, 1, 2].map((before) => base64Of(bytes, before));
    return [
      { writing: 'plain', pattern: anyOf(literals(key), 'giu'), length: 3 * key.length },
      { writing: 'base64', pattern: anyOf(base64, 'gu'), length: 2 * bytes.length },
    ];
  });
}

function anyOf(patterns: readonly string[], flags: string): RegExp {
  return new RegExp([...new Set(patterns)].join('|'), flags);
}

/** The text, and what decoding its bytes in a URL gives: a character for each, as for `%C3%A9`. */
function literals(text: string): string[] {
  const all = [text, byteText(utf8(text))];
  return all.map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
}

function byteText(bytes: readonly number[]): string {
  return bytes.map((byte) => String.fromCharCode(byte)).join('');
}

function utf8(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

/**
 * The key in base64, after so many bytes of something else. Each letter has six bits: those that
 * share bits with a neighbouring byte are left out. The two signs have others in URLs.
 */
function base64Of(bytes: readonly number[], before: number): string {
  const padded = [...Array<number>(before).fill(0), ...bytes];
  const letters = btoa(byteText(padded));
  return letters
    .slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6))
    .replaceAll('+', '[+-]')
    .replaceAll('/', '[/_]');
}

/** A text as it may be meant, with where each of its characters stands in the original. */
interface PlacedReading {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Escapes of escapes of escapes are decoded, but none deeper. */
const DEPTH = 3;
const UNSEEN = /[\s\p{Cf}]+/gu;
const MAY_ESCAPE = /[%&\\]|_x/i;
const ESCAPE =
  /(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|_x([\da-f]{4})_|&#x([\da-f]{1,6});?|&#(\d{1,7});?|&(amp|lt|gt|quot|apos);|\\(["\\/])/gi;

function squeezed(text: string): string {
  return text.replace(UNSEEN, '');
}

/** The text without what nobody sees, then also with its escapes decoded, once and again. */
function* readingsOf(text: string): Generator<string> {
  let rest = squeezed(text);
  yield rest;
  for (let depth = 0; depth < DEPTH && MAY_ESCAPE.test(rest); depth += 1) {
    rest = squeezed(rest.replace(ESCAPE, decoded));
    yield rest;
  }
}

/** The same readings, each with its places. */
function* placedReadingsOf(text: string): Generator<PlacedReading> {
  const starts = Array.from({ length: text.length }, (_, at) => at);
  const whole = { text, starts, ends: starts.map((at) => at + 1) };
  let rest = replaced(whole, UNSEEN, () => '');
  yield rest;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    rest = replaced(replaced(rest, ESCAPE, decoded), UNSEEN, () => '');
    yield rest;
  }
}

function replaced(
  { text, starts, ends }: PlacedReading,
  pattern: RegExp,
  write: (...match: string[]) => string,
): PlacedReading {
  const next = { pieces: [] as string[], starts: [] as number[], ends: [] as number[] };
  let from = 0;
  const copy = (to: number): void => {
    next.pieces.push(text.slice(from, to));
    for (; from < to; from += 1) {
      next.starts.push(starts[from] ?? 0);
      next.ends.push(ends[from] ?? 0);
    }
  };
  for (const match of text.matchAll(pattern)) {
    copy(match.index);
    const written = write(...match);
    next.pieces.push(written);
    from += match[0].length;
    for (let index = 0; index < written.length; index += 1) {
      next.starts.push(starts[match.index] ?? 0);
      next.ends.push(ends[from - 1] ?? 0);
    }
  }
  copy(text.length);
  return { ...next, text: next.pieces.join('') };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** What an escape stands for; the escape itself if it stands for no character. */
function decoded(
  escape: string,
  byte?: string,
  unit?: string,
  excel?: string,
  hex?: string,
  decimal?: string,
  name?: string,
  itself?: string,
): string {
  if (itself !== undefined) return itself;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? escape;
  const sixteen = byte ?? unit ?? excel ?? hex;
  const code = sixteen === undefined ? Number(decimal) : parseInt(sixteen, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Merges spans that overlap. */
function apart(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) };
  }
  return merged;
}

function cut(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(from, start), REMOVED);
    from = end;
  }
  return [...pieces, text.slice(from)].join('');
}

/**
 * What a cell that was found to hold a key should hold instead; undefined if it holds none by now.
 *
 * @param as what held the key: the cell's own text, its formula, or only what the formula shows.
 */
export function repairedCell(
  as: 'text' | 'formula' | 'shown',
  value: string,
  formula: string,
  search: KeySearch,
): string | undefined {
  const isThere = search.writingIn(as === 'formula' ? formula : value) !== undefined;
  if (!isThere || (as === 'text' && formula !== '')) return undefined;
  if (as === 'formula') return repairedFormula(formula, search);
  return as === 'text' ? textAsInput(repairedText(value, search)) : '';
}

/** A text without its keys; "" if nothing worth keeping is left, or removing them fails. */
function repairedText(text: string, search: KeySearch): string {
  const rest = search.without(text);
  return /[\p{L}\p{N}]/u.test(rest.replaceAll(REMOVED, '')) ? rest : '';
}

/** A formula without keys in its texts; "" if that breaks the formula, or makes it ask again. */
function repairedFormula(formula: string, search: KeySearch): string {
  const rest = search.without(formula);
  const isBroken = formulaTokens(rest).some(
    ({ kind, text }) =>
      (kind !== 'text' && text.includes(REMOVED)) || (kind === 'unknown' && text.includes('"')),
  );
  return isBroken ? '' : rest;
}

/** What should replace a place's text; null removes the place itself. */
export function repairedPlace(place: TextPlace, text: string, search: KeySearch): string | null {
  if (place.repair === 'remove') return null;
  if (place.field === 'name') return repairedName(text, search);
  if (place.kind === 'part') return repairedXml(text, search);
  const isFormula = place.kind === 'name' && text.startsWith('=');
  const rest = isFormula ? repairedFormula(text, search) : repairedText(text, search);
  return rest === '' ? null : rest;
}

const TAG = /<[^>]*>/g;

/** Names of sheets and tables cannot contain brackets or be empty. */
function repairedName(text: string, search: KeySearch): string {
  const rest = search.without(text).replaceAll(REMOVED, 'removed');
  return rest === '' || search.writingIn(rest) !== undefined ? 'removed' : rest;
}

function repairedXml(xml: string, search: KeySearch): string | null {
  const rest = search.without(xml);
  const tags = (text: string) => (text.match(TAG) ?? []).join('');
  return rest !== xml && rest !== '' && tags(rest) === tags(xml) ? rest : null;
}
