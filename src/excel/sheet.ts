import { freeSheetName } from '../addin/spreadsheet/cell-address';
import type { CellInput, Sheet, SheetAddition } from '../addin/spreadsheet/sheet';
import { inExcel } from './failure';
import { readFailingFormulas, readLocusFormulas } from './formula-reading';
import { readHiddenRows } from './special-cells';
import { readBlockAt, readSelectedBlock } from './sheet-reading';
import { put, undoBlocks, writeBlock } from './sheet-writing';

/** The workbook's cells through Excel's own API. */
export function createSheet(): Sheet {
  return {
    readSelection: (limits = {}) => readSelectedBlock(limits),
    readBlock: (address, limits = {}) => readBlockAt(address, limits),
    hiddenRows: readHiddenRows,
    write: (block, { shouldOverwrite = false } = {}) => writeBlock(block, shouldOverwrite),
    undo: (written, others = []) => undoBlocks(written, others),
    addSheet,
    formulas: readLocusFormulas,
    failing: readFailingFormulas,
  };
}

async function addSheet(
  wanted: string,
  cells: readonly (readonly CellInput[])[],
): Promise<SheetAddition> {
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const name = freeSheetName(
      wanted,
      worksheets.items.map((other) => other.name),
    );
    const sheet = worksheets.add(name);
    sheet.load('id');
    await context.sync();
    const columns = Math.max(0, ...cells.map((line) => line.length));
    const block = cells.map((line) => Array.from({ length: columns }, (_, c) => line[c] ?? ''));
    try {
      if (columns > 0) {
        await put({ context, sheet, row: 0, column: 0, left: [] }, block);
        sheet.getRangeByIndexes(0, 0, block.length, 1).format.autofitColumns();
        await context.sync();
      }
    } catch (error) {
      // Half a receipt is worse than none.
      sheet.delete();
      await context.sync();
      throw error;
    }
    return { kind: 'added', sheet: name };
  });
}
