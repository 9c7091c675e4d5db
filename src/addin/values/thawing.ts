import { t } from '../../engine/language/speech';
import { followFormula, type FollowedFormula } from '../workbook/followed-formula';
import {
  anchorPrefix,
  formulaCount,
  rowRuns,
  rowStates,
  type FrozenBlock,
  type RowState,
} from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CalculateKnown, CellBlock, CellExchange } from '../spreadsheet/frozen-cells';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import {
  isBlank,
  isOverlapping,
  isSameArea,
  isSameContent,
  isSameSheet,
  keepRest,
  placeOf,
  type AnchoredAreas,
} from './frozen-areas';
import { formulaFault } from './formula-fault';
import { changed, type FreezingParts } from './freezing';

/** Which formulas to put back. */
export type ThawScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'area'; readonly area: SheetArea }
  /** `isForced`: also where the value does not fit, as a person who saw the list has decided. */
  | { readonly kind: 'some'; readonly anchors: ReadonlySet<string>; readonly isForced?: boolean };

export interface ThawingParts extends FreezingParts {
  readonly calculate: CalculateKnown;
}

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
  if (state.isNewer) return { kind: 'failed', message: isNewer() };
  const anchored = await cells.anchors(anchorPrefix());
  if (anchored.kind === 'failed') return anchored;
  const { areas } = anchored;
  const wanted = state.blocks.filter((block) => isWanted(block, scope, areas));
  const places = state.blocks.flatMap((block) => {
    const area = placeOf(block, areas);
    return area === undefined ? [] : [{ block, area }];
  });
  const located = wanted.map((block) => locate(block, places, areas));
  const size = located
    .flatMap(({ toRead }) => toRead)
    .reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (size > MOST_CELLS) return { kind: 'failed', message: tooMany() };
  // Find what becomes of all first: a formula that is back may show something else, or nothing yet.
  const plans: (Plan | CannotDo)[] = [];
  for (const block of located) {
    await turn();
    plans.push(await planBlock(block, scope, parts));
  }
  const outcomes: Outcome[] = [];
  for (const [index, plan] of plans.entries()) {
    await turn();
    // The formulas name cells by address: once those have moved, the rest stays kept.
    if (index % BLOCKS_A_LOOK === 0) {
      const now = await cells.anchors(anchorPrefix());
      if (now.kind === 'failed' || !isAllInPlace(areas, now.areas)) {
        outcomes.push({ cells: 0, problem: now.kind === 'failed' ? now.message : changed() });
        break;
      }
    }
    outcomes.push(
      plan.kind === 'failed' ? { cells: 0, problem: plan.message } : await putBack(plan, parts),
    );
  }
  return { kind: 'thawed', ...(await settle(outcomes, parts)) };
}

/** Ten times what can be frozen: no real list grows so much, but a hostile file may claim it. */
const MOST_CELLS = 5_000_000;
/** Blocks between two checks of where the names are, because there may be thousands of both. */
const BLOCKS_A_LOOK = 50;

const isNewer = (): string =>
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

/** Where a block is now. */
interface Located {
  readonly block: FrozenBlock;
  /** Undefined if its cells are gone. */
  readonly area: SheetArea | undefined;
  /** Undefined if something that it reads is gone or out of step. */
  readonly formula: FollowedFormula | undefined;
  /** Where newer blocks are between its rows. */
  readonly newer: readonly SheetArea[];
  /** What must be read to restore it, `area` first. */
  readonly toRead: readonly SheetArea[];
}

function locate(
  block: FrozenBlock,
  places: readonly { readonly block: FrozenBlock; readonly area: SheetArea }[],
  areas: AnchoredAreas,
): Located {
  const area = placeOf(block, areas);
  if (area === undefined) {
    return { block, area, formula: undefined, newer: [], toRead: [] };
  }
  const formula = followFormula(block, area, areas);
  const newer = places
    .filter((other) => other.block.at > block.at && isOverlapping(other.area, area))
    .map((other) => other.area);
  const reads = (formula?.reads ?? []).filter(({ rows, columns }) => rows * columns <= MOST_READ);
  const distinct = new Map([area, ...reads].map((one) => [JSON.stringify(one), one]));
  return { block, area, formula, newer, toRead: [...distinct.values()] };
}

/** Nobody reads more with one reference, but a hostile file may claim it, and `A:Z` does. */
const MOST_READ = 200_000;

/** What is to become of a block. */
interface Plan {
  readonly kind: 'plan';
  readonly block: FrozenBlock;
  /** What else changes in it, once rows have come or gone. */
  readonly moved?: Pick<FrozenBlock, 'area' | 'formula'>;
  /** What each row holds when the formulas have been typed. */
  readonly rows: readonly RowState[];
  /** How many formulas were looked at and are left. */
  readonly left: number;
  readonly exchange?: CellExchange;
}

async function planBlock(
  located: Located,
  scope: ThawScope,
  parts: ThawingParts,
): Promise<Plan | CannotDo> {
  const { block, area, formula, toRead } = located;
  const states = rowStates(block);
  const isKnown = block.kind === 'spill' || area?.rows === states.length || formula !== undefined;
  const read = await parts.cells.read(isKnown ? toRead : []);
  if (read.kind === 'failed') return read;
  const [now] = read.blocks;
  if (area === undefined || now === undefined) {
    const rows = states.map((state): RowState => (state === 'none' ? state : 'left'));
    return { kind: 'plan', block, rows, left: formulaCount(block) };
  }
  const isTheirs = (row: number): boolean => {
    const cell = { ...area, row: area.row + row, rows: 1 };
    return located.newer.some((other) => isOverlapping(other, cell));
  };
  const sheet = { ...located, area, now, isTheirs, contentAt: reader(read.blocks), scope };
  return block.kind === 'spill' ? planSpill(sheet, parts) : planColumn(sheet, parts);
}

interface FoundBlock extends Located {
  readonly area: SheetArea;
  readonly now: CellBlock;
  /** The row's cell had a formula again, and belongs to a newer block. */
  readonly isTheirs: (row: number) => boolean;
  readonly contentAt: Parameters<CalculateKnown>[2];
  readonly scope: ThawScope;
}

async function planColumn(found: FoundBlock, parts: ThawingParts): Promise<Plan> {
  const { block, area, formula, now, isTheirs, scope } = found;
  const before = rowStates(block);
  const isSameSize = before.length === area.rows;
  const isEmpty = (row: number): boolean => isBlank(now.contents[row]?.[0]);
  const { rows, open, back } = sortRows(found, before, isEmpty);
  const isClosed = (row: number): boolean => isFormula(now.inputs[row]?.[0]) || isTheirs(row);
  const typable = open.filter((row) => !isClosed(row));
  const fitting = await fittingFormulas(found, typable, isEmpty, parts);
  const held = rows.filter((state) => state !== 'none').length;
  const missing = Math.max(0, formulaCount(block) - held - back - fitting.size);
  // A blank cell, one that never had the formula, and another’s are the least likely.
  const unlikelihood = (row: number): number =>
    (isEmpty(row) ? 1 : 0) +
    (isSameSize && before[row] === 'none' ? 2 : 0) +
    (isClosed(row) ? 4 : 0);
  const unfit = open.filter((row) => !fitting.has(row));
  unfit.sort((one, other) => unlikelihood(one) - unlikelihood(other));
  const to: (string | null)[][] = now.inputs.map((_, row) => [fitting.get(row) ?? null]);
  const isForced = scope.kind === 'some' && scope.isForced === true;
  const likely = unfit.slice(0, missing);
  for (const row of likely) {
    rows[row] = 'left';
    const isSeen = isSameSize && before[row] === 'left' && !isClosed(row);
    if (isForced && isSeen) to[row] = [permitted(formula, row) ?? null];
  }
  const exchange: CellExchange = { area, from: now, to, isAllOrNone: false };
  const plan: Plan = { kind: 'plan', block, rows, left: likely.length, exchange };
  return isSameSize || formula === undefined
    ? plan
    : { ...plan, moved: { area, formula: formula.at(0) } };
}

/**
 * Which rows are to be looked at, what the others hold, and in how many the formula is back already,
 * as after Undo.
 */
function sortRows(
  { area, formula, now, isTheirs, scope }: FoundBlock,
  before: readonly RowState[],
  isEmpty: (row: number) => boolean,
): { readonly rows: RowState[]; readonly open: readonly number[]; readonly back: number } {
  const isSameSize = before.length === area.rows;
  const rows = new Array<RowState>(area.rows).fill('none');
  const open: number[] = [];
  let formulas = 0;
  let returned = 0;
  for (const [row, [input]] of now.inputs.entries()) {
    const cell = { ...area, row: area.row + row, rows: 1 };
    const state = isSameSize ? (before[row] ?? 'none') : isEmpty(row) ? 'none' : 'value';
    // Another formula may have been sorted into the cell, and the value elsewhere.
    const isOurs = formula === undefined || formula.at(row) === input;
    if (callsLocus(input) && isOurs && !isTheirs(row)) {
      formulas += 1;
      if (isSameSize && state !== 'none') returned += 1;
    } else if (scope.kind === 'area' && (isTheirs(row) || !isOverlapping(cell, scope.area))) {
      rows[row] = state;
    } else open.push(row);
  }
  // Rows that came in never had a formula; those that went took theirs along.
  const gaps = before.filter((state) => state === 'none').length;
  return { rows, open, back: Math.max(returned, formulas - gaps) };
}

/** The formulas that show, calculated from what is known, what their cells show. By row. */
async function fittingFormulas(
  { block, area, formula, now, contentAt }: FoundBlock,
  open: readonly number[],
  isEmpty: (row: number) => boolean,
  { calculate, turn }: ThawingParts,
): Promise<Map<number, string>> {
  const blanks = now.contents.filter((_, row) => isEmpty(row)).length;
  // A row that came in is blank, and so is what our formulas show there.
  const isSameSize = rowStates(block).length === area.rows;
  const areBlanksOurs = isSameSize && blanks <= block.blanks;
  const fitting = new Map<number, string>();
  for (let start = 0; start < open.length; start += CELLS_A_TURN) {
    await turn();
    const texts = open.slice(start, start + CELLS_A_TURN).flatMap((row) => {
      const text = areBlanksOurs || !isEmpty(row) ? permitted(formula, row) : undefined;
      return text === undefined ? [] : [{ row, text }];
    });
    const shown = await calculate(
      texts.map(({ text }) => text),
      area.sheet,
      contentAt,
    );
    texts.forEach(({ row, text }, index) => {
      const own = shown[index]?.[0]?.[0];
      const fits = own !== undefined && isSameContent(own, now.contents[row]?.[0] ?? null);
      if (fits) fitting.set(row, text);
    });
  }
  return fitting;
}

/** Few enough to hold up the page for only a few milliseconds. */
const CELLS_A_TURN = 200;

/** The formula as it reads in that row now; undefined if it may not be typed there. */
function permitted(formula: FollowedFormula | undefined, row: number): string | undefined {
  const text = formula?.at(row);
  return text === undefined || formulaFault(text) !== undefined ? undefined : text;
}

/**
 * A formula that fills a block goes back only if that loses nothing: each cell of the block is blank
 * or shows what the formula shows there, and they are not all blank.
 */
async function planSpill(
  { block, area, formula, now, contentAt, scope }: FoundBlock,
  { calculate }: ThawingParts,
): Promise<Plan> {
  const { inputs, contents } = now;
  const planWith = (state: RowState): Plan => {
    return { kind: 'plan', block, rows: [state], left: state === 'left' ? 1 : 0 };
  };
  if (callsLocus(inputs[0]?.[0])) return planWith('none');
  const text = permitted(formula, 0);
  if (text === undefined || inputs.some((line) => line.some(isFormula))) return planWith('left');
  const isForced = scope.kind === 'some' && scope.isForced === true;
  const [shown] = isForced ? [contents] : await calculate([text], area.sheet, contentAt);
  if (shown === undefined || shown.length > area.rows) return planWith('left');
  const cells = contents.flatMap((line, row) =>
    line.map((content, column) => ({ content, own: shown[row]?.[column] ?? null })),
  );
  const fits =
    cells.every(({ content, own }) => isBlank(content) || isSameContent(content, own)) &&
    (cells.some(({ content }) => !isBlank(content)) || cells.every(({ own }) => isBlank(own)));
  if (!fits) return planWith('left');
  const to = inputs.map((line, row) =>
    line.map((input, column) => {
      if (row === 0 && column === 0) return text;
      return input === '' ? null : '';
    }),
  );
  return { ...planWith('none'), exchange: { area, from: now, to, isAllOrNone: true } };
}

/** Reads cells from the blocks, the likeliest first. */
function reader(blocks: readonly CellBlock[]): FoundBlock['contentAt'] {
  return (sheet, row, column) => {
    for (const { area, contents } of blocks) {
      if (!isSameSheet(area.sheet, sheet)) continue;
      const content = contents[row - area.row]?.[column - area.column];
      if (content !== undefined) return content;
    }
    return undefined;
  };
}

/** What became of a block. */
interface Outcome {
  /** Cells that got their formula back. */
  readonly cells: number;
  readonly left?: number;
  /** The block as it was kept, and as it is from now on: with other rows, or none. */
  readonly before?: FrozenBlock;
  readonly after?: FrozenBlock;
  readonly problem?: string | undefined;
}

/** Types the formulas. One counts as back only when it has been read back from its cell. */
async function putBack(
  { block, moved, exchange, ...found }: Plan,
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
      // A person has decided it, although the value did not fit.
      if (isBack && rows[row] === 'left') left -= 1;
      if (isBack) rows[row] = 'none';
      else if (rows[row] === 'none') rows[row] = 'value';
    }
  }
  const after = { ...block, ...moved, rows: rowRuns(rows) };
  return { cells: count, left, before: block, after, problem };
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
