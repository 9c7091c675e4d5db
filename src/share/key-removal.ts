import type { KeySearch, KeyMatch } from './key-search';

/** The text without what was found in it, and without what that leaves together; "" at the worst. */
export function withoutKeys(text: string, search: KeySearch): string {
  let rest = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const matches = search.find(rest);
    if (matches.length === 0) return rest;
    rest = cut(rest, matches);
  }
  return '';
}

/** What stands instead of a key that was removed. */
export const REMOVED = '[removed]';

/** What is taken out may bring together what stood apart, and hardly more than once. */
const ROUNDS = 6;

function cut(text: string, matches: readonly KeyMatch[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of matches) {
    rest += text.slice(from, start) + REMOVED;
    // The second half of a character is no character.
    from = /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
  }
  return rest + text.slice(from);
}
