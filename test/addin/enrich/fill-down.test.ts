import { fillDown } from '../../../src/addin/enrich/fill-down';
import type { Notice } from '../../../src/addin/pane/parts/use-noticed-steps';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { listOf } from './list-of-places';

const SHOPS = [
  ['City', 'Shop', 'Address'],
  ['Bengaluru', 'A', '12 MG Road'],
  ['', 'B', '4 Church Street'],
  ['', 'C', '9 Brigade Road'],
  ['560001', 'D', '1 Park Road'],
  ['', 'E', '2 Park Road'],
  ['', 'Total', ''],
];
const FILLED = ['City', 'Bengaluru', 'Bengaluru', 'Bengaluru', '560001', '560001', ''];

describe('a column that says something only in the first row of each group', () => {
  it('is filled down for every place, as text stays text, and is taken back', async () => {
    const fake = createFakeSheet({ Stores: SHOPS });
    let undo: (() => Promise<Notice>) | undefined;
    const notice = await fillDown(listOf(SHOPS), 0, {
      sheet: fake.sheet,
      later: (run) => void (undo = run),
    });
    expect(notice).toMatchObject({ tone: 'good', text: '3 cells filled in column A.' });
    expect(fake.read('Stores!A1:A7').flat()).toEqual(FILLED);
    notice.action?.run();
    expect(await undo?.()).toMatchObject({ tone: 'good', text: 'Undone.' });
    expect(fake.read('Stores!A2:A4').flat()).toEqual(['Bengaluru', '', '']);
  });

  it('is left alone where nothing is blank, or the sheet is protected', async () => {
    const full = SHOPS.map((row) => ['Pune', ...row.slice(1)]);
    const fake = createFakeSheet({ Stores: full });
    const parts = { sheet: fake.sheet, later: () => undefined };
    const list = listOf(SHOPS);
    expect(await fillDown(list, 0, parts)).toMatchObject({ tone: 'bad' });
    fake.fail('The sheet is protected.');
    expect(await fillDown(list, 0, parts)).toEqual({
      tone: 'bad',
      text: 'The sheet is protected.',
    });
  });
});
