import { t } from '../../engine/language/speech';
import { anchorPrefix, formulaCount, repeatsOf } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CannotDo } from '../spreadsheet/sheet';
import { changed } from './freezing';
import { isOverlapping, isSameArea, placeOf, releaseUnused } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { candidates, findPlace, findReading, formulasByRow } from './thaw-place';
import type { Place, ThawScope, ThawingParts } from './thaw-place';

export type ThawResult =
  | {
      readonly kind: 'thawed';
      /** Cells that have their formulas again; a formula that spills counts once. */
      readonly cells: number;
      /** Formulas whose cells keep their values; they stay kept, and are listed. */
      readonly left: number;
      readonly problems: readonly string[];
    }
  | CannotDo;

/**
 * Puts a formula back into its cell if the cell still shows what the formula shows there, calculated
 * from what is known. Every other cell keeps its value, and its formula is listed.
 *
 * The hidden names say where a run of formulas is now, and where what they read is. In a run of one
 * formula it does not matter which row is which, so sorting changes nothing.
 */
export async function thaw(scope: ThawScope, parts: ThawingParts): Promise<ThawResult> {
  const { cells, store, turn } = parts;
  const state = await store.read();
  if (state.kind === 'failed') return state;
  if (state.isNewer) return { kind: 'failed', message: newer() };
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const { areas } = anchored;
  const wanted = state.formulas.filter((frozen) => isWanted(frozen, scope, areas));
  const idOf = createIds(parts.now(), state.formulas);
  const readings = wanted.map((frozen) => findReading(frozen, areas));
  const size = readings
    .flatMap((reading) => reading?.areas ?? [])
    .reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (size > MOST_CELLS) return { kind: 'failed', message: tooMany() };
  // Find all places first: a formula that is back may show something else, or nothing yet.
  const places: (Place | CannotDo)[] = [];
  for (const [index, frozen] of wanted.entries()) {
    await turn();
    places.push(await findPlace(frozen, readings[index], scope, parts));
  }
  const outcomes: Outcome[] = [];
  for (const [index, place] of places.entries()) {
    await turn();
    // The formulas name cells by address: once those have moved, the rest stays kept.
    if (index % PLACES_A_LOOK === 0) {
      const now = await cells.anchors(anchorPrefix());
      if (now.kind === 'failed' || !isAllInPlace(areas, now.areas)) {
        outcomes.push(failed(now.kind === 'failed' ? now.message : changed()));
        break;
      }
    }
    outcomes.push(
      place.kind === 'failed' ? failed(place.message) : await putBack(place, idOf, parts),
    );
  }
  return { kind: 'thawed', ...(await settle(outcomes, parts)) };
}

/** Ten times what can be frozen: no real list grows so much, but a hostile file may claim it. */
const MOST_CELLS = 5_000_000;
/** Places between two checks of where the names are, because there may be thousands of both. */
const PLACES_A_LOOK = 50;

const newer = (): string =>
  t('A newer version of Locus converted formulas here. Update Locus and try again.');
const tooMany = (): string =>
  t('That’s too many cells to restore at once. Select some of them and restore those.');

function isWanted(frozen: FrozenFormulas, scope: ThawScope, areas: AnchoredAreas): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'some') return scope.ids.has(frozen.id);
  const area = placeOf(frozen, areas);
  return area !== undefined && isOverlapping(area, scope.area);
}

function createIds(now: number, formulas: readonly FrozenFormulas[]): () => string {
  const taken = new Set(formulas.map(({ id }) => id));
  let count = 0;
  return () => {
    for (;;) {
      const id = `rest-${Math.floor(now).toString(36)}-${(count += 1)}`;
      if (!taken.has(id)) return id;
    }
  };
}

function isAllInPlace(before: AnchoredAreas, now: AnchoredAreas): boolean {
  return [...before].every(([name, area]) => {
    const place = now.get(name);
    return area === undefined ? place === undefined : isSameArea(place, area);
  });
}

/** What became of formulas that were kept together. */
interface Outcome {
  /** Cells that got their formula back. */
  readonly cells: number;
  readonly left: number;
  /** What is no longer kept, and what replaces it. */
  readonly removed?: FrozenFormulas;
  readonly added: readonly FrozenFormulas[];
  readonly problem?: string;
}

function failed(problem: string): Outcome {
  return { cells: 0, left: 0, added: [], problem };
}

/** Types the formulas. One counts as back only when it has been read back from its cell. */
async function putBack(
  place: Place,
  idOf: () => string,
  { cells }: ThawingParts,
): Promise<Outcome> {
  const { frozen, exchange } = place;
  const kept = new Map(place.kept);
  const listed = new Map(place.listed);
  let count = 0;
  let problem: string | undefined;
  const typed = exchange?.to.flatMap(([text], row) => (isFormula(text) ? [row] : [])) ?? [];
  if (exchange !== undefined && typed.length > 0) {
    const result = await cells.exchange(exchange);
    const now = await cells.read([exchange.area]);
    if (now.kind === 'failed') return failed(now.message);
    for (const row of typed) {
      if (isFormula(now.blocks[0]?.inputs[row]?.[0])) {
        count += 1;
        listed.delete(row);
      } else {
        problem = result.kind === 'failed' ? result.message : changed();
        if (!listed.has(row))
          kept.set(row, candidates(frozen, formulasByRow(frozen), row, exchange.area.rows)[0] ?? 0);
      }
    }
  }
  const isUnchanged =
    kept.size === formulaCount(frozen) || (frozen.isLeft && listed.size === formulaCount(frozen));
  const outcome = {
    cells: count,
    left: listed.size,
    ...(problem === undefined ? {} : { problem }),
  };
  if (isUnchanged) return { ...outcome, added: [] };
  const rest = remainder(place, kept, { id: idOf(), isLeft: frozen.isLeft });
  const left = remainder(place, listed, { id: idOf(), isLeft: true });
  return { ...outcome, removed: frozen, added: [rest, left].flatMap((one) => one ?? []) };
}

/** What stays kept, for these rows alone; undefined if it is nothing. */
function remainder(
  { frozen, area, references }: Place,
  rows: ReadonlyMap<number, number>,
  { id, isLeft }: Pick<FrozenFormulas, 'id' | 'isLeft'>,
): FrozenFormulas | undefined {
  if (rows.size === 0) return undefined;
  if (frozen.kind === 'spill' || area === undefined) return { ...frozen, id, isLeft };
  const isSameSize = area.rows === frozen.area.rows;
  // Once rows have come or gone, the run is kept as it is now; if it cannot be followed, as it was.
  if (!isSameSize && references.includes(undefined)) return { ...frozen, id, isLeft };
  const byRow = Array.from({ length: area.rows }, (_, row) => rows.get(row) ?? -1);
  const repeats = repeatsOf(byRow);
  if (isSameSize) return { ...frozen, id, isLeft, repeats };
  return {
    ...frozen,
    id,
    isLeft,
    repeats,
    area,
    references: frozen.references.map((reference, index) => {
      return { ...reference, area: references[index] ?? reference.area };
    }),
  };
}

/** Stores the outcomes, and lets go of the names that nothing needs any more. */
async function settle(
  outcomes: readonly Outcome[],
  { cells, store }: ThawingParts,
): Promise<Omit<Extract<ThawResult, { kind: 'thawed' }>, 'kind'>> {
  const removed = outcomes.flatMap((outcome) => outcome.removed ?? []);
  const problems = new Set(outcomes.flatMap(({ problem }) => problem ?? []));
  if (removed.length > 0) {
    const added = outcomes.flatMap((outcome) => outcome.added);
    const saved = await store.change({ removed: removed.map(({ id }) => id), added });
    if (saved.kind === 'failed') problems.add(saved.message);
    else await releaseUnused(removed, { cells, store });
  }
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    cells: sum((outcome) => outcome.cells),
    left: sum((outcome) => outcome.left),
    problems: [...problems],
  };
}
