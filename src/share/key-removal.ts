import type { KeySearch, KeyMatch } from './key-search';

/** The text without its keys, nor any that removing others brings together; "" at worst. */
export function withoutKeys(text: string, search: KeySearch): string {
  let rest = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const matches = search.find(rest);
    if (matches.length === 0) return rest;
    rest = cut(rest, matches);
  }
  return '';
}

/** Replaces a key that was removed. */
export const REMOVED = '[removed]';

/** Removing a key may bring the parts of another together, but hardly more than once. */
const ROUNDS = 6;

function cut(text: string, matches: readonly KeyMatch[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of matches) {
    rest += text.slice(from, start) + REMOVED;
    // Do not keep the second half of a surrogate pair.
    from = /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
  }
  return rest + text.slice(from);
}
