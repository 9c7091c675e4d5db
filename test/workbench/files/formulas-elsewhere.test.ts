import { strFromU8, unzipSync } from 'fflate';
import { isTableRange } from '../../../src/workbench/files/tables';
import { namesIn, readWhole, write } from './file-steps';
import { madeWorkbook, relations, rows } from './made-package';

const TABLE =
  '<table name="T1" displayName="Stores" ref="B2:D6" totalsRowCount="1"><tableColumns count="3">' +
  '<tableColumn id="1" name="City"/><tableColumn id="2" name="Rent #2 [₹]"/><tableColumn id="3" name="दर"/></tableColumns></table>';
/** Without a header row, on the other sheet. */
const BARE =
  '<table name="T2" displayName="Bare_2" ref="A1:A3" headerRowCount="0"><tableColumns count="1"><tableColumn id="1" name="Column1"/></tableColumns></table>';

const WORKBOOK = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Tom\'s 2nd" sheetId="2" r:id="rId2"/></sheets>' +
    '<definedNames><definedName name="rents">Stores[Rent \'#2 \'[₹\']]</definedName><definedName name="gone">[1]Jan!$A$1:$A$9</definedName>' +
    '<definedName name="signed">=One!$A$1</definedName></definedNames></workbook>',
  'xl/_rels/workbook.xml.rels': relations([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['worksheet', 'worksheets/sheet2.xml'],
  ]),
  'xl/worksheets/sheet2.xml': `<worksheet>${rows('')}</worksheet>`,
  'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
  'xl/worksheets/_rels/sheet2.xml.rels': relations([['table', '../tables/table2.xml']]),
  'xl/tables/table1.xml': TABLE,
  'xl/tables/table2.xml': BARE,
};

/** The formula in B4 of the first sheet as it is read, and the sheet's part as it is saved. */
async function opened(formula: string, value = '<v>7</v>', type = '') {
  const text = formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = `<row r="4"><c r="B4"${type}><f>${text}</f>${value}</c></row>`;
  const { saved, leftOut } = await readWhole(madeWorkbook(rows(cell), WORKBOOK));
  const parts = unzipSync(await write(saved));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
  const { f, v } = saved.sheets?.sheet1?.cellData?.[3]?.[1] ?? {};
  return { f, v, leftOut, sheet, workbook, saved };
}

describe('a formula that names a table', () => {
  test.each([
    ['SUM(Stores[दर])', 'SUM($D$3:$D$5)'],
    ["SUM(Stores[Rent '#2 '[₹']])*2", 'SUM($C$3:$C$5)*2'],
    ['ROWS(Stores[])+ROWS(stores)', 'ROWS($B$3:$D$5)+ROWS($B$3:$D$5)'],
    ['COUNTA(Stores[[#Headers],[City]:[दर]])', 'COUNTA($B$2:$D$2)'],
    ['Stores[[#This Row],[दर]]+1', '$D4+1'],
    ['[@City]&[@[City]]', '$B4&$B4'],
    // As XlsxWriter writes `[@दर]`.
    ['Stores[[#This Row],दर]+[[#This Row],City]', '$D4+$B4'],
    ['SUM(Stores[@])', 'SUM($B4:$D4)'],
    ['SUBTOTAL(109,[दर])+SUM([[#Totals],[दर]])', 'SUBTOTAL(109,$D$3:$D$5)+SUM($D$6)'],
    ['Stores[[#Totals],[दर]]&"Stores[City]"', '$D$6&"Stores[City]"'],
    ['ROWS(Stores[#All])', 'ROWS($B$2:$D$6)'],
    ['ROWS(Stores[[#Headers],[#Data],[City]])', 'ROWS($B$2:$B$5)'],
    ['MAX(Bare_2[Column1])', "MAX('Tom''s 2nd'!$A$1:$A$3)"],
    ['_xlfn.SINGLE(Stores[City])', '@$B$3:$B$5'],
  ])('shows its cells instead: %s', async (inFile, shown) => {
    const { f, v, sheet, leftOut } = await opened(inFile);
    expect({ f, v }).toEqual({ f: `=${shown}`, v: 7 });
    // The table has no headers in its cells, so it is saved as cells alone.
    expect(sheet.replaceAll('&quot;Stores[City]&quot;', '')).not.toMatch(/Stores/);
    expect(leftOut).toContain(
      'names of tables in formulas (the cells are shown instead, and the names are saved again)',
    );
  });

  test.each([
    'SUM(Sales[Rent])',
    'SUM(Stores[No such])',
    'Bare_2[[#This Row],[Column1]]',
    'Bare_2[#Headers]',
    'Stores[[#Nothing],[City]]',
  ])('keeps its value alone if that table or column is not there: %s', async (inFile) => {
    const { f, v, sheet, leftOut } = await opened(inFile);
    expect({ f, v }).toEqual({ f: undefined, v: 7 });
    expect(sheet).toContain('<c r="B4"><v>7</v></c>');
    expect(leftOut.join()).toMatch(/missing tables/);
  });

  test('may be shared, and each cell has its own row', async () => {
    const { saved } = await readWhole(
      madeWorkbook(
        rows(
          '<row r="3"><c r="F3"><f t="shared" ref="F3:F5" si="0">Stores[[#This Row],[दर]]*2</f><v>2</v></c></row>' +
            '<row r="4"><c r="F4"><f t="shared" si="0"/><v>4</v></c></row>' +
            '<row r="5"><c r="F5"><f t="shared" ref="F5:F6" si="1">[3]Jan!A1</f><v>6</v></c></row>' +
            '<row r="6"><c r="F6"><f t="shared" si="1"/><v>8</v></c></row>',
        ),
        WORKBOOK,
      ),
    );
    const sheet = strFromU8(
      unzipSync(await write(saved))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
    );
    expect(sheet).toContain('<c r="F3"><f>$D3*2</f><v>2</v></c>');
    expect(sheet).toContain('<c r="F4"><f>$D4*2</f><v>4</v></c>');
    expect(sheet).toContain('<c r="F5"><v>6</v></c>');
    expect(sheet).toContain('<c r="F6"><v>8</v></c>');
  });
});

describe('a formula that needs another workbook', () => {
  test.each([
    '[2]Sheet1!A1',
    "VLOOKUP(A1,'[1]My sheet'!$A:$B,2,FALSE)",
    '[1]!_xldudf_CONTOSO_ADD(1)',
    'SUM(gone)*2',
    '[4]!rate+1',
    "Excel|'Plan'!A1",
  ])('keeps its value alone: %s', async (inFile) => {
    const { f, v, sheet, leftOut } = await opened(inFile);
    expect({ f, v }).toEqual({ f: undefined, v: 7 });
    expect(sheet).toContain('<c r="B4"><v>7</v></c>');
    expect(leftOut.join()).toMatch(/other workbooks/);
  });

  test.each([
    ['text', '<v>Pune</v>', ' t="str"', 'Pune'],
    ['an error', '<v>#N/A</v>', ' t="e"', '#N/A'],
    ['a truth value', '<v>1</v>', ' t="b"', 1],
  ])('keeps a value that is %s', async (_what, value, type, kept) => {
    expect(await opened('[2]Jan!A1', value, type)).toMatchObject({ f: undefined, v: kept });
  });

  test('but for our own functions, whose link is no other workbook', async () => {
    expect(await opened('[2]!_xldudf_LOCATTR(A1,B1,"x")')).toMatchObject({
      f: '=LOCATTR(A1,B1,"x")',
    });
  });

  test('is not in a name either; a name of a table is a name of its cells', async () => {
    const { saved, workbook } = await opened('SUM(rents)');
    const names = namesIn(saved)
      .filter(({ name }) => !isTableRange(name))
      .map(({ name, formulaOrRefString }) => [name, formulaOrRefString]);
    expect(names).toEqual([
      ['rents', 'One!$C$3:$C$5'],
      ['signed', 'One!$A$1'],
    ]);
    expect(workbook).not.toMatch(/\[|Stores/);
  });

  test('may be typed here, and is saved as its value', async () => {
    const cellData = {
      0: {
        0: { f: '=SUM(Stores[Rent])', v: '#NAME?', t: 1 },
        1: { f: '=[Plan.xlsx]Jan!A1', v: 5, t: 2 },
      },
    };
    const bytes = await write({ sheetOrder: ['a'], sheets: { a: { name: 'A', cellData } } });
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<c r="A1" t="e"><v>#NAME?</v></c><c r="B1"><v>5</v></c>');
  });
});

describe('a formula of another program', () => {
  test.each([
    ['=SUM(A1:A2)', 'SUM(A1:A2)'],
    [' = A1 & "="', 'A1 & "="'],
    ['==A1=B1', 'A1=B1'],
    ['{=SUM(A1:A2*B1:B2)}', 'SUM(A1:A2*B1:B2)'],
    ['{1,2}', '{1,2}'],
  ])('has one sign before it, however many are written: %s', async (inFile, shown) => {
    const { f, sheet } = await opened(inFile);
    expect(f).toBe(`=${shown}`);
    expect(sheet).toContain(`<f>${shown.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</f>`);
  });

  test.each([
    ['IFERROR(__xludf.DUMMYFUNCTION("IMPORTRANGE(""x"",""A1"")"),42)', '<v>42</v>', '', 42],
    ['IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),"पुणे")', '<v>पुणे</v>', ' t="str"', 'पुणे'],
    ['IFERROR(__xludf.DUMMYFUNCTION("GOOGLEFINANCE(A1)"),12.5)*2', '<v>25</v>', '', 25],
    ['ARRAYFORMULA(__XLUDF.dummyfunction("SPLIT(A1)"))', '<v>1</v>', ' t="b"', 1],
  ])(
    'keeps its value where only Google has the function: %s',
    async (inFile, value, type, kept) => {
      const { f, v, sheet, leftOut } = await opened(inFile, value, type);
      expect({ f, v }).toEqual({ f: undefined, v: kept });
      expect(sheet).not.toContain('<f>');
      expect(leftOut.join()).toMatch(/Google Sheets/);
    },
  );
});
