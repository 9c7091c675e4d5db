import { addColumns } from '../../src/enrich/adding';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

const turn = (): Promise<void> => Promise.resolve();

describe('columns with a formula that is too long', () => {
  it('are not written, and it is told what to do', async () => {
    const fake = createFakeSheet({ Stores: [[12.9, 77.6]] });
    const notice = await addColumns(
      {
        list: { sheet: 'Stores', row: 0, column: 0, rows: 1, columns: 2 },
        hasHeader: false,
        place: { kind: 'coordinates', latitude: 0, longitude: 1 },
        names: Array.from({ length: 400 }, (_, index) => `a_name_of_some_length_${String(index)}`),
        score: undefined,
        layout: 'spill',
        column: 2,
      },
      { sheet: fake.sheet, turn, later: () => undefined },
    );
    expect(notice).toMatchObject({ tone: 'bad', text: expect.stringMatching(/^Nothing was/) });
    expect(fake.read('Stores!A1:C1')).toEqual([[12.9, 77.6, '']]);
  });
});
