import { analyse } from 'chardet';

/** An encoding from before Unicode. */
export interface LegacyEncoding {
  /** A label that `TextDecoder` knows. */
  readonly label: string;
  /** The name that people know, such as `Windows-1252`. */
  readonly name: string;
  /** The first word beyond ASCII. It shows a person whether the text was read correctly. */
  readonly example?: string;
  /** True if the text makes no words in this encoding, though no other encoding fits better. */
  readonly isUnsure?: true;
}

/** Finds the encoding of a text that is not UTF-8, by the words that its bytes make. */
export function legacyOf(sample: Uint8Array): LegacyEncoding {
  const label = latinOf(sample) ?? otherScriptOf(sample);
  if (label !== undefined) {
    const [example] = WORD.exec(readWith(sample, label)) ?? [];
    return { label, name: nameOf(label), ...(example !== undefined && { example }) };
  }
  return { label: 'windows-1252', name: 'Windows-1252', isUnsure: true };
}

/**
 * Returns the encoding of letters with accents in which the text makes the most words of one
 * language. `Wroc³aw` is no word, so it is `Wrocław`; `São Paulo` is a word in Portuguese.
 */
function latinOf(sample: Uint8Array): string | undefined {
  // Only old Macintosh programs end lines like this.
  const isOldMac = sample.includes(0x0d) && !sample.includes(0x0a);
  const scored = Object.entries(LANGUAGES).map(([label, languages]) => {
    const text = readAs(sample, label) ?? '';
    const words = text.match(WORDS) ?? [];
    // Icelandic uses these letters often. Without any of them, the text is rather Turkish.
    const known = /[áíóúæ]/i.test(text) ? languages : languages.filter((one) => !one.test('þ'));
    const fit = words.filter((word) => known.some((one) => one.test(word))).length;
    return { label, fit, isMost: fit > words.length / 2 };
  });
  const [western, mac, ...rest] = scored;
  if (western === undefined || mac === undefined) return undefined;
  const others = isOldMac ? [mac, ...rest] : [...rest, mac];
  const best = others.reduce((most, next) => (next.fit > most.fit ? next : most));
  const few = isOldMac && best === mac ? 1 : FEW_WORDS;
  if (best.isMost && best.fit >= few && best.fit > western.fit) return best.label;
  return western.isMost ? western.label : undefined;
}

/** A stretch with something beyond ASCII in it. */
const WORD = /[^\s!-/:-@[-`{-~]*[^\0-\x7F][^\s!-/:-@[-`{-~]*/;
const WORDS = new RegExp(WORD, 'g');
const FEW_WORDS = 2;

const CENTRAL = ['ąćęłńóśźż', 'áäčďéěíĺľňóôŕřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'];

/**
 * What no word of a language has: Portuguese has these letters before few others (`são`, `mãe`,
 * `Camões`), Spanish a vowel behind `ñ`, which `Gdañsk` has not, and Icelandic no `þ` but in front.
 */
const ODD: Readonly<Record<string, string>> = {
  ã: 'ã[^oeisn]|õ[^e]',
  ñ: 'ñ(?![aeiouáéíóú])',
  þ: '[^ ]þ(?!ing)',
};
/** Large letters behind small ones (`CafŽ`, `MŸller`), and three or more without any of ASCII. */
const ODD_ANYWHERE = [
  '\\p{Ll}(?![A-Z])\\p{Lu}',
  '\\p{L}(?![A-Z])\\p{Lu}\\p{Ll}',
  '(?<![A-Za-z].*)(?:(?![A-Za-z])\\p{L}){3}(?!.*[A-Za-z])',
];

const WESTERN = words(
  ...['äöüßéèàç', 'àâçèéêëîïôùûüœæÿ', 'áéíñóúüïç', 'áâãàçéêíóôõú', 'àèéìíîòóùú'],
  ...['åäöéüšž', 'æøåéóöä', 'áéíóúýþæöð', 'éëïóöüáíèêç', 'àáèéìíòóùúâêîôû'],
);

/**
 * The letters of each encoding's languages. Western comes first: another is chosen only if it gives
 * more words.
 */
const LANGUAGES: Readonly<Record<string, readonly RegExp[]>> = {
  'windows-1252': WESTERN,
  macintosh: WESTERN,
  'windows-1250': words(...CENTRAL),
  'iso-8859-2': words(...CENTRAL),
  'windows-1254': words('çğıİöşüâîû'),
  'windows-1257': words('ąčęėįšųūž', 'āčēģīķļņšūž', 'äöüõšž'),
};

/** Words with the letters of one language, and signs such as `12°`, `“hi”`, `it’s`, `nº`, `m²`. */
function words(...languages: readonly string[]): readonly RegExp[] {
  const signs = '[°²³€£¥§©®™“”‘’„‚«»¿¡…–—•½¼¾×\\u00A0]*';
  return languages.map((letters) => {
    const one = `[A-Za-z0-9’${letters}${letters.toUpperCase()}]`;
    const odd = Object.entries(ODD).flatMap(([letter, pattern]) =>
      letters.includes(letter) ? [pattern] : [],
    );
    return new RegExp(
      `^(?!.*(?:${[...odd, ...ODD_ANYWHERE].join('|')}))${signs}${one}*[ªº]?${signs}$`,
      'u',
    );
  });
}

/**
 * Finds other scripts: one that the detector is sure of, or one in which the text has only common
 * characters.
 */
function otherScriptOf(sample: Uint8Array): string | undefined {
  const fits = analyse(sample).flatMap(({ name, confidence }) => {
    const label = LABELS[name] ?? name.toLowerCase();
    if (label in LANGUAGES) return [];
    const text = readAs(sample, label);
    const few = label in COMMON ? FEW_SIGNS * 2 : FEW_LETTERS;
    const isText = text !== undefined && lettersIn(text) >= few && hasWords(text);
    return isText ? [{ label, confidence }] : [];
  });
  const [best, next] = fits;
  if (best === undefined) return undefined;
  const isAhead = best.confidence > SURE && best.confidence > (next?.confidence ?? 0) * AHEAD;
  const isPlain = !(best.label in COMMON) || isCommon(sample, best.label);
  if (isAhead && isPlain) return best.label;
  const common = fits.filter(({ label }) => isCommon(sample, label));
  return common.length === 1 ? common[0]?.label : undefined;
}

/** A text with fewer letters could be in any script; signs of two bytes each say more. */
const FEW_LETTERS = 16;
/** The detector gives each encoding a confidence of up to 100. */
const SURE = 10;
const AHEAD = 1.4;

/** Where the common signs of an encoding are: the first bytes of their pairs. */
export const COMMON: Readonly<Record<string, RegExp>> = {
  shift_jis: /[\x81-\x83\x88-\x98]/,
  'euc-jp': /[\xA1\xA3-\xA5\xB0-\xCF]/,
  gb18030: /[\xA1\xA3\xB0-\xD7]/,
  big5: /[\xA1-\xC6]/,
  'euc-kr': /[\xA1\xA3\xB0-\xC8]/,
};

function isCommon(sample: Uint8Array, label: string): boolean {
  const common = COMMON[label];
  if (common === undefined) return false;
  const bytes = Array.from(sample, (byte) => String.fromCharCode(byte)).join('');
  const pairs = bytes.match(/[\x81-\xFE][\x40-\xFE]/g) ?? [];
  const few = pairs.filter((pair) => !common.test(pair.charAt(0))).length;
  return pairs.length >= FEW_SIGNS && few <= pairs.length / 20;
}

/** Fewer could be common signs in another encoding as well. */
const FEW_SIGNS = 6;

/** The detector's own names for encodings, and its names for the smaller of two sets. */
const LABELS: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-8-I': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};
/** Undefined if the bytes are not all letters and signs in this encoding. */
function readAs(bytes: Uint8Array, label: string): string | undefined {
  try {
    const text = mended(new TextDecoder(label, { fatal: true }).decode(bytes), label);
    return /[\x80-\x9F\p{Cn}\p{Co}\uFFFD]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Whether each word has letters of one script, and the text is not mostly the half-width Japanese
 * letters that any bytes give.
 */
export function hasWords(text: string): boolean {
  if ((text.match(/[\uFF61-\uFF9F]/g)?.length ?? 0) > lettersIn(text) / 2) return false;
  const words = text.match(/\p{L}+/gu) ?? [];
  const odd = words.filter(
    (word) => /[^\0-\x7F]/.test(word) && (!ONE_SCRIPT.test(word) || /\p{Ll}\p{Lu}/u.test(word)),
  ).length;
  const signs = text.match(/\p{L}[\p{S}\p{No}\x80-\xBF]\p{L}/gu)?.length ?? 0;
  return odd + signs <= words.length / 5;
}

const ONE_SCRIPT =
  /^(?:\p{scx=Latin}+|\p{scx=Cyrillic}+|\p{scx=Greek}+|\p{scx=Hebrew}+|\p{scx=Arabic}+|\p{scx=Thai}+|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Latin}]+)$/u;

/** Returns the name of an encoding as people know it, from a label of `TextDecoder`. */
export function nameOf(label: string): string {
  const name = label
    .replace(/^windows/, 'Windows')
    .replace(/^(?:utf|iso|gb|euc)/, (start) => start.toUpperCase());
  return NAMES[name] ?? name;
}

const NAMES: Readonly<Record<string, string>> = {
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
  'EUC-jp': 'EUC-JP',
  'EUC-kr': 'EUC-KR',
  'UTF-16le': 'UTF-16 (little-endian)',
  'UTF-16be': 'UTF-16 (big-endian)',
  'koi8-r': 'KOI8-R',
  macintosh: 'Mac Roman',
};

/** Decodes what some systems leave undecoded in Windows-1252: the characters from 0x80 to 0x9F. */
export function mended(text: string, label: string): string {
  if (label !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9F]/g, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
}

const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Decodes bytes in the encoding with this label, the same way on every system. */
export function readWith(bytes: Uint8Array, label: string): string {
  return mended(new TextDecoder(label).decode(bytes), label);
}

/** Counts the characters beyond ASCII, except U+FFFD. */
export function lettersIn(text: string): number {
  return text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0;
}
