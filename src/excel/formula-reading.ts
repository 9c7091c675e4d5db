import { isFormula } from '../addin/spreadsheet/block-writing';
import { formatArea, parseArea } from '../addin/spreadsheet/cell-address';
import { callsLocus } from '../addin/spreadsheet/locus-calls';
import { toCellArea } from '../addin/spreadsheet/sheet-region';
import type {
  FailingFormula,
  FailingReading,
  FormulaReading,
  LocatedFormula,
} from '../addin/spreadsheet/sheet';
import { inExcel } from './failure';
import { fromExcelInput } from './cell-input';
import { inRequests, type Area } from './formula-areas';
import { formulaAreas, readAreas, specialAreas } from './special-cells';
import { cellKey, spilledCells } from './spilled-cells';

/** Reads every Locus formula, sheet by sheet and row by row. */
export async function readLocusFormulas(): Promise<FormulaReading> {
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const formulas: LocatedFormula[] = [];
    for (const sheet of worksheets.items) {
      const found = await formulasOf(context, sheet);
      const spilled = await spilledFormulas(context, sheet, found);
      for (const each of found) if (!spilled.has(cellKey(each))) formulas.push(each);
    }
    return { kind: 'formulas', formulas };
  });
}

/**
 * Reads what Excel itself finds under "Go To Special, Formulas, Errors".
 *
 * @param known the addresses of cells that need not be read again.
 */
export async function readFailingFormulas(known: readonly string[]): Promise<FailingReading> {
  const isKnown = new Set(known);
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const formulas: FailingFormula[] = [];
    const withoutError = new Set(known);
    for (const sheet of worksheets.items) {
      const added = await failingOf(context, sheet, isKnown, withoutError);
      const spilled = await spilledFormulas(context, sheet, added);
      for (const each of added) if (!spilled.has(cellKey(each))) formulas.push(each);
    }
    return { kind: 'failing', formulas, withoutError: [...withoutError] };
  });
}

/**
 * Reads the failing formulas of a sheet. While cells wait for answers, all of them may be errors,
 * scattered over thousands of areas. So known cells are not read, and the others are read many to a
 * request.
 *
 * @param withoutError the cells that show an error are removed from it.
 */
async function failingOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  known: ReadonlySet<string>,
  withoutError: Set<string>,
): Promise<FailingFormula[]> {
  const failing = await specialAreas(context, sheet, 'failing').catch(() => undefined);
  // For a protected sheet, Excel may not say where they are: then all formulas are read.
  const areas = failing ?? (await formulaAreas(context, sheet));
  if (failing !== undefined) for (const area of failing) takeOut(withoutError, sheet, area);
  const isNew = (part: Area): boolean => failing === undefined || !isAllOf(known, sheet, part);
  const formulas: FailingFormula[] = [];
  await readAreas(context, sheet, inRequests(areas).filter(isNew), (cell) => {
    const { row, column, formula, value } = cell;
    const address = addressOf(sheet, row, column);
    if (failing === undefined) {
      if (!ERROR.test(String(value))) return;
      withoutError.delete(address);
    }
    if (!isFormula(formula) || known.has(address)) return;
    formulas.push({ address, sheet: sheet.name, row, column, formula, error: String(value) });
  });
  return formulas;
}

/** `#N/A`, `#DIV/0!` or `#NAME?`. */
const ERROR = /^#\p{Lu}[^ ]*$/u;

function takeOut(
  withoutError: Set<string>,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: Area,
): void {
  if (rows * columns > withoutError.size) {
    for (const address of withoutError) {
      const cell = parseArea(address);
      const isInside =
        cell?.sheet === sheet.name &&
        cell.startRow >= row &&
        cell.startRow < row + rows &&
        cell.startColumn >= column &&
        cell.startColumn < column + columns;
      if (isInside) withoutError.delete(address);
    }
    return;
  }
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) withoutError.delete(addressOf(sheet, row + r, column + c));
  }
}

function isAllOf(
  known: ReadonlySet<string>,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: Area,
): boolean {
  if (rows * columns > known.size) return false;
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      if (!known.has(addressOf(sheet, row + r, column + c))) return false;
    }
  }
  return true;
}

function addressOf({ name }: Excel.Worksheet, row: number, column: number): string {
  return formatArea(toCellArea({ sheet: name, row, column, rows: 1, columns: 1 }));
}

async function formulasOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
): Promise<LocatedFormula[]> {
  const areas = await formulaAreas(context, sheet);
  const formulas: LocatedFormula[] = [];
  await readAreas(context, sheet, areas, ({ row, column, formula, value }) => {
    const input = fromExcelInput(formula, value);
    if (!callsLocus(input)) return;
    const address = addressOf(sheet, row, column);
    formulas.push({ address, sheet: sheet.name, row, column, formula: input });
  });
  return formulas.sort((a, b) => a.row - b.row || a.column - b.column);
}

/**
 * Those of the formulas that only show what another cell's formula spills. Some versions of Excel
 * report that formula for them too, so any cell that reads like its neighbour is checked.
 */
async function spilledFormulas(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  found: readonly LocatedFormula[],
): Promise<Set<string>> {
  const byCell = new Map(found.map((formula) => [cellKey(formula), formula.formula]));
  const reads = (row: number, column: number) => byCell.get(cellKey({ row, column }));
  const suspects = found.filter(
    ({ row, column, formula }) =>
      reads(row - 1, column) === formula || reads(row, column - 1) === formula,
  );
  return spilledCells(context, sheet, suspects);
}
