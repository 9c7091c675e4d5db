import { isAloneIn } from '../addin/spreadsheet/block-writing';
import { largest } from '../engine/async/extremes';
import { freeSheetName } from '../addin/spreadsheet/cell-address';
import type {
  CellInput,
  Sheet,
  SheetAddition,
  SheetLook,
  UndoResult,
  WrittenBlock,
} from '../addin/spreadsheet/sheet';
import { removalOutcome } from '../addin/spreadsheet/undo-plan';
import { t } from '../engine/language/speech';
import { inExcel } from './failure';
import { readFailingFormulas, readLocusFormulas } from './formula-reading';
import { readHiddenRows } from './special-cells';
import { readAllInputs, readBlockAt, readSelectedBlock } from './sheet-reading';
import { put, undoBlock, writeBlock } from './sheet-writing';
import { setNumberFormat } from './text-format';

/** Gives the pane the workbook's cells, through Excel's own API. */
export function createSheet(): Sheet {
  return {
    readSelection: (limits = {}) => readSelectedBlock(limits),
    readBlock: (address, limits = {}) => readBlockAt(address, limits),
    sheetNames: readSheetNames,
    hiddenRows: readHiddenRows,
    write: (block, { shouldOverwrite = false } = {}) => writeBlock(block, shouldOverwrite),
    undo: (written) => undoBlock(written),
    foreseeUndo: (written) => undoBlock(written, true),
    addSheet,
    removeSheet,
    formulas: readLocusFormulas,
    failing: readFailingFormulas,
  };
}

async function readSheetNames(): Promise<readonly string[]> {
  const names = await inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name,items/visibility');
    await context.sync();
    const shown = worksheets.items.filter(({ visibility }) => visibility === 'Visible');
    return { kind: 'names' as const, names: shown.map(({ name }) => name) };
  });
  return names.kind === 'names' ? names.names : [];
}

async function addSheet(
  wanted: string,
  cells: readonly (readonly CellInput[])[],
  { formats = [], headings = [] }: SheetLook = {},
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
    const columns = Math.max(0, largest(cells.map((line) => line.length)));
    const block = cells.map((line) => Array.from({ length: columns }, (_, c) => line[c] ?? ''));
    const area = { sheet: name, row: 0, column: 0, rows: block.length, columns };
    try {
      let after: CellInput[][] = [];
      if (columns > 0) {
        after = await put({ context, sheet, row: 0, column: 0, left: [] }, block);
        for (const [at, format] of formats.entries()) {
          if (format === undefined) continue;
          setNumberFormat(sheet.getRangeByIndexes(0, at, block.length, 1), format);
        }
        for (const row of headings) {
          sheet.getRangeByIndexes(row, 0, 1, columns).format.font.bold = true;
        }
        const rows = [...block.keys()].filter((row) => !isAloneIn(block[row] ?? []));
        const [first = 0, last = block.length - 1] =
          headings.length > 0 ? [rows[0], rows.at(-1)] : [];
        const fitted = headings.length > 0 ? columns : 1;
        sheet.getRangeByIndexes(first, 0, last - first + 1, fitted).format.autofitColumns();
        await context.sync();
      }
      const written = { ...area, sheetId: sheet.id, after, before: undefined };
      return { kind: 'added', sheet: name, written };
    } catch (error) {
      // Nobody should find a sheet that is filled only in part.
      sheet.delete();
      await context.sync();
      throw error;
    }
  });
}

function removeSheet(added: WrittenBlock): Promise<UndoResult> {
  return inExcel<UndoResult>(async (context) => {
    const sheet = context.workbook.worksheets.getItemOrNullObject(added.sheetId);
    const now = await readAllInputs(context, sheet);
    if (sheet.isNullObject) return { kind: 'failed', message: t('The sheet no longer exists.') };
    const outcome = removalOutcome(added, now);
    if (outcome.restored > 0) sheet.delete();
    await context.sync();
    return outcome;
  });
}
