import { CommandType, ICommandService, IContextService } from '@univerjs/core';
import {
  ContextMenuPosition,
  IMenuManagerService,
  MenuItemType,
} from '@univerjs/preset-sheets-core';
import { t } from '../engine/language/speech';
import { formatArea } from '../addin/spreadsheet/cell-address';
import { callsLocus } from '../addin/spreadsheet/locus-calls';
import type { Selection } from '../addin/spreadsheet/host';
import { createFormulaSheet } from './formula-sheet';
import type { Spreadsheet } from './spreadsheet';

/** What a person can do to selected cells that call Locus functions. */
export interface CellActions {
  explain(): void;
  retry(addresses: readonly string[]): void;
  convertToValues(): void;
}

/** Adds the actions to the menu of each cell that calls a Locus function. */
export function addCellMenu(
  spreadsheet: Spreadsheet,
  selection: Selection,
  functionIds: readonly string[],
  actions: CellActions,
): void {
  const { injector, workbook } = spreadsheet;
  const contexts = injector.get(IContextService);
  const look = (): void => {
    const range = workbook().getActiveRange()?.getRange();
    const cell = range && workbook().getActiveSheet().getRange(range.startRow, range.startColumn);
    contexts.setContextValue(IS_OTHER_CELL, cell === undefined || !callsLocus(cell.getFormula()));
  };
  selection.subscribe(look);
  look();
  const selected = (): string[] => {
    const range = workbook().getActiveRange()?.getRange();
    const sheet = workbook().getActiveSheet();
    return createFormulaSheet(workbook())
      .callers(functionIds)
      .filter(
        ({ sheetId, row, column }) =>
          range !== undefined &&
          sheetId === sheet.getSheetId() &&
          // Negated, since Univer writes NaN for the ends of whole columns and rows.
          !(row < range.startRow || row > range.endRow) &&
          !(column < range.startColumn || column > range.endColumn),
      )
      .map(({ row, column }) =>
        formatArea({
          sheet: sheet.getSheetName(),
          startRow: row,
          startColumn: column,
          endRow: row,
          endColumn: column,
        }),
      );
  };
  const items = [
    {
      id: 'locus.command.explain',
      title: t('Explain this cell'),
      run: () => actions.explain(),
    },
    { id: 'locus.command.retry', title: t('Retry'), run: () => actions.retry(selected()) },
    {
      id: 'locus.command.convert-to-values',
      title: t('Convert to values'),
      run: () => actions.convertToValues(),
    },
  ];
  const commands = injector.get(ICommandService);
  for (const { id, run } of items) {
    commands.registerCommand({
      id,
      type: CommandType.COMMAND,
      handler() {
        run();
        return true;
      },
    });
  }
  injector.get(IMenuManagerService).mergeMenu({
    [ContextMenuPosition.MAIN_AREA]: {
      [GROUP]: {
        // After the first group, which has small icons.
        order: 0.5,
        ...Object.fromEntries(
          items.map(({ id, title }, order) => [
            id,
            {
              order,
              menuItemFactory: () => ({
                id,
                title,
                type: MenuItemType.BUTTON,
                hidden$: contexts.subscribeContextValue$(IS_OTHER_CELL),
              }),
            },
          ]),
        ),
      },
    },
  });
}

const GROUP = 'locus-cell';
const IS_OTHER_CELL = 'LOCUS_IS_OTHER_CELL';
