import { followFormula } from '../workbook/followed-formula';
import type { FollowedFormula } from '../workbook/followed-formula';
import { formulaCount, rowStates } from '../workbook/frozen-formulas';
import type { FrozenBlock, RowState } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CalculateKnown, CellBlock, CellExchange } from '../spreadsheet/frozen-cells';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { formulaFault } from './formula-fault';
import type { FreezingParts } from './freezing';
import { isBlank, isOverlapping, isSameContent, isSameSheet, placeOf } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';

/** Which formulas to put back. */
export type ThawScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'area'; readonly area: SheetArea }
  /** `isForced`: also where the value does not fit, as a person who saw the list has decided. */
  | { readonly kind: 'some'; readonly anchors: ReadonlySet<string>; readonly isForced?: boolean };

export interface ThawingParts extends FreezingParts {
  readonly calculate: CalculateKnown;
}

/** Where a block is now. */
export interface Located {
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

export function locate(
  block: FrozenBlock,
  blocks: readonly FrozenBlock[],
  areas: AnchoredAreas,
): Located {
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
export interface Place {
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

export async function findPlace(
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
