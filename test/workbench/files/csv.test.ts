import fc from 'fast-check';
import Papa from 'papaparse';
import { createCsvValues } from '../../../src/workbench/files/csv-values';
import { fullText, writeCsv } from '../../../src/workbench/files/file-writing';
import { read, readWhole } from './file-steps';

describe('a CSV file', () => {
  test.each([
    ['=1+1', '=1+1'],
    ["=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
    ['@SUM(A1)', '@SUM(A1)'],
    ['+919812345678', '+919812345678'],
    ['-', '-'],
    ["'=1", '=1'],
    ['007', '007'],
    ['1234567890123456', '1234567890123456'],
    ['12%', '12%'],
    ['0x10', '0x10'],
    ['1e999', '1e999'],
    ['12,5', '12,5'],
    ['-5', -5],
    ['0.5', 0.5],
    ['1.5e-7', 1.5e-7],
    [' 7 ', 7],
    ['1e3', '1e3'],
    ['12E5', '12E5'],
    ['9E0', '9E0'],
    ['1/2', '1/2'],
    ['3-4', '3-4'],
    ['+91 98123 45678', '+91 98123 45678'],
    ['0044', '0044'],
    ['-0', '-0'],
    ['8901234567890123', '8901234567890123'],
    ['77.594567890123456', '77.594567890123456'],
    ['५६०००१', '५६०००१'],
    ['="560034"', '="560034"'],
  ])(
    'opened with %s holds the text or the number that it is, never a formula',
    async (text, value) => {
      const { saved, format } = await readWhole(
        bytesOf(`"${text.replaceAll('"', '""')}"\n`),
        'a.csv',
      );
      const cell = saved.sheets?.sheet1?.cellData?.[0]?.[0];
      expect(format).toBe('csv');
      expect(cell).toEqual({ v: value, t: typeof value === 'number' ? 2 : 1 });
    },
  );

  test.each([
    ['lat,lng\n1,2\n', ' Read as UTF-8, separated by commas.'],
    ['\uFEFFlat;lng\n1;2\n', ' Read as UTF-8, separated by semicolons.'],
    ['lat\tlng\n1\t2\n', ' Read as UTF-8, separated by tabs.'],
    ['lat^lng\n1^2\n', ' Read as UTF-8, separated by ^.'],
    [
      Buffer.from('\uFEFFlat|lng\n1|2\n', 'utf16le'),
      'UTF-16 (little-endian), separated by vertical',
    ],
    [Buffer.from('São Paulo,Maranhão\nSão Luís,Pará\n', 'latin1'), ' Read as Windows-1252, '],
  ])('says how %j was read', async (content, note) => {
    const { notes = '' } = await readWhole(new Uint8Array(Buffer.from(content)), 'a.csv');
    expect(notes).toContain(note);
    expect(notes).toMatch(/\. Text was kept as text, never as formulas\.$/);
    expect(notes).not.toContain('broken');
  });

  test('says that some lines are broken', async () => {
    const cut = Buffer.concat([Buffer.from('पुणे\n'), Buffer.from([0xe0, 0xa4, 0x0a])]);
    const { notes } = await readWhole(Buffer.concat([Buffer.from('मुंबई\nठाणे\n'), cut]), 'a.csv');
    expect(notes).toContain('Some lines are in another encoding, or broken: look for \uFFFD.');
  });

  test('has a comma for a decimal sign where semicolons stand between cells', async () => {
    const { saved } = await readWhole(bytesOf('Preis;Ort\n12,5;a\n-3,25;b\n'), 'a.csv');
    const column = [1, 2].map((row) => saved.sheets?.sheet1?.cellData?.[row]?.[0]?.v);
    expect(column).toEqual([12.5, -3.25]);
  });

  test.each([
    ['prices', ['12.50', '3.00', '4', '0.25'], [12.5, 3, 4, 0.25], '0.00'],
    ['sections', ['1.9', '1.10', '1.11', '2'], ['1.9', '1.10', '1.11', 2], undefined],
    ['one code', ['1.10'], [1.1], '0.00'],
    ['degrees', ['12.9352', '77.5', '8'], [12.9352, 77.5, 8], undefined],
    ['zeros', ['0.0', '1.0', '2.0'], [0, 1, 2], '0.0'],
    ['powers', ['5.60E+05', '1.20E-07'], [560_000, 1.2e-7], '0.00E+00'],
  ])('has numbers or codes in a column as a whole: %s', async (_what, texts, values, pattern) => {
    const { saved } = await readWhole(bytesOf(`h,\n${texts.join(',\n')},\n`), 'a.csv');
    const cells = texts.map((_, row) => saved.sheets?.sheet1?.cellData?.[row + 1]?.[0]);
    expect(cells.map((cell) => cell?.v)).toEqual(values);
    expect(saved.styles?.[String(cells[0]?.s)]?.n?.pattern).toBe(pattern);
  });

  describe('read in a region', () => {
    const regions = {
      India: { isDayFirst: true, countsInLakhs: true, hasDecimalComma: false },
      America: { isDayFirst: false, countsInLakhs: false, hasDecimalComma: false },
      Germany: { isDayFirst: true, countsInLakhs: false, hasDecimalComma: true },
    };
    const columnIn = (region: keyof typeof regions, texts: string[], delimiter = ',') => {
      const values = createCsvValues({ ...regions[region], delimiter });
      const cells = ['opened', ...texts].map((text) => values.cellOf(text, 0)).slice(1);
      const { styles, hasLocalDates } = values.finish();
      const patterns = cells.map((cell) => styles[String(cell.s)]?.n?.pattern);
      return { values: cells.map(({ v }) => v), patterns, hasLocalDates };
    };

    test.each([
      ['India', ['1/3/2024', '15/3/2024'], [45_352, 45_366], 'd/m/yyyy'],
      ['India', ['01-03-2024', '15-03-2024'], [45_352, 45_366], 'dd-mm-yyyy'],
      ['America', ['3/1/2024', '3/15/2024'], [45_352, 45_366], 'm/d/yyyy'],
      ['Germany', ['1.3.2024', '15.3.2024'], [45_352, 45_366], 'd.m.yyyy'],
      ['America', ['2024-03-01', '2024-03-15'], [45_352, 45_366], 'yyyy-mm-dd'],
    ] as const)('has the dates of %s: %p', (region, texts, serials, pattern) => {
      expect(columnIn(region, [...texts])).toEqual({
        values: serials,
        patterns: serials.map(() => pattern),
        hasLocalDates: pattern !== 'yyyy-mm-dd',
      });
    });

    test.each([
      ['another region’s', ['1/3/2024', '3/15/2024']],
      ['no dates', ['1/3/2024', 'later']],
      ['days that do not exist', ['30/2/2024', '1/3/2024']],
      ['two ways to write a day', ['1/3/2024', '15-3-2024']],
      ['codes', ['1/3', '2/3']],
    ])('keeps a whole column as text that holds %s', (_what, texts) => {
      expect(columnIn('India', texts)).toMatchObject({ values: texts, hasLocalDates: false });
    });

    test.each([
      ['India', ',', '1,23,456', 123_456, '#,##0'],
      ['India', ',', '12,34,567.50', 1_234_567.5, '#,##0.00'],
      ['America', ',', '1,234,567', 1_234_567, '#,##0'],
      ['America', ',', '1,23,456', '1,23,456', undefined],
      ['Germany', ',', '1,234', '1,234', undefined],
      ['America', ';', '1,234', 1.234, undefined],
      ['Germany', '\t', '12,5', 12.5, undefined],
      ['America', '\t', '12,5', '12,5', undefined],
    ] as const)(
      'has the numbers of %s between %j: %s',
      (region, delimiter, text, value, pattern) => {
        const { values, patterns } = columnIn(region, [text], delimiter);
        expect([values[0], patterns[0]]).toEqual([value, pattern]);
      },
    );
  });

  test('keeps a point that may part thousands, where commas are decimal', async () => {
    const { saved } = await readWhole(
      bytesOf('Preis;Menge;Breite\n12,5;126.329;12.9352\n3,50;1.000;9.5\n'),
      'a.csv',
    );
    const cells = saved.sheets?.sheet1?.cellData;
    expect([1, 2].map((row) => [0, 1, 2].map((column) => cells?.[row]?.[column]?.v))).toEqual([
      ['12,5', '126.329', 12.9352],
      ['3,50', '1.000', 9.5],
    ]);
  });

  test('names its sheet after itself, as far as a sheet may be called that', async () => {
    const apart = `${'x'.repeat(30)}'s shops.csv`;
    const names = ["a/b:c's'.csv", `${'x'.repeat(40)}.csv`, apart, 'History.csv', '.csv'];
    const sheets = await Promise.all(names.map((name) => readWhole(bytesOf('1\n'), name)));
    expect(sheets.map(({ saved }) => saved.sheets?.sheet1?.name)).toEqual([
      "a b c's",
      'x'.repeat(31),
      'x'.repeat(30),
      'History (2)',
      'Sheet1',
    ]);
  });

  test('is no workbook because its first words are PK, as a workbook’s bytes are', async () => {
    const { saved } = await readWhole(bytesOf('PK,Shop\n1,a\n'), 'a.csv');
    expect(saved.sheets?.sheet1?.cellData?.[0]?.[0]?.v).toBe('PK');
  });

  test('is refused with a quotation mark that never closes, and the line is said', async () => {
    expect(await read(bytesOf('a,b\n1,"2\n3\n'), 'a.csv')).toEqual({
      kind: 'failed',
      message: expect.stringContaining('opens on line 2'),
    });
  });

  test('is refused with more columns than a sheet has', async () => {
    expect(await read(bytesOf(`${','.repeat(16_384)}x\n`), 'a.csv')).toMatchObject({
      message: expect.stringContaining('more columns than a sheet'),
    });
  });

  test.each([
    ["=cmd|' /C calc'!A5", "'=cmd|' /C calc'!A5"],
    ['@SUM(5)', "'@SUM(5)"],
    ['-2+cmd', "'-2+cmd"],
    ['+HYPERLINK(5)', "'+HYPERLINK(5)"],
    ['-1:5', "'-1:5"],
    ['-1\t=5', `"'-1\t=5"`],
    ['-5', '-5'],
    ['-12,345.60', '"-12,345.60"'],
    ['-1.5E-07', '-1.5E-07'],
    ['-12.5%', '-12.5%'],
    ['-₹ 1250.00', '-₹ 1250.00'],
    ['-', '-'],
    ['(5.00)', '(5.00)'],
    ['#N/A', '#N/A'],
    ['2026-11-21', '2026-11-21'],
  ])('that is written has a number shown as %j, by whatever format, as %j', (text, field) => {
    expect(writeCsv([[{ text, isText: false }]], POINTS)).toBe(`\uFEFF${field}\r\n`);
  });

  test.each([
    [12.9352345, '12.94', '0.00', '12.9352345'],
    [1.1, '1.10', '0.00', '1.10'],
    [0.125, '13%', '0%', '0.125'],
    [1250, '₹ 1,250.00', '"₹ "#,##0.00', '1250'],
    [123_456_789_012, '1.23E+11', '0.00E+00', '123456789012'],
    [46_347, '21-11-2026', 'dd-mm-yyyy', '2026-11-21'],
    [45_352, '3/1/2024', 'm/d/yyyy', '2024-03-01'],
    [45_352.4375, '1 Mar', 'd mmm h:mm', '2024-03-01 10:30'],
    [45_352.4375, '1 Mar', 'd mmm', '2024-03-01'],
    [0.5, '12:00', '[h]:mm', '12:00'],
    [1.5, '36', '[h]', '36:00'],
    [0.520_844_907_407_407_4, '12:30 PM', 'h:mm AM/PM', '12:30:01'],
    [0.1 + 0.2, '0.30', '0.00', '0.3'],
    [7, '7', '', '7'],
  ])('that is written has all of %d, though %s is shown', (value, shown, pattern, text) => {
    expect(fullText(value, shown, pattern)).toBe(text);
  });

  test('has semicolons where the decimal sign is a comma, as Excel there expects', async () => {
    const cells = [
      [number('12.5'), number('1234.25'), { text: 'a, b', isText: true }, number('2024-03-01')],
    ];
    const written = writeCsv(cells, { hasDecimalComma: true });
    expect(written).toBe('\uFEFF12,5;1234,25;"a, b";2024-03-01\r\n');
    const { saved } = await readWhole(bytesOf(written), 'a.csv');
    const row = saved.sheets?.sheet1?.cellData?.[0];
    expect([0, 1, 2, 3].map((column) => row?.[column]?.v)).toEqual([12.5, 1234.25, 'a, b', 45_352]);
  });

  test.each(['+91 98123 45678', '+442079460000', '-', '--', '-2.5%', '-₹500', '-----', '="007"'])(
    'leaves %s as it is, which is no formula',
    async (text) => {
      const field = text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
      const { saved } = await readWhole(bytesOf(`${field}\r\n`), 'a.csv');
      expect(saved.sheets?.sheet1?.cellData?.[0]?.[0]).toEqual({ v: text, t: 1 });
      expect(writeCsv([[{ text, isText: true }]], POINTS)).toBe(`\uFEFF${field}\r\n`);
    },
  );

  test('that is written gives every text back, and no program takes one for a formula', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\' ab\u00e4') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
        const written = writeCsv(
          rows.map((row) => row.map((each) => ({ text: each, isText: true }))),
          POINTS,
        );
        const fields = Papa.parse<string[]>(written.slice(1), { delimiter: ',' }).data.flat();
        expect(
          fields.filter((field) =>
            /^(?:=(?!"[^"]*"$)|[@\t\r\n]|[+-](?!(?:\d[\d\s]*|[+-]*\s*)$))/.test(field),
          ),
        ).toEqual([]);
        const { saved } = await readWhole(bytesOf(`#,#\r\n${written.slice(1)}`), 'a.csv');
        const cells = saved.sheets?.sheet1?.cellData ?? {};
        const read = rows.map((_, row) =>
          [0, 1].map((column) => String(cells[row + 1]?.[column]?.v ?? '')),
        );
        expect(read).toEqual(rows.map((row) => row.map(asReadBack)));
      }),
    );
  });
});

const POINTS = { hasDecimalComma: false };

function number(text: string) {
  return { text, isText: false };
}

/** Line ends become one kind. */
function asReadBack(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
