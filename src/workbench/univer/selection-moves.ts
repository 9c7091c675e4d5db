import { Direction } from '@univerjs/core';
import type { FUniver } from '@univerjs/core/facade';
import {
  MoveSelectionCommand,
  MoveSelectionEnterAndTabCommand,
} from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';

/**
 * Keeps the selection where Excel would. From the first cell of a selection, Univer's Shift+Tab and
 * Shift+Enter move to no cell at all, and typing then gets "The range is protected"; from the
 * sheet's edge its arrows jump to the opposite corner.
 */
export function steadySelectionMoves(api: FUniver, workbook: () => FWorkbook): void {
  api.addEvent(api.Event.BeforeCommandExecute, (command) => {
    const isArrow = command.id === MoveSelectionCommand.id;
    if (!isArrow && command.id !== MoveSelectionEnterAndTabCommand.id) return;
    const { direction } = command.params as MoveParams;
    const at = positionIn(workbook());
    if (at === undefined || direction === undefined) return;
    const isAtEdge = at.edges.has(direction);
    if (isArrow) command.cancel = isAtEdge;
    else if (at.isFirst && (direction === Direction.LEFT || direction === Direction.UP)) {
      command.cancel = true;
      if (!at.isSingle) at.toLast();
      else if (!isAtEdge) void api.executeCommand(MoveSelectionCommand.id, { direction });
    }
  });
}

interface MoveParams {
  readonly direction?: Direction;
}

interface Position {
  readonly isSingle: boolean;
  /** Whether the current cell is the first of what is selected. */
  readonly isFirst: boolean;
  /** The directions in which the sheet ends here. */
  readonly edges: ReadonlySet<Direction>;
  /** Makes the last cell of what is selected the current one. */
  toLast(): void;
}

function positionIn(workbook: FWorkbook): Position | undefined {
  const sheet = workbook.getActiveSheet();
  const range = sheet.getActiveRange();
  const cell = sheet.getSelection()?.getCurrentCell();
  if (!range || !cell) return undefined;
  const { startRow, startColumn, endRow, endColumn } = range.getRange();
  const edges = new Set<Direction>();
  if (cell.startRow === 0) edges.add(Direction.UP);
  if (cell.startColumn === 0) edges.add(Direction.LEFT);
  if (cell.endRow === sheet.getMaxRows() - 1) edges.add(Direction.DOWN);
  if (cell.endColumn === sheet.getMaxColumns() - 1) edges.add(Direction.RIGHT);
  return {
    isSingle: endRow === cell.endRow && endColumn === cell.endColumn,
    isFirst: cell.startRow === startRow && cell.startColumn === startColumn,
    edges,
    toLast: () => void sheet.getRange(endRow, endColumn).activateAsCurrentCell(),
  };
}
