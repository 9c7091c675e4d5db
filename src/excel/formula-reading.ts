import { isFormula } from '../spreadsheet/block-writing';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import { callsLocus } from '../spreadsheet/locus-calls';
import { toCellArea, toSheetArea } from '../spreadsheet/sheet-region';
import type {
  FailingFormula,
  FailingReading,
  FormulaReading,
  LocatedFormula,
  SheetArea,
} from '../spreadsheet/sheet';
import { inExcel } from './failure';
import { hasExcelApi, rowParts } from './range-parts';
import { readInputs } from './sheet-reading';

/** Every formula of ours, sheet by sheet, row by row. */
export async function readLocusFormulas(): Promise<FormulaReading> {
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const formulas: LocatedFormula[] = [];
    for (const sheet of worksheets.items) {
      const found = await formulasOf(context, sheet);
      const spilled = await spilledCells(context, sheet, found);
      formulas.push(...found.filter((formula) => !spilled.has(keyOf(formula))));
    }
    return { kind: 'formulas', formulas };
  });
}

/** What Excel itself finds under "Go To Special, Formulas, Errors". */
export async function readFailingFormulas(known: readonly string[]): Promise<FailingReading> {
  const isKnown = new Set(known);
  if (!hasExcelApi('1.9')) return { kind: 'failing', formulas: [] };
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const formulas: FailingFormula[] = [];
    for (const sheet of worksheets.items) {
      const found = await failingOf(context, sheet);
      const news = found.filter(({ address }) => !isKnown.has(address));
      const spilled = await spilledCells(context, sheet, news);
      formulas.push(...news.filter((formula) => !spilled.has(keyOf(formula))));
    }
    return { kind: 'failing', formulas };
  });
}

async function failingOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
): Promise<FailingFormula[]> {
  const cells = sheet
    .getRange()
    .getSpecialCellsOrNullObject(Excel.SpecialCellType.formulas, Excel.SpecialCellValueType.errors);
  cells.load('address');
  await context.sync();
  if (cells.isNullObject) return [];
  const formulas: FailingFormula[] = [];
  for (const [, a1 = ''] of cells.address.matchAll(AREA)) {
    const all = parseArea(a1);
    if (all === undefined) continue;
    const { row: top, column: left, rows, columns } = toSheetArea(sheet.name, all);
    for (const { start, count } of rowParts(rows, columns)) {
      const part = sheet.getRangeByIndexes(top + start, left, count, columns);
      part.load('formulas,values');
      await context.sync();
      part.values.forEach((line: unknown[], r) =>
        line.forEach((value, c) => {
          const formula: unknown = part.formulas[r]?.[c];
          if (!isFormula(formula)) return;
          const [row, column] = [top + start + r, left + c];
          const address = formatArea(
            toCellArea({ sheet: sheet.name, row, column, rows: 1, columns: 1 }),
          );
          formulas.push({ address, sheet: sheet.name, row, column, formula, error: String(value) });
        }),
      );
    }
  }
  return formulas;
}

/** Of `Sheet1!A1:B2,Sheet1!D4`, each without its sheet. */
const AREA = /(?:^|!)([A-Z]+\d+(?::[A-Z]+\d+)?)(?=,|$)/g;

async function formulasOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
): Promise<LocatedFormula[]> {
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load('rowIndex,columnIndex,rowCount,columnCount');
  await context.sync();
  if (used.isNullObject) return [];
  const { rowIndex, columnIndex, rowCount: rows, columnCount: columns } = used;
  const area = { row: rowIndex, column: columnIndex, rows, columns };
  const inputs = await readInputs(context, sheet, area);
  return inputs.flatMap((line, r) =>
    line.flatMap((formula, c): LocatedFormula[] => {
      if (!callsLocus(formula)) return [];
      const cell: SheetArea = {
        sheet: sheet.name,
        row: rowIndex + r,
        column: columnIndex + c,
        rows: 1,
        columns: 1,
      };
      const address = formatArea(toCellArea(cell));
      return [{ address, sheet: sheet.name, row: cell.row, column: cell.column, formula }];
    }),
  );
}

/** Questions in one request. */
const AT_ONCE = 500;

/**
 * The cells among these that only show what another's formula spills. Some versions of Excel give
 * such a cell the formula of the cell that spills, so any that reads like its neighbour is checked.
 */
async function spilledCells(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  found: readonly LocatedFormula[],
): Promise<Set<string>> {
  const spilled = new Set<string>();
  if (!hasExcelApi('1.12')) return spilled;
  const byCell = new Map(found.map((formula) => [keyOf(formula), formula.formula]));
  const reads = (row: number, column: number) => byCell.get(keyOf({ row, column }));
  const suspects = found.filter(
    ({ row, column, formula }) =>
      reads(row - 1, column) === formula || reads(row, column - 1) === formula,
  );
  for (let start = 0; start < suspects.length; start += AT_ONCE) {
    const asked = suspects.slice(start, start + AT_ONCE).map((suspect) => ({
      suspect,
      parent: sheet
        .getRangeByIndexes(suspect.row, suspect.column, 1, 1)
        .getSpillParentOrNullObject(),
    }));
    for (const { parent } of asked) parent.load('rowIndex,columnIndex');
    await context.sync();
    for (const { suspect, parent } of asked) {
      if (parent.isNullObject) continue;
      if (parent.rowIndex === suspect.row && parent.columnIndex === suspect.column) continue;
      spilled.add(keyOf(suspect));
    }
  }
  return spilled;
}

function keyOf({ row, column }: { readonly row: number; readonly column: number }): string {
  return `${row},${column}`;
}
