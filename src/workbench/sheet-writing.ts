import { ICommandService } from '@univerjs/core';
import type { ICellData } from '@univerjs/core';
import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import type { FWorksheet } from '@univerjs/sheets/facade';
import { blockFault, occupiedCells, undoPlan } from '../spreadsheet/block-writing';
import { formatArea } from '../spreadsheet/cell-address';
import type {
  BlockToWrite,
  CellInput,
  UndoResult,
  WriteResult,
  WrittenBlock,
} from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { toCellData } from './cell-data';
import { cellsOf, gridOf } from './sheet-reading';
import { rangeWithRoom } from './sheet-room';
import type { Spreadsheet } from './spreadsheet';

/** The page is drawn and a person's keys are taken between parts. */
const ROWS_AT_ONCE = 2_000;

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
  const like = block.headerLike;
  const look = like === undefined ? undefined : sheet.getSheet().getCell(row, like)?.s;
  await put(spreadsheet, sheet, block, look ?? undefined);
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
    },
  };
}

export async function undoBlock(
  spreadsheet: Spreadsheet,
  sheet: FWorksheet,
  written: WrittenBlock,
): Promise<UndoResult> {
  const present = cellsOf(spreadsheet, sheet);
  const now = gridOf(written, (row, column) => present.input(row, column));
  const { cells, restored, kept } = undoPlan(written, now);
  const formats = written.formats?.map((pattern) => pattern && '');
  const look = written.headerLike === undefined ? undefined : null;
  await put(spreadsheet, sheet, { ...written, cells, ...(formats && { formats }) }, look);
  return { kind: 'undone', restored, kept };
}

/**
 * Writes the cells that are not null; a format of "" takes one away.
 *
 * @param look of the cells that are written in the first row; null for that of any other cell.
 */
export async function put(
  { injector, workbook }: Spreadsheet,
  sheet: FWorksheet,
  { row, column, cells, formats = [] }: Pick<BlockToWrite, 'row' | 'column' | 'cells' | 'formats'>,
  look?: ICellData['s'],
): Promise<void> {
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
    commands.syncExecuteCommand(SetRangeValuesCommand.id, {
      unitId,
      subUnitId: sheet.getSheetId(),
      range: range.getRange(),
      value: matrixOf(part, row + start, column, formats, start === 0 ? look : undefined),
    });
    if (start + ROWS_AT_ONCE < cells.length) await new Promise((resolve) => setTimeout(resolve));
  }
}

function matrixOf(
  cells: readonly (readonly CellInput[])[],
  row: number,
  column: number,
  formats: readonly (string | undefined)[],
  look: ICellData['s'],
): Record<number, Record<number, ICellData>> {
  const matrix: Record<number, Record<number, ICellData>> = {};
  cells.forEach((line, r) => {
    const data: Record<number, ICellData> = {};
    line.forEach((input, c) => {
      const pattern = formats[c];
      if (input === null && pattern === undefined) return;
      data[column + c] = {
        ...(input !== null && toCellData(input)),
        ...(pattern !== undefined && { s: { n: pattern === '' ? null : { pattern } } }),
        ...(look !== undefined && r === 0 && input !== null && { s: look }),
      };
    });
    matrix[row + r] = data;
  });
  return matrix;
}
