import { addColumns } from '../../../src/addin/enrich/column-writing';
import { columnsToAdd } from '../../../src/addin/enrich/enrich-cells';
import { ShownPrice } from '../../../src/addin/spreadsheet/shown-price';
import type { Notice } from '../../../src/addin/pane/parts/use-noticed-steps';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

const turn = (): Promise<void> => Promise.resolve();

describe('columns with a formula that is too long', () => {
  it('are not written, and it is told what to do', async () => {
    const fake = createFakeSheet({ Stores: [[12.9, 77.6]] });
    const notice = await addColumns(
      columnsToAdd({
        list: { sheet: 'Stores', row: 0, column: 0, rows: 1, columns: 2 },
        hasHeader: false,
        place: { kind: 'coordinates', latitude: 0, longitude: 1 },
        names: Array.from({ length: 400 }, (_, index) => `a_name_of_some_length_${String(index)}`),
        score: undefined,
        layout: 'spill',
        column: 2,
      }),
      { sheet: fake.sheet, price: new ShownPrice(0, ''), turn, later: () => undefined },
    );
    expect(notice).toMatchObject({ tone: 'bad', text: expect.stringMatching(/^Nothing was/) });
    expect(fake.read('Stores!A1:C1')).toEqual([[12.9, 77.6, '']]);
  });
});

describe('taking added columns back', () => {
  it('says that nothing was removed where they were moved, and can be tried again', async () => {
    const { fake, press } = await added();
    const formula = (row: number, header: string) => `=LOCATTR($A${row},$B${row},${header})`;
    // A person inserts a column before it.
    fake.set('C1', [
      ['', 'w_pop_tt'],
      ['', formula(2, 'D$1')],
      ['', formula(3, 'D$1')],
    ]);
    expect(await press()).toMatchObject({
      tone: 'bad',
      text: 'Nothing was removed, because these cells were moved or changed since.',
      action: { title: 'Undo' },
    });
    expect(fake.read('D1')).toEqual([['w_pop_tt']]);
    // And deletes it again.
    fake.set('C1', [
      ['w_pop_tt', ''],
      [formula(2, 'C$1'), ''],
      [formula(3, 'C$1'), ''],
    ]);
    expect(await press()).toEqual({ tone: 'good', text: 'Columns removed.' });
    expect(fake.read('C1:C3')).toEqual([[''], [''], ['']]);
  });

  it('does not call cells changed that are blank again, as after an undo that stopped halfway', async () => {
    const { fake, press } = await added();
    fake.set('C2', [['']]);
    expect(await press()).toEqual({ tone: 'good', text: 'Columns removed.' });
  });
});

/** One column beside a list of two places. */
async function added() {
  const fake = createFakeSheet({
    Stores: [
      ['Lat', 'Lng'],
      [12.9, 77.6],
      [13, 77.7],
    ],
  });
  let step: (() => Promise<Notice>) | undefined;
  let notice = await addColumns(
    columnsToAdd({
      list: { sheet: 'Stores', row: 0, column: 0, rows: 3, columns: 2 },
      hasHeader: true,
      place: { kind: 'coordinates', latitude: 0, longitude: 1 },
      names: ['w_pop_tt'],
      score: undefined,
      layout: 'cells',
      column: 2,
    }),
    {
      sheet: fake.sheet,
      price: new ShownPrice(2, '2 calls'),
      turn,
      later: (run) => void (step = run),
    },
  );
  const press = async (): Promise<Notice> => {
    notice.action?.run();
    notice = (await step?.()) ?? notice;
    return notice;
  };
  return { fake, press };
}
