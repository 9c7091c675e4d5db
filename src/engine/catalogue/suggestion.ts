/** Finds the known name that somebody meant. */
export interface Suggestions {
  /**
   * Returns the nearest known name within two edits, or a known name with one more word, such as
   * `w_pop_tt_500` for `w_pop_500`. Undefined if there is none, or if the name itself is known.
   */
  nearest(name: string): string | undefined;
}

/** Known names: the same array until something changes. */
export interface NamedEntries {
  entries(): readonly { readonly name: string }[];
}

/** Remembers its results while the catalogue is unchanged: a column often repeats one mistake. */
export function createSuggestions(catalogue: NamedEntries): Suggestions {
  let entries: ReturnType<NamedEntries['entries']> | undefined;
  let names: SortedNames = sorted([]);
  let longer: ReadonlyMap<string, string> | undefined;
  let found = new Map<string, string | undefined>();
  return {
    nearest(name) {
      const current = catalogue.entries();
      if (current !== entries) {
        entries = current;
        names = sorted(current);
        longer = undefined;
        found = new Map();
      }
      if (found.size >= MAX_REMEMBERED) found = new Map();
      if (!found.has(name)) {
        const near = nearestIn(names, name);
        const isAsked = near === undefined && WORDS.test(name);
        found.set(name, isAsked ? (longer ??= longerNames(current)).get(name) : near);
      }
      return found.get(name);
    },
  };
}

/** Fewer words say too little. */
const WORDS = /^[^_]+_[^_]+_[^_]+/;

/**
 * Known names by what is left of them without one of their words. A radius that is missing was
 * probably meant so: `w_pop_tt` is a name, too. A known name means itself.
 */
function longerNames(entries: ReturnType<NamedEntries['entries']>): ReadonlyMap<string, string> {
  const longer = new Map<string, string>();
  for (const { name } of entries) {
    const words = name.split('_');
    for (const [at, word] of words.entries()) {
      const rest = words.filter((_, other) => other !== at).join('_');
      if (!/^\d+$/.test(word) && !longer.has(rest)) longer.set(rest, name);
    }
  }
  for (const { name } of entries) longer.delete(name);
  return longer;
}

const MAX_EDITS = 2;
const FAR = MAX_EDITS + 1;
const MAX_REMEMBERED = 10_000;

/** Names in alphabetical order, so that work on a common beginning is reused for the next name. */
interface SortedNames {
  readonly texts: readonly string[];
  /** How many letters each shares with the one before. */
  readonly shared: readonly number[];
  /** Each name's position in the catalogue: of two equally near names, the earlier one is meant. */
  readonly places: readonly number[];
}

function sorted(entries: ReturnType<NamedEntries['entries']>): SortedNames {
  const named = entries.map(({ name }, place) => ({ name, place }));
  named.sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = named.map(({ name }) => name);
  const shared = texts.map((text, index) => sharedLength(texts[index - 1] ?? '', text));
  return { texts, shared, places: named.map(({ place }) => place) };
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * Keeps a row for each letter of a known name, as in any edit-distance table. Names with a common
 * beginning share its rows, and a beginning that is too far off rules out all of them: of 10,000
 * names, a few dozen are read to the end.
 */
function nearestIn({ texts, shared, places }: SortedNames, wanted: string): string | undefined {
  const rows = [Uint8Array.from({ length: wanted.length + 1 }, (_, edits) => Math.min(edits, FAR))];
  let nearest: string | undefined;
  let fewest = FAR;
  let earliest = Infinity;
  /** How many letters of the previous name were read. */
  let depth = 0;
  /** The previous name was given up at that letter, as too far off. */
  let isGivenUp = false;
  for (let index = 0; index < texts.length; index++) {
    const inCommon = shared[index] as number;
    if (isGivenUp && inCommon >= depth) continue;
    const name = texts[index] as string;
    depth = Math.min(inCommon, depth);
    isGivenUp = false;
    while (depth < name.length && !isGivenUp) {
      depth += 1;
      isGivenUp = fillRow(rows, depth, name, wanted) >= FAR;
    }
    if (isGivenUp) continue;
    const edits = rows[depth]?.[wanted.length] ?? FAR;
    const place = places[index] as number;
    if (edits === 0) return undefined;
    if (edits < fewest || (edits === fewest && edits < FAR && place < earliest)) {
      nearest = name;
      fewest = edits;
      earliest = place;
    }
  }
  return nearest;
}

/**
 * Computes the row of the name's letter at `depth`, and returns its minimum. An edit adds, removes
 * or changes a letter, or swaps two neighbours. Anything from FAR on counts as FAR, so only the
 * columns within MAX_EDITS of the diagonal matter.
 */
function fillRow(rows: Uint8Array[], depth: number, name: string, wanted: string): number {
  const above = rows[depth - 1] as Uint8Array;
  const row = (rows[depth] ??= new Uint8Array(wanted.length + 1)).fill(FAR);
  let least = (row[0] = Math.min(depth, FAR));
  const last = Math.min(wanted.length, depth + MAX_EDITS);
  for (let column = Math.max(1, depth - MAX_EDITS); column <= last; column++) {
    const isSame = name[depth - 1] === wanted[column - 1];
    let edits = (above[column - 1] as number) + (isSame ? 0 : 1);
    edits = Math.min(edits, (row[column - 1] as number) + 1, (above[column] as number) + 1, FAR);
    const isSwap = name[depth - 1] === wanted[column - 2] && name[depth - 2] === wanted[column - 1];
    if (isSwap) edits = Math.min(edits, (rows[depth - 2]?.[column - 2] ?? FAR) + 1);
    row[column] = edits;
    least = Math.min(least, edits);
  }
  return least;
}
