import { foldedText, LONGEST_NUMBERS } from './folded-text';

/** How the fractions of a column are written: 12.9352 or 12,9352. */
export type DecimalStyle = 'point' | 'comma';

/** Degrees that were read from a text. */
export interface Degrees {
  readonly degrees: number;
  /** Which of the two the degrees are, if a letter (N, S, E or W) says so. */
  readonly axis: 'Latitude' | 'Longitude' | undefined;
}

/**
 * Reads degrees as people write them: 12.9352, 12.9352° N, 12°56'06.7"N, S 33 51 35. Undefined for
 * anything that is not clearly one number of degrees.
 */
export function degreesIn(text: string, decimals: DecimalStyle = 'point'): Degrees | undefined {
  if (isDecimal(text)) return finite(Number(text));
  if (text.length > LONGEST_NUMBERS) return undefined;
  const folded = foldedText(text).toUpperCase();
  // In `12°58,3'` a comma can be nothing else.
  const isComma = decimals === 'comma' || /[°º˚'’′][^.]*$/.test(folded);
  const written = isComma ? folded.replace(/(\d),(?=\d)/g, '$1.') : folded;
  if (isDecimal(written)) return finite(Number(written));
  const [, before = '', sign = '', body = '', after = ''] = FRAME.exec(withMarks(written)) ?? [];
  const letter = before + after;
  // "-33.8 S" has two signs: one is too many, or the two cancel out.
  if (letter.length > 1 || (sign === '-' && letter !== '')) return undefined;
  const degrees = sexagesimal(body, letter !== '');
  if (degrees === undefined) return undefined;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  return finite(isNegative ? -degrees : degrees, letter);
}

function finite(degrees: number, letter = ''): Degrees | undefined {
  if (!Number.isFinite(degrees)) return undefined;
  const axis = letter === '' ? undefined : 'NS'.includes(letter) ? 'Latitude' : 'Longitude';
  return { degrees, axis };
}

function isDecimal(text: string): boolean {
  return DECIMAL.test(text) && !LOST.test(text);
}

/** Writes all signs for degrees, minutes and seconds as `°`, `'` and `"`. */
function withMarks(text: string): string {
  return (
    text
      // `12-58-18 N` and `12D58M18S N`, as surveys and programs write it.
      .replace(/^(\d{1,3})-(\d{1,2})-(\d{1,2}(?:\.\d+)?)(?= ?[NSEW]$)/, `$1°$2'$3"`)
      .replace(/(\d)D ?(\d{1,2})(?:['M] ?([\d.]+)["S])/, `$1°$2'$3"`)
      .replace(/ ?(?:[º˚∘⁰ᵒ]|DEG(?:REES?)?\b\.?)/g, '°')
      .replace(/[′’‘ʹʼ´`]|(?<=\d) ?MIN(?:UTE)?S?\b\.?/g, "'")
      .replace(/[″”“ʺ〃]|''|(?<=\d) ?SEC(?:OND)?S?\b\.?/g, '"')
      .replace(/NORTH|SOUTH|EAST|WEST/g, ([letter = '']) => letter)
  );
}

/** 12°30'36" is 12.51. Bare numbers could also be a pair, so they need a mark or a letter. */
function sexagesimal(text: string, hasLetter: boolean): number | undefined {
  const parts = [...text.matchAll(PART)];
  if (parts.length === 0 || parts.length > 3 || parts.map(([all]) => all).join('') !== text) {
    return undefined;
  }
  const numbers = parts.map(([, number = '']) => number);
  const marks = parts.map(([, , mark = '']) => mark);
  if (marks.some((mark, at) => mark !== '' && mark !== ':' && mark !== `°'"`[at])) return undefined;
  if (numbers.length === 2 && marks[0] !== '°' && !hasLetter) return undefined;
  if (numbers.slice(0, -1).some((number) => !/^\d+$/.test(number))) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map(Number);
  return minutes < 60 && seconds < 60 ? degrees + (minutes * 60 + seconds) / 3600 : undefined;
}

/** Plain decimals, with or without an exponent: `Number` alone would also read "0x1F" and "". */
export const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** `1.30E+01`, as Excel shows numbers that it has rounded to three digits. */
const LOST = /^[+-]?\d(?:\.\d{1,2})?E[+-]\d\d$/;
const FRAME = /^([NSEW]?) ?([+-]?) ?([\d.].*?) ?([NSEW]?)$/;
const PART = /(\d+\.?\d*|\.\d+) ?([°'":]?) ?/g;
