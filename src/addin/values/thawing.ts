import { t } from '../../engine/language/speech';
import { followFormula } from '../workbook/followed-formula';
import type { FollowedFormula } from '../workbook/followed-formula';
import { anchorPrefix, formulaCount, rowRuns, rowStates } from '../workbook/frozen-formulas';
import type { FrozenBlock, RowState } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CalculateKnown, CellBlock, CellExchange } from '../spreadsheet/frozen-cells';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { AnchoredAreas } from './frozen-areas';
import {
  isBlank,
  isOverlapping,
  isSameArea,
  isSameContent,
  isSameSheet,
  keepRest,
  placeOf,
} from './frozen-areas';
import { formulaFault } from './formula-fault';
import { changed } from './freezing';
import type { FreezingParts } from './freezing';

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

/** Where a block is now. */
interface Located {
  readonly block: FrozenBlock;
  /** Undefined if its cells are gone. */
  readonly area: SheetArea | undefined;
  /** Undefined if something that it reads is gone or out of step. */
  readonly formula: FollowedFormula | undefined;
  /** Where other blocks are between its rows. */
  readonly others: readonly SheetArea[];
  /** What must be read to restore it, `area` first. */
  readonly toRead: readonly SheetArea[];
}

function locate(block: FrozenBlock, blocks: readonly FrozenBlock[], areas: AnchoredAreas): Located {
  const area = placeOf(block, areas);
  if (area === undefined) {
    return { block, area, formula: undefined, others: [], toRead: [] };
  }
  const formula = followFormula(block, area, areas);
  const rivals = block.rows.length === 1 ? [] : blocks;
  const others = rivals
    .filter((other) => other !== block)
    .flatMap((other) => placeOf(other, areas) ?? [])
    .filter((other) => isOverlapping(other, area));
  const reads = (formula?.reads ?? []).filter(({ rows, columns }) => rows * columns <= MOST_READ);
  const distinct = new Map([area, ...reads].map((one) => [JSON.stringify(one), one]));
  return { block, area, formula, others, toRead: [...distinct.values()] };
}

/** Nobody reads more with one reference, but a hostile file may claim it, and `A:Z` does. */
const MOST_READ = 200_000;

/** What is to become of a block. */
interface Place {
  readonly kind: 'place';
  readonly block: FrozenBlock;
  /** What else changes in it, once rows have come or gone. */
  readonly moved?: Pick<FrozenBlock, 'area' | 'formula'>;
  /** What each row holds when the formulas have been typed. */
  readonly rows: readonly RowState[];
  /** How many formulas were looked at and are left. */
  readonly left: number;
  readonly exchange?: CellExchange;
}

async function findPlace(
  located: Located,
  scope: ThawScope,
  parts: ThawingParts,
): Promise<Place | CannotDo> {
  const { block, area, formula, toRead } = located;
  const states = rowStates(block);
  const isKnown = block.kind === 'spill' || area?.rows === states.length || formula !== undefined;
  const read = await parts.cells.read(isKnown ? toRead : []);
  if (read.kind === 'failed') return read;
  const [now] = read.blocks;
  if (area === undefined || now === undefined) {
    const rows = states.map((state): RowState => (state === 'none' ? state : 'left'));
    return { kind: 'place', block, rows, left: formulaCount(block) };
  }
  const sheet = { ...located, area, now, contentAt: reader(read.blocks), scope };
  return block.kind === 'spill' ? spillPlace(sheet, parts) : columnPlace(sheet, parts);
}

interface FoundBlock extends Located {
  readonly area: SheetArea;
  readonly now: CellBlock;
  readonly contentAt: Parameters<CalculateKnown>[2];
  readonly scope: ThawScope;
}

async function columnPlace(found: FoundBlock, parts: ThawingParts): Promise<Place> {
  const { block, area, formula, now, scope } = found;
  const before = rowStates(block);
  const isSameSize = before.length === area.rows;
  const isEmpty = (row: number): boolean => isBlank(now.contents[row]?.[0]);
  const { rows, open, back } = sortRows(found, before, isEmpty);
  const fitting = await fittingFormulas(found, open, isEmpty, parts);
  const held = rows.filter((state) => state !== 'none').length;
  const missing = Math.max(0, formulaCount(block) - held - back - fitting.size);
  // A blank cell, or one that never had the formula, is the least likely to miss it.
  const unlikelihood = (row: number): number =>
    (isEmpty(row) ? 1 : 0) + (isSameSize && before[row] === 'none' ? 2 : 0);
  const unfit = open.filter((row) => !fitting.has(row));
  unfit.sort((one, other) => unlikelihood(one) - unlikelihood(other));
  const to: (string | null)[][] = now.inputs.map((_, row) => [fitting.get(row) ?? null]);
  const isForced = scope.kind === 'some' && scope.isForced === true;
  const likely = unfit.slice(0, missing);
  for (const row of likely) {
    rows[row] = 'left';
    const isSeen = isSameSize && before[row] === 'left' && !isFormula(now.inputs[row]?.[0]);
    if (isForced && isSeen) to[row] = [permitted(formula, row) ?? null];
  }
  const exchange: CellExchange = { area, from: now, to, isAllOrNone: false };
  const place: Place = { kind: 'place', block, rows, left: likely.length, exchange };
  return isSameSize || formula === undefined
    ? place
    : { ...place, moved: { area, formula: formula.at(0) } };
}

/**
 * Which rows are to be looked at, what the others hold, and in how many the formula is back already,
 * as after Undo.
 */
function sortRows(
  { area, now, others, scope }: FoundBlock,
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
    if (callsLocus(input)) {
      formulas += 1;
      if (isSameSize && state !== 'none') returned += 1;
    } else if (scope.kind === 'area' && !isOverlapping(cell, scope.area)) rows[row] = state;
    // A value that another block left between these is for that block to look at.
    else if (state !== 'none' || !others.some((other) => isOverlapping(other, cell))) {
      open.push(row);
    }
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
  const areBlanksOurs = isSameSize && blanks <= (block.blanks ?? blanks);
  const fitting = new Map<number, string>();
  for (let start = 0; start < open.length; start += CELLS_A_TURN) {
    await turn();
    const texts = open.slice(start, start + CELLS_A_TURN).flatMap((row) => {
      const isTypable = !isFormula(now.inputs[row]?.[0]) && (areBlanksOurs || !isEmpty(row));
      const text = isTypable ? permitted(formula, row) : undefined;
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
async function spillPlace(
  { block, area, formula, now, contentAt, scope }: FoundBlock,
  { calculate }: ThawingParts,
): Promise<Place> {
  const { inputs, contents } = now;
  const placeWith = (state: RowState): Place => {
    return { kind: 'place', block, rows: [state], left: state === 'left' ? 1 : 0 };
  };
  if (callsLocus(inputs[0]?.[0])) return placeWith('none');
  const text = permitted(formula, 0);
  if (text === undefined || inputs.some((line) => line.some(isFormula))) return placeWith('left');
  const isForced = scope.kind === 'some' && scope.isForced === true;
  const [shown] = isForced ? [contents] : await calculate([text], area.sheet, contentAt);
  if (shown === undefined || shown.length > area.rows) return placeWith('left');
  const cells = contents.flatMap((line, row) =>
    line.map((content, column) => ({ content, own: shown[row]?.[column] ?? null })),
  );
  const fits =
    cells.every(({ content, own }) => isBlank(content) || isSameContent(content, own)) &&
    (cells.some(({ content }) => !isBlank(content)) || cells.every(({ own }) => isBlank(own)));
  if (!fits) return placeWith('left');
  const to = inputs.map((line, row) =>
    line.map((input, column) => {
      if (row === 0 && column === 0) return text;
      return input === '' ? null : '';
    }),
  );
  return { ...placeWith('none'), exchange: { area, from: now, to, isAllOrNone: true } };
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
