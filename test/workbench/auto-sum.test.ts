/** @jest-environment jsdom */
import { openWorkbook } from './univer-without-page';
import { IShortcutService } from '@univerjs/preset-sheets-core';
import { SheetsFilterService } from '@univerjs/sheets-filter';
import { addEverydayKeys } from '../../src/workbench/everyday-keys';
import { HandClock } from '../engine/lookup/hand-clock';

/** The formulas that Alt+= writes, by their cells. */
async function sums(
  rows: readonly (readonly (string | number | null)[])[],
  selected: string,
  filteredOut: readonly number[] = [],
): Promise<Record<string, string>> {
  const shortcuts = { dispatch: (_event: KeyboardEvent): void => undefined };
  const filter = { filteredOutRows: new Set(filteredOut) };
  const services = new Map<unknown, object>([
    [IShortcutService, shortcuts],
    [SheetsFilterService, { getFilterModel: () => filter }],
  ]);
  const { spreadsheet, workbook, close } = openWorkbook(rows, services);
  addEverydayKeys(spreadsheet, { takesKeys: () => true }, new HandClock(), () => undefined);
  const sheet = workbook.getActiveSheet();
  sheet.getRange(selected).activate();
  shortcuts.dispatch(new KeyboardEvent('keydown', { key: '=', altKey: true }));
  await Promise.resolve();
  const written = sheet
    .getRange('A1:H10')
    .getFormulas()
    .flatMap((line, row) =>
      line.map((formula, column) => [`${'ABCDEFGH'[column] ?? ''}${row + 1}`, formula]),
    )
    .filter(([, formula]) => formula !== '');
  close();
  return Object.fromEntries(written) as Record<string, string>;
}

const TABLE = [
  ['Shop', 'Rent', 'Staff'],
  ['Pune', 7, 2],
  ['Thane', 8, 3],
];

describe('Alt+= sums', () => {
  test.each([
    ['the numbers above an empty cell', 'B4', { B4: '=SUM(B2:B3)' }],
    ['those above each cell of an empty row', 'B4:C4', { B4: '=SUM(B2:B3)', C4: '=SUM(C2:C3)' }],
    ['those to the left where none are above', 'D2', { D2: '=SUM(B2:C2)' }],
    ['each row, down an empty column', 'D2:D3', { D2: '=SUM(B2:C2)', D3: '=SUM(B3:C3)' }],
    ['selected numbers, below them', 'B2:C3', { B4: '=SUM(B2:B3)', C4: '=SUM(C2:C3)' }],
    ['without their headers', 'A1:B3', { B4: '=SUM(B2:B3)' }],
    ['a selected row, beside it', 'A2:C2', { D2: '=SUM(B2:C2)' }],
    ['into the empty row that is selected with them', 'B2:B4', { B4: '=SUM(B2:B3)' }],
    [
      'into the empty row and column, and in their corner all',
      'B2:D4',
      {
        ...{ D2: '=SUM(B2:C2)', D3: '=SUM(B3:C3)' },
        ...{ B4: '=SUM(B2:B3)', C4: '=SUM(C2:C3)', D4: '=SUM(D2:D3)' },
      },
    ],
  ])('%s', async (_, selected, expected) => expect(await sums(TABLE, selected)).toEqual(expected));

  test.each([
    ['where no number is beside', 'A4'],
    ['where numbers are further off', 'B5'],
    ['over what is there', 'B3'],
    ['below texts', 'A1:A3'],
    ['into an empty block', 'F6:G7'],
  ])('nothing %s', async (_, selected) => expect(await sums(TABLE, selected)).toEqual({}));

  test('only the rows that show, where a filter hides some', async () => {
    expect(await sums(TABLE, 'B2:D4', [1])).toEqual({
      ...{ D2: '=SUM(B2:C2)', D3: '=SUM(B3:C3)' },
      ...{ B4: '=SUBTOTAL(9,B2:B3)', C4: '=SUBTOTAL(9,C2:C3)', D4: '=SUBTOTAL(9,D2:D3)' },
    });
    expect(await sums(TABLE, 'B4', [7])).toEqual({ B4: '=SUM(B2:B3)' });
  });

  test('nothing over what stands below', async () => {
    const rows = [...TABLE, [null, 'see below', null]];
    expect(await sums(rows, 'B2:C3')).toEqual({ C4: '=SUM(C2:C3)' });
  });
});
