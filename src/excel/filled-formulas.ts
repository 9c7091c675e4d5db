import type { FilledFormula, FilledFormulaReading } from '../addin/spreadsheet/frozen-cells';
import type { LocatedFormula } from '../addin/spreadsheet/sheet';
import { inExcel } from './failure';
import { coveringAreas, halves } from './formula-areas';
import type { Area } from './formula-areas';
import { readLocusFormulas } from './formula-reading';
import { hasExcelApi } from './payload-limits';

/** Every Locus formula, with the size of the area that it fills. */
export async function readFilledFormulas(): Promise<FilledFormulaReading> {
  const reading = await readLocusFormulas();
  if (reading.kind === 'failed') return reading;
  // Before ExcelApi 1.12 no formula fills more than its cell, or Excel cannot say so.
  if (!hasExcelApi('1.12')) return { kind: 'formulas', formulas: reading.formulas.map(single) };
  const bySheet = new Map<string, LocatedFormula[]>();
  for (const formula of reading.formulas) {
    const formulas = bySheet.get(formula.sheet);
    if (formulas === undefined) bySheet.set(formula.sheet, [formula]);
    else formulas.push(formula);
  }
  return inExcel(async (context) => {
    const formulas: FilledFormula[] = [];
    for (const [name, found] of bySheet) {
      const sheet = context.workbook.worksheets.getItem(name);
      formulas.push(...(await filledOf(context, sheet, found)));
    }
    return { kind: 'formulas', formulas };
  });
}

/** Ranges in one request. */
const AT_ONCE = 500;

function single(formula: LocatedFormula): FilledFormula {
  return { ...formula, rows: 1, columns: 1 };
}

async function filledOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  formulas: readonly LocatedFormula[],
): Promise<FilledFormula[]> {
  const spilling = await spillingAreas(context, sheet, coveringAreas(formulas, 0));
  const isSpilling = ({ row, column }: LocatedFormula): boolean =>
    spilling.some(
      (area) =>
        row >= area.row &&
        row < area.row + area.rows &&
        column >= area.column &&
        column < area.column + area.columns,
    );
  const asked = formulas.filter(isSpilling);
  const sizes = new Map<LocatedFormula, { readonly rows: number; readonly columns: number }>();
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    const part = asked.slice(start, start + AT_ONCE).map((formula) => ({
      formula,
      fill: sheet
        .getRangeByIndexes(formula.row, formula.column, 1, 1)
        .getSpillingToRangeOrNullObject(),
    }));
    for (const { fill } of part) fill.load('rowCount,columnCount');
    await context.sync();
    for (const { formula, fill } of part) {
      if (fill.isNullObject) continue;
      sizes.set(formula, { rows: fill.rowCount, columns: fill.columnCount });
    }
  }
  return formulas.map((formula) => ({ ...single(formula), ...sizes.get(formula) }));
}

/** The areas in which every cell spills. Mostly there are none, as one request shows. */
async function spillingAreas(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  areas: readonly Area[],
): Promise<Area[]> {
  const spilling: Area[] = [];
  let waiting = [...areas];
  while (waiting.length > 0) {
    const asked = waiting.slice(0, AT_ONCE).map((area) => ({
      area,
      range: sheet.getRangeByIndexes(area.row, area.column, area.rows, area.columns),
    }));
    waiting = waiting.slice(AT_ONCE);
    for (const { range } of asked) range.load('hasSpill');
    await context.sync();
    for (const { area, range } of asked) {
      // Null if only some of the cells do.
      const hasSpill: boolean | null = range.hasSpill;
      if (hasSpill === true) spilling.push(area);
      else if (hasSpill === null) waiting.push(...(halves(area) ?? []));
    }
  }
  return spilling;
}
