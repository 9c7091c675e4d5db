import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import { unzipSync } from 'fflate';
import { parquetWriteFile } from 'hyparquet-writer';
import { checkXlsxRow, createXlsxWriter } from '../../src/cli/xlsx-writer';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

const enrich = (from: string, to: string, ...rest: readonly string[]) =>
  stage.run(['enrich', stage.path(from), '-o', stage.path(to), '--names', 'a', ...rest]);

/** The cells of the only sheet, as another program reads them: numbers, truth values, text. */
function cellsOf(name: string | Uint8Array): unknown[][] {
  const bytes = typeof name === 'string' ? readFileSync(stage.path(name)) : name;
  const { Sheets, SheetNames } = xlsx.read(bytes, { cellDates: false });
  return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] as xlsx.WorkSheet, {
    header: 1,
    raw: true,
    defval: null,
  });
}

function sheetXml(name: string): string {
  const part = unzipSync(readFileSync(stage.path(name)))['xl/worksheets/sheet1.xml'];
  return new TextDecoder().decode(part);
}

describe('a list of text written as a workbook', () => {
  const LIST = [
    'shop,lat,lng,pincode,code,phone,share,note',
    '"A & B <""x"">",12.90,77.6,560001,007,919876543210,1e-7,"=HYPERLINK(""http://x"")"',
    '"two\nlines",12.935199737548828,77,560034,123,919876543211,0.5,_x0041_',
    'ñ मुंबई 😀,,,1,5,1,,\u0001',
  ].join('\n');

  it('has numbers where a column surely has nothing else, and text that is no formula', async () => {
    stage.write('in.csv', LIST);
    const { code } = await enrich('in.csv', 'out.xlsx');
    expect(code).toBe(0);
    const [header, first, second, third] = cellsOf('out.xlsx');
    expect(header?.slice(-4)).toEqual(['note', 'a', 'locus_status', 'locus_error']);
    expect(first).toEqual([
      ...['A & B <"x">', 12.9, 77.6, 560001, '007', '919876543210', 1e-7],
      ...['=HYPERLINK("http://x")', expect.any(Number), 'done', null],
    ]);
    expect(second?.slice(0, 8)).toEqual([
      ...['two\nlines', 12.935199737548828, 77, 560034, '123', '919876543211', 0.5, '_x0041_'],
    ]);
    expect(third).toEqual([
      ...['ñ मुंबई 😀', null, null, 1, '5', '1', null, '\u0001', null, 'skipped', null],
    ]);
    expect(sheetXml('out.xlsx')).not.toContain('<f>');
  });

  it('costs nothing when it is enriched again', async () => {
    stage.write('in.csv', LIST);
    await enrich('in.csv', 'out.xlsx', '--no-cache');
    const before = stage.service.calls.length;
    await enrich('out.xlsx', 'again.xlsx', '--no-cache');
    expect(stage.service.calls).toHaveLength(before);
    expect(cellsOf('again.xlsx')).toEqual(cellsOf('out.xlsx'));
  });

  it('is not replaced once another program has saved it, since it may hold more', async () => {
    stage.write('in.csv', LIST);
    await enrich('in.csv', 'out.xlsx');
    const book = xlsx.read(readFileSync(stage.path('out.xlsx')));
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['mine']]), 'Mine');
    const saved = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    stage.write('out.xlsx', saved);
    expect(await enrich('in.csv', 'out.xlsx')).toMatchObject({
      ...{ code: 1, messages: expect.stringContaining('Use --force') as unknown },
    });
    expect(readFileSync(stage.path('out.xlsx')).equals(saved)).toBe(true);
    expect((await enrich('in.csv', 'out.xlsx', '--force')).code).toBe(0);
  });

  it('has the names of its columns as text, also where one looks like a number', async () => {
    stage.write('in.csv', 'store,lat,lng,2024\nA,12.9,77.6,5\nB,12.8,77.7,7\n');
    await enrich('in.csv', 'out.xlsx');
    const [header, row] = cellsOf('out.xlsx');
    expect(header?.slice(0, 4)).toEqual(['store', 'lat', 'lng', '2024']);
    expect(row?.slice(0, 4)).toEqual(['A', 12.9, 77.6, 5]);
  });

  it('is the same, byte for byte, whenever it is written', async () => {
    stage.write('in.csv', LIST);
    await enrich('in.csv', 'out.xlsx');
    await enrich('in.csv', 'again.xlsx');
    expect(stage.read('again.xlsx')).toBe(stage.read('out.xlsx'));
  });
});

describe('typed lists written as a workbook', () => {
  it('keep numbers, truth values and dates, and text where Excel would lose digits', async () => {
    parquetWriteFile({
      filename: stage.path('in.parquet'),
      columnData: [
        { name: 'id', data: [1n, 9_007_199_254_740_993n], type: 'INT64' },
        { name: 'lat', data: [12.9, 13], type: 'DOUBLE' },
        { name: 'lng', data: [77.6, 77], type: 'DOUBLE' },
        { name: 'open', data: [true, false], type: 'BOOLEAN' },
        { name: 'code', data: ['12', '13'], type: 'STRING' },
      ],
    });
    await enrich('in.parquet', 'out.xlsx');
    const [, first, second] = cellsOf('out.xlsx');
    expect(first?.slice(0, 5)).toEqual([1, 12.9, 77.6, true, '12']);
    expect(second?.slice(0, 5)).toEqual(['9007199254740993', 13, 77, false, '13']);
  });

  it('keep the dates of a workbook as dates, and its sheet’s name', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['lat', 'lng', 'opened', 'closed'],
      [
        12.9,
        77.6,
        { t: 'n', v: 45_352, z: 'yyyy-mm-dd' },
        { t: 'n', v: 45_352.5, z: 'm/d/yy h:mm' },
      ],
    ]);
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(book, sheet, 'Stores & "more"');
    stage.write('in.xlsx', xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    await enrich('in.xlsx', 'out.xlsx');
    const written = xlsx.read(readFileSync(stage.path('out.xlsx')), { cellNF: true });
    expect(written.SheetNames).toEqual(['Stores & "more"']);
    const cell = (at: string) => written.Sheets['Stores & "more"']?.[at] as xlsx.CellObject;
    expect([cell('C2').v, cell('C2').z]).toEqual([45_352, 'm/d/yy']);
    expect([cell('D2').v, cell('D2').z]).toEqual([45_352.5, 'm/d/yy h:mm']);
  });

  it('give every text back that Excel can hold', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('_x000D_', '_x005F_x000D_', ' \r\n ', '\uFFFE', '__x0041__'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 60 }), async (texts) => {
        const chunks: Uint8Array[] = [];
        const output = {
          write: (bytes: Uint8Array) => Promise.resolve(void chunks.push(bytes)),
          finish: () => Promise.resolve(),
        };
        const columns = texts.map((_, at) => `c${at}`);
        const kinds = columns.map(() => 'text' as const);
        const writer = await createXlsxWriter(
          output,
          columns,
          { columns },
          { kinds, degrees: new Set() },
          [],
        );
        await writer.write([texts]);
        await writer.finish();
        const [, row = []] = cellsOf(Buffer.concat(chunks));
        // This reader takes a line end of two characters for one.
        const expected = texts.map((text) => text.replaceAll('\r\n', '\n'));
        expect(texts.map((_, at) => row[at] ?? '')).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});

describe('what a sheet of Excel cannot hold', () => {
  it('is said before any call: a text of more than 32,767 characters', async () => {
    stage.write('in.csv', `lat,lng,note\n12.9,77.6,a\n13,77,${'x'.repeat(32_768)}\n`);
    const { code, messages } = await enrich('in.csv', 'out.xlsx');
    expect(messages).toContain('Row 2, column 3: a cell of Excel holds 32,767 characters');
    expect(code).toBe(1);
    expect(stage.service.calls).toHaveLength(0);
  });

  it('is a row too many', () => {
    expect(() => checkXlsxRow(['a'], 1_048_575)).not.toThrow();
    expect(() => checkXlsxRow(['a'], 1_048_576)).toThrow('1,048,575 rows under a header');
  });
});
