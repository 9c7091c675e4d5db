import { t } from '../../engine/language/speech';
import { anchorPrefix, rowRuns } from '../workbook/frozen-formulas';
import type { FrozenBlock } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CannotDo } from '../spreadsheet/sheet';
import { changed } from './freezing';
import { isOverlapping, isSameArea, keepRest, placeOf } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { findPlace, locate } from './thaw-place';
import type { Place, ThawingParts, ThawScope } from './thaw-place';

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
 * The hidden names say where a block is now, and where what it reads is. A block has one formula, so
 * it does not matter which row is which, and sorting changes nothing.
 */
export async function thaw(scope: ThawScope, parts: ThawingParts): Promise<ThawResult> {
  const { cells, store, turn } = parts;
  const state = await store.read();
  if (state.kind === 'failed') return state;
  if (state.isNewer) return { kind: 'failed', message: newer() };
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const { areas } = anchored;
  const wanted = state.blocks.filter((block) => isWanted(block, scope, areas));
  const located = wanted.map((block) => locate(block, state.blocks, areas));
  const size = located
    .flatMap(({ toRead }) => toRead)
    .reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (size > MOST_CELLS) return { kind: 'failed', message: tooMany() };
  // Find all places first: a formula that is back may show something else, or nothing yet.
  const places: (Place | CannotDo)[] = [];
  for (const block of located) {
    await turn();
    places.push(await findPlace(block, scope, parts));
  }
  const outcomes: Outcome[] = [];
  for (const [index, place] of places.entries()) {
    await turn();
    // The formulas name cells by address: once those have moved, the rest stays kept.
    if (index % PLACES_A_LOOK === 0) {
      const now = await cells.anchors(anchorPrefix());
      if (now.kind === 'failed' || !isAllInPlace(areas, now.areas)) {
        outcomes.push({ cells: 0, problem: now.kind === 'failed' ? now.message : changed() });
        break;
      }
    }
    outcomes.push(
      place.kind === 'failed' ? { cells: 0, problem: place.message } : await putBack(place, parts),
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

function isWanted(block: FrozenBlock, scope: ThawScope, areas: AnchoredAreas): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'some') return scope.anchors.has(block.anchor);
  const area = placeOf(block, areas);
  return area !== undefined && isOverlapping(area, scope.area);
}

function isAllInPlace(before: AnchoredAreas, now: AnchoredAreas): boolean {
  return [...before].every(([name, area]) => {
    const place = now.get(name);
    return area === undefined ? place === undefined : isSameArea(place, area);
  });
}

/** What became of a block. */
interface Outcome {
  /** Cells that got their formula back. */
  readonly cells: number;
  readonly left?: number;
  /** The block as it was kept, and as it is from now on: with other rows, or none. */
  readonly before?: FrozenBlock;
  readonly after?: FrozenBlock;
  readonly problem?: string;
}

/** Types the formulas. One counts as back only when it has been read back from its cell. */
async function putBack(
  { block, moved, exchange, ...found }: Place,
  { cells }: ThawingParts,
): Promise<Outcome> {
  const rows = [...found.rows];
  let count = 0;
  let { left } = found;
  let problem: string | undefined;
  const typed = exchange?.to.flatMap(([text], row) => (isFormula(text) ? [row] : [])) ?? [];
  if (exchange !== undefined && typed.length > 0) {
    const result = await cells.exchange(exchange);
    const now = await cells.read([exchange.area]);
    if (now.kind === 'failed') return { cells: 0, problem: now.message };
    for (const row of typed) {
      const isBack = isFormula(now.blocks[0]?.inputs[row]?.[0]);
      if (isBack) count += 1;
      else problem = result.kind === 'failed' ? result.message : changed();
      // Forced back.
      if (isBack && rows[row] === 'left') left -= 1;
      if (isBack) rows[row] = 'none';
      else if (rows[row] === 'none') rows[row] = 'value';
    }
  }
  const after = { ...block, ...moved, rows: rowRuns(rows) };
  return {
    cells: count,
    left,
    before: block,
    after,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Stores the outcomes, and lets go of the names that nothing needs any more. */
async function settle(
  outcomes: readonly Outcome[],
  parts: ThawingParts,
): Promise<Omit<Extract<ThawResult, { kind: 'thawed' }>, 'kind'>> {
  const problems = new Set(outcomes.flatMap(({ problem }) => problem ?? []));
  const changes = outcomes.flatMap(({ before, after }) =>
    after === undefined || JSON.stringify(after) === JSON.stringify(before) ? [] : [after],
  );
  if (changes.length > 0) {
    const saved = await keepRest(changes, parts);
    if (saved.kind === 'failed') problems.add(saved.message);
  }
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    cells: sum((outcome) => outcome.cells),
    left: sum((outcome) => outcome.left ?? 0),
    problems: [...problems],
  };
}
