import * as xlsx from '@e965/xlsx';
import type { WorkBook, WorkSheet } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { SHOWN_FORMATS } from '../places/shown-formats';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

type Cells = readonly (readonly unknown[])[];

const LIST: Cells = [
  ['Store', 'Lat', 'Lng'],
  ['A', 12.9, 77.6],
  ['B', 13.1, 77.7],
];
const COVER: Cells = [['Made by Asha'], ['for the board']];

interface Made {
  readonly sheets: Readonly<Record<string, Cells | WorkSheet>>;
  /** The sheet in front. */
  readonly active?: number;
  readonly hidden?: Readonly<Record<number, 1 | 2>>;
  /** A table on the first sheet. */
  readonly table?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly uses1904Dates?: boolean;
}

/** Stands for the result that a formula lacks. */
const NO_RESULT = 123_456_789;

/** The library writes no tables, and no sheet in front: both are put in afterwards. */
function write({ sheets, active = 0, hidden = {}, table, names = {}, uses1904Dates }: Made): void {
  const book: WorkBook = xlsx.utils.book_new();
  for (const [name, cells] of Object.entries(sheets)) {
    const sheet = Array.isArray(cells)
      ? xlsx.utils.aoa_to_sheet(cells as unknown[][])
      : (cells as WorkSheet);
    xlsx.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    Sheets: book.SheetNames.map((_, index) => ({ Hidden: hidden[index] ?? 0 })),
    Names: Object.entries(names).map(([Name, Ref]) => ({ Name, Ref })),
    WBProps: { date1904: uses1904Dates === true },
  };
  const parts = unzipSync(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const text = new TextDecoder().decode(parts['xl/workbook.xml']);
  const view = `<bookViews><workbookView activeTab="${String(active)}"/></bookViews><sheets>`;
  parts['xl/workbook.xml'] = strToU8(
    text.replace(/<bookViews>.*?<\/bookViews>/, '').replace('<sheets>', view),
  );
  const first = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  parts['xl/worksheets/sheet1.xml'] = strToU8(
    first.replaceAll(`<v>${String(NO_RESULT)}</v>`, '<v></v>'),
  );
  if (table !== undefined) {
    const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/table';
    parts['xl/worksheets/_rels/sheet1.xml.rels'] = strToU8(
      `<Relationships><Relationship Id="rId1" Type="${kind}" Target="../tables/table1.xml"/></Relationships>`,
    );
    parts['xl/tables/table1.xml'] = strToU8(table);
  }
  stage.write('in.xlsx', zipSync(parts));
}

async function enrich(...rest: readonly string[]) {
  const args = ['enrich', stage.path('in.xlsx'), '-o', stage.path('out.csv'), '--names', 'a'];
  const { code, messages } = await stage.run([...args, ...rest]);
  return { code, messages, asked: stage.service.calls.map(({ place }) => place) };
}

const ASKED = ['12.9,77.6', '13.1,77.7'];

describe('the sheet of a workbook', () => {
  it.each<[string, Made, string]>([
    ['behind a cover', { sheets: { Cover: COVER, Stores: LIST } }, 'Stores'],
    [
      'in front',
      {
        sheets: {
          Old: [
            ['Lat', 'Lng'],
            [1, 1],
          ],
          New: LIST,
        },
        active: 1,
      },
      'New',
    ],
    ['behind a hidden one', { sheets: { Old: LIST, New: LIST }, hidden: { 0: 1 } }, 'New'],
    ['before a very hidden one', { sheets: { New: LIST, Old: LIST }, hidden: { 1: 2 } }, 'New'],
    [
      'beside figures without places',
      {
        sheets: {
          Sales: [
            ['Month', 'Sales'],
            ['May', 7],
            ['June', 8],
          ],
          Stores: LIST,
        },
      },
      'Stores',
    ],
    ['behind an empty one', { sheets: { Sheet1: [], 'A & B': LIST } }, 'A & B'],
  ])('is the one with the list, and is named: %s', async (_kind, made, name) => {
    write(made);
    const { code, messages, asked } = await enrich();
    expect([code, asked]).toEqual([0, ASKED]);
    expect(messages).toContain(`Excel, sheet “${name}”, A1:C3 with the header in row 1,`);
  });

  it('is asked for where two have a list and neither is in front', async () => {
    write({ sheets: { Cover: COVER, North: LIST, South: LIST } });
    const { code, messages, asked } = await enrich();
    expect([code, asked]).toEqual([1, []]);
    expect(messages).toContain('has several lists: North, South. Say which one: --sheet "North".');
    expect((await enrich('--sheet', 'south')).asked).toEqual(ASKED);
    expect((await enrich('--sheet', '3', '--no-cache', '--force')).messages).toContain('“South”');
    expect((await enrich('--sheet', 'West')).messages).toContain(
      'has no sheet “West”. Its sheets are “Cover”, “North”, “South”.',
    );
  });
});

describe('the place of a list on its sheet', () => {
  const below: Cells = [['Stores of 2026'], [], ...LIST];

  it.each<[string, Cells, string]>([
    ['below a title', below, 'A3:C5 with the header in row 3'],
    ['in a margin', below.map((row) => ['', '', ...row]), 'C3:E5 with the header in row 3'],
    [
      'beside a remark',
      LIST.map((row, index) => [...row, '', index === 1 ? 'ask Ravi' : '']),
      'A1:C3 with the header in row 1',
    ],
    [
      'beside another list',
      LIST.map((row) => [...row, '', ...row]),
      'A1:C3 with the header in row 1, without the list beside it, --range E:G',
    ],
  ])('is found: %s', async (_kind, cells, place) => {
    write({ sheets: { Stores: cells } });
    const { code, messages, asked } = await enrich();
    expect([code, asked]).toEqual([0, ASKED]);
    expect(messages).toContain(place);
  });

  it('may be one without a header, whose first row is a place', async () => {
    write({ sheets: { Stores: LIST.slice(1) } });
    const { asked, messages } = await enrich('--lat', '2', '--lng', '3');
    expect(asked).toEqual(ASKED);
    expect(messages).toContain('A1:C2 with no header');
    expect(stage.read('out.csv')).toMatch(/^A,B,C,a,.*\nA,12\.9,77\.6,/);
  });

  const two: Cells = [...LIST, [], ['Store', 'Lat', 'Lng'], ['C', 19.1, 72.8], ['D', 19.2, 72.9]];

  it.each<[string, readonly string[]]>([
    ['a range', ['--range', 'A5:C7']],
    ['one of a sheet', ['--range', 'Stores!$A$5:$C$7']],
    ['one with a name', ['--range', 'western']],
    ['rows', ['--range', '5:7']],
    ['the header’s row', ['--header-row', '5']],
  ])('is what a person says: %s', async (_kind, options) => {
    write({ sheets: { Stores: two }, names: { Western: `'Stores'!$A$5:$C$7` } });
    const { asked, messages } = await enrich(...options);
    expect(asked).toEqual(['19.1,72.8', '19.2,72.9']);
    expect(messages).toContain('A5:C7 with the header in row 5');
  });

  it('is a table, without its totals and what else is on the sheet', async () => {
    const cells: Cells = [['Budget', 'Lat', 'Lng'], ['x', 1, 1], [], ...LIST, ['Total', 26, 155.3]];
    const table = `<x:table name="T" displayName="Stores" ref="A4:C7" totalsRowCount="1"/>`;
    write({ sheets: { Sheet1: cells }, table });
    const { asked, messages } = await enrich();
    expect(asked).toEqual(ASKED);
    expect(messages).toContain('A4:C6 with the header in row 4');
    expect((await enrich('--range', 'stores', '--force')).messages).toContain('A4:C6');
  });

  it.each([
    ['--range', 'nowhere', 'has no table or range “nowhere”'],
    ['--header-row', '0', '--header-row is the number of a row, such as 3, or none'],
  ])('is refused where there is no such thing: %s %s', async (option, value, message) => {
    write({ sheets: { Stores: LIST } });
    const { code, messages, asked } = await enrich(option, value);
    expect([code, messages, asked]).toEqual([1, expect.stringContaining(message), []]);
  });
});

describe('the rows that are not asked for', () => {
  const cells: Cells = [...LIST, ['C', '', ''], ['D', 'unknown', 77], ['Total', 26, 155.3]];

  it('are said before the first call, and stay in the output', async () => {
    write({ sheets: { Stores: cells } });
    const { code, messages, asked } = await enrich('--max-calls', '0');
    expect([code, asked]).toEqual([3, []]);
    expect(messages).toContain(
      'Leaves out 1 total (row 6), 1 row without a place, 1 row with a place that can’t be used (row 5).',
    );
    expect(stage.read('out.csv')).toContain('\nTotal,26,155.3,,skipped,\n');
  });

  it('are those that are hidden, if a person says so', async () => {
    const sheet = xlsx.utils.aoa_to_sheet(LIST as unknown[][]);
    sheet['!rows'] = [{}, { hidden: true }];
    write({ sheets: { Stores: sheet } });
    expect((await enrich('--max-calls', '0')).messages).toContain(
      'Asks for 1 hidden row too; --visible-only leaves them out.',
    );
    const { asked, messages } = await enrich('--visible-only', '--force');
    expect(asked).toEqual(['13.1,77.7']);
    expect(messages).toContain('Leaves out 1 hidden row.');
  });

  it('are lines for programs, with where the list is', async () => {
    write({ sheets: { Stores: cells } });
    const args = ['plan', stage.path('in.xlsx'), '--names', 'a', '--json'];
    const { output, messages } = await stage.run(args);
    const events = `${messages}${output}`
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(events).toEqual([
      expect.objectContaining({ event: 'file', sheet: 'Stores', range: 'A1:C6', headerRow: 1 }),
      {
        event: 'rows',
        rows: 5,
        leavesOut: { total: 1, noPlace: 1, fault: 1 },
        rowNumbers: { total: [6], noPlace: [4], fault: [5] },
        hidden: 0,
      },
      expect.objectContaining({ event: 'plan', rows: 5, calls: 2 }),
    ]);
  });
});

describe('the cells of a workbook', () => {
  it('whose formula has no result stop the run, by sheet and cell', async () => {
    const sheet = xlsx.utils.aoa_to_sheet(LIST as unknown[][]);
    sheet['B2'] = { t: 'n', f: 'A2/1E7', v: NO_RESULT };
    sheet['C3'] = { t: 'n', f: 'A3/1E7', v: NO_RESULT };
    write({ sheets: { Stores: sheet } });
    const { code, messages, asked } = await enrich();
    expect([code, asked]).toEqual([1, []]);
    expect(messages).toContain(
      'sheet “Stores”, cell B2 (and in 1 more cell): the formula has no stored result.',
    );
  });

  it.each([
    ['a moment before midnight', 42_988.999_999_99, 'yyyy-mm-dd', false, '2017-09-11'],
    ['a time of day', 45_352.4375, 'dd/mm/yyyy hh:mm', false, '2024-03-01T10:30:00'],
    ['a day since 1904', 43_831, 'd mmm yy', true, '2024-01-02'],
    ['a clock', 0.4375, 'hh:mm', false, '10:30'],
    ['a duration', 1.5, '[h]:mm', false, '36:00'],
    ['a code', 1_234, '000000', false, '001234'],
    ['a share', 0.125, '0%', false, '0.125'],
    ['an amount', 1234.5, '#,##0.00 "days"', false, '1234.5'],
  ])('are what they show: %s', async (_kind, value, format, uses1904Dates, text) => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Lat', 'Lng', 'Own'],
      [12.9, 77.6, value],
    ]);
    sheet['C2'] = { t: 'n', v: value, z: format };
    write({ sheets: { Stores: sheet }, uses1904Dates });
    await enrich();
    expect(stage.read('out.csv')).toContain(`\n12.9,77.6,${text},`);
  });

  it('are scored for the day that they show, with a date’s format or without', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Lat', 'Lng', 'Visit'],
      [12.9, 77.6, 43_831],
      [12.9, 77.6, 43_831.9],
    ]);
    sheet['C3'] = { t: 'n', v: 43_831.9, z: 'yyyy-mm-dd hh:mm' };
    write({ sheets: { Stores: sheet }, uses1904Dates: true });
    await stage.run(['enrich', stage.path('in.xlsx'), '--model', 'm', '--date', 'visit']);
    expect(stage.service.calls.map(({ body }) => body['date'])).toEqual(['2024-01-02']);
  });
});

describe('what a workbook hides or shows otherwise', () => {
  const MOVED: Cells = [
    ['Store', 'Latitude', 'New Latitude', 'Longitude'],
    ['A', 12.9, 13.9, 77.6],
    ['B', 13.1, 14.1, 77.7],
  ];

  it('is asked for: a hidden latitude beside one that can be seen', async () => {
    const sheet = xlsx.utils.aoa_to_sheet(MOVED as unknown[][]);
    sheet['!cols'] = [{}, { hidden: true }];
    write({ sheets: { Stores: sheet } });
    const { code, messages, asked } = await enrich();
    expect([code, asked]).toEqual([1, []]);
    expect(messages).toContain(
      '“Latitude”: hidden in the sheet, while “New Latitude” and “Longitude” can be seen.',
    );
    const said = await enrich('--lat', 'New Latitude', '--lng', 'Longitude');
    expect([said.code, said.asked]).toEqual([0, ['13.9,77.6', '14.1,77.7']]);
  });

  it('counts where nothing else holds places', async () => {
    const sheet = xlsx.utils.aoa_to_sheet(LIST as unknown[][]);
    sheet['!cols'] = [{}, { hidden: true }, { hidden: true }];
    write({ sheets: { Stores: sheet } });
    expect(await enrich()).toMatchObject({ code: 0, asked: ASKED });
  });

  // The library, which shows cells as Excel does, judges what a format shows.
  it.each(SHOWN_FORMATS)('counts: %s shows %d as %s', async (z, v, shown, isOther) => {
    const sheet = xlsx.utils.aoa_to_sheet([...LIST, ['C', 0, 77.5]] as unknown[][]);
    sheet['B4'] = { t: 'n', v, z };
    expect(xlsx.utils.format_cell(sheet['B4'] as xlsx.CellObject).trim()).toBe(shown);
    write({ sheets: { Stores: sheet } });
    const { code, messages, asked } = await enrich();
    expect([code, asked]).toEqual(isOther ? [1, []] : [0, [...ASKED, `${String(v)},77.5`]]);
    if (isOther) expect(messages).toContain(`“Lat” shows “${shown}” where its number is ${v}`);
  });

  it('is read as it is shown: degrees that Excel took for a time', async () => {
    const sheet = xlsx.utils.aoa_to_sheet(LIST as unknown[][]);
    sheet['B2'] = { t: 'n', v: 12.9 / 24, z: '[h]:mm:ss' };
    write({ sheets: { Stores: sheet } });
    expect(await enrich()).toMatchObject({ code: 0, asked: ASKED });
  });
});
