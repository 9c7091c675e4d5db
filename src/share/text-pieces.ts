import type { KeySearch, KeyMatch } from './key-search';
import type { Slicer } from '../lookup';

/** How much of a text is read at once; in between, the page gets its turn. */
const PIECE_LENGTH = 16_000;

/** A text of any length in pieces, none of which ends within a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let end = Math.min(text.length, from + PIECE_LENGTH);
    if (/[\uDC00-\uDFFF]/.test(text.charAt(end))) end += 1;
    yield text.slice(from, end);
    from = end;
  }
}

/** Finds keys in a text of any length. */
export async function matchesIn(
  text: string,
  search: KeySearch,
  slice: Slicer,
): Promise<readonly KeyMatch[]> {
  await slice();
  if (text.length <= PIECE_LENGTH) return search.find(text);
  const reader = search.reader();
  const matches: KeyMatch[] = [];
  for (const piece of piecesOf(text)) {
    matches.push(...reader.read(piece));
    await slice();
  }
  matches.push(...reader.end());
  return matches;
}
