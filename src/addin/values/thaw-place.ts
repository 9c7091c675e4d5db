import { formulaCount } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CalculateKnown, CellBlock, CellExchange } from '../spreadsheet/frozen-cells';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { followedFormula, referencesNow } from './followed-reference';
import { formulaFault } from './formula-fault';
import type { FreezingParts } from './freezing';
import { isOverlapping, isSameArea, isSameContent, isSameSheet, placeOf } from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';

/** Which formulas to put back. */
export type ThawScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'area'; readonly area: SheetArea }
  /** `isForced`: also where the value does not fit, as a person who saw the list has decided. */
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string>; readonly isForced?: boolean };

export interface ThawingParts extends FreezingParts {
  readonly calculate: CalculateKnown;
}

/** Nobody reads more with one reference, but a hostile file may claim it, and `A:Z` does. */
const MOST_READ = 200_000;

/** What must be read before the formulas can be placed. */
export interface PlaceReading {
  readonly area: SheetArea;
  /** Where the cells that they read are; undefined for those that are gone or out of step. */
  readonly references: readonly (SheetArea | undefined)[];
  /** `area` first. */
  readonly areas: readonly SheetArea[];
}

export function findReading(
  frozen: FrozenFormulas,
  areas: AnchoredAreas,
): PlaceReading | undefined {
  const area = placeOf(frozen, areas);
  if (area === undefined || !holdsOrigin(frozen, area, areas)) return undefined;
  const references = referencesNow(frozen, area, areas);
  const all = [area, ...references.flatMap((now) => now ?? [])].filter(
    ({ rows, columns }, index) => index === 0 || rows * columns <= MOST_READ,
  );
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
  return { area, references, areas: [...distinct.values()] };
}

/** A formula that filled a block was in its first cell, and went with that cell. */
function holdsOrigin({ origin }: FrozenFormulas, area: SheetArea, areas: AnchoredAreas): boolean {
  return origin === undefined || isSameArea(areas.get(origin), { ...area, rows: 1, columns: 1 });
}

/** What is to become of formulas that are kept together. */
export interface Place {
  readonly kind: 'place';
  readonly frozen: FrozenFormulas;
  /** Undefined if nothing can be typed. */
  readonly exchange: CellExchange | undefined;
  readonly area: SheetArea | undefined;
  readonly references: readonly (SheetArea | undefined)[];
  /** By row of `area`, the formula that stays kept there, and the one that is listed. */
  readonly kept: ReadonlyMap<number, number>;
  readonly listed: ReadonlyMap<number, number>;
}

export async function findPlace(
  frozen: FrozenFormulas,
  reading: PlaceReading | undefined,
  scope: ThawScope,
  parts: ThawingParts,
): Promise<Place | CannotDo> {
  const nowhere: Place = {
    kind: 'place',
    frozen,
    exchange: undefined,
    area: undefined,
    references: [],
    kept: new Map(),
    listed: new Map(formulasByRow(frozen).flatMap((at, row) => (at < 0 ? [] : [[row, at]]))),
  };
  if (reading === undefined) return nowhere;
  const read = await parts.cells.read(reading.areas);
  if (read.kind === 'failed') return read;
  const [block] = read.blocks;
  if (block === undefined) return nowhere;
  const contentAt = reader(read.blocks);
  if (frozen.kind === 'column') {
    return columnPlace(frozen, reading, { block, contentAt, scope }, parts);
  }
  const isForced = scope.kind === 'some' && scope.isForced === true;
  const exchange = await spillExchange(frozen, reading, { block, contentAt, isForced }, parts);
  if (exchange === 'back') return { ...nowhere, area: reading.area, listed: new Map() };
  const listed = exchange === undefined || isForced ? nowhere.listed : new Map<number, number>();
  return { ...nowhere, area: reading.area, references: reading.references, exchange, listed };
}

interface BlockRead {
  readonly block: CellBlock;
  readonly contentAt: Parameters<CalculateKnown>[2];
}

async function columnPlace(
  frozen: FrozenFormulas,
  { area, references }: PlaceReading,
  { block, contentAt, scope }: BlockRead & { readonly scope: ThawScope },
  { calculate, turn }: ThawingParts,
): Promise<Place> {
  const byRow = formulasByRow(frozen);
  const { kept, open, back } = sortRows(frozen, byRow, area, block, scope);
  const to: (string | null)[][] = block.inputs.map(() => [null]);
  const unfit: OpenCell[] = [];
  for (let start = 0; start < open.length; start += CELLS_A_TURN) {
    await turn();
    const some = open.slice(start, start + CELLS_A_TURN);
    for (const cell of some) {
      const { indexes, row } = cell;
      const found = indexes.flatMap((at) => permitted(frozen, references, at, area, row) ?? []);
      cell.texts = [...new Set(found)];
    }
    const texts = some.flatMap((cell) => cell.texts);
    const shown = await calculate(texts, area.sheet, contentAt);
    let at = 0;
    for (const cell of some) {
      const own = shown.slice(at, (at += cell.texts.length));
      const text = fittingText(cell, own);
      if (text === undefined) unfit.push(cell);
      else to[cell.row] = [text];
    }
  }
  const typed = open.length - unfit.length;
  const missing = Math.max(0, formulaCount(frozen) - typed - back - kept.size);
  const likely = unfit.sort((one, other) => one.likelihood - other.likelihood).slice(0, missing);
  const listed = new Map(likely.map(({ row, first }) => [row, first]));
  if (scope.kind === 'some' && scope.isForced === true && byRow.length === area.rows) {
    for (const { row, texts } of likely) to[row] = [texts[0] ?? null];
  }
  const exchange: CellExchange = { area, from: block, to, isAllOrNone: false };
  return { kind: 'place', frozen, exchange, area, references, kept, listed };
}

/** What each row of a column is to become. */
interface SortedRows {
  /** Rows that nobody asked about, with the formula that stays kept for them. */
  readonly kept: Map<number, number>;
  readonly open: readonly OpenCell[];
  /** How many formulas are in their cells again already, as after Undo. */
  readonly back: number;
}

function sortRows(
  frozen: FrozenFormulas,
  byRow: readonly number[],
  area: SheetArea,
  block: CellBlock,
  scope: ThawScope,
): SortedRows {
  const isSameSize = byRow.length === area.rows;
  const blanks = block.contents.filter(([content = null]) => isSameContent(content, null)).length;
  // A row that came in is blank, and so is what our formulas show there.
  const areBlanksOurs = isSameSize && blanks <= (frozen.blanks ?? blanks);
  const kept = new Map<number, number>();
  const open: OpenCell[] = [];
  let formulas = 0;
  let ownFormulas = 0;
  for (const [row, [input = '']] of block.inputs.entries()) {
    const indexes = candidates(frozen, byRow, row, area.rows);
    const [first] = indexes;
    const content = block.contents[row]?.[0] ?? null;
    const isBlank = isSameContent(content, null);
    const hadFormula = isSameSize && (byRow[row] ?? -1) >= 0;
    if (isFormula(input) && callsLocus(input)) {
      formulas += 1;
      if (hadFormula) ownFormulas += 1;
    } else if (first === undefined) continue;
    else if (!isInScope(scope, area, row)) {
      if (isSameSize ? hadFormula : !isBlank) kept.set(row, first);
    } else {
      const isTypable = !isFormula(input) && (areBlanksOurs || !isBlank);
      const isStranger = isSameSize && !hadFormula;
      const likelihood = (isBlank ? 1 : 0) + (isStranger ? 2 : 0);
      open.push({ row, first, indexes: isTypable ? indexes : [], texts: [], content, likelihood });
    }
  }
  // Rows that came in never had a formula; those that went took theirs along.
  const gaps = byRow.filter((at) => at < 0).length;
  return { kept, open, back: Math.max(ownFormulas, formulas - gaps) };
}

/**
 * The formula whose value the cell shows. Undefined if none does, or if two do: then neither is
 * typed.
 *
 * @param shown what each of the cell's texts shows, as far as it is known.
 */
function fittingText(
  { texts, content }: OpenCell,
  shown: Awaited<ReturnType<CalculateKnown>>,
): string | undefined {
  const fitting = texts.filter((_, index) => {
    const own = shown[index]?.[0]?.[0];
    return own !== undefined && isSameContent(own, content);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** A cell that may get a formula back. */
interface OpenCell {
  readonly row: number;
  /** The formula that it most likely had. */
  readonly first: number;
  /** The formulas that it may have had; none if nothing may be typed. */
  readonly indexes: readonly number[];
  /** As they read there. */
  texts: readonly string[];
  readonly content: CellContent;
  /** The lower, the likelier it had a formula. */
  readonly likelihood: number;
}

/** The index of the formula in each row when it was frozen; -1 for none. */
export function formulasByRow({ kind, repeats }: FrozenFormulas): number[] {
  if (kind === 'spill') return [0];
  return repeats.flatMap(([formula, rows]) => new Array<number>(rows).fill(formula));
}

/**
 * Which formulas a row may have had. In a run of several formulas that has lost or won rows, the
 * same distance from the top and from the bottom: a row inserted at 5 moves only those below it.
 */
export function candidates(
  { formulas }: FrozenFormulas,
  byRow: readonly number[],
  row: number,
  rows: number,
): number[] {
  if (formulas.length === 1) return [0];
  const found = [byRow[row], byRow[byRow.length - (rows - row)]];
  return [...new Set(found.flatMap((at) => (at === undefined || at < 0 ? [] : [at])))];
}

function isInScope(scope: ThawScope, area: SheetArea, row: number): boolean {
  const cell = { ...area, row: area.row + row, rows: 1 };
  return scope.kind !== 'area' || isOverlapping(cell, scope.area);
}

/** The formula as it reads in that row now; undefined if it may not be typed there. */
function permitted(
  frozen: FrozenFormulas,
  references: readonly (SheetArea | undefined)[],
  formula: number,
  area: SheetArea,
  row: number,
): string | undefined {
  const text = followedFormula(frozen, references, formula, { ...area, index: row });
  return text === undefined || formulaFault(text) !== undefined ? undefined : text;
}

/**
 * A formula that fills a block goes back only if that loses nothing: each cell of the block is blank
 * or shows what the formula shows there, and they are not all blank.
 */
async function spillExchange(
  frozen: FrozenFormulas,
  { area, references }: PlaceReading,
  { block, contentAt, isForced }: BlockRead & { readonly isForced: boolean },
  { calculate }: ThawingParts,
): Promise<CellExchange | 'back' | undefined> {
  const { inputs, contents } = block;
  if (callsLocus(inputs[0]?.[0])) return 'back';
  const text = permitted(frozen, references, 0, { ...area, rows: 1 }, 0);
  if (text === undefined || inputs.some((line) => line.some(isFormula))) return undefined;
  const [shown] = isForced ? [contents] : await calculate([text], area.sheet, contentAt);
  if (shown === undefined || shown.length > area.rows) return undefined;
  const cells = contents.flatMap((line, row) =>
    line.map((content, column) => ({ content, own: shown[row]?.[column] ?? null })),
  );
  const isBlank = (content: CellContent): boolean => isSameContent(content, null);
  const fits =
    cells.every(({ content, own }) => isBlank(content) || isSameContent(content, own)) &&
    (cells.some(({ content }) => !isBlank(content)) || cells.every(({ own }) => isBlank(own)));
  if (!fits) return undefined;
  const to = inputs.map((line, row) =>
    line.map((input, column) => {
      if (row === 0 && column === 0) return text;
      return input === '' ? null : '';
    }),
  );
  return { area, from: block, to, isAllOrNone: true };
}

/** Reads cells from the blocks, the likeliest first. */
function reader(blocks: readonly CellBlock[]): BlockRead['contentAt'] {
  return (sheet, row, column) => {
    for (const { area, contents } of blocks) {
      if (!isSameSheet(area.sheet, sheet)) continue;
      const content = contents[row - area.row]?.[column - area.column];
      if (content !== undefined) return content;
    }
    return undefined;
  };
}

/** Few enough to hold up the page for only a few milliseconds. */
const CELLS_A_TURN = 200;
