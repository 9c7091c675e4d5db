import { parseArea } from '../addin/spreadsheet/cell-address';
import type { SheetArea } from '../addin/spreadsheet/sheet';
import { toSheetArea } from '../addin/spreadsheet/sheet-region';
import { inRequests, type Area } from './formula-areas';
import { CELLS_AT_ONCE, inParts } from './payload-limits';

/** What Excel itself finds under "Go To Special, Formulas". */
export type SpecialCells = 'formulas' | 'failing';

/**
 * Finds where a sheet's formulas are, or those that show errors. One cell far away makes a sheet's
 * used range too large to read, even if the sheet has only a few formulas.
 *
 * @returns undefined if this Excel does not say, perhaps because the sheet is protected.
 */
export async function specialAreas(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  which: SpecialCells,
): Promise<readonly Area[] | undefined> {
  const { formulas } = Excel.SpecialCellType;
  const all = sheet.getRange();
  const cells =
    which === 'formulas'
      ? all.getSpecialCellsOrNullObject(formulas)
      : all.getSpecialCellsOrNullObject(formulas, Excel.SpecialCellValueType.errors);
  cells.load('address,areaCount');
  await context.sync();
  if (cells.isNullObject) return [];
  const areas = addressesIn(cells.address, sheet.name).flatMap((a1) => {
    const area = parseArea(a1);
    return area === undefined ? [] : [toSheetArea(sheet.name, area)];
  });
  return areas.length === cells.areaCount ? areas : undefined;
}

/** Returns areas that contain every formula of a sheet, and perhaps other cells. */
export async function formulaAreas(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
): Promise<readonly Area[]> {
  const areas = await specialAreas(context, sheet, 'formulas').catch(() => undefined);
  if (areas !== undefined) return areas;
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load('rowIndex,columnIndex,rowCount,columnCount');
  await context.sync();
  if (used.isNullObject) return [];
  const { rowIndex: row, columnIndex: column, rowCount: rows, columnCount: columns } = used;
  return [{ row, column, rows, columns }];
}

/** Returns the zero-based rows of an area that are hidden; none if this Excel does not say. */
export async function readHiddenRows(area: SheetArea): Promise<readonly number[]> {
  const { sheet: name, row, column, rows } = area;
  // For a single cell, Excel would look at the whole sheet.
  if (rows === 1) return [];
  try {
    return await Excel.run(async (context) => {
      const first = context.workbook.worksheets
        .getItem(name)
        .getRangeByIndexes(row, column, rows, 1);
      const visible = first.getSpecialCellsOrNullObject(Excel.SpecialCellType.visible);
      visible.load('address,areaCount');
      await context.sync();
      // The column itself is hidden.
      if (visible.isNullObject) return [];
      const areas = addressesIn(visible.address, name).flatMap((a1) => parseArea(a1) ?? []);
      if (areas.length !== visible.areaCount) return [];
      const shown = new Set(
        areas.flatMap(({ startRow, endRow }) =>
          Array.from({ length: endRow - startRow + 1 }, (_, index) => startRow + index),
        ),
      );
      const all = Array.from({ length: rows }, (_, index) => row + index);
      return all.filter((each) => !shown.has(each));
    });
  } catch {
    return [];
  }
}

/**
 * Splits `Sheet1!A1:B2,Sheet1!D4` into addresses without the sheet, whose name may contain a comma
 * or an exclamation mark itself.
 */
export function addressesIn(address: string, name: string): string[] {
  const quoted = `'${name.replaceAll("'", "''")}'!`;
  return address.replaceAll(quoted, '').replaceAll(`${name}!`, '').split(',');
}

/** A cell as it was read. */
export interface ReadCell {
  readonly row: number;
  readonly column: number;
  readonly formula: unknown;
  readonly value: unknown;
}

/** Reads the cells of many areas, many to a request, without keeping any. */
export async function readAreas(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  areas: readonly Area[],
  take: (cell: ReadCell) => void,
): Promise<void> {
  const parts = inRequests(areas);
  let next: Area[] = [];
  let weight = 0;
  for (const [index, part] of parts.entries()) {
    next.push(part);
    weight += part.rows * part.columns + RANGE_WEIGHT;
    if (weight < CELLS_AT_ONCE && index < parts.length - 1) continue;
    await readTogether(context, sheet, next, take);
    next = [];
    weight = 0;
  }
}

/** What each range adds to a request, in cells. */
const RANGE_WEIGHT = 20;

/** Reads several areas in one request, or in several if that is too much; one area by its rows. */
async function readTogether(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  areas: readonly Area[],
  take: (cell: ReadCell) => void,
): Promise<void> {
  const load = ({ row, column, rows, columns }: Area): Excel.Range => {
    const range = sheet.getRangeByIndexes(row, column, rows, columns);
    range.load('formulas,values');
    return range;
  };
  const give = ({ row, column }: Area, { formulas, values }: Excel.Range): void =>
    formulas.forEach((line: unknown[], r) =>
      line.forEach((formula, c) =>
        take({ row: row + r, column: column + c, formula, value: values[r]?.[c] }),
      ),
    );
  const [only] = areas;
  if (only !== undefined && areas.length === 1) {
    await inParts(only.rows, only.columns, async ({ start, count }) => {
      const part = { ...only, row: only.row + start, rows: count };
      const range = load(part);
      await context.sync();
      give(part, range);
    });
    return;
  }
  await inParts(areas.length, 1, async ({ start, count }) => {
    const some = areas.slice(start, start + count);
    if (count === 1) return readTogether(context, sheet, some, take);
    const ranges = some.map(load);
    await context.sync();
    for (const [index, range] of ranges.entries()) give(some[index] as Area, range);
  });
}
