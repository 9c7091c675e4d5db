import { guessChoice } from '../../../src/engine/places/place-choice';
import { readPlaceList } from '../../../src/addin/enrich/place-list';
import { listOf } from './list-of-places';

describe('a list of places', () => {
  it('has the header that a person says it has', () => {
    const list = listOf([['Store'], ['Koramangala 5th Block, Bengaluru']]);
    expect(list.columns.hasHeader).toBe(true);
    expect(readPlaceList(list.block, 'none').columns.hasHeader).toBe(false);
  });

  it('begins below a title, and beside a margin', () => {
    const { block, columns, headRows } = listOf(
      [
        ['Stores in the south', null, null, null],
        ['as of May', null, null, null],
        [null, 'Store', 'Lat', 'Lng'],
        [null, 'a', 12.9, 77.6],
        [null, 'b', 13.1, 80.2],
      ],
      { row: 3, column: 1 },
    );
    expect(block).toMatchObject({
      row: 5,
      column: 2,
      rows: 3,
      columns: 3,
      address: 'Stores!C6:E8',
    });
    expect([columns.hasHeader, columns.roles, headRows]).toEqual([
      true,
      { latitude: 1, longitude: 2 },
      1,
    ]);
  });

  it('is read below a row of numbers under its header, as files are', () => {
    const { columns, headRows } = listOf([
      ['S.No', 'Address', 'Pincode'],
      ['(1)', '(2)', '(3)'],
      [1, '12 MG Road', 560001],
      [2, '9 Hill Road', 400050],
    ]);
    expect([columns.roles, headRows]).toEqual([{ address: 1, pincode: 2 }, 2]);
  });

  it('has no header, or another, if a person says so', () => {
    const rows = [
      ['Lat', 'Lng'],
      ['north', 'east'],
      [12.9, 77.6],
    ];
    const { block } = listOf(rows, { row: 7 });
    const headless = readPlaceList(block, 'none');
    expect([headless.block.row, headless.columns.hasHeader]).toEqual([7, false]);
    const second = readPlaceList(block, 8);
    expect(second.block).toMatchObject({ row: 8, rows: 2, values: rows.slice(1) });
    expect(second.columns.columns.map(({ header }) => header)).toEqual(['north', 'east']);
  });

  it('of one column holds addresses, whatever stands there', () => {
    expect(guessChoice(listOf([['12'], ['13']])).kind).toBe('address');
    expect(guessChoice(listOf([['12', '13']])).kind).toBe('coordinates');
  });
});
