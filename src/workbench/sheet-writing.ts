import {
  ICommandService,
  IUndoRedoService,
  WrapStrategy,
  BooleanNumber,
  CellValueType,
  sequenceExecute,
} from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import {
  SetRangeValuesCommand,
  SetWorksheetColWidthMutation as SetWidths,
  SetWorksheetColWidthMutationFactory as widthsNow,
} from '@univerjs/sheets';
import type { FWorksheet, FRange } from '@univerjs/sheets/facade';
import {
  blockFault,
  occupiedCells,
  inputAsText,
  wantedWidths,
} from '../addin/spreadsheet/block-writing';
import { formatArea, MAX_COLUMNS, MAX_ROWS } from '../addin/spreadsheet/cell-address';
import type { CellArea } from '../addin/spreadsheet/cell-address';
import type {
  BlockToWrite,
  CellInput,
  UndoResult,
  WriteResult,
  WrittenBlock,
} from '../addin/spreadsheet/sheet';
import { toCellArea } from '../addin/spreadsheet/sheet-region';
import { undoArea, undoOutcome, undoPlan, type UndoPlan } from '../addin/spreadsheet/undo-plan';
import { cellsOf, gridOf } from './sheet-reading';
import type { Spreadsheet } from './spreadsheet';
import { SHEET_FONT, textWidth } from './text-width';

/** What to write into a cell: an input, or an error as a plain value. */
type NewContent = CellInput | { readonly error: string };

/** Rows in a part. Between parts, the page draws and handles a person's keys. */
const ROWS_AT_ONCE = 2_000;

/** Writes a block of cells. Writes nothing if cells are in use, unless it may overwrite them. */
export async function writeBlock(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  block: BlockToWrite,
  shouldOverwrite: boolean,
): Promise<WriteResult> {
  const message = blockFault(block);
  if (message !== undefined) return { kind: 'failed', message };
  const { row, column, cells, spill } = block;
  const area = {
    sheet: sheet.getSheetName(),
    row,
    column,
    rows: cells.length,
    columns: cells[0]?.length ?? 0,
  };
  const extent = {
    ...area,
    rows: Math.max(area.rows, spill?.rows ?? 0),
    columns: Math.max(area.columns, spill?.columns ?? 0),
  };
  const present = cellsOf(spreadsheet, sheet);
  const before = gridOf(extent, (r, c) => present.input(r, c));
  const occupied = occupiedCells(area.sheet, block, before);
  if (occupied.count > 0 && !shouldOverwrite) return { kind: 'occupied', ...occupied };
  const isSpilled = gridOf(
    area,
    (r, c) => cells[r - row]?.[c - column] !== '' && present.isSpilled(r, c),
  );
  const spilled = occupiedCells(
    area.sheet,
    block,
    isSpilled.map((line) => line.map((is) => is || '')),
  );
  if (spilled.count > 0) return { kind: 'occupied', ...spilled };
  const like = block.headerLike;
  const look = like === undefined ? undefined : headerLook(spreadsheet, sheet, row, like);
  const wanted = wantedWidths(block, textWidth(`bold ${SHEET_FONT}`));
  const widths = wanted.map((width, at) => {
    const now = sheet.getColumnWidth(column + at);
    return width > now ? now : undefined;
  });
  const wider = widths.map((width, at) => width && wanted[at]);
  await put(spreadsheet, sheet, { ...block, look, widths: wider });
  const written = cellsOf(spreadsheet, sheet);
  return {
    kind: 'written',
    address: formatArea(toCellArea(area)),
    written: {
      ...area,
      sheetId: sheet.getSheetId(),
      after: gridOf(area, (r, c) =>
        (cells[r - row]?.[c - column] ?? null) === null ? null : written.input(r, c),
      ),
      before: occupied.count > 0 ? before : undefined,
      ...(block.formats && { formats: block.formats }),
      ...(look && { headerLike: like }),
      widths,
    },
  };
}

/** The look of that cell, wrapped: the next header would cut off a long one. */
function headerLook(
  { workbook }: Spreadsheet,
  sheet: FWorksheet,
  row: number,
  column: number,
): ICellData['s'] {
  const style = workbook()
    .getWorkbook()
    .getStyles()
    .getStyleByCell(sheet.getSheet().getCell(row, column));
  return { ...style, tb: WrapStrategy.WRAP };
}

/** @param isForeseen whether only to say what an undo would do. */
export async function undoBlock(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  block: WrittenBlock,
  isForeseen: boolean,
): Promise<UndoResult> {
  const present = cellsOf(spreadsheet, sheet);
  const now = gridOf(undoArea(block), (row, column) => present.input(row, column));
  const plan = undoPlan(block, now);
  if (!isForeseen && plan.restored > 0) {
    const formats = block.formats?.map((pattern) => pattern && '');
    const look = block.headerLike === undefined ? undefined : null;
    const widths = block.widths?.map((width, at) =>
      plan.isBack.every((line) => line[at] === true) ? width : undefined,
    );
    const back = { ...block, cells: plan.cells, widths, ...(formats && { formats }) };
    await put(spreadsheet, sheet, { ...back, look, isBack: plan.isBack });
  }
  return undoOutcome(plan);
}

interface CellsToPut extends Pick<BlockToWrite, 'row' | 'column' | 'formats'> {
  readonly cells: readonly (readonly CellInput[])[];
  /** The rows of bold texts, counted from the first row of the block. */
  readonly headings?: readonly number[];
  /** The style of the cells in the first row. null is the default style. */
  readonly look?: ICellData['s'] | undefined;
  /** The columns' new widths, in pixels; undefined leaves a column as it is. */
  readonly widths?: WrittenBlock['widths'] | undefined;
  /** In an undo, the cells whose formats are restored. The others keep theirs. */
  readonly isBack?: UndoPlan['isBack'] | undefined;
}

/** Writes the cells that are not null. A format of "" removes one. */
export async function put(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  { row, column, cells, formats, headings = [], look, widths = [], isBack }: CellsToPut,
): Promise<void> {
  const { injector, workbook } = spreadsheet;
  const commands = injector.get(ICommandService);
  const columns = cells[0]?.length ?? 0;
  const unitId = workbook().getId();
  for (let start = 0; start < cells.length; start += ROWS_AT_ONCE) {
    const part = cells.slice(start, start + ROWS_AT_ONCE);
    // Another workbook may have been opened, with sheets of the same ids.
    if (workbook().getId() !== unitId) return;
    const area = { sheet: '', row: row + start, column, rows: part.length, columns };
    const range = rangeWithRoom(sheet, toCellArea(area));
    if (range === undefined) return;
    // One Undo of the sheet takes both back.
    const batch = injector.get(IUndoRedoService).__tempBatchingUndoRedo(unitId);
    try {
      if (start === 0) setWidths(spreadsheet, sheet, column, widths);
      commands.syncExecuteCommand(SetRangeValuesCommand.id, {
        unitId,
        subUnitId: sheet.getSheetId(),
        range: range.getRange(),
        value: cellMatrix(part, {
          row: row + start,
          column,
          formats,
          look: start === 0 ? look : undefined,
          headings: headings.map((heading) => heading - start),
          isBack: isBack?.slice(start, start + ROWS_AT_ONCE),
        }),
      });
    } finally {
      batch.dispose();
    }
    if (start + ROWS_AT_ONCE < cells.length) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Univer's own command would also measure every row of the sheet, which takes seconds. */
function setWidths(
  { injector, workbook }: Spreadsheet,
  sheet: FWorksheet,
  column: number,
  widths: readonly (number | undefined)[],
): void {
  const wider = widths.flatMap((width, at) => (width === undefined ? [] : [[column + at, width]]));
  if (wider.length === 0) return;
  const params = {
    unitId: workbook().getId(),
    subUnitId: sheet.getSheetId(),
    ranges: wider.map(([at = 0]) => ({
      ...{ startRow: 0, endRow: sheet.getMaxRows() - 1 },
      ...{ startColumn: at, endColumn: at },
    })),
    colWidth: Object.fromEntries(wider) as Record<number, number>,
  };
  const undoMutations = [{ id: SetWidths.id, params: widthsNow(params, sheet.getSheet()) }];
  const redoMutations = [{ id: SetWidths.id, params }];
  sequenceExecute(redoMutations, injector.get(ICommandService));
  const unitID = params.unitId;
  injector.get(IUndoRedoService).pushUndoRedo({ unitID, undoMutations, redoMutations });
}

/**
 * Returns the content as Univer stores it. null empties the cell. Text stays text, whatever it
 * looks like. An error as a plain value is stored as a calculated value without a formula.
 */
export function toCellData(input: NewContent): ICellData {
  const blank = { f: null, si: null, p: null, custom: null };
  if (typeof input === 'object' && input !== null)
    return { ...blank, v: input.error, t: CellValueType.FORCE_STRING };
  if (typeof input === 'number') return { ...blank, v: input, t: CellValueType.NUMBER };
  if (typeof input === 'boolean') return { ...blank, v: input ? 1 : 0, t: CellValueType.BOOLEAN };
  if (input === null || input === '') return { ...blank, v: null, t: null };
  if (input.startsWith('=')) return { ...blank, f: input, v: null, t: null };
  return { ...blank, v: inputAsText(input), t: CellValueType.STRING };
}

/** The data for Univer to set: the cells that are not null, with their formats. */
function cellMatrix(
  cells: readonly (readonly CellInput[])[],
  { row, column, formats = [], look, headings = [], isBack }: Omit<CellsToPut, 'cells'>,
): Record<number, Record<number, ICellData>> {
  const matrix: Record<number, Record<number, ICellData>> = {};
  cells.forEach((line, r) => {
    const data: Record<number, ICellData> = {};
    line.forEach((input, c) => {
      const goesBack = isBack?.[r]?.[c];
      const pattern = goesBack === false ? undefined : formats[c];
      const hasLook = look !== undefined && r === 0 && (goesBack ?? input !== null);
      if (input === null && pattern === undefined && !hasLook) return;
      const style = {
        ...(pattern !== undefined && { n: pattern === '' ? null : { pattern } }),
        ...(headings.includes(r) && { bl: BooleanNumber.TRUE }),
      };
      data[column + c] = {
        ...(input !== null && toCellData(input)),
        ...(Object.keys(style).length > 0 && { s: style }),
        ...(hasLook && { s: look }),
      };
    });
    matrix[row + r] = data;
  });
  return matrix;
}

/**
 * Returns the area as a range. Univer's sheets end where their snapshot says, so the sheet grows to
 * have room for the area, as any Excel sheet has. Undefined if even Excel's sheets have no such
 * cells.
 */
export function rangeWithRoom(sheet: FWorksheet, area: CellArea): FRange | undefined {
  const { startRow, startColumn, endRow, endColumn } = area;
  if (endRow >= MAX_ROWS || endColumn >= MAX_COLUMNS) return undefined;
  if (endRow >= sheet.getMaxRows()) sheet.setRowCount(endRow + 1);
  if (endColumn >= sheet.getMaxColumns()) sheet.setColumnCount(endColumn + 1);
  return sheet.getRange(startRow, startColumn, endRow - startRow + 1, endColumn - startColumn + 1);
}

/** Returns what `read` returns for the area's cells, and "" for cells beyond the sheet's end. */
export function readWithinEnd(
  sheet: FWorksheet,
  { startRow, startColumn, endRow, endColumn }: CellArea,
  read: (range: FRange) => string[][],
): string[][] {
  const rowCount = Math.min(endRow + 1, sheet.getMaxRows()) - startRow;
  const columnCount = Math.min(endColumn + 1, sheet.getMaxColumns()) - startColumn;
  const texts =
    rowCount > 0 && columnCount > 0
      ? read(sheet.getRange(startRow, startColumn, rowCount, columnCount))
      : [];
  return Array.from({ length: endRow - startRow + 1 }, (_, row) =>
    Array.from({ length: endColumn - startColumn + 1 }, (__, column) => texts[row]?.[column] ?? ''),
  );
}
