import { formatArea } from '../addin/spreadsheet/cell-address';
import type { Recalculation, RecalculationFailure } from '../addin/spreadsheet/host';
import { asTyped, callsLocus, isCalculating } from '../addin/spreadsheet/locus-calls';
import { toCellArea } from '../addin/spreadsheet/sheet-region';
import { fromExcelInput } from './cell-input';
import { cannotDo, codeOf } from './failure';
import { coveringAreas, halves, type Area, type Cell } from './formula-areas';
import { CELLS_AT_ONCE, hasExcelApi } from './payload-limits';
import type { NamedSheet } from './sheet-names';

/** Where to look for Locus formulas, and which of them to calculate again. */
export interface AreasOfSheet {
  readonly sheet: NamedSheet;
  readonly areas: readonly Area[];
  isWanted(cell: Cell): boolean;
}

/**
 * Calculates one sheet's formulas again, in requests that Excel can take. A request that fails is
 * halved until the bad cell is isolated, so that it does not hold up the others.
 */
export async function calculateAgain(wanted: AreasOfSheet): Promise<Recalculation> {
  const waiting = batchesOf(wanted.areas).reverse();
  let writesStuck = true;
  const failures = new Map<string, string[]>();
  let count = 0;
  let pieces = 0;
  for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
    try {
      count += await calculateBatch(wanted, batch, writesStuck);
    } catch (error) {
      if (writesStuck && codeOf(error) === 'AccessDenied' && canMark()) {
        // Nothing can be written on a protected sheet, but its cells can be marked.
        writesStuck = false;
        waiting.push(batch);
        continue;
      }
      const [first, second] = pieces < MOST_PIECES ? split(batch, error) : [];
      if (first !== undefined && second !== undefined) waiting.push(second, first);
      else {
        pieces += 1;
        const { message } = cannotDo(error);
        failures.set(message, [...(failures.get(message) ?? []), ...addressesOf(wanted, batch)]);
      }
    }
  }
  return {
    count,
    failures: [...failures].map(([message, addresses]): RecalculationFailure => ({
      message,
      addresses,
    })),
  };
}

/** Ranges in one request. */
const AREAS_AT_ONCE = 250;
/** If this many pieces fail, the cause is not in single cells. */
const MOST_PIECES = 20;
/** The longest text that Excel's own `Range("…")` takes. */
const MOST_CHARACTERS = 255;
/** Failures that are the same for every cell of the sheet, or of the workbook. */
const COMMON_FAILURES: ReadonlySet<string> = new Set([
  '',
  'AccessDenied',
  'ApiNotFound',
  'ConnectionFailure',
  'InvalidOperationInCellEditMode',
  'ItemNotFound',
  'RequestAborted',
  'Timeout',
]);

function batchesOf(areas: readonly Area[]): Area[][] {
  const batches: Area[][] = [];
  let batch: Area[] = [];
  let cells = 0;
  for (const area of areas) {
    const size = area.rows * area.columns;
    if (batch.length > 0 && (batch.length >= AREAS_AT_ONCE || cells + size > CELLS_AT_ONCE)) {
      batches.push(batch);
      batch = [];
      cells = 0;
    }
    batch.push(area);
    cells += size;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

function split(batch: readonly Area[], error: unknown): readonly Area[][] {
  if (COMMON_FAILURES.has(codeOf(error))) return [];
  const [only] = batch;
  if (only !== undefined && batch.length === 1) return halves(only)?.map((area) => [area]) ?? [];
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** @param writesStuck whether a cell that may be stuck gets its formula written again. */
async function calculateBatch(
  { sheet, isWanted }: AreasOfSheet,
  batch: readonly Area[],
  writesStuck: boolean,
): Promise<number> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const worksheet = context.workbook.worksheets.getItem(sheet.id);
    const read = batch.map((area) => {
      const { row, column, rows, columns } = area;
      const range = worksheet.getRangeByIndexes(row, column, rows, columns);
      range.load('formulas,values');
      return { area, range };
    });
    await context.sync();
    const marked: Cell[] = [];
    let count = 0;
    for (const { area, range } of read) {
      const ours = oursIn(area, range, isWanted);
      const shown = ({ row, column }: Cell): unknown =>
        range.values[row - area.row]?.[column - area.column];
      const written = canMark() ? ours.filter((cell) => writesStuck && isStuck(shown(cell))) : ours;
      if (written.length > 0) rewrite(area, range, written);
      if (written.length < ours.length) {
        const isWritten = new Set(written);
        for (const cell of ours) if (!isWritten.has(cell)) marked.push(cell);
      }
      count += ours.length;
    }
    for (const address of addressTexts(marked)) worksheet.getRanges(address).setDirty();
    await context.sync();
    return count;
  });
}

/**
 * What a formula shows if Excel did not know its function yet, or has lost its result. Neither
 * `setDirty` nor a full calculation was seen to revive it; writing it again does (office-js issues
 * 4185, 6611 and 6930).
 */
function isStuck(shown: unknown): boolean {
  return shown === '#NAME?' || isCalculating(String(shown));
}

/** `setDirty` needs ExcelApi 1.9. */
function canMark(): boolean {
  return hasExcelApi('1.9');
}

/** The cells that still hold a wanted Locus formula: they may have been edited meanwhile. */
function oursIn(area: Area, range: Excel.Range, isWanted: (cell: Cell) => boolean): Cell[] {
  return range.formulas.flatMap((line: unknown[], r) =>
    line.flatMap((formula, c) => {
      const cell = { row: area.row + r, column: area.column + c };
      return callsLocus(formula) && isWanted(cell) ? [cell] : [];
    }),
  );
}

/**
 * Before ExcelApi 1.9, writing a formula again has the same effect as `setDirty`. Those
 * versions have no formulas that spill, and null leaves a cell alone.
 *
 * @param range with its formulas and values loaded, because a text may look like a formula.
 */
function rewrite(area: Area, range: Excel.Range, cells: readonly Cell[]): void {
  const wanted = new Set(cells.map(({ row, column }) => `${row},${column}`));
  range.formulas = range.formulas.map((line: unknown[], r) =>
    line.map((formula, c) => {
      if (!wanted.has(`${area.row + r},${area.column + c}`)) return null;
      const isFormula = fromExcelInput(formula, range.values[r]?.[c]) === formula;
      return isFormula ? asTyped(String(formula)) : null;
    }),
  );
}

/** Writes the cells in a few texts, as `getRanges` takes them: `A1:B200,D7`. */
function addressTexts(cells: readonly Cell[]): string[] {
  const texts: string[] = [];
  for (const area of coveringAreas(cells, 0)) {
    const address = formatArea({ ...toCellArea({ ...area, sheet: '' }), sheet: undefined });
    const last = texts.at(-1);
    if (last !== undefined && last.length + address.length < MOST_CHARACTERS) {
      texts[texts.length - 1] = `${last},${address}`;
    } else texts.push(address);
  }
  return texts;
}

/** The wanted cells; an area of which every cell is wanted counts as one. */
function addressesOf({ sheet, isWanted }: AreasOfSheet, batch: readonly Area[]): string[] {
  return batch.flatMap((area) => {
    const cells: string[] = [];
    for (let row = area.row; row < area.row + area.rows; row += 1) {
      for (let column = area.column; column < area.column + area.columns; column += 1) {
        if (!isWanted({ row, column })) continue;
        const cell = { sheet: sheet.name, row, column, rows: 1, columns: 1 };
        cells.push(formatArea(toCellArea(cell)));
      }
    }
    const isAll = cells.length === area.rows * area.columns;
    return isAll ? [formatArea(toCellArea({ ...area, sheet: sheet.name }))] : cells;
  });
}
