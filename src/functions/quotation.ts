/** Shows what somebody wrote inside a message: on one line, and cut to so many UTF-16 units. */
export function quotation(text: string, maxLength = 30): string {
  // A text may be as long as a cell can hold; what is cut off need not be cleaned.
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  // Half of a surrogate pair is no character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
