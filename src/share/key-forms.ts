import { spelled } from './key-letters';
import type { Alphabet } from './key-letters';

/** How a key may be written. */
export type Writing = 'plain' | 'reversed' | 'hex' | 'base64';

/** One way in which a text may contain a key, spelled in its alphabet. */
export interface KeyForm {
  readonly writing: Writing;
  readonly alphabet: Alphabet;
  readonly letters: string;
  /** The fewest of its letters in a row that are no coincidence. */
  readonly least: number;
}

/**
 * All forms of a key; none for a key so short that any text may contain it by chance. A key in
 * base64 has one of three forms, as it begins at the first, second or third byte of a group, and
 * the outermost letters depend on the neighbouring bytes.
 */
export function formsOf(key: string): readonly KeyForm[] {
  const bare = spelled(key, 'bare');
  const alphabet: Alphabet = bare.length >= Math.max(SHORTEST, key.length / 2) ? 'bare' : 'marked';
  const letters = alphabet === 'bare' ? bare : spelled(key, 'marked');
  if (letters.length < SHORTEST) return [];
  const least = leastOf(letters);
  const backwards = reversed(key);
  const forms: KeyForm[] = [
    { writing: 'plain', alphabet, letters, least },
    { writing: 'reversed', alphabet, letters: spelled(backwards, alphabet), least },
  ];
  for (const bytes of [utf8(key), latin1(key)]) forms.push(hexForm(bytes, LEAST_BYTES));
  forms.push(hexForm(utf16(key), 2 * LEAST_BYTES));
  for (const bytes of [utf8(key), latin1(key), utf8(backwards)]) {
    forms.push(...base64Forms(bytes, LEAST_BYTES));
  }
  forms.push(...base64Forms(utf16(key), 2 * LEAST_BYTES));
  const byText = new Map(forms.map((form) => [`${form.alphabet} ${form.letters}`, form]));
  return [...byText.values()].map((form) => ({
    ...form,
    least: Math.min(form.least, form.letters.length),
  }));
}

/** Any text may contain something shorter by chance. */
const SHORTEST = 6;

/** The fewest bytes in a row of an encoded key that are no coincidence. */
const LEAST_BYTES = 8;

/** One coincidence in a million million pairs of places: a large workbook has far fewer. */
const CERTAINTY_BITS = 40;

/** Eight characters of a usual key; more if it uses fewer different characters. */
function leastOf(letters: string): number {
  const size = /^\d*$/.test(letters) ? 10 : /^[\da-f]*$/.test(letters) ? 16 : 36;
  return Math.ceil(CERTAINTY_BITS / Math.log2(size));
}

function hexForm(bytes: readonly number[], leastBytes: number): KeyForm {
  const letters = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { writing: 'hex', alphabet: 'bare', letters, least: 2 * leastBytes };
}

function base64Forms(bytes: readonly number[], leastBytes: number): KeyForm[] {
  return [0, 1, 2].map((before): KeyForm => {
    const padded = [...Array<number>(before).fill(0), ...bytes];
    const whole = btoa(String.fromCharCode(...padded));
    // A letter has six bits: leave out letters that share bits with a neighbouring byte.
    const letters = whole.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
    const least = Math.floor((leastBytes * 8) / 6) - 1;
    return { writing: 'base64', alphabet: 'base64', letters, least };
  });
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

function utf8(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function latin1(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}

/** As Windows stores text. */
function utf16(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0)).flatMap((code) => [
    code & 0xff,
    code >> 8,
  ]);
}
