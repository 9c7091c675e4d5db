/** Excel's limit. */
const MAX_LENGTH = 31;
const FORBIDDEN = /[\p{Cc}[\]:*?/\\]/gu;
/** Excel reserves this name. */
const RESERVED = 'history';

/** A name like the wanted one that Excel accepts and no sheet has: `Receipt`, `Receipt (2)`. */
export function freeSheetName(wanted: string, taken: readonly string[]): string {
  const used = new Set([RESERVED, ...taken.map((name) => name.toLowerCase())]);
  const name = legalName(wanted, MAX_LENGTH);
  if (!used.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`;
    const numbered = legalName(wanted, MAX_LENGTH - suffix.length) + suffix;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}

function legalName(wanted: string, length: number): string {
  const text = wanted.replace(FORBIDDEN, ' ').trim().slice(0, length);
  // The cut may leave half a character; Excel allows no apostrophe at either end.
  const name = text.replace(/[\uD800-\uDBFF]$/, '').replace(/^[\s']+|[\s']+$/g, '');
  return name === '' ? 'Sheet' : name;
}
