import { CommandType, ICommandService, IContextService, type Injector } from '@univerjs/core';
import {
  ContextMenuPosition,
  IMenuManagerService,
  MenuItemType,
} from '@univerjs/preset-sheets-core';
import { FILTER_MUTATIONS } from '@univerjs/preset-sheets-filter';
import { t } from '../engine/language/speech';
import { cellAddress, parseArea } from '../addin/spreadsheet/cell-address';
import { callsLocus } from '../addin/spreadsheet/locus-calls';
import type { Selection, Host } from '../addin/spreadsheet/host';
import { createFormulaSheet } from './formula-sheet';
import type { Spreadsheet } from './spreadsheet';
import type { TableButtons } from './table-buttons';
import { copyText } from '../addin/values/copy-messages';
import type { FileNotice } from './file-bar';

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
      .map(({ row, column }) => cellAddress(sheet.getSheetName(), row, column));
  };
  const items = [
    {
      id: 'locus.command.explain',
      title: t('Explain this cell'),
      run: () => actions.explain(),
    },
    { id: 'locus.command.retry', title: t('Refresh'), run: () => actions.retry(selected()) },
    {
      id: 'locus.command.convert-to-values',
      title: t('Convert to values'),
      run: () => actions.convertToValues(),
    },
  ];
  addItems(injector, {
    name: 'locus-cell',
    // After the first group, which has small icons.
    order: 0.5,
    hiddenBy: IS_OTHER_CELL,
    items,
  });
}

const IS_OTHER_CELL = 'LOCUS_IS_OTHER_CELL';

/**
 * Adds a command for tables without filter buttons, which another table has while it is filtered.
 */
export function addTableMenu(
  { injector }: Pick<Spreadsheet, 'injector'>,
  selection: Selection,
  buttons: TableButtons,
): void {
  const contexts = injector.get(IContextService);
  const look = () => contexts.setContextValue(IS_NOT_OFFERED, !buttons.isOffered());
  const followSelection = (): void => {
    buttons.follow();
    look();
  };
  selection.subscribe(followSelection);
  followSelection();
  injector.get(ICommandService).onCommandExecuted(({ id }) => {
    // The buttons do not follow now, because the command may still be moving tables.
    if (FILTER_MUTATIONS.has(id)) look();
  });
  addItems(injector, {
    name: 'locus-table',
    order: 0.6,
    hiddenBy: IS_NOT_OFFERED,
    items: [
      {
        id: 'locus.command.filter-table',
        title: t('Filter this table instead'),
        run: () => buttons.bring(),
      },
    ],
  });
}

const IS_NOT_OFFERED = 'IS_NO_OTHER_TABLE';

/** Adds the command that recalculates, for every cell. */
export function addRecalculation(
  { injector }: Pick<Spreadsheet, 'injector'>,
  run: () => void,
): void {
  const item = { id: 'locus.command.recalculate', title: t('Recalculate (F9)'), run };
  addItems(injector, { name: 'locus-workbook', order: 0.7, hiddenBy: '', items: [item] });
}

interface MenuGroup {
  readonly name: string;
  readonly order: number;
  /** The context in which the items are hidden; "" if they never are. */
  readonly hiddenBy: string;
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly run: () => void;
  }[];
}

/** Adds a group of commands to the menu of cells. */
function addItems(injector: Injector, { name, order, hiddenBy, items }: MenuGroup): void {
  const contexts = injector.get(IContextService);
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
      [name]: {
        order,
        ...Object.fromEntries(
          items.map(({ id, title }, place) => [
            id,
            {
              order: place,
              menuItemFactory: () => ({
                id,
                title,
                type: MenuItemType.BUTTON,
                ...(hiddenBy !== '' && { hidden$: contexts.subscribeContextValue$(hiddenBy) }),
              }),
            },
          ]),
        ),
      },
    },
  });
}

/** Adds a copy of the open sheet with values, as the pane does, and reports the outcome. */
export async function convertSheet(
  host: Pick<Host, 'selection' | 'copyAsValues'>,
  notice: FileNotice,
): Promise<void> {
  const { sheet } = parseArea(host.selection.current() ?? '') ?? {};
  if (sheet === undefined) return;
  const copy = await host.copyAsValues(sheet);
  if (copy.kind === 'copied') notice.success(copyText(copy));
  else notice.failure(copyText(copy));
}
