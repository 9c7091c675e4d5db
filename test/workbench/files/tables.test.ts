import { strFromU8, unzipSync } from 'fflate';
import { DOMParser } from '@xmldom/xmldom';
import type { SavedWorkbook } from '../../../src/workbench/saved-workbook';
import { namesIn, readWhole, write } from './file-steps';
import { madeWorkbook, relations, rows } from './made-package';
import { packageFaults } from './open-xml-rules';

const SHOPS =
  '<table id="1" name="T1" displayName="Shops" ref="A1:C4" totalsRowCount="1"><autoFilter ref="A1:C3"/>' +
  '<tableColumns count="3"><tableColumn id="1" name="City" totalsRowLabel="Total"/><tableColumn id="2" name="Rent #2 [₹]" totalsRowFunction="sum"/>' +
  '<tableColumn id="3" name="a_x000a_b"/></tableColumns><tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showRowStripes="1"/></table>';
const CITIES =
  '<table id="2" name="T2" displayName="Cities" ref="E1:E3"><tableColumns count="1"><tableColumn id="1" name="Name"/></tableColumns></table>';
const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
const SHEET = rows(
  `<row r="1">${text('A1', 'City')}${text('B1', 'Rent #2 [₹]')}${text('C1', 'a\nb')}${text('E1', 'Name')}</row>` +
    `<row r="2">${text('A2', 'Pune')}<c r="B2"><v>7</v></c>${text('E2', 'x')}</row>` +
    `<row r="3">${text('A3', 'Thane')}<c r="B3"><v>8</v></c>${text('E3', 'y')}</row>` +
    `<row r="4">${text('A4', 'Total')}<c r="B4"><f>SUBTOTAL(109,Shops[Rent '#2 '[₹']])</f><v>15</v></c></row>`,
);
const FILE = madeWorkbook(SHEET, {
  'xl/worksheets/_rels/sheet1.xml.rels': relations([
    ['table', '../tables/table1.xml'],
    ['table', '../tables/table2.xml'],
  ]),
  'xl/tables/table1.xml': SHOPS,
  'xl/tables/table2.xml': CITIES,
});

/** The tables of a saved file, as another reader of XML finds them. */
async function tablesIn(saved: SavedWorkbook) {
  const parts = unzipSync(await write(saved));
  expect(packageFaults(parts)).toEqual([]);
  const partOf = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const names = Object.keys(parts).filter((name) => name.startsWith('xl/tables/'));
  const tables = names.map((name) => {
    const root = new DOMParser().parseFromString(partOf(name), 'text/xml').documentElement;
    const attributesOf = (element: string) =>
      [...(root?.getElementsByTagName(element) ?? [])].map((found) =>
        Object.fromEntries([...found.attributes].map((each) => [each.name, each.value])),
      );
    return {
      name: root?.getAttribute('displayName'),
      ref: root?.getAttribute('ref'),
      totals: root?.getAttribute('totalsRowCount') ?? '0',
      filters: attributesOf('autoFilter'),
      columns: attributesOf('tableColumn'),
      look: attributesOf('tableStyleInfo'),
    };
  });
  const sheet = partOf('xl/worksheets/sheet1.xml');
  return { tables, sheet, workbook: partOf('xl/workbook.xml') };
}

/** As the spreadsheet does when rows or columns come or go. */
function moved(saved: SavedWorkbook, from: string, to: string): SavedWorkbook {
  const resources = saved.resources?.map((each) => ({
    ...each,
    data: each.data?.replaceAll(from, to) ?? '',
  }));
  return { ...saved, ...(resources !== undefined && { resources }) } as SavedWorkbook;
}

describe('the tables of a workbook', () => {
  test('are saved again, two on one sheet, with their names, columns, totals, style and buttons', async () => {
    const { saved, leftOut } = await readWhole(FILE);
    const { tables, sheet, workbook } = await tablesIn(saved);
    expect(tables).toEqual([
      {
        name: 'Shops',
        ref: 'A1:C4',
        totals: '1',
        filters: [{ ref: 'A1:C3' }],
        columns: [
          { id: '1', name: 'City', totalsRowLabel: 'Total' },
          { id: '2', name: 'Rent #2 [₹]', totalsRowFunction: 'sum' },
          { id: '3', name: 'a\nb' },
        ],
        look: [{ name: 'TableStyleMedium2', showFirstColumn: '0', showRowStripes: '1' }],
      },
      {
        name: 'Cities',
        ref: 'E1:E3',
        totals: '0',
        filters: [],
        columns: [{ id: '1', name: 'Name' }],
        look: [],
      },
    ]);
    expect(sheet).toContain('<tableParts count="2">');
    // What says where a table is stays in the workbench.
    expect(workbook).not.toContain('_locus_table');
    expect(leftOut.join()).not.toMatch(/tables on|new rows/);
  });

  test('have filter buttons, the first on each sheet, without the row of totals', async () => {
    const cities = CITIES.replace(
      '<tableColumns',
      '<autoFilter ref="E1:E3"/><tableColumns',
    ).replace('</tableColumns>', '</tableColumns><tableStyleInfo name="TableStyleLight1"/>');
    const filled = SHOPS.replace(
      'totalsRowFunction="sum"/>',
      'totalsRowFunction="sum"><calculatedColumnFormula>1+1</calculatedColumnFormula></tableColumn>',
    );
    const { saved, leftOut } = await readWhole(
      madeWorkbook(SHEET, {
        'xl/worksheets/_rels/sheet1.xml.rels': relations([
          ['table', '../tables/table1.xml'],
          ['table', '../tables/table2.xml'],
        ]),
        'xl/tables/table1.xml': filled,
        'xl/tables/table2.xml': cities,
      }),
    );
    const filters = saved.resources?.find(({ name }) => name === 'SHEET_FILTER_PLUGIN')?.data;
    const ref = { startRow: 0, startColumn: 0, endRow: 2, endColumn: 2 };
    expect(JSON.parse(filters ?? '')).toEqual({ sheet1: { ref } });
    expect(leftOut).toContain('formulas that fill new rows of tables');
    // The buttons come to the other table where a person stands in it.
    expect(leftOut.join()).not.toMatch(/custom|buttons/);
    const { tables } = await tablesIn(saved);
    expect(tables.map((table) => table.filters)).toEqual([[{ ref: 'A1:C3' }], [{ ref: 'E1:E3' }]]);
  });

  describe('and what they filter by', () => {
    const ofFirst =
      '<filterColumn colId="0"><filters blank="1"><filter val="Pune &amp; Thane"/><dateGroupItem year="2026" dateTimeGrouping="year"/></filters></filterColumn>';
    const ofSecond =
      '<filterColumn colId="1"><customFilters and="1"><customFilter operator="greaterThan" val="5"/><customFilter val="*x*"/></customFilters></filterColumn>';
    const byValue = ofFirst + ofSecond;
    const byRank = '<filterColumn colId="0"><top10 percent="1" val="10"/></filterColumn>';
    const ofStyle = '<filterColumn colId="2"><colorFilter dxfId="3"/></filterColumn>';
    const sorted = '<sortState ref="A2:C3"><sortCondition ref="A2:A3"/></sortState>';
    const file = madeWorkbook(SHEET.replace('<row r="2">', '<row r="2" hidden="1">'), {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([
        ['table', '../tables/table1.xml'],
        ['table', '../tables/table2.xml'],
      ]),
      'xl/tables/table1.xml': SHOPS.replace(
        '<autoFilter ref="A1:C3"/>',
        `<autoFilter ref="A1:C3">${byValue}${ofStyle}${sorted}</autoFilter>`,
      ),
      'xl/tables/table2.xml': CITIES.replace(
        '<tableColumns',
        `<autoFilter ref="E1:E3">${byRank}</autoFilter><tableColumns`,
      ),
    });
    /** A workbook with one table, whose second row is hidden. */
    const ofOne = (filter: string) =>
      madeWorkbook(SHEET.replace('<row r="2">', '<row r="2" hidden="1">'), {
        'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
        'xl/tables/table1.xml': SHOPS.replace(
          '<autoFilter ref="A1:C3"/>',
          `<autoFilter ref="A1:C3">${filter}</autoFilter>`,
        ),
      });
    /** As Univer keeps what a person has set. */
    const withFilter = (saved: SavedWorkbook, filter: object | string): SavedWorkbook => ({
      ...saved,
      resources: (saved.resources ?? []).map((each) =>
        each.name === 'SHEET_FILTER_PLUGIN'
          ? {
              ...each,
              data: typeof filter === 'string' ? filter : JSON.stringify({ sheet1: filter }),
            }
          : each,
      ),
    });
    const filtersIn = async (saved: SavedWorkbook) => {
      const parts = unzipSync(await write(saved));
      expect(packageFaults(parts)).toEqual([]);
      const textOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
      const filter = (table: number) =>
        /<autoFilter[^>]*>(.*)<\/autoFilter>/.exec(textOf(`xl/tables/table${table}.xml`))?.[1];
      const hidden = [
        ...textOf('xl/worksheets/sheet1.xml').matchAll(/<row r="(\d+)"[^>]*hidden="1"/g),
      ];
      return { filters: [filter(1), filter(2)], hidden: hidden.map(([, row]) => row) };
    };

    test('is saved with each table, and with the rows that it hides', async () => {
      const { saved, leftOut } = await readWhole(file);
      expect(leftOut).toContain('filters of tables by colour or icon');
      expect(await filtersIn(saved)).toEqual({ filters: [byValue, byRank], hidden: ['2'] });
      const again = await readWhole(await write(saved));
      expect((await filtersIn(again.saved)).filters).toEqual([byValue, byRank]);
    });

    test.each([
      [
        { colId: 4, filters: { blank: true, filters: ['y', '"<'] } },
        '<filters blank="1"><filter val="y"/><filter val="&quot;&lt;"/></filters>',
      ],
      [
        { colId: 4, customFilters: { and: 1, customFilters: [{ operator: 'notEqual', val: 3 }] } },
        '<customFilters and="1"><customFilter operator="notEqual" val="3"/></customFilters>',
      ],
    ])('is saved as a person has set it since: %j', async (column, expected) => {
      const { saved } = await readWhole(file);
      const ref = { startRow: 0, startColumn: 4, endRow: 2, endColumn: 4 };
      const filter = { ref, filterColumns: [column], cachedFilteredOut: [2] };
      expect(await filtersIn(withFilter(saved, filter))).toEqual({
        filters: [byValue, `<filterColumn colId="0">${expected}</filterColumn>`],
        hidden: ['2', '3'],
      });
    });

    test.each([
      [
        '<filters blank="1"><filter val="Pune &amp; Thane"/></filters>',
        { filters: { blank: true, filters: ['Pune & Thane'] } },
      ],
      [
        '<customFilters and="1"><customFilter operator="greaterThan" val="5"/><customFilter val="*x*"/></customFilters>',
        {
          customFilters: {
            and: 1,
            customFilters: [{ operator: 'greaterThan', val: '5' }, { val: '*x*' }],
          },
        },
      ],
    ])('is set where a sheet has one table, and can be taken away: %s', async (inner, column) => {
      const filter = `<filterColumn colId="1">${inner}</filterColumn>`;
      const { saved } = await readWhole(ofOne(filter));
      const set = saved.resources?.find(({ name }) => name === 'SHEET_FILTER_PLUGIN')?.data;
      const ref = { startRow: 0, startColumn: 0, endRow: 2, endColumn: 2 };
      const filterColumns = [{ colId: 1, ...column }];
      expect(JSON.parse(set ?? '')).toEqual({
        sheet1: { ref, filterColumns, cachedFilteredOut: [1] },
      });
      expect(saved.sheets?.['sheet1']?.rowData?.[1]?.hd).toBe(0);
      expect(await filtersIn(saved)).toEqual({ filters: [filter, undefined], hidden: ['2'] });
      const cleared = await filtersIn(withFilter(saved, { ref, filterColumns: [] }));
      expect(cleared).toEqual({ filters: [undefined, undefined], hidden: [] });
    });

    test.each([byValue, byRank, ofSecond + byRank])(
      'stays with the file where the workbench has no such filter: %s',
      async (filter) => {
        const { saved } = await readWhole(ofOne(filter));
        expect(saved.sheets?.['sheet1']?.rowData?.[1]?.hd).toBe(1);
        expect((await filtersIn(saved)).hidden).toEqual(['2']);
        expect((await filtersIn(saved)).filters[0]).toContain('<filterColumn');
      },
    );

    test('of a column stays as the file had it where a person filters by another', async () => {
      const { saved } = await readWhole(file);
      const ref = { startRow: 0, startColumn: 0, endRow: 2, endColumn: 2 };
      const filterColumns = [{ colId: 1, filters: { filters: ['7'] } }];
      const { filters } = await filtersIn(withFilter(saved, { ref, filterColumns }));
      expect(filters[0]).toBe(
        `${ofFirst}<filterColumn colId="1"><filters><filter val="7"/></filters></filterColumn>`,
      );
    });

    test('goes where its column goes', async () => {
      const { saved } = await readWhole(file);
      const headers = saved.sheets?.['sheet1']?.cellData?.[0];
      if (headers === undefined) throw new Error('no headers');
      [headers[0], headers[2]] = [headers[2] ?? {}, headers[0] ?? {}];
      const { filters } = await filtersIn(saved);
      expect(filters[0]).toBe(`${ofSecond}${ofFirst.replace('colId="0"', 'colId="2"')}`);
    });

    test.each([
      'null',
      '[',
      '{"sheet1":{"ref":null}}',
      '{"sheet1":{"ref":{"startRow":0,"startColumn":0,"endColumn":2},"filterColumns":7}}',
    ])('is the file’s where what a person set cannot be read: %s', async (data) => {
      const { saved } = await readWhole(file);
      expect((await filtersIn(withFilter(saved, data))).filters).toEqual([byValue, byRank]);
    });
  });

  test('lose styles and total formulas of their own, and say so', async () => {
    const own = SHOPS.replace(
      'totalsRowFunction="sum"/>',
      'totalsRowFunction="custom"><totalsRowFormula>1+1</totalsRowFormula></tableColumn>',
    );
    const { leftOut } = await readWhole(
      madeWorkbook(SHEET, {
        'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
        'xl/tables/table1.xml': own,
        'xl/styles.xml':
          '<styleSheet><tableStyles count="1"><tableStyle name="Ours" count="0"/></tableStyles></styleSheet>',
      }),
    );
    expect(leftOut).toEqual(
      expect.arrayContaining([
        'custom formulas in the total rows of tables (they stay in their cells)',
        'custom table styles',
      ]),
    );
  });

  test('are read again from what was saved', async () => {
    const { saved } = await readWhole(FILE);
    const again = await readWhole(await write(saved));
    expect((await tablesIn(again.saved)).tables).toEqual((await tablesIn(saved)).tables);
    expect(again.saved.sheets?.sheet1?.cellData?.[3]?.[1]?.f).toBe('=SUBTOTAL(109,$B$2:$B$3)');
    expect((await tablesIn(again.saved)).sheet).toContain(
      "<f>SUBTOTAL(109,Shops[Rent '#2 '[₹']])</f>",
    );
  });

  test('grow with their rows, and take the names that their headers have now', async () => {
    const { saved } = await readWhole(FILE);
    expect(namesIn(saved).map(({ formulaOrRefString }) => formulaOrRefString)).toContain(
      'One!$A$1:$C$4',
    );
    const cells = saved.sheets?.sheet1?.cellData?.[0];
    if (cells?.[2]) cells[2].v = 'Notes';
    const { tables } = await tablesIn(moved(saved, '$C$4', '$C$9'));
    expect(tables[0]).toMatchObject({ ref: 'A1:C9', filters: [{ ref: 'A1:C8' }] });
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['City', 'Rent #2 [₹]', 'Notes']);
  });

  test.each([
    [
      'whose header is empty',
      (saved: SavedWorkbook) => delete saved.sheets?.sheet1?.cellData?.[0]?.[0],
    ],
    [
      'whose headers are equal',
      (saved: SavedWorkbook) => {
        const cells = saved.sheets?.sheet1?.cellData?.[0];
        if (cells?.[1]) cells[1].v = 'CITY';
      },
    ],
    [
      'with merged cells',
      (saved: SavedWorkbook) =>
        saved.sheets?.sheet1?.mergeData?.push({
          startRow: 1,
          endRow: 2,
          startColumn: 0,
          endColumn: 0,
        }),
    ],
  ])('that Excel would not take is left as cells: one %s', async (_what, change) => {
    const { saved } = await readWhole(FILE);
    change(saved);
    expect((await tablesIn(saved)).tables.map(({ name }) => name)).toEqual(['Cities']);
  });

  test('from a hostile copy on the device break nothing', async () => {
    const { saved } = await readWhole(FILE);
    const tables = saved.custom?.['locusTables'] as Record<string, unknown>[];
    Object.assign(tables[1] ?? {}, {
      filter: [null, { name: '<x' }, { name: 'filters', attributes: 1 }],
    });
    Object.assign(tables[0] ?? {}, { name: '"/><x', look: { onload: 'x' }, totals: [null] });
    Object.assign(tables[1] ?? {}, { look: { onload: 'x', name: '"><x' }, totals: [null] });
    const { tables: written } = await tablesIn(saved);
    expect(written).toHaveLength(1);
    expect(written[0]?.look).toEqual([{ name: '"><x' }]);
  });
});
