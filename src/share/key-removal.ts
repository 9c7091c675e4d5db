import type { KeySearch, KeySight } from './key-search';

/** The text without what was found in it, and without what that leaves together; "" at the worst. */
export function withoutKeys(text: string, search: KeySearch): string {
  let rest = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sights = search.find(rest);
    if (sights.length === 0) return rest;
    rest = cut(rest, sights);
  }
  return '';
}

/** What stands instead of a key that was removed. */
export const REMOVED = '[removed]';

/** What is taken out may bring together what stood apart, and hardly more than once. */
const ROUNDS = 6;

function cut(text: string, sights: readonly KeySight[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of sights) {
    rest += text.slice(from, start) + REMOVED;
    // The second half of a character is no character.
    from = /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
  }
  return rest + text.slice(from);
}
