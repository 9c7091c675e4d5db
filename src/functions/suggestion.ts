import type { Catalogue, CatalogueEntry } from './catalogue';

/** Which known name somebody meant. */
export interface Suggestions {
  /** The nearest known name within two edits; undefined where there is none or the name is known. */
  nearest(name: string): string | undefined;
}

/** Remembers what it found for as long as the catalogue stays: a column repeats one mistake. */
export function createSuggestions(catalogue: Catalogue): Suggestions {
  let entries: readonly CatalogueEntry[] | undefined;
  let found = new Map<string, string | undefined>();
  return {
    nearest(name) {
      const current = catalogue.entries();
      if (current !== entries || found.size >= MAX_REMEMBERED) {
        entries = current;
        found = new Map();
      }
      if (!found.has(name)) found.set(name, nearestOf(current, name));
      return found.get(name);
    },
  };
}

const MAX_EDITS = 2;
const MAX_REMEMBERED = 10_000;

function nearestOf(entries: readonly CatalogueEntry[], name: string): string | undefined {
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  for (const entry of entries) {
    const edits = editsBetween(name, entry.name);
    if (edits === 0) return undefined;
    if (edits < fewest) {
      fewest = edits;
      nearest = entry.name;
    }
  }
  return nearest;
}

/**
 * Letters put in, left out, changed, or swapped with their neighbour; anything beyond MAX_EDITS
 * comes out as just that. Only the cells within MAX_EDITS of the diagonal can matter.
 */
function editsBetween(a: string, b: string): number {
  const far = MAX_EDITS + 1;
  if (Math.abs(a.length - b.length) > MAX_EDITS) return far;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far));
  for (let row = 1; row <= a.length; row++) {
    const line = new Array<number>(b.length + 1).fill(far);
    line[0] = Math.min(row, far);
    const last = Math.min(b.length, row + MAX_EDITS);
    for (let column = Math.max(1, row - MAX_EDITS); column <= last; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = (above[column - 1] ?? far) + (isSame ? 0 : 1);
      const added = (line[column - 1] ?? far) + 1;
      const left = (above[column] ?? far) + 1;
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (before[column - 2] ?? far) + 1 : far;
      line[column] = Math.min(changed, added, left, swapped, far);
    }
    if (Math.min(...line) >= far) return far;
    before = above;
    above = line;
  }
  return above[b.length] ?? far;
}
