import { tableLook } from '../../src/workbench/table-look';

const AREA = { sheet: undefined, startRow: 1, startColumn: 1, endRow: 5, endColumn: 3 };

/** The fill and weight of each row's first cell, from the row above the table to the one below. */
function looks(look: Record<string, string>, column = 1, totalsRows = 1, headerRows = 1) {
  return [0, 1, 2, 3, 4, 5, 6].map((row) => {
    const style = tableLook({ area: AREA, headerRows, totalsRows, look }, row, column);
    return style && [style.bg?.rgb ?? '', style.bl === 1 ? 'bold' : ''].join(' ').trim();
  });
}

describe('a table', () => {
  test('has white headers, banded rows and bold totals in the colour of its style', () => {
    const look = { name: 'TableStyleMedium2', showRowStripes: '1' };
    expect(looks(look)).toEqual([
      undefined,
      '#4472C4 bold',
      '#D9E1F2',
      '',
      '#D9E1F2',
      'bold',
      undefined,
    ]);
    expect(looks(look, 4)).toEqual(Array.from({ length: 7 }, () => undefined));
  });

  test('begins its bands with the first row where it has no headers', () => {
    const look = { name: 'TableStyleMedium7', showRowStripes: '1' };
    expect(looks(look, 1, 0, 0).slice(1, 6)).toEqual(['#E2EFDA', '', '#E2EFDA', '', '#E2EFDA']);
  });

  test('has bold first and last columns, and no bands, if its style says so', () => {
    const look = { name: 'TableStyleLight9', showFirstColumn: '1', showLastColumn: '1' };
    expect(looks(look, 1).slice(2, 5)).toEqual(['bold', 'bold', 'bold']);
    expect(looks(look, 2).slice(2, 5)).toEqual(['', '', '']);
    expect(looks(look, 3).slice(2, 5)).toEqual(['bold', 'bold', 'bold']);
  });

  test('has a line below the headers where its style has no fill there', () => {
    const look = { name: 'TableStyleLight2' };
    const table = { area: AREA, headerRows: 1, totalsRows: 0, look };
    expect(tableLook(table, 1, 1)).toMatchObject({ bl: 1, bd: { b: { cl: { rgb: '#4472C4' } } } });
  });

  test.each([{}, { name: 'My own style' }, { name: 'TableStyleMedium' }])(
    'without a style that is known here looks like any cells: %j',
    (look) => expect(looks(look)).toEqual(Array.from({ length: 7 }, () => undefined)),
  );
});
