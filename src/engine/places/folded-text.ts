/**
 * Returns the text without invisible marks that mean nothing, such as a zero-width space, and
 * without spaces of any kind around it. Joiners stay, because Hindi and Persian need them.
 */
export function visibleText(text: string): string {
  if (isPlain(text)) return text.trim();
  return text.replace(MARKS, '').trim();
}

/**
 * Returns the text as a keyboard would type it: `−३३.8688` becomes `-33.8688`. Full-width
 * characters, the digits of all scripts, every dash that serves as a minus sign and every space
 * become ASCII.
 */
export function foldedText(text: string): string {
  return unwrapped(isPlain(text) ? text.trim().replace(/ {2,}/g, ' ') : toAscii(text));
}

/**
 * Unwraps a text that tools keep from being read as a number: `="560034"` and `'560034` become
 * `560034`.
 */
export function unwrapped(text: string): string {
  const [, inner] = text.startsWith('=') ? (WRAPPED.exec(text) ?? []) : [];
  if (inner !== undefined) return inner.replaceAll('""', '"').trim();
  return APOSTROPHE.test(text) ? text.slice(1).trim() : text;
}

/**
 * Returns an address as it is meant: the sign for a web page's `R&amp;D Park`, a line end for its
 * `<br>`, and a space for each control character.
 */
export function meantText(given: string): string {
  const lines = given.includes('<') ? given.replace(BREAKS, '\n').trim() : given;
  const text = CONTROL.test(lines) ? lines.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ') : lines;
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
    return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/**
 * Longer text is no degrees, no pair and no pincode. The limit keeps a cell of 32,767 characters
 * from costing time.
 */
export const LONGEST_NUMBERS = 200;

/** All but tabs and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
const BREAKS = /\s*(?:<br ?\/?>\s*)+/gi;
const CONTROLS = /[^\P{Cc}\t\n\r]+/gu;
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function toAscii(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
    .replace(MINUS_SIGNS, '-')
    .replace(/\u066b/g, '.')
    .replace(/[\u066c\u060c\u3001]/g, ',')
    .replace(MARKS, '')
    .replace(/[\s\u2800]+/g, ' ')
    .trim();
}

/** The digits of each script stand in a row, from zero to nine: counts back to the zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Marks of direction, fillers and spaces without width. Marks that could change a number stay: a
 * soft hyphen before it, which may be a minus sign, and overrides, which show 12 as 21.
 */
const MARKS =
  /[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202c\u2060-\u206f\u3164\ufeff\uffa0]|(?<=[\p{L}\p{N}])\u00ad|\u00ad(?!\p{N})/gu;
/** Hyphens, dashes and minus signs, with those that are raised, lowered, small or heavy. */
const MINUS_SIGNS = /[\u02d7\u2010-\u2015\u2043\u207b\u208b\u2212\u2796\ufe58\ufe63]/g;
/** An apostrophe that opens a number or a house number and is not closed. */
const APOSTROPHE = /^['’](?=[\p{Nd}+-])[^'’]*$/u;
const WRAPPED = /^="((?:[^"]|"")*)"$/;
