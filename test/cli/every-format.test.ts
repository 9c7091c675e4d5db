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
  ...['a\r\nb', ' x ', '\u0001y'],
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

function digitsAsText(text: string): unknown {
  return JSON.parse(text.replace(/"(ward|id|lat|lng)":(-?[\d.]+)/g, '"$1":"$2"'));
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
    const args = ['enrich', stage.path(file), '-o', stage.path(output), '--no-cache'];
    const { messages, code } = await stage.run([...args, '--names', 'a']);
    expect([code, messages]).toEqual([0, expect.stringContaining('18 rows = 18 done')]);
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

/** A Parquet file keeps a whole number’s type. */
function keptId({ id }: Row, [first]: readonly ReadRow[]): unknown {
  return typeof first?.['id'] === 'bigint' ? BigInt(id) : id;
}
