import { strFromU8, unzipSync } from 'fflate';
import { withTableNames } from '../../../src/workbench/files/table-names';
import { createTableReferences } from '../../../src/workbench/files/table-references';
import type { FormulaPlace, Table } from '../../../src/workbench/files/table-references';
import { readWhole, write } from './file-steps';
import { madeWorkbook, relations, rows } from './made-package';

function table(name: string, cells: readonly number[], columns: string[], more = {}): Table {
  const [startRow = 0, startColumn = 0, endRow = 0, endColumn = 0] = cells;
  const area = { sheet: undefined, startRow, startColumn, endRow, endColumn };
  return {
    ...{ name, area, columns, sheet: 'One', headerRows: 1, totalsRows: 0 },
    ...{ totals: [], look: {}, hasFilter: true, filter: [] },
    ...more,
  };
}

const TABLES = [
  table('Stores', [1, 1, 5, 3], ['City', "Rent #2 [₹]'s", 'दर'], { totalsRows: 1 }),
  table('Sales_2', [10, 1, 12, 2], ['A, b', 'With @'], { sheet: "Tom's 2nd" }),
  table('Bare', [0, 5, 2, 5], ['Column1'], { headerRows: 0 }),
];
const HERE: FormulaPlace = { sheet: 'One', row: 3, column: 7 };

/** As if each reference had named a table by a column that is gone. */
const EVERY = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [index, 'Stores[Gone]']));

describe('a formula with the cells of a table', () => {
  test.each([
    ['SUM(Stores[दर])', 'SUM($D$3:$D$5)'],
    ["SUM(Stores[[Rent '#2 '[₹']''s]])*2", 'SUM($C$3:$C$5)*2'],
    ['ROWS(Stores[])', 'ROWS($B$3:$D$5)'],
    ['ROWS(Stores[#All])', 'ROWS($B$2:$D$6)'],
    ['COUNTA(Stores[[#Headers],[City]:[दर]])', 'COUNTA($B$2:$D$2)'],
    ['COUNTA(Stores[[#Headers],[City]])', 'COUNTA($B$2)'],
    ['Stores[[#Totals],[दर]]&"$D$6"', '$D$6&"$D$6"'],
    ['Stores[[#This Row],[दर]]+1', '$D4+1'],
    ['SUM(Stores[#This Row])', 'SUM($B4:$D4)'],
    ['ROWS(Stores[[#Headers],[#Data],[City]])', 'ROWS($B$2:$B$5)'],
    ['MAX(Bare[Column1])', 'MAX($F$1:$F$3)'],
    [
      "SUM(Sales_2[[A, b]])+SUM(Sales_2[[With '@]])",
      "SUM('Tom''s 2nd'!$B$12:$B$13)+SUM('Tom''s 2nd'!$C$12:$C$13)",
    ],
    ['LOCATTR(Stores[City],Bare[Column1],"x")', 'LOCATTR($B$3:$B$5,$F$1:$F$3,"x")'],
  ])('names it as Excel does, and the name means these cells: %s', (named, cells) => {
    // Excel shows whole columns in one form; the file may have either.
    const back = createTableReferences(TABLES).asCells(named, HERE);
    expect(back?.text).toBe(cells);
    expect(withTableNames(cells, HERE, TABLES, back?.parts ?? {})).toBe(named);
    // By what the columns are called now, where the name that was written is none any more.
    const written = withTableNames(cells, HERE, TABLES, EVERY);
    expect(written).toBe(named.replace('[[#Headers],[City]:[दर]]', '[#Headers]'));
    expect(createTableReferences(TABLES).asCells(written, HERE)?.text).toBe(cells);
  });

  test.each([
    ['other cells', 'SUM($D$3:$D$4)+$D5+D4+$D$4'],
    ['cells that move in another way', 'SUM(D3:D5)+SUM(D$3:D$5)+SUM($D3:$D5)'],
    ['cells of another sheet', 'SUM(Other!$D$3:$D$5)'],
    ['a part of a longer reference', 'SUM($D$3:$D$5:$F$9)+SUM($A$1:$D$3:$D$5)'],
    ['a place in a text', '"$D$3:$D$5"'],
    ['a name of its own', 'LET(Stores,1,Stores+SUM($D$3:$D$5))'],
  ])('stays as it is with %s', (_what, formula) => {
    expect(withTableNames(formula, HERE, TABLES, EVERY)).toBe(formula);
  });

  test('stays as it is where it was no name of the table', () => {
    const both = createTableReferences(TABLES).asCells('SUM($D$3:$D$5)/SUM(stores[दर])', HERE);
    expect(both).toEqual({ text: 'SUM($D$3:$D$5)/SUM($D$3:$D$5)', parts: { 1: 'stores[दर]' } });
    expect(withTableNames(both?.text ?? '', HERE, TABLES, both?.parts ?? {})).toBe(
      'SUM($D$3:$D$5)/SUM(stores[दर])',
    );
  });
});

describe('a workbook whose formulas name tables', () => {
  const text = (cell: string, value: string) =>
    `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const FILE = madeWorkbook(
    rows(
      `<row r="1">${text('A1', 'City')}${text('B1', 'Rent')}</row>` +
        `<row r="2">${text('A2', 'Pune')}<c r="B2"><v>7</v></c><c r="C2"><f>Shops[[#This Row],[Rent]]*2</f><v>14</v></c></row>` +
        `<row r="3">${text('A3', 'Thane')}<c r="B3"><v>8</v></c><c r="C3"><f>SUM(rents)</f><v>15</v></c><c r="D3"><f>SUM($B$2:$B$3)+ROWS(Shops)</f><v>17</v></c></row>`,
    ),
    {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="rents">Shops[Rent]</definedName><definedName name="plain">One!$B$2:$B$3</definedName></definedNames></workbook>',
      'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
      'xl/tables/table1.xml':
        '<table id="1" name="Shops" displayName="Shops" ref="A1:B3"><tableColumns count="2"><tableColumn id="1" name="City"/><tableColumn id="2" name="Rent"/></tableColumns></table>',
    },
  );

  test('has them again when it is saved, by the names that their columns have then', async () => {
    const { saved } = await readWhole(FILE);
    const cells = saved.sheets?.sheet1?.cellData;
    expect(cells?.[1]?.[2]?.f).toBe('=$B2*2');
    const written = async () => {
      const parts = unzipSync(await write(saved));
      return (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
    };
    const same = await written();
    expect(same('xl/worksheets/sheet1.xml')).toContain('<f>Shops[[#This Row],[Rent]]*2</f>');
    expect(same('xl/worksheets/sheet1.xml')).toContain('<f>SUM($B$2:$B$3)+ROWS(Shops)</f>');
    expect(same('xl/workbook.xml')).toContain(
      '<definedName name="rents">Shops[Rent]</definedName><definedName name="plain">One!$B$2:$B$3</definedName>',
    );
    const header = cells?.[0]?.[1];
    if (header) header.v = 'Rent [₹]';
    const part = await written();
    expect(part('xl/worksheets/sheet1.xml')).toContain(
      "<f>Shops[[#This Row],[Rent '[₹']]]*2</f><v>14</v>",
    );
    expect(part('xl/workbook.xml')).toContain(
      '<definedName name="rents">Shops[[Rent \'[₹\']]]</definedName>',
    );
    const again = (await readWhole(await write(saved))).saved.sheets?.sheet1?.cellData;
    expect(again?.[1]?.[2]).toEqual({
      ...cells?.[1]?.[2],
      custom: { locusTableParts: { 0: "Shops[[#This Row],[Rent '[₹']]]" } },
    });
  });
});
