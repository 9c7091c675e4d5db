import type { ContentsReading } from '../addin/spreadsheet/workbook-contents';
import { rowParts } from './payload-limits';

/** A sheet's used cells; `size` is how many there are. */
export interface UsedCells {
  readonly sheetId: string;
  readonly size: number;
}

/** Takes a few milliseconds to read, and is well within Excel's limits. */
const CELLS_AT_ONCE = 5_000;

/** Reads how many cells each sheet uses. */
export async function readUsedCells(context: Excel.RequestContext): Promise<UsedCells[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/id');
  await context.sync();
  const used = worksheets.items.map((sheet) => {
    const range = sheet.getUsedRangeOrNullObject(true);
    range.load('rowCount,columnCount');
    return { sheetId: sheet.id, range };
  });
  await context.sync();
  return used.map(({ sheetId, range }) => ({
    sheetId,
    size: range.isNullObject ? 0 : range.rowCount * range.columnCount,
  }));
}

/** Reads the texts of a sheet's cells, from a zero-based row on. */
export async function readCellTexts(
  context: Excel.RequestContext,
  sheetId: string,
  from: number,
): Promise<ContentsReading> {
  const part = await partFrom(context, sheetId, from);
  if (part === undefined) return { kind: 'texts', texts: [], next: undefined };
  part.range.load('values,formulas');
  await context.sync();
  const { values, formulas } = part.range as { values: unknown[][]; formulas: unknown[][] };
  return {
    kind: 'cells',
    sheet: part.sheet,
    row: part.row,
    column: part.column,
    values: values.map((line) => line.map((value) => String(value ?? ''))),
    formulas: formulas.map((line, r) =>
      line.map((formula, c) => (isFormula(formula, values[r]?.[c]) ? formula : '')),
    ),
    next: part.next,
  };
}

interface Part {
  readonly sheet: string;
  readonly range: Excel.Range;
  readonly row: number;
  readonly column: number;
  readonly next: number | undefined;
}

async function partFrom(
  context: Excel.RequestContext,
  sheetId: string,
  from: number,
): Promise<Part | undefined> {
  const sheet = context.workbook.worksheets.getItem(sheetId);
  sheet.load('name');
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load('rowIndex,columnIndex,rowCount,columnCount');
  await context.sync();
  if (used.isNullObject) return undefined;
  const { rowIndex, columnIndex: column, rowCount, columnCount } = used;
  const row = Math.max(from, rowIndex);
  const rows = rowIndex + rowCount - row;
  const [first] = rowParts(rows, columnCount, CELLS_AT_ONCE);
  if (first === undefined) return undefined;
  const range = sheet.getRangeByIndexes(row, column, first.count, columnCount);
  const next = first.count < rows ? row + first.count : undefined;
  return { sheet: sheet.name, range, row, column, next };
}

/** A text that begins with `=` is not a formula: the cell's value is the same text. */
function isFormula(formula: unknown, value: unknown): formula is string {
  return typeof formula === 'string' && formula.startsWith('=') && formula !== value;
}
