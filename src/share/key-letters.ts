/**
 * Which characters count when a text is searched for a key. The search ignores what a person or a
 * program may have put between the characters of a key, or done to them: spaces, line breaks,
 * invisible characters, case, wide and styled forms.
 *
 * `bare`: letters and digits; quotes, dashes and the `"&"` of a formula do not count either.
 * `marked`: all visible characters, for keys that consist of signs.
 * `base64`: its 64 letters, case-sensitive, with the two that replace `+` and `/` in URLs.
 */
export type Alphabet = 'bare' | 'marked' | 'base64';

/** Passes on each letter of a text as a number, with the offset of its character in the text. */
export type LetterReader = (text: string, take: (letter: number, at: number) => void) => void;

export function createLetterReader(alphabet: Alphabet): LetterReader {
  const ascii = Array.from({ length: 128 }, (_, code) =>
    read(String.fromCharCode(code), alphabet).at(0),
  );
  const known = new Map<string, readonly number[]>();

  function others(character: string): readonly number[] {
    let letters = known.get(character);
    if (letters === undefined) {
      letters = read(character, alphabet);
      if (known.size < MOST_KNOWN) known.set(character, letters);
    }
    return letters;
  }

  return (text, take) => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 128) {
        const letter = ascii[code];
        if (letter !== undefined) take(letter, at);
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at) ?? code);
      for (const letter of others(character)) take(letter, at);
      at += character.length - 1;
    }
  };
}

/** The letters of a whole text. */
export function spelled(text: string, alphabet: Alphabet): string {
  let letters = '';
  createLetterReader(alphabet)(text, (letter) => (letters += String.fromCharCode(letter)));
  return letters;
}

/** Limits the table of known characters when a text has many scripts. */
const MOST_KNOWN = 5_000;
const NO_LETTER = /[^\p{L}\p{N}]/gu;
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Mn}]/gu;

function read(character: string, alphabet: Alphabet): readonly number[] {
  if (alphabet === 'base64') {
    const letter = character === '-' ? '+' : character === '_' ? '/' : character;
    return /^[A-Za-z0-9+/]$/.test(letter) ? codes(letter) : [];
  }
  const plain = character.normalize('NFKC').toLowerCase();
  return codes(plain.replace(alphabet === 'bare' ? NO_LETTER : UNSEEN, ''));
}

function codes(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
