/** Prepares a person's text to quote in a message: one line, at most `maxLength` UTF-16 units. */
export function quotation(text: string, maxLength = 30): string {
  // Cut first, because a text may be as long as a cell can hold.
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  // Half of a surrogate pair is no character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The same, but invisible and misleading characters appear as their numbers: `[U+202E]12`. */
export function exactQuotation(text: string, maxLength = 30): string {
  const start = text.slice(0, 4 * maxLength);
  return quotation(start.replace(UNSEEN, codeOf), maxLength);
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}|(?!-)\p{Pd}|\u2212/gu;

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${code.padStart(4, '0')}]`;
}
