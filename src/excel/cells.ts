import type { Cells } from '../taskpane/host';
import { readAddress } from './cell-address';
import { callsLocus, formulaAreas } from './formula-areas';

/** The workbook's formulas through Excel's own API. Each promise settles, failed or not. */
export function createCells(): Cells {
  return {
    async recalculate(addresses) {
      for (let start = 0; start < addresses.length; start += CHUNK) {
        await Excel.run((context) => markDirty(context, addresses.slice(start, start + CHUNK)));
      }
    },
    recalculateAll: () => Excel.run(markAllDirty),
    async goTo(address) {
      const place = readAddress(address);
      if (place === undefined) return;
      await Excel.run(async (context) => {
        const sheet = context.workbook.worksheets.getItemOrNullObject(place.sheet);
        await context.sync();
        if (sheet.isNullObject) return;
        sheet.getRange(place.cells).select();
        await context.sync();
      });
    },
  };
}

/** Cells in one request: enough to be quick, few enough for Excel on the web's request limit. */
const CHUNK = 1000;

async function markDirty(
  context: Excel.RequestContext,
  addresses: readonly string[],
): Promise<void> {
  const cells = addresses.flatMap((address) => {
    const place = readAddress(address);
    return place === undefined ? [] : [place];
  });
  const sheets = new Map<string, Excel.Worksheet>();
  for (const { sheet } of cells) {
    if (!sheets.has(sheet)) {
      sheets.set(sheet, context.workbook.worksheets.getItemOrNullObject(sheet));
    }
  }
  await context.sync();
  const ranges = cells.flatMap(({ sheet, cells: a1 }) => {
    const worksheet = sheets.get(sheet);
    if (worksheet === undefined || worksheet.isNullObject) return [];
    const range = worksheet.getRange(a1);
    range.load('formulas');
    return [range];
  });
  await context.sync();
  for (const range of ranges) {
    // Edited meanwhile: another's formula, or a value, is none of our business.
    if (callsLocus(range.formulas[0]?.[0])) recalculate(range);
  }
  await context.sync();
}

async function markAllDirty(context: Excel.RequestContext): Promise<void> {
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  for (const sheet of worksheets.items) {
    const used = sheet.getUsedRangeOrNullObject(true);
    used.load('formulas');
    await context.sync();
    if (used.isNullObject) continue;
    for (const { row, column, rows } of formulaAreas(used.formulas, CHUNK)) {
      const range = used.getCell(row, column).getResizedRange(rows - 1, 0);
      if (!canSetDirty()) range.load('formulas');
      await context.sync();
      recalculate(range);
    }
    await context.sync();
  }
}

/** @param range with its formulas loaded. */
function recalculate(range: Excel.Range): void {
  if (canSetDirty()) range.setDirty();
  else range.formulas = range.formulas;
}

/** Range.setDirty belongs to ExcelApi 1.9; before it, writing a formula anew has the same effect. */
function canSetDirty(): boolean {
  return Office.context.requirements.isSetSupported('ExcelApi', '1.9');
}
