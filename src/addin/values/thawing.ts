import { t } from '../../engine/language/speech';
import { anchorPrefix, formulaCount, repeatsOf } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CalculateKnown, CellBlock, CellExchange } from '../spreadsheet/frozen-cells';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../../engine/places/cell';
import { followedFormula, referencesNow } from './followed-reference';
import { formulaFault } from './formula-fault';
import { changed } from './freezing';
import type { FreezingParts } from './freezing';
import {
  isOverlapping,
  isSameArea,
  isSameContent,
  isSameSheet,
  placeOf,
  releaseUnused,
} from './frozen-areas';
import type { AnchoredAreas } from './frozen-areas';

/** Which formulas to put back. */
export type ThawScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'area'; readonly area: SheetArea }
  /** `isForced`: also where the value does not fit, as a person who saw the list has decided. */
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string>; readonly isForced?: boolean };

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

export interface ThawingParts extends FreezingParts {
  readonly calculate: CalculateKnown;
}

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
/** Few enough to hold up the page for only a few milliseconds. */
const CELLS_A_TURN = 200;

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

/** Nobody reads more with one reference, but a hostile file may claim it, and `A:Z` does. */
const MOST_READ = 200_000;

/** What must be read before the formulas can be placed. */
interface PlaceReading {
  readonly area: SheetArea;
  /** Where the cells that they read are; undefined for those that are gone or out of step. */
  readonly references: readonly (SheetArea | undefined)[];
  /** `area` first. */
  readonly areas: readonly SheetArea[];
}

function findReading(frozen: FrozenFormulas, areas: AnchoredAreas): PlaceReading | undefined {
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
interface Place {
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

async function findPlace(
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
    if (isFormula(input) && callsLocus(input)) {
      formulas += 1;
      if (isSameSize && (byRow[row] ?? -1) >= 0) ownFormulas += 1;
    } else if (first === undefined) continue;
    else if (!isInScope(scope, area, row)) {
      if (isSameSize ? (byRow[row] ?? -1) >= 0 : !isBlank) kept.set(row, first);
    } else {
      const isTypable = !isFormula(input) && (areBlanksOurs || !isBlank);
      const isStranger = isSameSize && (byRow[row] ?? -1) < 0;
      const likelihood = (isBlank ? 1 : 0) + (isStranger ? 2 : 0);
      open.push({ row, first, indexes: isTypable ? indexes : [], texts: [], content, likelihood });
    }
  }
  const to: (string | null)[][] = block.inputs.map(() => [null]);
  const unfit: OpenCell[] = [];
  let typed = 0;
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
      const fitting = cell.texts.filter((_, index) => {
        const content = shown[at + index]?.[0]?.[0];
        return content !== undefined && isSameContent(content, cell.content);
      });
      at += cell.texts.length;
      const [text] = fitting;
      // If two formulas are possible, neither is typed.
      if (text === undefined || fitting.length > 1) unfit.push(cell);
      else {
        to[cell.row] = [text];
        typed += 1;
      }
    }
  }
  // Rows that came in never had a formula; those that went took theirs along.
  const gaps = byRow.filter((at) => at < 0).length;
  const back = Math.max(ownFormulas, formulas - gaps);
  const missing = Math.max(0, formulaCount(frozen) - typed - back - kept.size);
  const likely = unfit.sort((one, other) => one.likelihood - other.likelihood).slice(0, missing);
  const listed = new Map(likely.map(({ row, first }) => [row, first]));
  if (scope.kind === 'some' && scope.isForced === true && isSameSize) {
    for (const { row, texts } of likely) to[row] = [texts[0] ?? null];
  }
  const exchange: CellExchange = { area, from: block, to, isAllOrNone: false };
  return { kind: 'place', frozen, exchange, area, references, kept, listed };
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
function formulasByRow({ kind, repeats }: FrozenFormulas): number[] {
  if (kind === 'spill') return [0];
  return repeats.flatMap(([formula, rows]) => new Array<number>(rows).fill(formula));
}

/**
 * Which formulas a row may have had. In a run of several formulas that has lost or won rows, the
 * same distance from the top and from the bottom: a row inserted at 5 moves only those below it.
 */
function candidates(
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
