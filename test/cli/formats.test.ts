import { existsSync, readFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

function enrich(from: string, to: string, ...rest: readonly string[]) {
  const args = ['enrich', stage.path(from), '-o', stage.path(to), '--names', 'a', ...rest];
  return stage.run(args);
}

const TEXT = 'Straße,lat,lng\r\nGroßer Markt,12.9,77.6\r\n';

describe('text files', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'UTF-8,'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), 'UTF-8 with a byte order mark'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'UTF-16 (little-endian)'],
    ['UTF-16 without', Buffer.from(TEXT, 'utf16le'), 'UTF-16 (little-endian)'],
    ['big-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), 'UTF-16 (big-endian)'],
    ['Windows-1252', Buffer.from(TEXT, 'latin1'), 'Windows-1252'],
  ])('are read whatever their encoding, which is said: %s', async (_name, bytes, found) => {
    stage.write('in.csv', bytes);
    const { code, messages } = await enrich('in.csv', 'out.csv');
    expect(code).toBe(0);
    expect(messages).toContain(found);
    const text = stage.read('out.csv');
    expect(text).toMatch(/^\uFEFF?Straße,lat,lng,a,locus_status,locus_error\r\n/);
    expect(text).toMatch(/\r\nGroßer Markt,12\.9,77\.6,\d+,done,\r\n$/);
    expect(text.startsWith('\uFEFF')).toBe(found !== 'UTF-8,');
  });

  it('are recognised as UTF-8 though a letter’s bytes come in two pieces', async () => {
    const rows = Array.from({ length: 40_000 }, () => 'ä€ä€ä€ä€,12.9,77.6');
    stage.write('in.csv', ['x,lat,lng', ...rows].join('\n'));
    const { messages } = await enrich('in.csv', 'out.csv');
    expect(messages).toContain('UTF-8,');
    expect(stage.read('out.csv')).not.toContain('\uFFFD');
  });

  it.each([
    [';', 'separated by semicolons'],
    ['\t', 'separated by tabs'],
    ['|', 'separated by vertical bars'],
  ])('are read whatever stands between their cells: %j', async (sign, found) => {
    stage.write('in.txt', `Store,lat,lng\nA,12.9,77.6\n`.replaceAll(',', sign));
    const { messages } = await enrich('in.txt', 'out.csv');
    expect(messages).toContain(found);
    const shown = sign === '\t' ? ',' : sign;
    expect(stage.read('out.csv')).toMatch(`Store,lat,lng,a`.replaceAll(',', shown));
  });

  it('keep quotes, line breaks and blanks at the ends of cells', async () => {
    const cell = '"say ""hi"", then\nleave; "';
    stage.write('in.csv', `note,lat,lng\n${cell},12.9,77.6\n" x ",,\n`);
    await enrich('in.csv', 'out.csv');
    expect(stage.read('out.csv')).toContain(`\n${cell},12.9,77.6,`);
    expect(stage.read('out.csv')).toContain('\n" x ",,,,skipped,\n');
  });

  it('end as they please: with a line’s end, without one, or with several', async () => {
    for (const end of ['', '\n', '\n\n', '\r\n']) {
      stage.write('in.csv', `lat,lng\n12.9,77.6${end}`);
      await enrich('in.csv', 'out.csv');
      expect(stage.read('out.csv').trimEnd().split(/\r?\n/)).toHaveLength(2);
    }
  });

  it('may begin with empty lines, whatever the number of columns', async () => {
    stage.write('in.csv', '\n\nplace\nMG Road\n\n');
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('scored.csv'), '--yes'];
    await stage.run([...args, '--address', 'place', '--model', 'm']);
    expect(stage.service.calls.map(({ body }) => body['address'])).toEqual(['MG Road']);
    expect(stage.read('scored.csv')).toMatch(/^place,/);
    stage.write('two.csv', '\n\nlat,lng\n12.9,77.6\n');
    expect((await enrich('two.csv', 'out.csv')).code).toBe(0);
    expect(stage.read('out.csv')).toMatch(/^lat,lng,a,[^\n]*\n12\.9,77\.6,\d+,done,\n$/);
  });

  it('may have a single column, with blank rows in it', async () => {
    stage.write('in.csv', 'Address\n12 MG Road Bengaluru\n\n14 MG Road Bengaluru\n');
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--model', 'm'];
    await stage.run(args);
    const ends = stage.read('out.csv').trimEnd().split('\n').slice(1);
    expect(ends.map((row) => row.split(',').at(-2))).toEqual(['done', 'skipped', 'done']);
  });
});

describe('Parquet files', () => {
  const rows = async (name: string) =>
    parquetReadObjects({ file: await asyncBufferFromFile(stage.path(name)) });

  beforeEach(() => {
    parquetWriteFile({
      filename: stage.path('in.parquet'),
      columnData: [
        { name: 'id', data: [1n, 2n, 9_007_199_254_740_993n], type: 'INT64' },
        { name: 'lat', data: [12.9, 13, null], type: 'DOUBLE' },
        { name: 'lng', data: [77.6, 77, null], type: 'DOUBLE' },
        { name: 'opened', data: [new Date(0), new Date(86_400_000), null], type: 'TIMESTAMP' },
        { name: 'note', data: ['ä', '', null], type: 'STRING' },
      ],
    });
  });

  it('are taken as outputs of ours, and cost nothing again', async () => {
    await enrich('in.parquet', 'out.parquet', '--no-cache');
    const before = stage.service.calls.length;
    await enrich('out.parquet', 'again.parquet', '--no-cache');
    expect(stage.service.calls).toHaveLength(before);
    expect(await rows('again.parquet')).toEqual(await rows('out.parquet'));
  });

  it('are told from text by what they hold, also through a pipe', async () => {
    const input = readFileSync(stage.path('in.parquet'));
    const { output } = await stage.run(['enrich', '-', '--names', 'a'], { input });
    expect(output.split('\n')).toHaveLength(5);
  });

  it('are refused where they are damaged', async () => {
    stage.write('in.parquet', 'PAR1 and then nothing that makes sense');
    const { code, messages } = await enrich('in.parquet', 'out.csv');
    expect(messages).toMatch(/Can’t read .*in\.parquet as a Parquet file/);
    expect(code).toBe(1);
  });
});

describe('Excel workbooks', () => {
  it('are refused where they are damaged', async () => {
    stage.write('in.xlsx', 'PK\x03\x04 and then nothing');
    expect((await enrich('in.xlsx', 'out.csv')).messages).toContain('as a workbook');
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    expect((await enrich('in.csv', 'out.ods')).messages).toContain('Can’t write');
    expect(existsSync(stage.path('out.ods.locus'))).toBe(false);
    expect(stage.service.calls).toEqual([]);
  });
});

describe('a list that goes from format to format', () => {
  const LIST = [
    'name,lat,lng,code,note',
    'ñ मुंबई 😀,12.9,77.6,007,"a, ""b"""',
    '"two\nlines",13.1,-77.7,12,=1+1',
    ' spaced ,,,x,',
    'unreadable,95,77,1,_x0041_',
    '',
  ].join('\n');

  it.each([
    ['tsv', 'parquet', 'xlsx', 'ndjson'],
    ['ndjson', 'xlsx', 'parquet', 'tsv'],
    ['xlsx', 'ndjson', 'tsv', 'parquet'],
  ])('is the same at the end, and costs nothing: %s, %s, %s, %s', async (...formats) => {
    stage.write('in.csv', LIST);
    await enrich('in.csv', 'expected.csv');
    const before = stage.service.calls.length;
    let from = 'in.csv';
    for (const format of [...formats, 'csv']) {
      const { messages } = await enrich(from, `to.${format}`);
      expect(messages).toContain('4 rows = 2 done + 1 failed + 1 skipped');
      from = `to.${format}`;
    }
    expect(stage.read('to.csv')).toBe(stage.read('expected.csv'));
    expect(stage.service.calls).toHaveLength(before);
  });
});
