import { findList, leftOut, nextList } from '../../../src/engine/places/list-frame';
import type { CellContent } from '../../../src/engine/places/cell';

/** Rows by line, cells by |; what reads as a number is one. */
function grid(text: string): CellContent[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.slice(1, -1).map((line) =>
    line.split('|').map((cell) => {
      const trimmed = cell.trim();
      if (trimmed === '') return null;
      return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
    }),
  );
}

/** `header row / first row / columns`, rows counted from 1. */
function found(text: string, headerRow?: number | 'none'): string {
  const frame = findList(grid(text), headerRow);
  if (frame.kind === 'unsure') return `unsure ${frame.expectedRow + 1}`;
  const header = frame.headerRow === undefined ? 'none' : frame.headerRow + 1;
  return `${header} / ${frame.firstRow + 1} / ${frame.firstColumn + 1}-${frame.lastColumn + 1}`;
}

describe('the list in a grid', () => {
  it('has headers of two lines', () => {
    const rows: CellContent[][] = [
      ['Report'],
      ['Latitude\n(decimal)', 'Longitude\n(decimal)'],
      ['x', 'y'],
    ];
    expect(findList(rows)).toMatchObject({ headerRow: 1 });
  });

  it.each([
    ['at the top', '1 / 2 / 1-3', 'Name | Lat | Lng\n A | 12.9 | 77.6'],
    ['with a header alone', '1 / 2 / 1-3', 'Name | Lat | Lng'],
    ['with a sign above numbers', '1 / 2 / 1-3', '# | Lat | Lng\n 1 | 12.9 | 77.6'],
    ['with a sign of money', '1 / 2 / 1-3', 'Address | PIN | ₹\n MG Road | 560001 | 5'],
    [
      'below a title',
      '3 / 4 / 1-3',
      'Stores March 2026 | | \n | | \n Name | Lat | Lng\n A | 12.9352 | 77.6245',
    ],
    [
      'below a title in one cell',
      '2 / 3 / 1-2',
      'Stores\n Address | Pincode\n 12 MG Road | 560001',
    ],
    [
      'below lines of a title',
      '5 / 6 / 1-4',
      'Report | Store list | | \n Printed on | 3 March 2026 | | \n Address | Head office, Pune | | \n | | | \n Name | Address | City | Pin\n A | 12 MG Road | Bengaluru | 560001\n B | Hill Road | Mumbai | 400050',
    ],
    [
      'in a margin',
      '3 / 4 / 2-4',
      ' | | | \n | | | \n | Name | Lat | Lng\n | A | 12.9 | 77.6\n | B | 19.1 | 72.8',
    ],
    [
      'in a margin below a title at the very left',
      '3 / 4 / 3-5',
      'Stores 2026 | | | | \n | | | | \n | | Name | Lat | Lng\n | | A | 12.9 | 77.6\n | | B | 19.1 | 72.8',
    ],
    [
      'beside a remark',
      '1 / 2 / 1-3',
      'Name | Lat | Lng | | Please check by Friday\n A | 12.9 | 77.6 | | \n B | 19.1 | 72.8 | | ask Ravi',
    ],
    [
      'beside a small table of other things',
      '1 / 2 / 1-3',
      'Name | Lat | Lng | | Colour | Meaning\n A | 12.9 | 77.6 | | red | closed\n B | 19.1 | 72.8 | | |',
    ],
    [
      'with groups above the header',
      '2 / 3 / 1-5',
      ' | Store | | Contact | \n Name | Lat | Lng | Mail | Phone\n A | 12.9 | 77.6 | a@b.c | 98\n B | 19.1 | 72.8 | b@b.c | 99',
    ],
    [
      'with a header of two rows',
      '2 / 3 / 1-4',
      'Name | Coordinates | | Phone\n | Lat | Lng | \n A | 12.9 | 77.6 | 98\n B | 19.1 | 72.8 | 99',
    ],
    [
      'with types of a database below the header',
      '1 / 3 / 1-3',
      'Name | Lat | Lng\n TEXT | REAL | double precision\n A | 12.9 | 77.6',
    ],
    [
      'with the numbers of its columns below the header',
      '1 / 3 / 1-3',
      'Name | Lat | Lng\n (1) | (2) | (3)\n A | 12.9 | 77.6',
    ],
    [
      'above another one that is as clear',
      '1 / 2 / 1-4',
      'Name | Lat | Lng | City\n A | 12.9 | 77.6 | Pune\n | | |\n City | Name | Lat | Lng\n Mumbai | B | 19.1 | 72.9\n Thane | C | 19.2 | 72.9',
    ],
    [
      'with what a form says of its columns below the header',
      '1 / 4 / 1-4',
      'store | addr | city | rent\n Store name | Address of the store | City of the store | \n Mandatory | Mandatory | Optional | Optional\n A | Church Street | Mexico City | 5',
    ],
    [
      'with the header again in another language',
      '1 / 3 / 1-3',
      'Store | Address | City\n दुकान | पता | शहर\n A | 12 MG Road | Bengaluru',
    ],
    [
      'of a street and a town that are called so',
      '1 / 2 / 1-3',
      'Shop | Street | City\n A | Church Street | Mexico City\n B | 12 MG Road | Bengaluru',
    ],
    [
      'with units below the header',
      '1 / 3 / 1-3',
      'Name | Lat | Lng\n | deg | deg\n A | 12.9 | 77.6',
    ],
    [
      'without a header',
      'none / 1 / 1-3',
      'S0 | 12.95 | 77.58\n S1 | 12.96 | 77.53\n S2 | 12.98 | 77.52',
    ],
    ['of numbers alone', 'none / 1 / 1-2', '12.95 | 77.58\n 12.96 | 77.53'],
    [
      'of streets without a header, some of them known as such',
      'none / 1 / 1-2',
      '12 MG Road | Bengaluru 560001\n 9 Hill Road | Mumbai 400050\n 7 Anna Salai | Chennai 600002',
    ],
    [
      'of one column of addresses without a header',
      'none / 1 / 1-1',
      '12 MG Road, Bengaluru 560001\n 9 Hill Road, Mumbai 400050',
    ],
    [
      'of addresses without a header',
      'none / 1 / 1-2',
      '12 MG Road, Bengaluru | 560001\n Hill Road, Mumbai | 400050',
    ],
    [
      'with years above figures',
      '1 / 2 / 1-4',
      'Store | Address | 2024 | 2025\n A | 12 MG Road | 12 | 14',
    ],
    ['whose names say nothing', '1 / 2 / 1-3', 'alpha | beta | gamma\n x | 12.95 | 77.58'],
    ['of words alone', '1 / 2 / 1-2', 'alpha | beta\n one | two\n three | four'],
    ['of one column', '1 / 2 / 1-1', 'Address\n Hill Road, Mumbai\n MG Road, Bengaluru'],
    [
      'in Hindi below a title',
      '2 / 3 / 1-3',
      'दुकानों की सूची\n नाम | पता | पिनकोड\n क | गांधी मार्ग | 560001',
    ],
    [
      'in German below a title',
      '3 / 4 / 1-3',
      'Filialen | | \n Stand: März | | \n Ort | Breite | Länge\n Ulm | 48.4 | 9.98',
    ],
    [
      'of a street that is called so',
      '1 / 2 / 1-3',
      'Shop | Where | Floor\n A | Church Street | 1\n B | Hill Street | 2\n C | Residency Street | 1',
    ],
    [
      'with numbers beside the names of its header',
      '1 / 2 / 1-5',
      'Store | Lat | Lng | 1 | 2\n A | 12.9352 | 77.6245 | 850 | 3\n B | 19.0596 | 72.8295 | 900 | 4',
    ],
    [
      'of house numbers and streets without a header',
      'none / 1 / 1-3',
      '12 | MG Road | 560001\n 3 | Hill View | 400050\n 44 | Church Street | 560034',
    ],
    [
      'with the questions of a form',
      '2 / 3 / 1-3',
      'Responses | | \n What is the full postal address of your shop or office? | What is its six-digit postal code? | Remarks\n Old airport road | 560001 | none\n Hill view | 400050 | none',
    ],
    [
      'with long headers of words above words',
      '1 / 2 / 1-2',
      'Latitude of the shop in decimal degrees (WGS 84, as GPS shows it) | Longitude of the shop in decimal degrees (WGS 84, as GPS shows it)\n twelve | many\n x | y',
    ],
    [
      'of one column below a title that names it too',
      '2 / 3 / 1-1',
      'Addresses of all the stores that were audited\n Address\n Hill Road\n Church Street\n Sector 5',
    ],
    [
      'with a blank header',
      '1 / 2 / 1-4',
      ' | Name | Lat | Lng\n 0 | A | 12.9 | 77.6\n 1 | B | 19.1 | 72.8',
    ],
  ])('%s', (_where, expected, text) => {
    expect(found(`\n${text}\n`)).toBe(expected);
  });

  it('is where a person says', () => {
    const text = '\nx | 1 | 2\n y | 3 | 4\n z | 5 | 6\n';
    expect(found(text, 1)).toBe('2 / 3 / 1-3');
    expect(found(text, 'none')).toBe('none / 1 / 1-3');
  });

  it('is nowhere in a sheet of nothing', () => {
    expect(findList([])).toEqual({ kind: 'unsure', expectedRow: 0 });
    expect(findList([[null], ['', ' ']])).toEqual({ kind: 'unsure', expectedRow: 0 });
  });

  it('calls columns by their headers, their groups or their letters', () => {
    const names = (text: string) => {
      const frame = findList(grid(text));
      return frame.kind === 'list' && frame.columns;
    };
    const groups =
      '\n | Store | | Office | \n Name | Lat | Lng | Lat | Lng\n A | 1.5 | 2.5 | 3.5 | 4.5\n';
    expect(names(groups)).toEqual(['Name', 'Store Lat', 'Store Lng', 'Office Lat', 'Office Lng']);
    expect(names('\n | 12.9 | 77.6\n | 19.1 | 72.8\n')).toEqual(['B', 'C']);
    expect(names('\nName | Where | \n | Lat | Lng\n A | 12.9 | 77.6\n')).toEqual([
      'Name',
      'Lat',
      'Lng',
    ]);
  });
});

describe('rows that are no places', () => {
  const COLUMNS = ['Name', 'Address', 'Pincode', 'Sales'];
  it.each<[CellContent[], string | undefined]>([
    [['Name', 'Address', 'Pincode', 'Sales'], 'header'],
    [['name', 'ADDRESS ', null, null], 'header'],
    [['Total', null, null, 1200], 'total'],
    [['Grand Total:', null, null, '1,200'], 'total'],
    [[null, 'Total (12 stores)', null, 1200], 'total'],
    [['Summe', null, null, 12], 'total'],
    [['कुल योग', null, null, 12], 'total'],
    [['合计', '', '', 12], 'total'],
    ...[
      'Total: 12',
      'Total stores: 12',
      'Count:',
      'Average:',
      'Avg.',
      'Median',
      'Min',
      'Minimum',
      'std',
    ].map((word): [CellContent[], string] => [[word, null, 12.9, 77.6], 'total']),
    [['South Total', null, 25.8, 155.2], 'total'],
    [['Süd Mittelwert', null, 12.9, 77.6], 'total'],
    ...['Máximo', 'Moyenne:', 'Среднее', '平均：', 'औसत', 'Total for March'].map(
      (word): [CellContent[], string] => [[word, null, 12.9, 77.6], 'total'],
    ),
    [['Soma', null, 12.9, 77.6], undefined],
    [['Adani Total', 560001, 12.9, 77.6], undefined],
    [['Max', null, 12.9, 77.6], undefined],
    [['Minimum Mart', null, 12.9, 77.6], undefined],
    [['Total', '12 MG Road', 560001, 12], undefined],
    [['Total Mall', null, null, 12], undefined],
    [['Total Environment', 'Hebbal', null, null], undefined],
    [['Source: census of 2011', null, null, null], 'remark'],
    [['* without Goa', null, null, null], 'remark'],
    [[null, 'Hill Road, Mumbai', null, null], undefined],
    [['A', '12 MG Road', 560001, 12], undefined],
    [[null, null, null, null], undefined],
  ])('%j: %s', (row, expected) => {
    expect(leftOut(COLUMNS, row)).toBe(expected);
  });

  it.each([
    ['Data source: POS', 'remark'],
    ['** End of report **', 'remark'],
    ['Prepared on 3 March', 'remark'],
    ['Page 1 of 2', 'remark'],
    ['Page Road', undefined],
    ['Source Road', undefined],
    ['(near the metro) MG Road', undefined],
  ])('in a list of one column, %s: %s', (text, expected) => {
    expect(leftOut(['Address'], [text])).toBe(expected);
  });
});

describe('another list below', () => {
  const below = (text: string) => nextList(['Store', 'Lat', 'Lng'], grid(text));

  it.each([
    ['with other columns', '\nA | 12.9 | 77.6\n | | \nOffice | Staff | Sales\nX | 5 | 20\n', 2],
    ['in another order', '\nA | 12.9 | 77.6\nOffice | Lng | Lat\nX | 77.6 | 12.9\n', 1],
    ['of two columns', '\nA | 12.9 | 77.6\n | | \nZip | City | \n560001 | Pune | \n', 2],
  ])('is found %s', (_, text, row) => expect(below(text)).toBe(row));

  it.each([
    ['the same columns go on', '\nA | 12.9 | 77.6\nOffice | Lat | Lng\nX | 13 | 78\n'],
    ['words stand in a row of the list', '\nA | north | east\nB | south | west\nC | 1 | 2\n'],
    ['nothing is known of a row', '\nA | 12.9 | 77.6\nB | NA | unknown\nC | 13 | 78\n'],
    ['a group has a name', '\nA | 12.9 | 77.6\n | | \nSouth | Karnataka | \nX | | 78\n'],
  ])('is none where %s', (_, text) => expect(below(text)).toBeUndefined());
});
