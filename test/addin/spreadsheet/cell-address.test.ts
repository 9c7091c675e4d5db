import fc from 'fast-check';

import {
  cellName,
  formatArea,
  freeSheetName,
  parseArea,
} from '../../../src/addin/spreadsheet/cell-address';

const row = fc.integer({ min: 0, max: 1_048_575 });
const column = fc.integer({ min: 0, max: 16_383 });
/** No sheet's name has brackets: they would be a workbook's. */
const sheetName = fc
  .string({ minLength: 1, maxLength: 29 })
  .map((name) => `s${name.replace(/[[\]]/g, '')}s`);

it('every area that is written is read back', () => {
  fc.assert(
    fc.property(fc.option(sheetName, { nil: undefined }), row, column, row, column, (...given) => {
      const [sheet, rowA, columnA, rowB, columnB] = given;
      const area = {
        sheet,
        startRow: Math.min(rowA, rowB),
        startColumn: Math.min(columnA, columnB),
        endRow: Math.max(rowA, rowB),
        endColumn: Math.max(columnA, columnB),
      };
      expect(parseArea(formatArea(area))).toEqual(area);
    }),
  );
});

it('no text is too odd to be read', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseArea(text)));
});

it.each([
  ['B2', undefined, 1, 1, 1, 1],
  ['b2:d9', undefined, 1, 1, 8, 3],
  ['D9:B2', undefined, 1, 1, 8, 3],
  ['$B$2', undefined, 1, 1, 1, 1],
  ['Stores!AA10', 'Stores', 9, 26, 9, 26],
  ["'My ''own'' stores'!A1", "My 'own' stores", 0, 0, 0, 0],
  ["'a!b'!A1", 'a!b', 0, 0, 0, 0],
  ['[Book 1.xlsx]Stores!A1', 'Stores', 0, 0, 0, 0],
  ["'C:\\files\\[Book 1.xlsx]My stores'!A1", 'My stores', 0, 0, 0, 0],
  ['Stores!B:C', 'Stores', 0, 1, 1_048_575, 2],
  ['$5:$2', undefined, 1, 0, 4, 16_383],
])('%s names its cells', (text, sheet, startRow, startColumn, endRow, endColumn) => {
  expect(parseArea(text)).toEqual({ sheet, startRow, startColumn, endRow, endColumn });
});

it.each([
  '',
  'A',
  '1',
  'A0',
  'A1:',
  '!A1',
  "''!A1",
  'ABCD1',
  'A1:B2:C3',
  'Stores!',
  'A-1',
  'A:1',
  '0:2',
  ':',
])('"%s" names no cells', (text) => expect(parseArea(text)).toBeUndefined());

it.each([
  [0, 'A1'],
  [25, 'Z1'],
  [26, 'AA1'],
  [701, 'ZZ1'],
  [702, 'AAA1'],
  [16_383, 'XFD1'],
])('column %d is %s', (index, name) => expect(cellName(0, index)).toBe(name));

it('a sheet stands in quotes where a formula would need them', () => {
  const written = ['Stores', 'My stores', "Joe's", 'A1', 'R1C1', 'RC', '2025', 'Läden'].map(
    (sheet) => formatArea({ sheet, startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 }),
  );
  expect(written).toEqual([
    'Stores!A1',
    "'My stores'!A1",
    "'Joe''s'!A1",
    "'A1'!A1",
    "'R1C1'!A1",
    "'RC'!A1",
    "'2025'!A1",
    'Läden!A1',
  ]);
});

it('whatever is wanted, the name is one that Excel takes and no sheet has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (wanted, others) => {
      const taken = [...others, wanted, freeSheetName(wanted, others)];
      const name = freeSheetName(wanted, taken);
      expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
      expect(name).not.toMatch(/^'|'$|[\uD800-\uDBFF]$/);
      expect(taken.map((other) => other.toLowerCase())).not.toContain(name.toLowerCase());
    }),
  );
});

it.each([
  ['Receipt', [], 'Receipt'],
  ['Receipt', ['RECEIPT', 'Receipt (2)'], 'Receipt (3)'],
  ['  a/b:c  ', [], 'a b c'],
  ["'quoted'", [], 'quoted'],
  ['', [], 'Sheet'],
  ['[]', ['Sheet'], 'Sheet (2)'],
  ['History', [], 'History (2)'],
  ['x'.repeat(40), ['x'.repeat(31)], `${'x'.repeat(27)} (2)`],
  [`${'x'.repeat(30)}🙂`, [], 'x'.repeat(30)],
])('"%s" among %j becomes "%s"', (wanted, taken, name) => {
  expect(freeSheetName(wanted, taken)).toBe(name);
});
