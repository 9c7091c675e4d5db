import { ICommandService, type Injector } from '@univerjs/core';
import { SetSelectionsOperation, type ISetSelectionsOperationParams } from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/facade';

/**
 * Univer calls the listeners of a command one after the other, as a part of the command. If one
 * throws, those after it are not called, and the rest of an undo is left out. The sheet that a
 * person saw was then no longer the one that took what they typed. With this, each listener is
 * called, and an error is reported as one that nobody caught.
 */
export function callEveryListener(injector: Injector, report: (error: unknown) => void): void {
  const commands = injector.get(ICommandService) as unknown as CommandListeners;
  commands._commandExecutedListeners = Object.assign([...commands._commandExecutedListeners], {
    forEach(this: Listener[], call: (listener: Listener) => void) {
      for (const listener of [...this]) {
        try {
          call(listener);
        } catch (error) {
          report(error);
        }
      }
    },
  });
}

type Listener = (...args: readonly unknown[]) => void;

/** Univer's own, which it does not publish. */
interface CommandListeners {
  _commandExecutedListeners: Listener[];
}

/**
 * An undo on another sheet selects there what is selected on this one, though the other may be
 * shorter; asking for the selection then fails with "Range is out of bounds". This ends it where
 * the sheet ends.
 */
export function selectWithinSheets(injector: Injector, workbook: () => FWorkbook): void {
  injector.get(ICommandService).beforeCommandExecuted((command) => {
    if (command.id !== SetSelectionsOperation.id) return;
    const params = command.params as ISetSelectionsOperationParams;
    const sheet = workbook().getWorkbook().getSheetBySheetId(params.subUnitId);
    if (!sheet) return;
    const [lastRow, lastColumn] = [sheet.getRowCount() - 1, sheet.getColumnCount() - 1];
    const isWithin = params.selections.every(
      // Negated, since Univer writes NaN for the ends of whole columns and rows.
      ({ range }) => !(range.endRow > lastRow || range.endColumn > lastColumn),
    );
    if (isWithin) return;
    // Univer's handler has got these very parameters.
    Object.assign(params, {
      selections: params.selections.map((selection) => ({
        ...selection,
        range: {
          ...selection.range,
          startRow: Math.min(selection.range.startRow, lastRow),
          endRow: Math.min(selection.range.endRow, lastRow),
          startColumn: Math.min(selection.range.startColumn, lastColumn),
          endColumn: Math.min(selection.range.endColumn, lastColumn),
        },
      })),
    });
  });
}
