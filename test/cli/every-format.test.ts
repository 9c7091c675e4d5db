import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import * as xlsx from '@e965/xlsx';
import Papa from 'papaparse';
import { openCliStage, type CliStage } from './cli-stage';

/**
 * One hard list in every format that is read, written in every format that is written: the same places
 * are asked for, and other programs read every cell that Locus did not write as it went in.
 * `scripts/check/formats.mjs` does the same with the writers of other languages.
 */

const TEXTS = [
  ...['a\r\nb', ' x ', '\u0001y', '   ', '\u00a0'],
  ...['Café "A", B; C|D\tE', 'two\nlines', 'कैफ़े \u2028 x', '🏪', '=1+1', 'NULL', '007', '1.10'],
  ...['9007199254740993', '9999-12-31', '12.935199737548828', 'a\\b', "O'Neil", '-', '5" pipe'],
] as const;
type Row = Readonly<Record<'text' | 'ward' | 'id' | 'lat' | 'lng', string>>;
const ROWS: readonly Row[] = TEXTS.map((text, at) => ({
  text,
  ward: at % 2 === 0 ? '1.1' : '1.10',
  id: String(9_007_199_254_740_992n + BigInt(at)),
  lat: `12.${String(10 + at)}`,
  lng: '77.6',
}));
const NAMES = ['text', 'ward', 'id', 'lat', 'lng'] as const;
const PLACES = ROWS.map(({ lat }) => `${Number(lat)},77.6`);

const json = ({ text, ward, id, lat, lng }: Row): string =>
  `{"text":${JSON.stringify(text)},"ward":${ward},"id":${id},"lat":${lat},"lng":${lng}}`;
const feature = (row: Row): string =>
  `{"properties":${json(row)},"geometry":{"coordinates":[${row.lng},${row.lat}],"type":"Point"},"type":"Feature"}`;
const delimited = (delimiter: string, newline: string): string =>
  Papa.unparse([[...NAMES], ...ROWS.map((row) => NAMES.map((name) => row[name]))], {
    ...{ delimiter, newline },
  });

/** What writes the list, by the name of its file. */
const WRITERS: Readonly<Record<string, () => string | Uint8Array>> = {
  'papaparse.csv': () => delimited(',', '\r\n'),
  'semicolons.txt': () => delimited(';', '\n'),
  'utf16.csv': () => Buffer.from(`\uFEFF${delimited('\t', '\r\n')}`, 'utf16le'),
  'tabs.tsv': () => delimited('\t', '\n'),
  'lines.ndjson': () => ROWS.map(json).join('\n'),
  'records.jsonl': () => ROWS.map((row) => `\x1E${json(row)}\n`).join(''),
  'powershell.ndjson': () => Buffer.from(`\uFEFF${ROWS.map(json).join('\r\n')}`, 'utf16le'),
  'sorted.geojson': () =>
    `{"features":[${ROWS.map(feature).join(',')}],"type":"FeatureCollection"}`,
  'lines.geojson': () => ROWS.map(feature).join('\n'),
  'sheetjs.xlsx': () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      [...NAMES],
      ...ROWS.map(({ lat, lng, ...row }) => [row.text, row.ward, row.id, Number(lat), Number(lng)]),
    ]);
    const book = { SheetNames: ['Shops'], Sheets: { Shops: sheet } };
    return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  },
  'duckdb.parquet': () => readFileSync(stage.path('duckdb-made.parquet')),
  'duckdb.csv': () => readFileSync(stage.path('duckdb-made.csv')),
  'duckdb.ndjson': () => readFileSync(stage.path('duckdb-made.ndjson')),
};

type ReadRow = Readonly<Record<string, unknown>>;

/** What reads an output, by what its file’s name ends with. */
const READERS: Readonly<Record<string, (path: string) => Promise<readonly ReadRow[]>>> = {
  '.csv': delimitedRows,
  '.txt': delimitedRows,
  '.tsv': delimitedRows,
  '.ndjson': jsonRows,
  '.jsonl': jsonRows,
  '.geojson': (path) =>
    Promise.resolve(
      (digitsAsText(readFileSync(path, 'utf8')) as FeatureList).features.map(
        ({ properties }) => properties,
      ),
    ),
  '.parquet': (path) => rowsOf(`FROM '${path}'`),
  '.xlsx': (path) => {
    const { Sheets, SheetNames } = xlsx.read(readFileSync(path));
    const sheet = Sheets[SheetNames[0] ?? ''] as xlsx.WorkSheet;
    return Promise.resolve(xlsx.utils.sheet_to_json<ReadRow>(sheet, { raw: true, defval: '' }));
  },
};

let stage: CliStage;
let duckdb: DuckDBInstance;
beforeAll(async () => {
  duckdb = await DuckDBInstance.create(':memory:');
  stage = await openCliStage();
  stage.write('list.ndjson', ROWS.map((row) => JSON.stringify(row)).join('\n'));
  const list = `FROM read_json('${stage.path('list.ndjson')}', columns = {"text": 'VARCHAR',
    ward: 'VARCHAR', id: 'UBIGINT', lat: 'DECIMAL(8,2)', lng: 'DOUBLE'})`;
  await rowsOf(`COPY (${list}) TO '${stage.path('duckdb-made.parquet')}'`);
  await rowsOf(`COPY (${list}) TO '${stage.path('duckdb-made.csv')}'`);
  await rowsOf(`COPY (${list}) TO '${stage.path('duckdb-made.ndjson')}' (FORMAT JSON)`);
});
afterAll(() => stage.close());

async function rowsOf(sql: string): Promise<readonly ReadRow[]> {
  const connection = await duckdb.connect();
  return (await connection.runAndReadAll(sql)).getRowObjects() as ReadRow[];
}

function delimitedRows(path: string): Promise<readonly ReadRow[]> {
  const { data } = Papa.parse<ReadRow>(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), {
    ...{ header: true, skipEmptyLines: true },
  });
  return Promise.resolve(data);
}

function jsonRows(path: string): Promise<readonly ReadRow[]> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return Promise.resolve(lines.map((line) => digitsAsText(line) as ReadRow));
}

interface FeatureList {
  readonly features: readonly { readonly properties: ReadRow }[];
}

const enrich = (file: string, output: string) =>
  stage.run(['enrich', file, '-o', output, '--no-cache', '--names', 'a']);

function digitsAsText(text: string): unknown {
  return JSON.parse(text.replace(/"(ward|id|lat|lng|small|large)":(-?[\d.]+)/g, '"$1":"$2"'));
}

test('every format that is written is read here', async () => {
  stage.write('any.csv', 'lat,lng\n1,2\n');
  const args = ['enrich', stage.path('any.csv'), '-o', stage.path('out.any'), '--names', 'a'];
  const { messages } = await stage.run(args);
  const formats = /use ([^.]*(?:\.\w+(?:, )?)+)/.exec(messages)?.[1]?.split(', ') ?? [];
  expect(formats.sort()).toEqual(Object.keys(READERS).sort());
});

describe.each(Object.keys(WRITERS))('%s', (file) => {
  test.each(Object.keys(READERS))('as %s', async (format) => {
    stage.write(file, (WRITERS[file] as () => string)());
    const output = `${file}${format}`;
    const before = stage.service.calls.length;
    const { messages, code } = await enrich(stage.path(file), stage.path(output));
    expect([code, messages]).toEqual([
      0,
      expect.stringContaining(`${ROWS.length} rows = ${ROWS.length} done`),
    ]);
    const asked = stage.service.calls.slice(before).map(({ place }) => place);
    expect([...asked].sort()).toEqual([...PLACES].sort());
    const rows = await (READERS[format] as (typeof READERS)[string])(stage.path(output));
    // What reads and writes workbooks here knows one kind of line break.
    const isSheet = file.endsWith('.xlsx') || format === '.xlsx';
    const plain = (text: string): string => (isSheet ? text.replaceAll('\r\n', '\n') : text);
    const read = rows.map((row) => ({
      ...row,
      ...{ text: plain(String(row['text'])), ward: String(row['ward']) },
      ...{ lat: Number(row['lat']), lng: Number(row['lng']) },
    }));
    expect(read).toMatchObject(
      ROWS.map((row) => ({
        ...{ text: plain(row.text), ward: row.ward, id: keptId(row, rows) },
        ...{ lat: Number(row.lat), lng: 77.6, locus_status: 'done' },
      })),
    );
  });
});

/** What each format says of a list that is hardly one, and of columns that are called oddly. */
const ODD: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  '.csv': (text) => text,
  '.tsv': (text) => text.replaceAll(',', '\t'),
  '.ndjson': (text) => objectsIn(text).join('\n'),
  '.geojson': (text) =>
    objectsIn(text)
      .map((properties) => {
        const { lat, lng } = JSON.parse(properties) as Readonly<Record<'lat' | 'lng', string>>;
        const point = lat === '' ? 'null' : `{"type":"Point","coordinates":[${lng},${lat}]}`;
        return `{"type":"Feature","properties":${properties},"geometry":${point}}`;
      })
      .join('\n'),
  '.xlsx': (text) => {
    const rows = text.split('\n').map((line) => line.split(','));
    const book = { SheetNames: ['A'], Sheets: { A: xlsx.utils.aoa_to_sheet(rows) } };
    return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  },
};

/** Each with its names; of two alike the last one counts, as in JSON. */
function objectsIn(text: string): readonly string[] {
  const [names = [], ...rows] = text.split('\n').map((line) => line.split(','));
  return rows.map((row) =>
    JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]]))),
  );
}

interface OddList {
  readonly text: string;
  /** Undefined: all of them. */
  readonly formats?: readonly string[];
  readonly said: string | RegExp;
  readonly asked?: readonly string[];
}

const IN_COLUMNS = ['.csv', '.tsv', '.xlsx'];
const A_PLACE = ['12.1,77.6'];
const ODD_LISTS: Readonly<Record<string, OddList>> = {
  'an empty file': { text: '', formats: ['.csv', '.ndjson', '.geojson'], said: 'is empty.' },
  'a header alone': { text: 'n,lat,lng', formats: IN_COLUMNS, said: 'The list has no rows' },
  'a single row': { text: 'n,lat,lng\nA,12.1,77.6', said: '1 row = 1 done', asked: A_PLACE },
  'the wanted name': {
    text: 'a,lat,lng\nmine,12.1,77.6',
    said: 'The file already has a column “a”. Rename it first.',
  },
  'a message of one’s own': {
    text: 'locus_error,lat,lng\nmine,12.1,77.6',
    said: 'The file already has a column “locus_error”. Rename it first.',
  },
  'a status of one’s own': {
    text: 'locus_status,lat,lng\nmine,12.1,77.6',
    said: 'The file already has a column “locus_status”. Rename it first.',
  },
  'both of one’s own': {
    text: 'locus_status,locus_error,lat,lng\nmine,too,12.1,77.6',
    said: '“locus_status” is a column of the file’s own: it holds “mine”. Rename it first.',
  },
  'two statuses': {
    text: 'locus_status,locus_status,locus_error,lat,lng\ndone,done,,12.1,77.6',
    formats: IN_COLUMNS,
    said: 'The file has two columns “locus_status”. Rename one first.',
  },
  'two latitudes': {
    text: 'lat,latitude,lng\n12.1,13.1,77.6',
    formats: [...IN_COLUMNS, '.ndjson'],
    said: 'Each row has two places: “lat” and “lng”, or “latitude” and “lng”.',
  },
  'two longitudes': {
    text: 'lat,lng,longitude\n12.1,77.6,78.6',
    formats: [...IN_COLUMNS, '.ndjson'],
    said: 'Each row has two places: “lat” and “lng”, or “lat” and “longitude”.',
  },
  'the same latitude twice': {
    text: 'lat,latitude,lng\n12.1,12.1,77.6',
    said: '1 row = 1 done',
    asked: A_PLACE,
  },
  'an x that is no longitude': {
    text: 'n,x,lat,lng\nA,1,12.1,77.6',
    said: '1 row = 1 done',
    asked: A_PLACE,
  },
  'a row too short': {
    text: 'n,lat,lng\nA,12.1,77.6\nB,12.2',
    formats: ['.csv', '.tsv'],
    said: 'row 2 (line 3), column 3: there are 2 cells, and the header has 3',
  },
  'a row too long': {
    text: 'n,lat,lng\nA,12.1,77.6\nB,12.2,77.7,x',
    formats: ['.csv', '.tsv'],
    said: 'row 2 (line 3), column 4: there are 4 cells, and the header has 3',
  },
};

describe.each(Object.entries(ODD_LISTS))('%s', (_name, { text, formats, said, asked = [] }) => {
  test.each(formats ?? Object.keys(ODD))('in %s', async (format) => {
    const file = stage.write(`odd${format}`, (ODD[format] as (text: string) => string)(text));
    const before = stage.service.calls.length;
    const args = ['enrich', file, '-o', stage.path('odd.out.csv'), '--no-cache', '--force'];
    const { messages } = await stage.run([...args, '--names', 'a']);
    expect(messages).toMatch(said);
    expect(stage.service.calls.slice(before).map(({ place }) => place)).toEqual(asked);
  });
});

test('points with heights and measures, and without a place, in WKT', async () => {
  const points = ['M (77.6 12.1 5)', 'ZM (77.6 12.2 9 5)', 'Z (77.6 12.3 9)', 'Z(77.6 12.4 9)'];
  const lines = [...points, 'EMPTY', 'Z EMPTY'].map((point) => `POINT ${point}`);
  const file = stage.write('points.csv', ['geog', ...lines].join('\n'));
  const before = stage.service.calls.length;
  const { messages } = await enrich(file, stage.path('points.out.csv'));
  expect(messages).toContain('6 rows = 4 done + 0 failed + 2 skipped');
  expect(stage.service.calls.slice(before).map(({ place }) => place)).toEqual(
    ['12.1', '12.2', '12.3', '12.4'].map((lat) => `${lat},77.6`),
  );
});

test.each(Object.keys(READERS))('a feature’s height and bbox as %s', async (format) => {
  const geometry = '{"type":"Point","coordinates":[77.6,12.1,920.50]}';
  const feature = `{"type":"Feature","bbox":[1,2,3,4],"geometry":${geometry},"properties":{"ward":1.10}}`;
  const file = stage.write('height.geojson', feature);
  const output = stage.path(`height.out${format}`);
  const { messages } = await enrich(file, output);
  const kept = format === '.geojson';
  const said = 'Only .geojson keeps what stands beside the features’ properties: “bbox”.';
  expect(messages.includes(said)).toBe(!kept);
  if (kept)
    expect(readFileSync(output, 'utf8')).toContain(`"bbox":[1,2,3,4],"geometry":${geometry}`);
  const [row] = await (READERS[format] as (typeof READERS)[string])(output);
  if (!/json/.test(format)) expect(row?.['geometry']).toBe(geometry);
  expect(row?.['ward']).toBe('1.10');
});

test.each(Object.keys(READERS))('two columns of one name as %s', async (format) => {
  const file = stage.write('twice.csv', 'x1,n,n,lat,lng\n7,one,two,12.1,77.6\n');
  const output = stage.path(`twice${format}`);
  const before = stage.service.calls.length;
  const { messages } = await enrich(file, output);
  if (/json/.test(format)) {
    expect(messages).toContain('Two columns are called “n”, which JSON can’t hold. Rename one.');
    expect(stage.service.calls).toHaveLength(before);
    return;
  }
  const read = format === '.xlsx' ? xlsx.read(readFileSync(output)) : undefined;
  const text =
    format === '.parquet'
      ? Object.values((await rowsOf(`FROM '${output}'`))[0] ?? {}).join()
      : read === undefined
        ? readFileSync(output, 'utf8')
        : xlsx.utils.sheet_to_csv(read.Sheets[read.SheetNames[0] ?? ''] as xlsx.WorkSheet);
  expect(text.replaceAll('\t', ',')).toContain('7,one,two,12.1,77.6');
});

test.each(Object.keys(READERS))(
  'decimals and what is no number, of Parquet, as %s',
  async (format) => {
    const input = stage.path('numbers.parquet');
    await rowsOf(`COPY (FROM (VALUES (1, '1.10', '12345678901234567890.10', 'nan', '12.1'),
    (2, '-0.05', '-0.05', 'infinity', '12.2'), (3, '0', NULL, '-infinity', 'nan'))
    t(n, small, "large", ratio, lat)
    SELECT n, small::DECIMAL(9, 2) AS small, large::DECIMAL(38, 2) AS "large", ratio::DOUBLE AS ratio,
    lat::DOUBLE AS lat, if(n = 3, 'nan', '77.6')::DOUBLE AS lng ORDER BY n) TO '${input}'`);
    const output = stage.path(`numbers.out${format}`);
    const before = stage.service.calls.length;
    const { messages } = await enrich(input, output);
    expect(messages).toContain('3 rows = 2 done + 0 failed + 1 skipped');
    expect(stage.service.calls.slice(before)).toHaveLength(2);
    const rows = await (READERS[format] as (typeof READERS)[string])(output);
    const text = (value: unknown): string => (value === null ? '' : String(value));
    const isJson = /json/.test(format);
    expect(rows.map(({ small, large, ratio }) => [small, large, ratio].map(text))).toEqual([
      [numeral('1.10', format), '12345678901234567890.10', isJson ? '' : 'NaN'],
      [numeral('-0.05', format), numeral('-0.05', format), 'Infinity'],
      [numeral('0.00', format), '', '-Infinity'],
    ]);
  },
);

/** A number of a workbook has no zeros at its end but in its format. */
function numeral(text: string, format: string): string {
  return format === '.xlsx' ? String(Number(text)) : text;
}

/** A Parquet file keeps a whole number’s type. */
function keptId({ id }: Row, [first]: readonly ReadRow[]): unknown {
  return typeof first?.['id'] === 'bigint' ? BigInt(id) : id;
}
