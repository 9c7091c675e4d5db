import { t } from '../../engine/language/speech';
import { anchorPrefix, FROZEN_LIMITS, frozenCount, repeatsOf } from '../workbook/frozen-formulas';
import type { FrozenFormulas, FrozenReference } from '../workbook/frozen-formulas';
import { fitsPart } from '../workbook/frozen-part';
import type { FrozenStore } from '../workbook/frozen-store';
import { isFormula, textAsInput } from '../spreadsheet/block-writing';
import type {
  Anchor,
  CellBlock,
  CellExchange,
  FrozenCells,
  NewContent,
} from '../spreadsheet/frozen-cells';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { findFreezable, isSpill } from './freezable';
import type { LeftFormula, ShownFormula } from './freezable';
import { columnRuns, spillRun } from './formula-runs';
import type { ColumnCut, FormulaRun } from './formula-runs';
import {
  areaOf,
  findUnfrozen,
  isOverlapping,
  isSameArea,
  isSameContent,
  letGo,
  placeOf,
  releaseUnused,
} from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';

export interface FreezingParts {
  readonly cells: FrozenCells;
  readonly store: FrozenStore;
  /** Epoch milliseconds. */
  now(): number;
  /** Yields to the page between two pieces of work. */
  turn(): Promise<void>;
}

export type FreezeResult =
  | {
      readonly kind: 'frozen';
      /** Cells that are values now. */
      readonly cells: number;
      readonly left: readonly LeftFormula[];
      /** What else could not be done, in words for a person. */
      readonly problems: readonly string[];
    }
  | CannotDo;

/**
 * Turns formulas into values. The formulas are stored in the workbook, and read back from there,
 * before the first cell is changed: whatever happens in between, none is lost.
 *
 * @param within undefined for the whole workbook.
 */
export async function freeze(
  within: SheetArea | undefined,
  parts: FreezingParts,
): Promise<FreezeResult> {
  const { cells, store } = parts;
  const found = await findFreezable(cells, within, () => parts.turn());
  if (found.kind === 'failed') return found;
  const { formulas, left } = found;
  if (formulas.length === 0) return { kind: 'frozen', cells: 0, left, problems: [] };
  const filled = formulas.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (filled > FROZEN_LIMITS.cells) return tooManyCells();

  const state = await store.read();
  if (state.kind === 'failed') return state;
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const { areas } = anchored;
  const planned = await planFreezing(formulas, actOf(parts.now(), areas, state.formulas), parts);
  if (planned.kind === 'failed') return planned;
  const columns = formulaColumns(formulas).map(columnArea);
  const again = state.formulas.filter((frozen) => {
    const area = placeOf(frozen, areas);
    return area !== undefined && columns.some((column) => isOverlapping(column, area));
  });
  // Undo has brought these back, and they are frozen once more: kept twice, they would count twice.
  const replaced = await findUnfrozen(again, cells);
  const kept = await keep(planned, replaced, parts);
  if (kept.kind === 'failed') return kept;
  return { kind: 'frozen', left, ...(await exchangeAll(planned.freezings, parts)) };
}

/** A formula that is kept, and the cells that become values then. */
interface Freezing {
  readonly frozen: FrozenFormulas;
  readonly exchange: CellExchange;
}

interface PlannedFreezing {
  readonly kind: 'planned';
  readonly freezings: readonly Freezing[];
  readonly anchors: readonly Anchor[];
}

/** One act of freezing: `act` is in all of its ids and names. */
interface Act {
  readonly at: number;
  readonly act: string;
}

/**
 * How a column with many different formulas is cut: first each formula by itself, then, as names
 * and the room in a part are limited, many together, and fewer rows where they take much room.
 */
const CUTS: readonly ColumnCut[] = [
  { mostRuns: 200, mostRows: 40_000 },
  { mostRuns: 20, mostRows: 40_000 },
  { mostRuns: 1, mostRows: 40_000 },
  { mostRuns: 1, mostRows: 5_000 },
  { mostRuns: 1, mostRows: 500 },
  { mostRuns: 1, mostRows: 50 },
];

/** Changes nothing. */
async function planFreezing(
  formulas: readonly ShownFormula[],
  { at, act }: Act,
  { turn }: Pick<FreezingParts, 'turn'>,
): Promise<PlannedFreezing | CannotDo> {
  const columns = formulaColumns(formulas.filter((formula) => !isSpill(formula)));
  const spills = formulas.filter(isSpill);
  for (const cut of CUTS) {
    const names = createNames(anchorPrefix(act));
    const planned: Planned[] = [];
    for (const column of columns) {
      await turn();
      const shown = new Map(column.map((formula) => [formula.row, formula]));
      planned.push(...columnRuns(column, cut).map((run) => runFreezing(run, names, shown)));
    }
    await turn();
    planned.push(...spills.flatMap((spill) => spillFreezing(spill, names) ?? []));
    const freezings = planned.map(({ frozen, exchange }, index) => {
      return { frozen: { ...frozen, id: `${act}-${index + 1}`, at }, exchange };
    });
    const anchors = names.all();
    const areAllKept = freezings.every(
      ({ frozen }) => frozen.references.length <= FROZEN_LIMITS.references && fitsPart(frozen),
    );
    if (areAllKept && anchors.length <= FROZEN_LIMITS.anchors) {
      return { kind: 'planned', freezings, anchors };
    }
  }
  return { kind: 'failed', message: tooManyFormulas() };
}

/** Without what the act gives to each. */
interface Planned {
  readonly frozen: Omit<FrozenFormulas, 'id' | 'at'>;
  readonly exchange: CellExchange;
}

function runFreezing(
  run: FormulaRun,
  names: Names,
  shown: ReadonlyMap<number, ShownFormula>,
): Planned {
  const { sheet, row, column, rows, formulas, byRow } = run;
  const area = { sheet, row, column, rows, columns: 1 };
  const lines = byRow.map((formula, index) => {
    const cell = shown.get(row + index);
    const content = cell?.contents[0]?.[0] ?? null;
    return { input: cell?.inputs[0]?.[0] ?? '', content, isOurs: formula >= 0 };
  });
  const from = {
    inputs: lines.map(({ input }) => [input]),
    contents: lines.map(({ content }) => [content]),
  };
  const to = lines.map(({ content, isOurs }) => [isOurs ? asConstant(content) : null]);
  return {
    frozen: {
      kind: 'column',
      area,
      anchor: names.of(area),
      origin: undefined,
      references: withNames(run, names),
      formulas,
      repeats: repeatsOf(byRow),
      blanks: lines.filter(({ content, isOurs }) => isOurs && isSameContent(content, null)).length,
      isLeft: false,
    },
    exchange: { area, from, to, isAllOrNone: false },
  };
}

function spillFreezing(spill: ShownFormula, names: Names): Planned | undefined {
  const run = spillRun(spill);
  if (run === undefined) return undefined;
  const area = areaOf(spill);
  return {
    frozen: {
      kind: 'spill',
      area,
      anchor: names.of(area),
      origin: names.of({ ...area, rows: 1, columns: 1 }),
      references: withNames(run, names),
      formulas: run.formulas,
      repeats: [],
      isLeft: false,
    },
    exchange: {
      area,
      from: spill,
      to: spill.contents.map((line) => line.map(asConstant)),
      isAllOrNone: true,
    },
  };
}

interface Names {
  of(area: SheetArea): string;
  all(): Anchor[];
}

/** One name for an area, however many formulas read it. */
function createNames(prefix: string): Names {
  const anchors = new Map<string, Anchor>();
  return {
    of(area) {
      const { sheet, row, column, rows, columns } = area;
      const key = `${row},${column},${rows},${columns},${sheet.toLowerCase()}`;
      const known = anchors.get(key);
      if (known !== undefined) return known.name;
      const name = `${prefix}${anchors.size + 1}`;
      anchors.set(key, { name, area: areaOf(area) });
      return name;
    },
    all: () => [...anchors.values()],
  };
}

function withNames({ references }: FormulaRun, names: Names): FrozenReference[] {
  return references.map((reference) => ({ ...reference, anchor: names.of(reference.area) }));
}

/** Text stays text, whatever it looks like; an error stays an error. */
function asConstant(content: CellContent): NewContent {
  if (content === null) return '';
  return typeof content === 'string' ? textAsInput(content) : content;
}

/** A time that nothing in the workbook carries yet. */
function actOf(now: number, areas: AnchoredAreas, formulas: readonly FrozenFormulas[]): Act {
  for (let at = Math.max(0, Math.floor(now)); ; at += 1) {
    const act = at.toString(36);
    const isTaken =
      [...areas.keys()].some((name) => name.startsWith(anchorPrefix(act))) ||
      formulas.some(({ id }) => id.startsWith(`${act}-`));
    if (!isTaken) return { at, act };
  }
}

/** Stores the names first, because without them the formulas could not be placed. */
async function keep(
  { freezings, anchors }: PlannedFreezing,
  replaced: readonly FrozenFormulas[],
  { cells, store }: FreezingParts,
): Promise<{ readonly kind: 'kept' } | CannotDo> {
  const names = anchors.map(({ name }) => name);
  const anchoring = await cells.anchor(anchors);
  const anchored = anchoring.kind === 'failed' ? anchoring : await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') {
    await cells.release(names);
    return anchored;
  }
  const isFollowed = anchors.every(({ name, area }) => isSameArea(anchored.areas.get(name), area));
  const saved = isFollowed
    ? await store.change({
        removed: replaced.map(({ id }) => id),
        added: freezings.map(({ frozen }) => frozen),
      })
    : notFollowed();
  if (saved.kind === 'saved') {
    await releaseUnused(replaced, { cells, store });
    return { kind: 'kept' };
  }
  await cells.release(names);
  return saved;
}

/** Turns the cells into values, and drops formulas of which no cell could be changed. */
async function exchangeAll(
  freezings: readonly Freezing[],
  { cells, store, turn }: FreezingParts,
): Promise<{ readonly cells: number; readonly problems: readonly string[] }> {
  const problems = new Set<string>();
  const without: FrozenFormulas[] = [];
  let count = 0;
  for (const { frozen, exchange } of freezings) {
    await turn();
    const result = await cells.exchange(exchange);
    if (result.kind === 'failed') problems.add(result.message);
    const now = await cells.read([exchange.area]);
    if (now.kind === 'failed') {
      problems.add(now.message);
      continue;
    }
    const values = valuesLeft(exchange, now.blocks[0]);
    count += values;
    if (values === frozenCount(frozen)) continue;
    if (result.kind !== 'failed') problems.add(changed());
    if (values === 0 || frozen.kind === 'spill') without.push(frozen);
  }
  const unchanged = await findUnfrozen(without, cells);
  if (unchanged.length > 0) await letGo(unchanged, { cells, store });
  return { cells: count, problems: [...problems] };
}

/** How many cells hold the value put there, rather than a formula's result. */
function valuesLeft({ from, to, isAllOrNone }: CellExchange, now: CellBlock | undefined): number {
  if (now === undefined || (isAllOrNone && isFormula(now.inputs[0]?.[0]))) return 0;
  return to.flatMap((line, row) =>
    line.filter((content, column) => {
      if (content === null || isFormula(now.inputs[row]?.[column])) return false;
      const shown = now.contents[row]?.[column] ?? null;
      return isSameContent(shown, from.contents[row]?.[column] ?? null);
    }),
  ).length;
}

/** The formulas of each column, by row. */
function formulaColumns(formulas: readonly ShownFormula[]): ShownFormula[][] {
  const columns = new Map<string, ShownFormula[]>();
  for (const formula of formulas) {
    const key = `${formula.column},${formula.sheet}`;
    const column = columns.get(key);
    if (column === undefined) columns.set(key, [formula]);
    else column.push(formula);
  }
  for (const column of columns.values()) column.sort((one, other) => one.row - other.row);
  return [...columns.values()];
}

/** From the first row that its formulas fill to the last. */
function columnArea(formulas: readonly ShownFormula[]): SheetArea {
  const { sheet = '', row = 0, column = 0 } = formulas[0] ?? {};
  const end = formulas.reduce((most, formula) => Math.max(most, formula.row + formula.rows), row);
  const columns = formulas.reduce((most, formula) => Math.max(most, formula.columns), 1);
  return { sheet, row, column, rows: end - row, columns };
}

/** Words for what has changed between reading and writing. */
export const changed = (): string =>
  t('Some cells changed in the meantime and were left as they are.');
const tooManyFormulas = (): string =>
  t('That’s more formulas than a workbook can keep. Select fewer cells and try again.');
const tooManyCells = (): CannotDo => ({
  kind: 'failed',
  message: t('You can convert up to {cells} cells at once. Select fewer.', {
    cells: FROZEN_LIMITS.cells.toLocaleString('en'),
  }),
});
const notFollowed = (): CannotDo => ({
  kind: 'failed',
  message: t('The workbook couldn’t keep track of the cells. Nothing was converted.'),
});
