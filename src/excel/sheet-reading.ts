import { t } from '../engine/language/speech';
import { formatArea, parseArea } from '../addin/spreadsheet/cell-address';
import { toCellArea, toSheetArea } from '../addin/spreadsheet/sheet-region';
import type {
  BlockReading,
  CellInput,
  ReadLimits,
  SelectionLimits,
  SheetArea,
  SheetTable,
} from '../addin/spreadsheet/sheet';
import type { CellContent } from '../engine/places/cell';
import { fromExcelInput, toContent } from './cell-input';
import { cannotDo, codeOf, inExcel } from './failure';
import { inParts } from './payload-limits';

/** Reads the selection, extended and trimmed as `Sheet.readSelection` promises. */
export async function readSelectedBlock(limits: SelectionLimits): Promise<BlockReading> {
  try {
    return await Excel.run(async (context) => {
      const selected = context.workbook.getSelectedRange();
      selected.load(PLACE);
      await context.sync();
      const isSingle = selected.rowCount === 1 && selected.columnCount === 1;
      const isAround = isSingle || limits.isAround === true;
      const range = isAround ? await around(context, selected.getCell(0, 0)) : selected;
      return readRange(context, range, limits, withoutTotals);
    });
  } catch (error) {
    // A chart or a shape, or several ranges at once.
    return codeOf(error) === 'InvalidSelection' ? { kind: 'nothing' } : cannotDo(error);
  }
}

/** Reads exactly this address, as `Sheet.readBlock` promises. */
export async function readBlockAt(address: string, limits: ReadLimits): Promise<BlockReading> {
  const area = parseArea(address);
  const missing: BlockReading = { kind: 'failed', message: t('Those cells don’t exist.') };
  if (area === undefined) return missing;
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    const sheet =
      area.sheet === undefined
        ? worksheets.getActiveWorksheet()
        : worksheets.getItemOrNullObject(area.sheet);
    await context.sync();
    if (sheet.isNullObject) return missing;
    const range = sheet.getRange(formatArea({ ...area, sheet: undefined }));
    range.load(PLACE);
    await context.sync();
    return readRange(context, range, limits);
  });
}

/** Reads the inputs of an area's cells, as a person would type them. */
export async function readInputs(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: Omit<SheetArea, 'sheet'>,
): Promise<CellInput[][]> {
  const inputs: CellInput[][] = [];
  await inParts(rows, columns, async ({ start, count }) => {
    const range = sheet.getRangeByIndexes(row + start, column, count, columns);
    range.load('formulas,values');
    await context.sync();
    range.formulas.forEach((line: unknown[], r) =>
      inputs.push(line.map((formula, c) => fromExcelInput(formula, range.values[r]?.[c]))),
    );
  });
  return inputs;
}

/** Reads the inputs of everything that a sheet holds, from A1 on. A deleted sheet holds nothing. */
export async function readAllInputs(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
): Promise<CellInput[][]> {
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load('rowIndex,columnIndex,rowCount,columnCount');
  await context.sync();
  if (used.isNullObject) return [];
  const [rows, columns] = [used.rowIndex + used.rowCount, used.columnIndex + used.columnCount];
  return readInputs(context, sheet, { row: 0, column: 0, rows, columns });
}

const PLACE = 'rowIndex,columnIndex,rowCount,columnCount,worksheet/name';

/** The table that a cell lies in, else the filled region around it. */
async function around(context: Excel.RequestContext, cell: Excel.Range): Promise<Excel.Range> {
  const tables = cell.getTables(false);
  tables.load('items/name');
  await context.sync();
  const region = tables.items[0]?.getRange() ?? cell.getSurroundingRegion();
  region.load(PLACE);
  await context.sync();
  return region;
}

/**
 * @param range with its place loaded.
 * @param trim leaves out what the caller does not want of the filled area.
 */
async function readRange(
  context: Excel.RequestContext,
  range: Excel.Range,
  { rows: most = Infinity, hasFormats = false, hasCellFormats = false }: ReadLimits,
  trim: (filled: SheetArea, table: TableAt | undefined) => SheetArea = (filled) => filled,
): Promise<BlockReading> {
  const used = range.getUsedRangeOrNullObject(true);
  used.load('rowIndex,columnIndex,rowCount,columnCount');
  await context.sync();
  if (used.isNullObject) return { kind: 'nothing' };
  const filled = toSheetArea(range.worksheet.name, {
    startRow: range.rowIndex,
    startColumn: range.columnIndex,
    endRow: used.rowIndex + used.rowCount - 1,
    endColumn: used.columnIndex + used.columnCount - 1,
  });
  const sheet = range.worksheet;
  const table = await tableAt(context, sheet, filled);
  const area = trim(filled, table);
  const read = { ...area, rows: Math.min(area.rows, most) };
  return {
    kind: 'block',
    block: {
      ...area,
      address: formatArea(toCellArea(area)),
      values: await readValues(context, sheet, read),
      table: table && { name: table.name, isHeaderFirst: table.isHeaderFirst },
      ...(hasFormats
        ? { formats: (await readFormats(context, sheet, lastRow(read)))[0] ?? [] }
        : {}),
      ...(hasCellFormats ? { cellFormats: await readFormats(context, sheet, read) } : {}),
    },
  };
}

/**
 * The value of a Geography or Stocks cell, whose text is its name. A `#VALUE!` error has it too.
 */
const ENTITY = '#VALUE!';

async function readValues(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: SheetArea,
): Promise<CellContent[][]> {
  const contents: CellContent[][] = [];
  await inParts(rows, columns, async ({ start, count }) => {
    const range = sheet.getRangeByIndexes(row + start, column, count, columns);
    range.load('values,valueTypes');
    await context.sync();
    const values: unknown[][] = range.values;
    const hasEntities = values.some((line) => line.includes(ENTITY));
    if (hasEntities) {
      range.load('text');
      await context.sync();
    }
    values.forEach((line, r) =>
      contents.push(
        line.map((value, c) => {
          const text = hasEntities && value === ENTITY ? range.text[r]?.[c] : undefined;
          // An error's text may be translated: `#WERT!`.
          if (text !== undefined && !text.startsWith('#')) return text;
          return toContent(value, range.valueTypes[r]?.[c]);
        }),
      ),
    );
  });
  return contents;
}

async function readFormats(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: SheetArea,
): Promise<readonly (readonly string[])[]> {
  const formats: string[][] = [];
  await inParts(rows, columns, async ({ start, count }) => {
    const range = sheet.getRangeByIndexes(row + start, column, count, columns);
    range.load('numberFormat');
    await context.sync();
    range.numberFormat.forEach((line: unknown[]) => formats.push(line.map(String)));
  });
  return formats;
}

function lastRow(area: SheetArea): SheetArea {
  return { ...area, row: area.row + area.rows - 1, rows: 1 };
}

interface TableAt extends SheetTable {
  /** Undefined for a table that shows no totals. */
  readonly totalsRow: number | undefined;
}

/** Leaves out the row of totals: it is no row of the list, although it may read like one. */
function withoutTotals(filled: SheetArea, table: TableAt | undefined): SheetArea {
  const { row, rows } = filled;
  const hasTotals = rows > 1 && table?.totalsRow === row + rows - 1;
  return hasTotals ? { ...filled, rows: rows - 1 } : filled;
}

async function tableAt(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { row, column }: SheetArea,
): Promise<TableAt | undefined> {
  const tables = sheet.getRangeByIndexes(row, column, 1, 1).getTables(false);
  tables.load('items/name,items/showHeaders,items/showTotals');
  await context.sync();
  const [table] = tables.items;
  if (table === undefined) return undefined;
  const whole = table.getRange();
  whole.load('rowIndex,rowCount');
  await context.sync();
  const { name, showHeaders, showTotals } = table;
  return {
    name,
    isHeaderFirst: showHeaders && whole.rowIndex === row,
    totalsRow: showTotals ? whole.rowIndex + whole.rowCount - 1 : undefined,
  };
}
