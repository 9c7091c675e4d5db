import fc from 'fast-check';
import Papa from 'papaparse';
import { fullText, writeCsv } from '../../../src/workbench/files/csv-writing';
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
    ['2026-11-21', '2026-11-21'],
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
    expect(writeCsv([[{ text, isText: false }]])).toBe(`\uFEFF${field}\r\n`);
  });

  test.each([
    [12.9352345, '12.94', '0.00', '12.9352345'],
    [1.1, '1.10', '0.00', '1.10'],
    [0.125, '13%', '0%', '0.125'],
    [1250, '₹ 1,250.00', '"₹ "#,##0.00', '1250'],
    [123_456_789_012, '1.23E+11', '0.00E+00', '123456789012'],
    [46_347, '21-11-2026', 'dd-mm-yyyy', '21-11-2026'],
    [0.5, '12:00', '[h]:mm', '12:00'],
    [7, '7', '', '7'],
  ])('that is written has all digits of %d, though %s is shown', (value, shown, pattern, text) => {
    expect(fullText(value, shown, pattern)).toBe(text);
  });

  test.each(['+91 98123 45678', '+442079460000'])(
    'leaves the telephone number %s as it is',
    (text) => {
      expect(writeCsv([[{ text, isText: true }]])).toBe(`\uFEFF${text}\r\n`);
    },
  );

  test('that is written gives every text back, and no program takes one for a formula', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\' ab\u00e4') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
        const written = writeCsv(
          rows.map((row) => row.map((each) => ({ text: each, isText: true }))),
        );
        const fields = Papa.parse<string[]>(written.slice(1), { delimiter: ',' }).data.flat();
        expect(
          fields.filter((field) => /^(?:[=@\t\r\n]|[+-](?!\d+(?: \d+)*$))/.test(field)),
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

/** Line ends become one kind. */
function asReadBack(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
