import { readFileSync, writeFileSync } from 'node:fs';
import { openCliStage, type CliStage, type RunResult } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

const NAMES = ['--names', 'w_pop_tt', '--yes'];
/** 60 rows over 20 places, with rows that ask nothing and one that cannot be read. */
const LIST = [
  'id,lat,lng,note',
  ...Array.from({ length: 60 }, (_, row) => `${row},${10 + (row % 20)},77.5,"a, ${row}"`),
  'x,,,no place',
  'y,95,77,too far north',
];
const list = (lines: readonly string[] = LIST): string => `${lines.join('\n')}\n`;

async function enrichParts(of: number, input: string, suffix = 'csv'): Promise<string[]> {
  const outputs: string[] = [];
  for (let index = 1; index <= of; index += 1) {
    const output = stage.path(`part-${index}-of-${of}.${suffix}`);
    const run = await stage.run([
      ...['enrich', input, '-o', output, '--part', `${index}/${of}`, '--no-cache', ...NAMES],
    ]);
    expect([0, 2]).toContain(run.code);
    outputs.push(output);
  }
  return outputs;
}

const merge = (parts: readonly string[], ...args: string[]): Promise<RunResult> =>
  stage.run(['merge', ...parts, '-o', stage.path('merged.csv'), ...args]);

describe('parts of a file', () => {
  it.each([1, 3, 7, 40])('by %i make the calls and the output of the whole', async (of) => {
    const input = stage.write('in.csv', list());
    await stage.run(['enrich', input, '-o', stage.path('whole.csv'), '--no-cache', ...NAMES]);
    expect(stage.service.calls).toHaveLength(20);
    const parts = await enrichParts(of, input);
    expect(stage.service.calls).toHaveLength(40);
    const { code, messages } = await merge([...parts].reverse());
    expect(stage.read('merged.csv')).toBe(stage.read('whole.csv'));
    expect([code, messages]).toEqual([2, expect.stringContaining('62 rows of')]);
    expect(messages).toContain('1 row failed');
  });

  it('come together in Parquet as they do in text', async () => {
    const input = stage.write('in.csv', list());
    const parts = await enrichParts(3, input, 'parquet');
    await merge(parts);
    await stage.run(['enrich', input, '-o', stage.path('whole.csv'), ...NAMES]);
    expect(stage.read('merged.csv')).toBe(stage.read('whole.csv'));
  });

  it('come together as a table of one type a column, though the parts alone have others', async () => {
    const rows = Array.from({ length: 12 }, (_, row) =>
      JSON.stringify({ id: row === 7 ? 'x7' : row, lat: 10 + row, lng: 77.5 }),
    );
    const input = stage.write('in.ndjson', `${rows.join('\n')}\n`);
    const parts = await enrichParts(5, input, 'ndjson');
    for (const suffix of ['parquet', 'xlsx']) {
      const [merged, whole] = [stage.path(`merged.${suffix}`), stage.path(`whole.${suffix}`)];
      expect((await stage.run(['merge', ...parts, '-o', merged])).code).toBe(0);
      await stage.run(['enrich', input, '-o', whole, ...NAMES]);
      expect(readFileSync(merged).equals(readFileSync(whole))).toBe(true);
    }
  });

  it('come together as lines of JSON, though not every line has every field, nor in one order', async () => {
    const rows = Array.from({ length: 12 }, (_, row) =>
      JSON.stringify({ id: row, lat: 10 + row, lng: 77.5, ...(row === 5 && { note: 'one' }) }),
    );
    rows[8] = '{"note":"two","lng":77.5,"lat":18,"id":8}';
    const input = stage.write('in.ndjson', `${rows.join('\n')}\n`);
    const parts = await enrichParts(40, input, 'ndjson');
    const output = stage.path('merged.ndjson');
    expect((await stage.run(['merge', ...parts, '-o', output])).code).toBe(0);
    await stage.run(['enrich', input, '-o', stage.path('whole.ndjson'), ...NAMES]);
    const objects = (name: string): unknown[] =>
      stage
        .read(name)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    expect(objects('merged.ndjson')).toEqual(objects('whole.ndjson'));
  });

  it('are asked again alone where they failed, and merge then', async () => {
    const input = stage.write('in.csv', list(LIST.slice(0, 61)));
    stage.service.fate = () => ({ status: 402, body: '{"message":"No credits left."}' });
    const [one = '', two = ''] = await enrichPartsAnyhow(input);
    stage.service.fate = () => 'answer';
    const again = stage.path('again.csv');
    await stage.run(['enrich', one, '-o', again, ...NAMES]);
    await stage.run(['enrich', two, '-o', two, ...NAMES]);
    expect((await merge([again, two])).code).toBe(0);
    expect(stage.read('merged.csv').match(/,done,/g)).toHaveLength(60);
  });

  async function enrichPartsAnyhow(input: string): Promise<string[]> {
    const outputs = ['one.csv', 'two.csv'].map(stage.path);
    for (const [at, output] of outputs.entries()) {
      const part = `${at + 1}/2`;
      await stage.run(['enrich', input, '-o', output, '--part', part, '--no-cache', ...NAMES]);
    }
    return outputs;
  }

  it('that are missing, double, edited or of another file are said, and nothing is written', async () => {
    const input = stage.write('in.csv', list());
    const [one = '', two = '', three = ''] = await enrichParts(3, input);
    const other = stage.write('other.csv', list([...LIST.slice(0, 20), ...LIST.slice(21), 'z,,,']));
    const [, ofOther = ''] = await enrichPartsAnyhow(other);
    const lines = readFileSync(two, 'utf8').trimEnd().split('\n');
    const sorted = stage.path('sorted.csv');
    writeFileSync(sorted, `${[lines[0], ...lines.slice(1).reverse()].join('\n')}\n`);
    for (const [parts, message] of [
      [[one, three], /of 62 are missing: there is no part 2\/3\. Nothing was written/],
      [[one, two, two], /both hold row \d+/],
      [[one, ofOther, three], /is a part of another file/],
      [[one, sorted, three], /Was the part sorted or edited\?/],
      [[one, input, three], /isn’t a part/],
      [[one, stage.path('none.csv')], /none\.csv/],
    ] as const) {
      const { code, messages } = await merge(parts);
      expect([code, messages]).toEqual([1, expect.stringMatching(message)]);
      expect(() => stage.read('merged.csv')).toThrow('ENOENT');
    }
    const { code, messages } = await merge([one, three], '--partial');
    expect([code, messages]).toEqual([2, expect.stringContaining('are missing')]);
    expect(stage.read('merged.csv').split('\n').length).toBeGreaterThan(10);
  });

  it('are refused where there is no such part, or the file is one already', async () => {
    const input = stage.write('in.csv', list());
    for (const part of ['0/4', '5/4', '1', '1/0', 'a/b', '-1/2', '1.5/2']) {
      const run = await stage.run([
        'enrich',
        input,
        '-o',
        stage.path('o.csv'),
        '--part',
        part,
        ...NAMES,
      ]);
      expect([run.code, run.messages]).toEqual([1, expect.stringContaining('isn’t a part')]);
    }
    const [one = ''] = await enrichParts(1, input);
    const calls = stage.service.calls.length;
    const run = await stage.run([
      'enrich',
      one,
      '-o',
      stage.path('o.csv'),
      '--part',
      '1/2',
      ...NAMES,
    ]);
    expect([run.code, run.messages]).toEqual([1, expect.stringContaining('is a part already')]);
    expect(stage.service.calls).toHaveLength(calls);
  });
});
