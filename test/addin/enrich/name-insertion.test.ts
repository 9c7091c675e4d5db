import { ShownPrice } from '../../../src/addin/spreadsheet/shown-price';
import { insertNames, type InsertionForm } from '../../../src/addin/enrich/name-insertion';
import type { Notice } from '../../../src/addin/pane/parts/use-noticed-steps';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { createFakeSheet, type FakeSheet } from '../spreadsheet/fake-sheet';

const NAMES = ['w_pop_tt', 'p_bank_ct_500'];
const STORES: readonly (readonly CellInput[])[] = [
  ['Store', 'Lat', 'Lng'],
  ['A', 12.97, 77.59],
  ['B', 13.01, 77.61],
  ['C', 13.02, 77.62],
];

const ONE_CALL = new ShownPrice(1, '1 call');

async function insert(
  sheet: FakeSheet,
  at: string | undefined,
  form: InsertionForm,
  names: readonly string[] = NAMES,
  later: (run: () => Promise<Notice>) => void = () => undefined,
): Promise<Notice> {
  sheet.select(at);
  const selection = { current: () => at, subscribe: () => () => undefined };
  return insertNames({ selection, sheet: sheet.sheet }, names, form, ONE_CALL, later);
}

describe('a formula', () => {
  it('asks for the place in the selected row, in the cell beside the list', async () => {
    const sheet = createFakeSheet({ Sheet1: STORES });
    const { text } = await insert(sheet, 'Sheet1!D3', 'formula');
    expect(sheet.read('Sheet1!D3')).toEqual([['=LOCATTR($B3,$C3,"w_pop_tt,p_bank_ct_500")']]);
    expect(text).toContain('row 3');
  });

  it('is not written where cells show another side of the equator than their numbers', async () => {
    const sheet = createFakeSheet({ Sheet1: [] });
    const formats = [undefined, '0.00"°S"'];
    await sheet.sheet.write({ sheet: 'Sheet1', row: 0, column: 0, cells: STORES, formats });
    const { text } = await insert(sheet, 'Sheet1!D3', 'formula');
    expect(text).toMatch(/^The number format of B3 shows other degrees than its number/);
    expect(sheet.read('Sheet1!D3')).toEqual([['']]);
  });

  it('goes to the right of a list that is selected, over nothing that stands there', async () => {
    const sheet = createFakeSheet({ Sheet1: STORES });
    sheet.set('Sheet1!F2', [['mine']]);
    await insert(sheet, 'Sheet1!A1:C4', 'formula');
    expect(sheet.read('Sheet1!D2:G2')).toEqual([
      ['=LOCATTR($B2,$C2,"w_pop_tt,p_bank_ct_500")', '', 'mine', ''],
    ]);
    await insert(sheet, 'Sheet1!B1', 'formula');
    const [row = []] = sheet.read('Sheet1!F2:I2');
    expect(row[0]).toBe('mine');
  });

  it.each([
    ['one that is filled', 'C2500'],
    ['the blank one beside it', 'D2500'],
  ])('goes beside a long list where a cell far below is selected: %s', async (_, selected) => {
    const rows = Array.from({ length: 2_600 }, (__, row) => ['A', 12 + row / 1e5, 77 + row / 1e5]);
    const sheet = createFakeSheet({ Sheet1: [['Store', 'Lat', 'Lng'], ...rows] });
    const { text } = await insert(sheet, `Sheet1!${selected}`, 'formula', ['w_pop_tt']);
    expect(text).toMatch(/^The formula is in Sheet1!D2500\./);
    expect(sheet.read('Sheet1!D2500')).toEqual([['=LOCATTR($B2500,$C2500,"w_pop_tt")']]);
  });

  it('is one for each name where the list is a table, in which nothing spills', async () => {
    const sheet = createFakeSheet({ Sheet1: STORES });
    sheet.tabulate('Sheet1!A1:C4', 'Stores');
    await insert(sheet, 'Sheet1!A2', 'formula');
    expect(sheet.read('Sheet1!D2:E2')).toEqual([
      ['=LOCATTR($B2,$C2,"w_pop_tt")', '=LOCATTR($B2,$C2,"p_bank_ct_500")'],
    ]);
  });

  it('asks by address where that is what the list says', async () => {
    const sheet = createFakeSheet({
      Sheet1: [
        ['Address', 'Pincode'],
        ['12 Main Road, Indiranagar', 560038],
      ],
    });
    await insert(sheet, 'Sheet1!A2', 'formula', ['w_pop_tt']);
    expect(sheet.read('Sheet1!C2')).toEqual([['=LOCATTR_ADDRESS($A2,$B2,"w_pop_tt")']]);
  });

  it('stands behind two cells to be filled where no list is', async () => {
    const sheet = createFakeSheet();
    const { text } = await insert(sheet, 'Sheet1!A5', 'formula', ['w_pop_tt']);
    expect(sheet.read('Sheet1!A5:C5')).toEqual([['', '', '=LOCATTR($A5,$B5,"w_pop_tt")']]);
    expect(text).toContain('Type a latitude in A5 and a longitude in B5.');
    await insert(sheet, 'Sheet1!H9', 'formula', ['w_pop_tt']);
    expect(sheet.read('Sheet1!H9')).toEqual([['=LOCATTR($F9,$G9,"w_pop_tt")']]);
  });

  it('holds no text that is longer than Excel takes', async () => {
    const sheet = createFakeSheet({ Sheet1: STORES });
    const names = Array.from({ length: 60 }, (_, index) => `p_shop${String(index)}_ct_1000`);
    await insert(sheet, 'Sheet1!D2', 'formula', names);
    const [[formula] = []] = sheet.read('Sheet1!D2');
    const texts = [...String(formula).matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
    expect(texts.join('')).toBe(names.join(','));
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(255);
  });
});

describe('names', () => {
  it.each<[InsertionForm, string, readonly string[][]]>([
    ['text', 'Sheet1!B2', [['w_pop_tt,p_bank_ct_500', '']]],
    ['header', 'Sheet1!B2:C2', [NAMES]],
  ])('as %s go to %s and come back', async (form, address, cells) => {
    const sheet = createFakeSheet();
    const notice = await insert(sheet, 'Sheet1!B2', form);
    expect(notice.text).toBe(`2 attributes added in ${address}.`);
    expect(sheet.read('Sheet1!B2:C2')).toEqual(cells);
  });

  it('that were moved since are not called taken back, and can still be', async () => {
    const sheet = createFakeSheet();
    const told: Notice[] = [];
    const press = async (notice: Notice | undefined): Promise<Notice | undefined> => {
      notice?.action?.run();
      await new Promise((resolve) => setTimeout(resolve));
      return told.at(-1);
    };
    const done = await insert(sheet, 'Sheet1!B2', 'header', NAMES, (undo) => {
      void undo().then((notice) => told.push(notice));
    });
    sheet.set('B2', [['', '', ...NAMES]]);
    const refused = await press(done);
    expect(refused?.text).toBe(
      'Nothing was removed, because these cells were moved or changed since.',
    );
    sheet.set('B2', [[...NAMES, '', '']]);
    expect(await press(refused)).toEqual({ tone: 'good', text: 'Undone.' });
    expect(sheet.read('B2:E2')).toEqual([['', '', '', '']]);
  });

  it('need a cell to go to', async () => {
    const sheet = createFakeSheet();
    expect(await insert(sheet, undefined, 'header')).toEqual({
      tone: 'bad',
      text: 'Select a cell in the sheet first.',
    });
  });

  it.each<InsertionForm>(['text', 'header', 'formula'])(
    'as %s tell why they could not be written',
    async (form) => {
      const sheet = createFakeSheet();
      sheet.fail('The sheet is protected.');
      expect(await insert(sheet, 'Sheet1!A1', form)).toEqual({
        tone: 'bad',
        text: 'The sheet is protected.',
      });
    },
  );

  it('that are too many for a cell are not cut', async () => {
    const sheet = createFakeSheet();
    const names = Array.from({ length: 5_000 }, (_, index) => `p_shop${String(index)}_ct_1000`);
    expect((await insert(sheet, 'Sheet1!A1', 'text', names)).tone).toBe('bad');
    expect(sheet.read('Sheet1!A1')).toEqual([['']]);
  });
});
