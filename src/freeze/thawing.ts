import { t } from '../language/speech';
import { anchorPrefix } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { FreezingParts } from './freezing';
import { anchorsOf, frozenAt, isOverlapping, isSameArea } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';
import { CHANGED, failed, lost, spillPutBack, runPutBack } from './put-back';
import type { Outcome, PutBack, PutBackParts } from './put-back';
import { frozenNow, outdatedThaws } from './undone-thaws';
import { cellsToRead, findRun } from './run-thawing';
import type { PlacedRun, RunSearch } from './run-thawing';

/** Which formulas to put back. */
export type ThawScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'area'; readonly area: SheetArea }
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> };

export type ThawResult =
  | {
      readonly kind: 'thawed';
      /** Cells that have their formulas again; a formula that spills counts once. */
      readonly cells: number;
      /** Formulas that have no place; they stay kept, and are listed. */
      readonly left: number;
      readonly problems: readonly string[];
    }
  | CannotDo;

/**
 * Puts kept formulas back where they belong now. A formula counts as thawed only when it has been
 * read back from its cell.
 */
export async function thaw(scope: ThawScope, parts: FreezingParts): Promise<ThawResult> {
  const { cells, store, turn } = parts;
  const state = await store.read();
  if (state.kind === 'failed') return state;
  if (state.isNewer) return NEWER;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const { areas } = anchored;
  const known = await frozenNow(state.formulas, areas, parts);
  if (known.kind === 'failed') return known;
  const wanted = known.formulas.filter((frozen) => isWanted(frozen, scope, areas));
  const cellCount = wanted.reduce((sum, frozen) => sum + cellsToRead(frozen, areas), 0);
  if (cellCount > MOST_CELLS) return TOO_MANY;
  const at = parts.now();
  const putBack: PutBackParts = {
    cells,
    within: scope.kind === 'area' ? scope.area : undefined,
    idOf: createIds(at, state.formulas),
    at,
  };
  // Find all places first: a formula that is back may show something else, or nothing yet.
  const runs = await findRuns(
    wanted.filter(({ kind }) => kind === 'column'),
    { cells, areas, isFrozen: frozenAt(known.formulas, areas), turn },
  );
  const steps: PutBack[] = [];
  for (const frozen of wanted) {
    await turn();
    const run = runs.get(frozen);
    if (frozen.kind === 'spill') steps.push(await spillPutBack(frozen, areas, putBack));
    else if (run?.kind === 'placed') steps.push(runPutBack(frozen, run, putBack));
    else {
      const outcome = run === undefined ? lost(frozen, putBack.idOf) : failed(run);
      steps.push(() => Promise.resolve(outcome));
    }
  }
  const outcomes = await putAllBack(steps, areas, parts);
  const outdated = outdatedThaws(state.formulas, known.formulas, at);
  return { kind: 'thawed', ...(await settle(outcomes, wanted, outdated, parts)) };
}

const NEWER: CannotDo = {
  kind: 'failed',
  get message() {
    return t('A newer version of Locus converted formulas here. Update Locus and try again.');
  },
};

/** Ten times what can be frozen: no real list grows so much, but a hostile file may claim it. */
const MOST_CELLS = 5_000_000;
const TOO_MANY: CannotDo = {
  kind: 'failed',
  get message() {
    return t('That’s too many cells to restore at once. Select some of them and restore those.');
  },
};

/** Steps between two checks of where the names are, because there may be thousands of both. */
const STEPS_A_LOOK = 50;

/** Steps type formulas that name cells by address: once those have moved, the rest stays kept. */
async function putAllBack(
  steps: readonly PutBack[],
  areas: AnchoredAreas,
  { cells, turn }: FreezingParts,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries()) {
    await turn();
    if (index % STEPS_A_LOOK === 0) {
      const now = await cells.anchors(anchorPrefix());
      if (now.kind === 'failed') return [...outcomes, failed(now)];
      if (!isAllInPlace(areas, now.areas)) return [...outcomes, failed(CHANGED)];
    }
    outcomes.push(await step());
  }
  return outcomes;
}

function isAllInPlace(before: AnchoredAreas, now: AnchoredAreas): boolean {
  return [...before].every(([name, area]) => {
    const place = now.get(name);
    return area === undefined ? place === undefined : isSameArea(place, area);
  });
}

function isWanted(frozen: FrozenFormulas, scope: ThawScope, areas: AnchoredAreas): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'some') return scope.ids.has(frozen.id);
  const area = areas.get(frozen.anchor);
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

type Found = PlacedRun | CannotDo | undefined;

/** Searches each run's own cells first, then unclaimed cells around the runs that miss some. */
async function findRuns(
  runs: readonly FrozenFormulas[],
  search: Omit<RunSearch, 'isClaimed'>,
): Promise<Map<FrozenFormulas, Found>> {
  const claimed = new Set<string>();
  const keyOf = (sheet: string, row: number, column: number): string =>
    `${row},${column},${sheet.toLowerCase()}`;
  const isClaimed: RunSearch['isClaimed'] = (sheet, row, column) =>
    claimed.has(keyOf(sheet, row, column));
  const found = new Map<FrozenFormulas, Found>();
  for (const isFar of [false, true]) {
    for (const frozen of runs) {
      const before = found.get(frozen);
      const isMissing =
        before?.kind === 'placed' && before.placement.rows.some((row) => row === undefined);
      if (isFar && !isMissing) continue;
      await search.turn();
      const now = await findRun(frozen, { ...search, isClaimed }, isFar);
      found.set(frozen, now);
      if (now?.kind !== 'placed') continue;
      const { sheet, row, column } = now.area;
      for (const at of now.placement.formulas.keys()) claimed.add(keyOf(sheet, row + at, column));
    }
  }
  return found;
}

/** Stores the outcomes, and drops formulas that were thawed long ago. */
async function settle(
  outcomes: readonly Outcome[],
  wanted: readonly FrozenFormulas[],
  outdated: readonly FrozenFormulas[],
  { cells, store }: FreezingParts,
): Promise<Omit<Extract<ThawResult, { kind: 'thawed' }>, 'kind'>> {
  const removed = outcomes.flatMap((outcome) => outcome.removed ?? []);
  const added = outcomes.flatMap((outcome) => outcome.added);
  const problems = new Set(outcomes.flatMap(({ problem }) => problem ?? []));
  if (removed.length > 0) {
    const gone = outdated.map(({ id }) => id);
    const saved = await store.change({ removed: [...removed, ...gone], added });
    if (saved.kind === 'failed') problems.add(saved.message);
    else {
      const state = await store.read();
      const before = anchorsOf([...wanted, ...outdated]);
      const needed = state.kind === 'frozen' ? anchorsOf(state.formulas) : before;
      const unused = [...before].filter((name) => !needed.has(name));
      if (unused.length > 0) await cells.release(unused);
    }
  }
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    cells: sum((outcome) => outcome.cells),
    left: sum((outcome) => outcome.left),
    problems: [...problems],
  };
}
