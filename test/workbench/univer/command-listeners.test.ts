import { ICommandService } from '@univerjs/core';
import {
  SetSelectionsOperation,
  SheetsSelectionsService,
  UniverSheetsPlugin,
} from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/facade';
import {
  callEveryListener,
  selectWithinSheets,
} from '../../../src/workbench/univer/command-listeners';
import { openUniver } from './open-univer';

const COLUMN = { startRow: 0, endRow: 19_999, startColumn: 3, endColumn: 3 };

function openSheet() {
  const { injector, sheet } = openUniver({ rowCount: 50, columnCount: 10 }, UniverSheetsPlugin);
  const commands = injector.get(ICommandService);
  const select = (range: object): boolean =>
    commands.syncExecuteCommand(SetSelectionsOperation.id, {
      unitId: 'w',
      subUnitId: 's',
      selections: [{ range, primary: null }],
    });
  const selected = () => injector.get(SheetsSelectionsService).getCurrentLastSelection()?.range;
  return { injector, sheet, commands, select, selected };
}

describe('a command', () => {
  it('is heard by all, and goes on, where one who listens throws', () => {
    const { injector, commands, select } = openSheet();
    const heard: string[] = [];
    const errors: unknown[] = [];
    commands.onCommandExecuted(({ id }) => {
      if (id === SetSelectionsOperation.id) throw new RangeError('out of bounds');
    });
    commands.onCommandExecuted(({ id }) => void heard.push(id));
    callEveryListener(injector, (error) => errors.push(error));
    commands.onCommandExecuted(({ id }) => void heard.push(`late ${id}`));
    expect(select({ ...COLUMN, endRow: 9 })).toBe(true);
    expect(errors).toEqual([new RangeError('out of bounds')]);
    expect(heard).toEqual([SetSelectionsOperation.id, `late ${SetSelectionsOperation.id}`]);
  });

  it('is no longer heard by who has stopped listening', () => {
    const { injector, commands, select } = openSheet();
    const heard: string[] = [];
    callEveryListener(injector, () => undefined);
    const listening = commands.onCommandExecuted(({ id }) => void heard.push(id));
    listening.dispose();
    select({ ...COLUMN, endRow: 9 });
    expect(heard).toEqual([]);
  });

  it('selects nothing beyond the sheet’s end, which another sheet’s column may be', () => {
    const { injector, sheet, select, selected } = openSheet();
    const workbook = { getWorkbook: () => ({ getSheetBySheetId: () => sheet }) };
    selectWithinSheets(injector, () => workbook as unknown as FWorkbook);
    select(COLUMN);
    expect(selected()).toMatchObject({ startRow: 0, endRow: 49, startColumn: 3, endColumn: 3 });
    select({ ...COLUMN, startRow: 99, startColumn: 4, endColumn: 12 });
    expect(selected()).toMatchObject({ startRow: 49, endRow: 49, startColumn: 4, endColumn: 9 });
    select({ ...COLUMN, startRow: NaN, endRow: NaN });
    expect(selected()).toMatchObject({ startRow: NaN, endRow: NaN });
  });
});
