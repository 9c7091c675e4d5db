import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCliStage } from '../cli/cli-stage';
import type { CliStage } from '../cli/cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

/** Enriches a file as people have it. What was sent: the place, and the date or the ward of a score. */
async function enrich(file: string, options: string) {
  stage.write(file, readFileSync(join(__dirname, 'files', file)));
  const wanted = options.includes('--model') ? [] : ['--names', 'a'];
  const args = ['enrich', stage.path(file), '-o', stage.path('out.csv'), ...wanted];
  const { messages } = await stage.run([...args, ...options.split(' ').filter(Boolean)]);
  const sent = stage.service.calls.map(({ place, body }) => {
    const { pincode, date, custom_variables: variables } = body;
    const ward = variables && JSON.stringify(Object.values(variables)[0]);
    return [place, pincode, date ?? ward].filter((part) => part !== undefined).join(' · ');
  });
  return { messages, sent: new Set(sent) };
}

const KORAMANGALA = '12.9352,77.6245';
const INDIRANAGAR = '12.9784,77.6408';
const LONG_IDS = ['3', '2'].map((end) => `${KORAMANGALA} · "900719925474099${end}"`);
const SIX_SHOPS = [
  ...['12.9716,77.5946', KORAMANGALA, INDIRANAGAR, '12.925,77.5938', '12.99,77.57'],
  '12.9698,77.75',
];
const ROAD = '12, MG Road, Bengaluru · 560001';
const OPENED = '14 MG Road, Bengaluru 560001 · 2026-03-31';
const ADDRESSES = [
  ...['12 MG Road, Bengaluru · 560001', '14 Church Street, Bengaluru · 560001'],
  '16 Hill Road, Mumbai · 400050',
];
const BANDRA = '19.0596,72.8295';
const MG_ROAD = '12 MG Road Bengaluru';
const SHOPS = [`${MG_ROAD} · 560001`, '5 Church Street Bengaluru · 560001'];
const WARDS = [
  ...['1.1', 'true', '"1.10"', '"12.50"', '"007"', '"1e3"', '"12345678901234567890"', '"+5"'],
  ...['"-0"', '"1,234"', '"12E5"', '"0x10"', '"5%"', '"₹500"', '"Infinity"'],
];
const inHindi = (end: string, at: number): string =>
  `${'एमजीरोडबेंगलुरुकर्नाटकभारत'.repeat(2)}एमजीरोड${end} · 56000${at + 1}`;

it.each<[file: string, options: string, sent: readonly string[], said?: string]>([
  ['F1.csv', '--address Address --pincode PIN', [`${MG_ROAD} · 560001`], '1 done + 1 failed'],
  ['F1b.csv', '', [`${MG_ROAD} · 560001`], '3 done'],
  ['F3.csv', '--address Address --pincode PIN', ['12 MG Road · 560034']],
  ['F4a.csv', '', [...SHOPS, '9 Residency Road Bengaluru · 560025'], 'pincode “Pincode”'],
  ['F4b.csv', '', [KORAMANGALA, BANDRA], 'longitude “Lng”'],
  ['F4c.csv', '', SHOPS, 'pincode “PIN”'],
  ['F5b.csv', '', ['12 Café Road Bengaluru · 560001', '5 Church Street Bengaluru · 560002']],
  ['F5d.csv', '', [1, 2, 3, 4, 5, 6].map((at) => `${at} एमजी रोड बेंगलुरु · 56000${at}`), '(row 8)'],
  ['F6.csv', '', ['', 'क', 'कक', 'ककक', 'कककक'].map(inHindi), 'UTF-16'],
  [
    'F16.csv',
    '--model m --variables Ward',
    [KORAMANGALA, ...WARDS.map((ward) => `${KORAMANGALA} · ${ward}`)],
  ],
  ['F17.csv', '', ['48.4011,9.9876', '50.7374,7.0982']],
  ['F19.csv', '--address Address --pincode PIN', [], '0 calls'],
  ['F28-pair-one-column.csv', '', [KORAMANGALA, BANDRA]],
  [
    'F29.csv',
    '--address Address --pincode PIN',
    ['एमजी रोड बेंगलुरु · 560001', 'चर्च स्ट्रीट बेंगलुरु · 560002'],
  ],
  ['F30.xls', '', [], 'an older Excel workbook (.xls)'],
  ['F30xml.xls', '', [], 'Excel 2003 XML'],
  ['F31.csv', '--lat Lat --lng Lng', ['-33.8688,151.2093', '12.9,77.6'], '(2 saved)'],
  ['F32.csv', '--lat Lat --lng Lng', [KORAMANGALA], '1 call (2 saved)'],
  ['F33.csv', '--lat Lat --lng Lng', [KORAMANGALA], '8 skipped'],
  ['F33b.csv', '--address Address --pincode PIN', [`${MG_ROAD} · 560001`], '1 failed + 7 skipped'],
  ['F37.csv', '', [], '“latitudeE7” holds degrees × 10^7, such as “129352000” in row 2'],
  ['F52.csv', '', [KORAMANGALA, BANDRA], 'pair “geometry”'],
  ['F52.parquet', '', [KORAMANGALA, BANDRA], 'pair “geometry”'],
  ['N20-year.xlsx', '--model m --date Year', [], '0 calls'],
  ['F13.csv', '', [KORAMANGALA], 'the header in row 3'],
  ['F13a.xlsx', '', [KORAMANGALA, BANDRA], 'B3:D5 with the header in row 3'],
  ['F13b.xlsx', '', [KORAMANGALA, BANDRA], 'A3:C5 with the header in row 3'],
  ['F14a.xlsx', '', [KORAMANGALA], 'sheet “Stores”'],
  ['F14b.xlsx', '', [KORAMANGALA], 'sheet “Stores”'],
  ['N14-Y5-active-sheet.xlsx', '', ['12.9,77.6'], 'sheet “B”'],
  ['N14-Y5-active-sheet.xlsx', '--sheet A', ['1,1'], 'sheet “A”'],
  ['F20.xlsx', '--model m --date D', [`${KORAMANGALA} · 2017-09-11`]],
  ['F21a.xlsx', '--model m --date Visit', [`${KORAMANGALA} · 2024-03-01`]],
  ['F21.parquet', '--model m --date d', [`${KORAMANGALA} · 2024-03-01`]],
  ['F21.parquet', '--model m --date ts', [`${KORAMANGALA} · 2024-03-01`]],
  ['N21-1904-unstyled.xlsx', '--model m --date Visit', [`${KORAMANGALA} · 2024-01-02`]],
  ['F26a.csv', '', [KORAMANGALA], '1 row = 1 done'],
  ['F26b.csv', '', [KORAMANGALA], '1 row = 1 done'],
  ['F27.parquet', '', [KORAMANGALA, BANDRA]],
  ['N27-int8.parquet', '', [KORAMANGALA, '13,77.7']],
  ['N27-nested.parquet', '', [KORAMANGALA]],
  ['F34excelcols.csv', '', ['12.9,77.6']],
  ['F36.parquet', '--lat lat --lng lng', [KORAMANGALA]],
  ['F51.csv', '', [KORAMANGALA]],
  ['F12a.xlsx', '', [], 'sheet “Sheet”, cell B2 (and in 1 more cell): the formula has no stored'],
  ['F12b.xlsx', '', [], 'sheet “Sheet”, cell C2 (and in 3 more cells): the formula has no stored'],
  ['F12c.xlsx', '', [], 'sheet “Sheet”, cell C2 (and in 1 more cell): the formula has no stored'],
  ['P1-geonames-quotes.tsv', '', SIX_SHOPS, 'quotation marks are parts of texts'],
  ['P1-geonames-quotes.tsv', '--no-quotes', SIX_SHOPS],
  ['P1-geonames-quotes.tsv', '--quotes', ['12.99,77.57', '12.9698,77.75']],
  ['P1c-real-linebreak.tsv', '', ['12.9716,77.5946', KORAMANGALA], '2 rows = 2 done'],
  ['P9-question-marks.csv', '--address Address --pincode PIN', [ROAD], '1 done + 2 failed'],
  ['P9c-hashes.csv', '--model m --date Opened', [OPENED], '1 row with a date that can’t be used'],
  ['P13a-unquoted-commas.csv', '', ADDRESSES, 'one column'],
  [
    'P14-cat-bom.csv',
    '',
    ['12 MG Road, Indiranagar · 560038', '5 Church Street, Bengaluru · 560001'],
    '1 repeated header (row 3)',
  ],
  ['P15-crlf-cell.csv', '', [KORAMANGALA]],
  ['P2-long-ids.ndjson', '--model m --variables store_id', LONG_IDS],
  ['P5-int64.geojson', '', [KORAMANGALA]],
  ['P6-latin1.geojson', '', [KORAMANGALA], 'Windows-1252 (“Café”)'],
  ['P6-latin1.geojson', '--encoding windows-1252', [KORAMANGALA], 'Windows-1252'],
  ['P7-multipoint.geojson', '', [KORAMANGALA, INDIRANAGAR], '1 shape other than a single point'],
  ['P8-sorted-keys.geojson', '', [KORAMANGALA]],
  ['P12-wards.csv', '', [KORAMANGALA, INDIRANAGAR, '12.9716,77.5946']],
  ['P26-utf16.geojson', '', [KORAMANGALA], 'UTF-16'],
  ['P28-members.geojson', '', [KORAMANGALA]],
])('%s %s', async (file, options, places, said = '') => {
  const { messages, sent } = await enrich(file, options);
  expect([...sent].sort()).toEqual([...places].sort());
  expect(messages).toContain(said);
});

const INT64 = '"osm_id":9007199254740993,"ref":12345678901234567890,"amount":1.10,"a":';

it.each([
  ['P1-geonames-quotes.tsv', 'tsv', '\n1\t"Shanti Niketan\t12.9716\t77.5946\t3955\tdone\t\n2\t'],
  ['P1-geonames-quotes.tsv', 'tsv', '\n5\tPipe Shop 5"\t12.9900\t77.5700\t'],
  ['P13a-unquoted-commas.csv', 'csv', '\n"12 MG Road, Bengaluru 560001",'],
  ['P15-crlf-cell.csv', 'csv', '\r\nA,"line one\r\nline two",12.9352,77.6245,'],
  ['P2-long-ids.ndjson', 'ndjson', '"store_id":9007199254740993,"a":'],
  ['P5-int64.geojson', 'geojson', `"id":2305843009223239036,"properties":{${INT64}`],
  ['P5-int64.geojson', 'ndjson', `"id":2305843009223239036,${INT64}`],
  ['P5-int64.geojson', 'csv', '2305843009223239036,9007199254740993,12345678901234567890,1.10,'],
  ['P6-latin1.geojson', 'geojson', '"name":"Café Koramangala"'],
  ['P26-utf16.geojson', 'csv', ',Café Koramangala,'],
  ['P28-members.geojson', 'geojson', '{"type": "FeatureCollection","name": "shops","bbox": [77.6'],
  [
    'P28-members.geojson',
    'geojson',
    '"id": "way/42","bbox": [77.6245, 12.9352, 77.6245, 12.9352],',
  ],
  ['P28-members.geojson', 'geojson', '"title": "Shop","properties":{"name":"A","a":'],
])('%s as %s keeps what Locus did not write', async (file, format, kept) => {
  stage.write(file, readFileSync(join(__dirname, 'files', file)));
  const output = `out.${format}`;
  await stage.run(['enrich', stage.path(file), '-o', stage.path(output), '--names', 'a']);
  expect(stage.read(output)).toContain(kept);
  expect(stage.read(output)).not.toContain('\uFFFD');
});

it.each([
  ['N13-X1-excel-india-title.csv', '', 60, 'Leaves out 1 total (row 66), 1 remark (row 67),'],
  ['N13-X4b-merged-title.xlsx', '', 30, 'A2:D41 with the header in row 2'],
  ['N13-X4c-note-right.xlsx', '', 30, 'A1:C31 with the header in row 1'],
  ['N13-X7-headerless.csv', '--lat 2 --lng 3', 50, 'no header'],
  ['N17-X2-semicolon.csv', '', 40, 'sends: 50.9, 6.9'],
  ['N17-X2-semicolon.csv', '--lat Breite --lng Länge', 40, 'sends: 50.9, 6.9'],
  ['N14-Y2-filtered.xlsx', '', 6, 'Asks for 2 hidden rows too'],
  ['N14-Y2-filtered.xlsx', '--visible-only', 4, 'Leaves out 2 hidden rows.'],
])('%s %s: %i places', async (file, options, count, said) => {
  const { messages, sent } = await enrich(file, options);
  expect(sent.size).toBe(count);
  expect(messages).toContain(said);
});

it.each([
  ['R&amp;D Park, Bengaluru', 'R&D Park, Bengaluru'],
  ['12 MG Road<br>Bengaluru<br/>', '12 MG Road\nBengaluru'],
  ['5 O&#39;Neil Road, Mumbai', "5 O'Neil Road, Mumbai"],
  ['12\x07MG Road, Bengaluru', '12 MG Road, Bengaluru'],
  ['12 MG Road, Caf\u00e9 &copy', '12 MG Road, Caf\u00e9 &copy'],
  ['12, ????? ????', undefined],
  ['########', undefined],
  ['[]', undefined],
  ['*', undefined],
  ['=A2&B2', undefined],
  ['Hotel What? MG Road', 'Hotel What? MG Road'],
])('the address %j is sent as %j, and stays', async (address, sent) => {
  stage.write('in.tsv', `Address\tPIN\n${address}\t560001\n1 Hill Road\t560002\n`);
  const args = ['enrich', stage.path('in.tsv'), '-o', stage.path('out.tsv'), '--names', 'a'];
  await stage.run([...args, '--address', 'Address', '--pincode', 'PIN']);
  expect(stage.service.calls.map(({ place }) => place)).toEqual([
    ...(sent === undefined ? [] : [sent]),
    '1 Hill Road',
  ]);
  expect(stage.read('out.tsv')).toContain(`\n${address}\t560001\t`);
});

it.each([
  ['in two rows', 'id\tname\tlat\tlng\n1\t"a\t1\t2\n2\tb"\t3\t4\n', 2],
  ['in one row', 'id\tname\tlat\tlng\n1\t"a\t1\t2\n2\tb\t3\t4\n', 0],
  ['in other columns', 'id\tname\tlat\tlng\tx\n1\t"a\t1\t2\tx\n2\tb\t3\t4\tx"\n', 0],
  [
    'a mark far below',
    `id\tname\tlat\tlng\n${'1\ta\t1\t2\n'.repeat(60_000)}2\t"b\t3\t4\n3\tc"\t5\t6\n`,
    0,
  ],
  ['lines that look like rows', 'name,lat,lng\n"a,1,2\nb",3,4\n"x,y",5,6\n', 0],
])('quotation marks: %s', async (_name, text, calls) => {
  stage.write('in.csv', text);
  const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'a'];
  const { messages } = await stage.run(args);
  expect(stage.service.calls).toHaveLength(calls);
  if (calls === 0) expect(messages).toMatch(/row [\d,]+ \(line [\d,]+\), column \d: .*--no-quotes/);
});

it.each([
  [
    'R’s row names',
    '"name","lat","lng"\n"1","a",1,2\n"2","b",3,4\n',
    'the row’s name, as R writes it',
  ],
  ['a column of cells with commas', 'Note\na,b\nc,d,e\n', '--separator none'],
  ['files joined in another order', 'lat,lng,x\n1,2,a\nlng,lat,x\n3,4,b\n', 'in another order'],
])('%s: said, with what to do', async (_name, text, said) => {
  stage.write('in.csv', text);
  const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'a'];
  const { messages } = await stage.run(args);
  expect(messages).toContain(said);
  expect(stage.service.calls).toEqual([]);
});

test('a name that two columns have is no name', async () => {
  stage.write('in.csv', 'Lat,Lng,Lat\n1.5,2.5,12.9352');
  const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'a'];
  const { messages } = await stage.run([...args, '--lat', 'Lat', '--lng', 'Lng']);
  expect(messages).toContain('Columns 1, 3 are called “Lat”. Name one by its number.');
  await stage.run([...args, '--lat', '3', '--lng', 'Lng']);
  expect(stage.service.calls.map(({ place }) => place)).toEqual(['12.9352,2.5']);
});

test('every file has its outcome above', () => {
  const said = readFileSync(__filename, 'utf8');
  expect(
    readdirSync(join(__dirname, 'files')).filter((file) => !said.includes(`'${file}'`)),
  ).toEqual([]);
});
