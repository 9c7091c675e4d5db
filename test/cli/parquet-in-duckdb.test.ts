import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
let duck: DuckDBConnection;
beforeAll(async () => (duck = await (await DuckDBInstance.create(':memory:')).connect()));
afterAll(() => duck.closeSync());
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

async function rowsOf(sql: string): Promise<unknown[][]> {
  return (await duck.runAndReadAll(sql)).getRowsJson();
}

function fieldFile(name: string): void {
  copyFileSync(join(__dirname, '../field/files', name), stage.path('in.parquet'));
}

/** DuckDB writes a file with these columns: for each, its values by row. */
async function write(columns: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const names = Object.keys(columns);
  const count = Math.max(...Object.values(columns).map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, row) => {
    const values = names.map(
      (name) => `${columns[name]?.[row] ?? 'NULL'} AS "${name.replaceAll('"', '""')}"`,
    );
    return `SELECT 12.9 AS lat, 77.6 AS lng, ${values.join(', ')}`;
  });
  await duck.run(`COPY (${rows.join(' UNION ALL ')}) TO '${stage.path('in.parquet')}'`);
}

function enrich(to: string, ...rest: readonly string[]) {
  const args = ['enrich', stage.path('in.parquet'), '-o', stage.path(to), '--names', 'a', ...rest];
  return stage.run(args);
}

/** The columns of the input, as DuckDB reads them: their types, and their values as text. */
async function read(name: string) {
  const file = stage.path(name);
  const ours = `EXCLUDE (a, locus_status, locus_error)`;
  const own = `SELECT * ${name === 'in.parquet' ? '' : ours} FROM '${file}'`;
  const types = await rowsOf(`SELECT column_name, column_type FROM (DESCRIBE ${own})`);
  return { types, values: await rowsOf(`SELECT COLUMNS(*)::VARCHAR FROM (${own})`) };
}

async function expectUnchanged(): Promise<void> {
  const { code, messages } = await enrich('out.parquet');
  expect([code, code === 0 ? '' : messages]).toEqual([0, '']);
  expect(await read('out.parquet')).toEqual(await read('in.parquet'));
  const states = await rowsOf(`SELECT DISTINCT locus_status FROM '${stage.path('out.parquet')}'`);
  expect(states).toEqual([['done']]);
}

const INTEGERS = {
  tiny: ['(-128)::TINYINT', '127::TINYINT'],
  small: ['(-32768)::SMALLINT', '32767::SMALLINT'],
  whole: ['(-2147483648)::INTEGER', '2147483647::INTEGER'],
  big: ['(-9223372036854775808)::BIGINT', '9223372036854775807::BIGINT'],
  utiny: ['255::UTINYINT', '0::UTINYINT'],
  usmall: ['65535::USMALLINT'],
  uwhole: ['4294967295::UINTEGER', '1::UINTEGER'],
  ubig: ['18446744073709551615::UBIGINT', '1::UBIGINT'],
};

const TIMES = {
  day: [`'2024-03-01'::DATE`, `'1582-10-04'::DATE`, `'infinity'::DATE`],
  time: [`'10:30:00.000001'::TIME`, `'23:59:59'::TIME`],
  zoned_time: [`'10:30:00+05:30'::TIMETZ`],
  moment: [`'2024-03-01 10:30:00.123456'::TIMESTAMP`, `'1883-11-18'::TIMESTAMP`],
  far: [`'infinity'::TIMESTAMP`, `'99999-01-01'::TIMESTAMP`],
  ms: [`'2024-03-01 10:30:00.123'::TIMESTAMP_MS`],
  ns: [
    `'2024-03-01 10:30:00.123456789'::TIMESTAMP_NS`,
    `'1969-12-31 23:59:59.999999999'::TIMESTAMP_NS`,
  ],
  zoned: [`'2024-03-01 10:30:00+05:30'::TIMESTAMPTZ`],
  span: [`INTERVAL '3 days 2 hours'`, `INTERVAL '14 months'`],
};

describe('what another program wrote comes back as it was', () => {
  it.each<[string, Record<string, readonly string[]>]>([
    ['whole numbers of every width', INTEGERS],
    [
      'other numbers',
      {
        yes: ['true', 'false'],
        float: ['12.9352::FLOAT', `'nan'::FLOAT`, `'-inf'::FLOAT`],
        double: ['12.9352::DOUBLE', '5e-324::DOUBLE', `'inf'::DOUBLE`],
        short: ['1.5::DECIMAL(4,1)', '-0.1'],
        decimal: ['123456789012.345678::DECIMAL(18,6)', '-0.000001'],
        long: ['1234567890123456789012345678.0123456789::DECIMAL(38,10)', '-1'],
        huge: ['170141183460469231731687303715884105727::HUGEINT', '-5'],
      },
    ],
    ['times', TIMES],
    [
      'texts and bytes',
      {
        text: [`'ä 😀'`, `''`, 'NULL'],
        bytes: [`'\\x00\\xFF'::BLOB`, `'abc'::BLOB`],
        kind: [`'b'::ENUM('a', 'b')`],
        json: [`'{"b": 12345678901234567890}'::JSON`],
        id: [`'123e4567-e89b-12d3-a456-426614174000'::UUID`],
        'a "quoted" name, with a comma': ['1'],
        'dotted.name': ['2'],
      },
    ],
    [
      'lists',
      {
        numbers: ['[1, NULL, 3]', '[]', 'NULL'],
        tiny: ['[1::TINYINT, -3]', 'NULL'],
        texts: [`['a', '', NULL]`, 'NULL'],
        lists: ['[[1], [], NULL, [2, 3]]', '[]'],
        moments: [`['2024-03-01 10:30:00.123456'::TIMESTAMP]`],
        days: [`['2024-03-01'::DATE, NULL]`],
        structs: [`[{'x': 1::UTINYINT, 'y': 'b'}]`, '[]'],
        floats: ['[12.9352::FLOAT]'],
        spans: [`[INTERVAL '3 days']`],
        ids: [`['123e4567-e89b-12d3-a456-426614174000'::UUID]`],
        decimals: ['[1.50::DECIMAL(38,2)]', '[12345678901234567890.12]'],
      },
    ],
    [
      'structs and maps',
      {
        struct: [`{'x': 1::USMALLINT, 'y': {'z': 'b'}}`, `{'x': NULL, 'y': NULL}`, 'NULL'],
        dated: [`{'day': '2024-03-01'::DATE, 'listed': [1.5::DECIMAL(4,1)]}`],
        texts: [`MAP {'10': 1, '2': NULL}`, 'MAP {}', 'NULL'],
        numbers: [`MAP {2: 'x', 1: 'y'}`],
        days: [`MAP {'2024-03-01'::DATE: [1, 2]}`],
        listed: [`[MAP {'a': {'x': 1}}]`],
      },
    ],
  ])('%s', async (_kind, columns) => {
    await write(columns);
    await expectUnchanged();
  });

  it.each(['F27.parquet', 'N27-int8.parquet', 'N27-nested.parquet', 'F21.parquet', 'F36.parquet'])(
    'also that of Arrow: %s',
    async (name) => {
      fieldFile(name);
      const places = name === 'F36.parquet' ? ['--lat', 'lat', '--lng', 'lng'] : [];
      expect((await enrich('out.parquet', ...places)).code).toBe(0);
      expect(await read('out.parquet')).toEqual(await read('in.parquet'));
    },
  );

  it('and is found by its value, for which a reader trusts what the file says of its columns', async () => {
    const values = { ...INTEGERS, price: ['1.5::DECIMAL(4,1)', '-0.1'], ...TIMES };
    await write(values);
    await enrich('out.parquet');
    for (const [name, [first = '']] of Object.entries(values)) {
      // DuckDB compares it by its zone, too, which Parquet does not store.
      if (name === 'zoned_time') continue;
      const found = `SELECT count(*) FROM '${stage.path('out.parquet')}' WHERE "${name}" = ${first}`;
      expect([name, await rowsOf(found)]).toEqual([name, [['1']]]);
    }
  });

  it('though there are no rows', async () => {
    await write({ own: [`MAP {1: 'x'}`] });
    const file = stage.path('in.parquet');
    await duck.run(`CREATE OR REPLACE TABLE none AS SELECT * FROM '${file}' WHERE false`);
    await duck.run(`COPY none TO '${file}' (FORMAT parquet)`);
    expect((await enrich('out.parquet', '--lat', 'lat', '--lng', 'lng')).code).toBe(0);
    expect(await read('out.parquet')).toEqual(await read('in.parquet'));
  });
});

describe('in a text file, what another program wrote', () => {
  it('has all its digits, and times as they are stored', async () => {
    await write({
      ...TIMES,
      map: ['MAP {1: 2}'],
      ubig: INTEGERS.ubig,
      n: ['[1.50::DECIMAL(38,2)]'],
    });
    await enrich('out.csv');
    expect(stage.read('out.csv').split('\n')[1]).toMatch(
      new RegExp(
        [
          '^12\\.9,77\\.6,2024-03-01,10:30:00\\.000001,05:00:00\\.000,2024-03-01T10:30:00\\.123456',
          '9223372036854775807,2024-03-01T10:30:00\\.123,2024-03-01T10:30:00\\.123456789',
          '2024-03-01T05:00:00\\.000Z,P3DT7200S,"\\[{""key"":1,""value"":2}\\]"',
          '18446744073709551615,\\[1\\.5\\],',
        ].join(','),
      ),
    );
  });

  it('keeps both columns of one name', async () => {
    fieldFile('F27.parquet');
    expect((await enrich('out.csv')).code).toBe(0);
    expect(stage.read('out.csv')).toMatch(
      /^lat,lng,value,value,a,.*\n12\.9352,77\.6245,1,x,.*\n19\.0596,72\.8295,2,y,/,
    );
  });
});

describe('a place or a date', () => {
  it('of 32 bits is the same place as of 64', async () => {
    fieldFile('F36.parquet');
    await enrich('out.csv', '--lat', 'lat', '--lng', 'lng');
    await enrich('again.csv', '--lat', 'lat_d', '--lng', 'lng_d');
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['12.9352,77.6245']);
  });

  it.each([
    ['d', '2024-03-01'],
    ['ts', '2024-03-01'],
    // 22:30 in UTC, as the file stores it, is the next day in its time zone.
    ['tz', '2024-03-02'],
  ])('is the day in the file’s own time zone: %s', async (column, day) => {
    fieldFile('F21.parquet');
    const args = ['enrich', stage.path('in.parquet'), '-o', stage.path('out.csv'), '--model', 'm'];
    await stage.run([...args, '--date', column]);
    expect(stage.service.calls.map(({ body }) => body['date'])).toEqual([day]);
  });
});
