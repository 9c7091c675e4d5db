import { surveyPlaces } from '../../../src/addin/enrich/place-rows';
import type { PlaceColumns } from '../../../src/engine/places/place-choice';
import type { CellContent } from '../../../src/engine/places/cell';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { listOf } from './list-of-places';

const COLUMNS: PlaceColumns = { kind: 'coordinates', latitude: 1, longitude: 2 };
const HEADER = ['Store', 'Lat', 'Lng'];

function parts(sheet = createFakeSheet().sheet) {
  let turns = 0;
  return {
    sheet,
    turn: () => {
      turns += 1;
      return Promise.resolve();
    },
    isWanted: () => true,
    turns: () => turns,
  };
}

describe('a survey of a list', () => {
  it('counts rows, blank ones, each place once, and tells what is wrong with the others', async () => {
    const list = listOf(
      [
        HEADER,
        ['a', 12.9, 77.6],
        ['b', '12.9', 77.6000000001],
        ['c', null, null],
        ['d', 120, 12],
        ['e', 'x', 77],
        ['f', 19, 72],
        ['g', 130, 12],
      ],
      { row: 4, column: 1 },
    );
    expect(await surveyPlaces(list, COLUMNS, parts())).toMatchObject({
      kind: 'survey',
      rows: 7,
      blank: 1,
      places: [{ lat: 12.9 }, { lat: 19 }],
      bad: [
        { reason: 'swapped', count: 2, addresses: ['Stores!C9', 'Stores!C12'] },
        { reason: 'text', count: 1, addresses: ['Stores!C10'] },
      ],
      looksSwapped: false,
    });
  });

  it('names the cell that is to be put right, in whichever column', async () => {
    const list = listOf([HEADER, ['a', 12.9, 77.6], ['b', 12.9, 'east'], ['c', 'north', 77.6]]);
    expect(await surveyPlaces(list, COLUMNS, parts())).toMatchObject({
      bad: [{ reason: 'text', count: 2, addresses: ['Stores!C3', 'Stores!B4'] }],
    });
  });

  it('names the first five of many bad rows', async () => {
    const rows: CellContent[][] = Array.from({ length: 9 }, () => ['a', 'x', 'y']);
    const survey = await surveyPlaces(listOf([HEADER, ...rows]), COLUMNS, parts());
    expect(survey).toMatchObject({ bad: [{ count: 9 }] });
    expect(survey?.kind === 'survey' && survey.bad[0]?.addresses).toEqual([
      'Stores!B2',
      'Stores!B3',
      'Stores!B4',
      'Stores!B5',
      'Stores!B6',
    ]);
  });

  it('notices that all places lie in the country only the other way round', async () => {
    const turned = listOf([HEADER, ['a', 77.6, 12.9], ['b', 72.8, 19.1]]);
    expect(await surveyPlaces(turned, COLUMNS, parts())).toMatchObject({ looksSwapped: true });
    const abroad = listOf([HEADER, ['a', 52.5, 13.4], ['b', 48.1, 11.6]]);
    expect(await surveyPlaces(abroad, COLUMNS, parts())).toMatchObject({ looksSwapped: false });
  });

  it('reads what was not read yet, blank ends included, and lets the page draw meanwhile', async () => {
    const rows: CellContent[][] = Array.from({ length: 25_000 }, (_, row) =>
      row >= 24_990 ? [`${row}`, null, null] : [`${row}`, 10 + row / 10_000, 77],
    );
    const sheet = createFakeSheet({ Stores: [HEADER, ...(rows as (string | number)[][])] });
    const setup = parts(sheet.sheet);
    const list = listOf([HEADER, ...rows], { read: 100 });
    const survey = await surveyPlaces(list, COLUMNS, setup);
    expect(survey).toMatchObject({ rows: 25_000, blank: 10, bad: [] });
    expect(survey?.kind === 'survey' && survey.places.length).toBe(24_990);
    expect(setup.turns()).toBeGreaterThanOrEqual(24);
  });

  it('counts what a score asks for: also an address without a pincode, as it is written', async () => {
    const list = listOf([
      ['Shop', 'Address'],
      ['a', '3 Church Street, Bengaluru - 560 025'],
      ['b', '3 Church Street, Bengaluru 560025'],
      ['c', 'Linking Road, Mumbai'],
    ]);
    const within = {
      kind: 'address',
      parts: [1],
      pincode: undefined,
      pincodeGoes: 'within',
    } as const;
    expect(await surveyPlaces(list, within, parts())).toMatchObject({
      places: [{ address: '3 Church Street, Bengaluru', pincode: '560025' }],
      scored: [
        { address: '3 Church Street, Bengaluru - 560 025' },
        { address: '3 Church Street, Bengaluru 560025' },
        { address: 'Linking Road, Mumbai' },
      ],
    });
  });

  it('ends when nobody wants it any more', async () => {
    const rows: CellContent[][] = Array.from({ length: 5_000 }, () => ['a', 12, 77]);
    let isWanted = true;
    let turns = 0;
    const turn = (): Promise<void> => {
      turns += 1;
      isWanted = false;
      return Promise.resolve();
    };
    const surveying = surveyPlaces(listOf([HEADER, ...rows]), COLUMNS, {
      ...parts(),
      turn,
      isWanted: () => isWanted,
    });
    expect(await surveying).toBeUndefined();
    expect(turns).toBe(1);
  });

  it('leaves out totals, headers of further pages, remarks and hidden rows, and says so', async () => {
    const rows = [
      HEADER,
      ['a', 12.9, 77.6],
      HEADER,
      ['b', 13.1, 80.2],
      ['c', 19.1, 72.9],
      ['Grand total', 45.1, 230.7],
      ['Source: own survey', null, null],
    ];
    const sheet = createFakeSheet({ Stores: [['', '', '']] });
    sheet.hide(5, 40);
    const list = listOf(rows);
    const survey = await surveyPlaces(list, COLUMNS, parts(sheet.sheet));
    expect(survey).toMatchObject({ rows: 2, blank: 0, bad: [], hidden: 1 });
    if (survey?.kind !== 'survey') throw new Error('no survey');
    expect(Object.fromEntries(survey.leftOut)).toEqual({
      header: 1,
      hidden: 1,
      total: 1,
      remark: 1,
    });
    expect([...survey.skipped]).toEqual([2, 4, 5, 6]);
    const whole = await surveyPlaces(list, COLUMNS, {
      ...parts(sheet.sheet),
      includesHidden: true,
    });
    expect(whole).toMatchObject({ rows: 3, hidden: 1 });
  });

  it('says why the rows cannot be read', async () => {
    const sheet = createFakeSheet({ Stores: [HEADER] });
    sheet.fail('Excel is busy. Try again.');
    const list = listOf([HEADER, ['a', 1, 2], ['b', 1, 2]], { read: 2 });
    expect(await surveyPlaces(list, COLUMNS, parts(sheet.sheet))).toEqual({
      kind: 'failed',
      message: 'Excel is busy. Try again.',
    });
  });
});
