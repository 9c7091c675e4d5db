import { largest } from '../engine/async/extremes';
import { t } from '../engine/language/speech';
import { isAloneIn, isFormula } from '../addin/spreadsheet/block-writing';
import {
  cellAddress,
  freeSheetName,
  MAX_COLUMNS,
  MAX_ROWS,
  parseArea,
} from '../addin/spreadsheet/cell-address';
import { callsLocus } from '../addin/spreadsheet/locus-calls';
import type { Region } from '../addin/spreadsheet/sheet-region';
import type {
  CannotDo,
  CellInput,
  FailingReading,
  FormulaReading,
  Sheet,
  SheetArea,
  WrittenBlock,
} from '../addin/spreadsheet/sheet';
import { NOTHING_LEFT, removalOutcome } from '../addin/spreadsheet/undo-plan';
import { createFormulaSheet } from './formula-sheet';
import { labelWidth, SHEET_FONT, textWidth } from './text-width';
import { allInputsOf, cellsOf, gridOf, readRegion } from './sheet-reading';
import { put, undoBlock, writeBlock } from './sheet-writing';
import { SheetsFilterService } from '@univerjs/preset-sheets-filter';
import type { Spreadsheet } from './spreadsheet';
import { rowsHiddenIn } from './univer/hidden-rows';

/** Gives the pane the open workbook's cells. */
export function createSheet(spreadsheet: Spreadsheet, functionIds: readonly string[]): Sheet {
  const { workbook } = spreadsheet;

  const undoOf = (block: WrittenBlock, isForeseen: boolean) =>
    attempt(() => {
      const sheet = workbook().getSheetBySheetId(block.sheetId);
      if (sheet === null) return isForeseen ? NOTHING_LEFT : failed(gone());
      return undoBlock(spreadsheet, sheet, block, isForeseen);
    });

  return {
    readSelection: (limits = {}) =>
      attempt(() => {
        const range = workbook().getActiveRange();
        if (range === null) return { kind: 'nothing' };
        const region = wholeRegion(range.getRange());
        const sheet = workbook().getActiveSheet();
        const { startRow, startColumn } = region;
        const isSingle = startRow === region.endRow && startColumn === region.endColumn;
        const around = () => cellsOf(spreadsheet, sheet).regionAround(startRow, startColumn);
        const isAround = isSingle || limits.isAround === true;
        return readRegion(spreadsheet, sheet, isAround ? around() : region, limits);
      }),
    readBlock: (address, limits = {}) =>
      attempt(() => {
        const area = parseArea(address);
        const located = area && spreadsheet.locate(address);
        if (located === undefined) return failed(t('Those cells don’t exist.'));
        return readRegion(spreadsheet, located.sheet, located.area, limits);
      }),
    sheetNames() {
      const shown = workbook()
        .getSheets()
        .filter((sheet) => !sheet.isSheetHidden());
      return Promise.resolve(shown.map((sheet) => sheet.getSheetName()));
    },
    hiddenRows({ sheet: name, row, rows }) {
      const sheet = spreadsheet.sheetNamed(name)?.getSheet();
      if (sheet === undefined) return Promise.resolve([]);
      const hidden = rowsHiddenIn(spreadsheet.injector.get(SheetsFilterService), sheet);
      return Promise.resolve(hidden.filter((each) => each >= row && each < row + rows));
    },
    write: (block, { shouldOverwrite = false } = {}) =>
      attempt(() => {
        const sheet = spreadsheet.sheetNamed(block.sheet);
        if (sheet === undefined) return failed(gone());
        return writeBlock(spreadsheet, sheet, block, shouldOverwrite);
      }),
    undo: (written) => undoOf(written, false),
    foreseeUndo: (written) => undoOf(written, true),
    addSheet: (wanted, cells, { formats, headings = [] } = {}) =>
      attempt(async () => {
        const taken = workbook().getSheets();
        const active = workbook().getActiveSheet();
        const sheet = workbook().insertSheet(
          freeSheetName(
            wanted,
            taken.map((other) => other.getSheetName()),
          ),
          {
            index: taken.length,
            sheet: { columnData: columnWidths(cells, headings) },
          },
        );
        // Univer turns to it; Excel stays where the person is.
        workbook().setActiveSheet(active);
        const block = { row: 0, column: 0, cells: rectangle(cells), formats, headings };
        await put(spreadsheet, sheet, block);
        const area = areaOf(sheet.getSheetName(), block.cells);
        const after = gridOf(area, cellsOf(spreadsheet, sheet).input);
        const written = { ...area, sheetId: sheet.getSheetId(), after, before: undefined };
        return { kind: 'added', sheet: area.sheet, written };
      }),
    removeSheet: (added) =>
      attempt(() => {
        const sheet = workbook().getSheetBySheetId(added.sheetId);
        if (sheet === null) return failed(gone());
        const outcome = removalOutcome(added, allInputsOf(spreadsheet, sheet));
        if (outcome.restored > 0) workbook().deleteSheet(sheet);
        return outcome;
      }),
    formulas: () => attempt(() => readFormulas(spreadsheet, functionIds)),
    failing: (known) => attempt(() => readFailing(spreadsheet, new Set(known))),
  };
}

const gone = (): string => t('The sheet no longer exists.');

/** Of the first column or, in a sheet with rows of headings, of every one. */
function columnWidths(
  cells: readonly (readonly CellInput[])[],
  headings: readonly number[],
): Record<number, { readonly w: number }> {
  const [plain, bold] = [textWidth(SHEET_FONT), textWidth(`bold ${SHEET_FONT}`)];
  const widthOf = (text: string, row: number): number =>
    (headings.includes(row) ? bold : plain)(text);
  const count = headings.length > 0 ? largest(cells.map((line) => line.length)) : 1;
  const isAlone = (row: number): boolean => headings.length > 0 && isAloneIn(cells[row] ?? []);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const column = cells.map((line, row) => {
        const input = line[at] ?? null;
        // What a formula will show is unknown, and shorter than itself.
        return [isAlone(row) || isFormula(input) ? null : input];
      });
      return [at, { w: labelWidth(column, widthOf) }];
    }),
  );
}

/** Univer writes NaN for the ends of whole columns and rows. */
function wholeRegion({ startRow, startColumn, endRow, endColumn }: Region): Region {
  return {
    startRow: startRow || 0,
    startColumn: startColumn || 0,
    endRow: Number.isNaN(endRow) ? MAX_ROWS - 1 : endRow,
    endColumn: Number.isNaN(endColumn) ? MAX_COLUMNS - 1 : endColumn,
  };
}

function readFormulas(spreadsheet: Spreadsheet, functionIds: readonly string[]): FormulaReading {
  const callers = createFormulaSheet(spreadsheet.workbook()).callers(functionIds);
  const formulas = callers.flatMap(({ sheetId, row, column }) => {
    const sheet = spreadsheet.workbook().getSheetBySheetId(sheetId);
    if (sheet === null) return [];
    const formula = cellsOf(spreadsheet, sheet).input(row, column);
    if (!callsLocus(formula)) return [];
    const name = sheet.getSheetName();
    return [{ address: cellAddress(name, row, column), sheet: name, row, column, formula }];
  });
  return { kind: 'formulas', formulas };
}

function readFailing(spreadsheet: Spreadsheet, known: ReadonlySet<string>): FailingReading {
  const withoutError = new Set(known);
  const formulas = spreadsheet
    .workbook()
    .getSheets()
    .flatMap((sheet) => {
      const name = sheet.getSheetName();
      const cells = cellsOf(spreadsheet, sheet);
      return cells.failing().flatMap(({ row, column, error }) => {
        const address = cellAddress(name, row, column);
        withoutError.delete(address);
        const formula = known.has(address) ? null : cells.input(row, column);
        return isFormula(formula) ? [{ address, sheet: name, row, column, formula, error }] : [];
      });
    });
  return { kind: 'failing', formulas, withoutError: [...withoutError] };
}

function areaOf(sheet: string, cells: readonly (readonly CellInput[])[]): SheetArea {
  return { sheet, row: 0, column: 0, rows: cells.length, columns: cells[0]?.length ?? 0 };
}

function rectangle(cells: readonly (readonly CellInput[])[]): CellInput[][] {
  const columns = Math.max(0, largest(cells.map((line) => line.length)));
  if (columns === 0) return [];
  return cells.map((line) => Array.from({ length: columns }, (_, column) => line[column] ?? ''));
}

function failed(message: string): CannotDo {
  return { kind: 'failed', message };
}

/** Runs something. Returns `CannotDo` for whatever the spreadsheet throws. */
export async function attempt<Result>(
  run: () => Result | CannotDo | Promise<Result | CannotDo>,
): Promise<Result | CannotDo> {
  try {
    return await run();
  } catch {
    return failed(t('The spreadsheet couldn’t do this. Try again.'));
  }
}
