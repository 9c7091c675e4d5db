import { cellAddress, cellName } from '../addin/spreadsheet/cell-address';
import { changeableText, type ChangeableText } from '../addin/spreadsheet/changeable-text';
import type { ContentsReading } from '../addin/spreadsheet/workbook-contents';
import { rowParts } from './payload-limits';

/** A sheet's used cells; `size` is how many there are. */
export interface UsedCells {
  readonly sheetId: string;
  readonly size: number;
}

/** Takes a few milliseconds to read, and is well within Excel's limits. */
const CELLS_AT_ONCE = 5_000;

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

/** The texts of a sheet's cells, from a row on. */
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

/** The addresses and tips of links in a sheet's cells, from a row on (ExcelApi 1.9). */
export async function readLinks(
  context: Excel.RequestContext,
  sheetId: string,
  from: number,
): Promise<{ readonly links: readonly ChangeableText[]; readonly next: number | undefined }> {
  const part = await partFrom(context, sheetId, from);
  if (part === undefined) return { links: [], next: undefined };
  const properties = part.range.getCellProperties({ hyperlink: true });
  await context.sync();
  const links = properties.value.flatMap((line, r) =>
    line.flatMap(({ hyperlink }, c): ChangeableText[] => {
      if (hyperlink === undefined || hyperlink === null) return [];
      const [row, column] = [part.row + r, part.column + c];
      const label = cellAddress(part.sheet, row, column);
      const id = `${sheetId}!${cellName(row, column)}`;
      const { address, documentReference, screenTip } = hyperlink;
      const place = { kind: 'link', id, label, address: label, repair: 'remove' } as const;
      const text = [address, documentReference, screenTip].filter(Boolean).join('\n');
      // Keeps the cell's text and format.
      const put = (): void => part.range.getCell(r, c).clear('Hyperlinks');
      return [changeableText(place, text, put)];
    }),
  );
  return { links, next: part.next };
}

/** @param id as in the link's place: its sheet's id, and its cell. */
export async function linkAt(
  context: Excel.RequestContext,
  id: string,
): Promise<readonly ChangeableText[]> {
  const row = Number(/\d+$/.exec(id)?.[0] ?? 1) - 1;
  return (await readLinks(context, id.slice(0, id.lastIndexOf('!')), row)).links;
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
