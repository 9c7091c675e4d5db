import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as xlsx from '@e965/xlsx';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { findPlaceColumns } from '../../../src/cli/place-columns';
import { createRowReader } from '../../../src/cli/row-reader';
import { FileFault } from '../../../src/cli/table';
import type { TableRow } from '../../../src/cli/table';
import { openTable } from '../../../src/cli/table-files';
import { UsageError } from '../../../src/cli/exit-code';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import { readLookup, readScore } from '../../../src/gateway/question-reading';
import type { Question } from '../../../src/engine/lookup';
import { completeColumns, guessChoice } from '../../../src/engine/places/place-choice';
import type { PincodeRule } from '../../../src/engine/places/pincode';
import { columnsOf, readPlaceRow } from '../../../src/engine/places/place-row';
import { listOf } from '../../addin/enrich/list-of-places';
import { createTestHost, settled, shownCell } from '../../addin/functions/test-host';

/**
 * What people write means the same wherever it stands: as arguments of a formula, in a list beside
 * the pane, in a file of any kind, and in a body for a gateway.
 */
type Content = string | number | boolean;
type Kind = keyof typeof PLAIN;
type Row = readonly Content[];

/** A plain row stands twice above each case, so that a list is found. */
const PLAIN = {
  coordinates: { Latitude: 13.5, Longitude: 75.5 },
  commas: { Latitude: '13,5', Longitude: '75,5' },
  pair: { Coordinates: '13.5, 75.5' },
  address: { Address: '5 Church Street', Pincode: '560001' },
  full: { Address: '5 Church Street, Bengaluru 560001' },
  score: { Address: '5 Church Street', Pincode: '560001' },
  date: { Latitude: 13.5, Longitude: 75.5, Day: '2026-12-31' },
  variable: { Latitude: 13.5, Longitude: 75.5, Ward: 'south' },
};
const PLACE = [12.9352, 77.6245] as const;

/** With a first column that says nothing of places. */
function listWith(kind: Kind, row: Row): { headers: string[]; rows: Content[][] } {
  const headers = ['Shop', ...Object.keys(PLAIN[kind])];
  const plain: Content[] = ['A', ...Object.values(PLAIN[kind])];
  return { headers, rows: [plain, plain, ['B', ...row]] };
}

/** `fault`, `blank`, or what would be sent, as the key of the place or of the score's options. */
type Outcome = string;

function outcomeOf(kind: Kind, question: Question | undefined): Outcome {
  if (question === undefined) return 'fault';
  const { key } = question.place;
  if (question.kind === 'attribute' || kind === 'score') {
    return question.place.kind === 'address' ? key.replace('\n', ' | ') : degreesOf(key);
  }
  if (kind === 'date') return question.date ?? 'blank';
  return question.customVariables === undefined
    ? 'blank'
    : JSON.stringify(question.customVariables['Ward']);
}

function degreesOf(key: string): string {
  return key
    .split(',')
    .map((part) => String(Number(part) / 1e6))
    .join();
}

async function inFormula(kind: Kind, row: Row, rule?: PincodeRule): Promise<Outcome> {
  let question: Question | undefined;
  const note = <T>(asked: Question, reply: T): Promise<T> => {
    question = asked;
    return Promise.resolve(reply);
  };
  const { host, clock } = createTestHost({
    scope: () => '',
    refusal: () => undefined,
    lookup: ({ place }) =>
      note(
        { kind: 'attribute', place, name: 'a' },
        { kind: 'answered', values: new Map([['a', 1]]) },
      ),
    score: (call) => note({ kind: 'score', ...call }, { kind: 'answered', value: 1 }),
  });
  const formulas = createFormulas({ ...host, ...(rule && { pincodes: () => rule }) });
  const at = beginCalculation({ address: 'S!A1' });
  const [first = '', second = '', third = ''] = row;
  const scored = { model: [['m']], date: [[null]], customVariables: [[null]] };
  const call = {
    coordinates: () => formulas.attributes([[first]], [[second]], [['a']], at),
    commas: () => formulas.attributes([[decimal(first)]], [[decimal(second)]], [['a']], at),
    pair: () => formulas.attributes([[first]], [['']], [['a']], at),
    address: () => formulas.attributesOfAddress([[first]], [[second]], [['a']], at),
    full: () => formulas.attributesOfAddress([[first]], [[first]], [['a']], at),
    score: () => formulas.score([[first === '' ? '' : `${first}\nPIN ${second}`]], scored, at),
    date: () =>
      formulas.scoreOfCoordinates([[first]], [[second]], { ...scored, date: [[third]] }, at),
    variable: () =>
      formulas.scoreOfCoordinates(
        ...([
          [[first]],
          [[second]],
          { ...scored, customVariables: [['Ward'], [third]] },
          at,
        ] as const),
      ),
  }[kind];
  const [[shown] = []] = await settled(clock, call());
  return question === undefined && shownCell(shown) === '' ? 'blank' : outcomeOf(kind, question);
}

/** As the formula beside a list with decimal commas does it. */
function decimal(content: Content): Content {
  return String(content).replaceAll(',', '.');
}

function inPane(kind: Kind, row: Row, rule?: PincodeRule): Promise<Outcome> {
  const { headers, rows } = listWith(kind, row);
  const columns = completeColumns(
    guessChoice(listOf([headers, ...rows], { pincodes: rule })),
    kind !== 'score',
  );
  if (columns === undefined) return Promise.resolve('fault');
  const cells = columnsOf(columns).map((column) => rows[2]?.[column] ?? null);
  const read = readPlaceRow(columns, cells, rule);
  if (read.kind !== 'place') return Promise.resolve(read.kind === 'bad' ? 'fault' : 'blank');
  return Promise.resolve(outcomeOf(kind, { kind: 'attribute', place: read.place, name: 'a' }));
}

async function inFile(kind: Kind, bytes: Uint8Array, rule?: PincodeRule): Promise<Outcome> {
  const path = join(folder, 'list');
  writeFileSync(path, bytes);
  const isScore = kind === 'date' || kind === 'variable' || kind === 'score';
  const wanted = {
    kind: 'score',
    model: 'm',
    date: kind === 'date' ? 'Day' : undefined,
    variables: kind === 'variable' ? ['Ward'] : [],
  } as const;
  try {
    const table = await openTable(path, Readable.from([]));
    const { place } = await findPlaceColumns(table, {}, !isScore, rule);
    const reader = createRowReader(
      table,
      place,
      isScore ? wanted : { kind: 'attributes', names: ['a'] },
      rule,
    );
    const rows: TableRow[] = [];
    for await (const some of table.rows()) rows.push(...some);
    await table.close();
    const reading = reader(rows[2] ?? []);
    if (reading.kind === 'ask') return outcomeOf(kind, reading.questions()[0]);
    return reading.kind === 'bad' ? 'fault' : 'blank';
  } catch (error) {
    if (!(error instanceof FileFault || error instanceof UsageError)) throw error;
    // The file is refused as a whole, before any call.
    return 'fault';
  }
}

function inCsv(kind: Kind, row: Row, rule?: PincodeRule): Promise<Outcome> {
  const { headers, rows } = listWith(kind, row);
  const quoted = (cells: readonly Content[]): string =>
    cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join();
  return inFile(kind, Buffer.from([headers, ...rows].map(quoted).join('\n')), rule);
}

function inXlsx(kind: Kind, row: Row, rule?: PincodeRule): Promise<Outcome> {
  const { headers, rows } = listWith(kind, row);
  const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([headers, ...rows]), 'Shops');
  return inFile(kind, xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, rule);
}

/** Columns have a type: that of the case. */
function inParquet(kind: Kind, row: Row, rule?: PincodeRule): Promise<Outcome> {
  const { headers, rows } = listWith(kind, row);
  const columnData = headers.map((name, index) => {
    const type = typeof rows[2]?.[index];
    const same = rows
      .map((cells) => cells[index])
      .map((cell) => {
        if (type === 'string') return String(cell);
        return typeof cell === type ? cell : type === 'number' ? Number(cell) : true;
      });
    const types = { number: 'DOUBLE', boolean: 'BOOLEAN', string: 'STRING' } as const;
    return { name, data: same, type: types[type as keyof typeof types] };
  });
  return inFile(kind, new Uint8Array(parquetWriteBuffer({ columnData })), rule);
}

function inGateway(kind: Kind, row: Row, rule?: PincodeRule): Promise<Outcome> {
  const [first, second, third] = row;
  const isAddress = kind === 'address' || kind === 'score';
  const place = isAddress ? { address: first, pincode: second } : { lat: first, lng: second };
  const wanted =
    kind === 'coordinates' || kind === 'address'
      ? readLookup({ ...place, variables: 'a' }, rule ?? 'india')
      : readScore('m', {
          ...place,
          ...(kind === 'date' && { date: third }),
          ...(kind === 'variable' && third !== '' && { custom_variables: { Ward: third } }),
        });
  if (wanted.kind === 'refused') {
    const { message } = wanted.refusal;
    return Promise.resolve(message.startsWith('There is no place') ? 'blank' : 'fault');
  }
  const [question] = wanted.questions;
  return Promise.resolve(outcomeOf(kind, question));
}

const SURFACES = {
  formula: inFormula,
  pane: inPane,
  csv: inCsv,
  xlsx: inXlsx,
  parquet: inParquet,
  gateway: inGateway,
};
type Surface = keyof typeof SURFACES;
const ALL = Object.keys(SURFACES) as Surface[];

/** What columns decide together is no matter of a body; options are no part of a list of places. */
function surfacesOf(kind: Kind): readonly Surface[] {
  if (kind === 'pair' || kind === 'full' || kind === 'score' || kind === 'commas')
    return ALL.filter((name) => name !== 'gateway');
  return kind === 'date' || kind === 'variable' ? ALL.filter((name) => name !== 'pane') : ALL;
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'locus-surfaces-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function check(
  kind: Kind,
  row: Row,
  outcome: Outcome,
  surfaces = surfacesOf(kind),
  rule?: PincodeRule,
): void {
  it(`${kind} ${JSON.stringify(row)}: ${outcome}`, async () => {
    const found: Record<string, Outcome> = {};
    for (const name of surfaces) found[name] = await SURFACES[name](kind, row, rule);
    expect(found).toEqual(Object.fromEntries(surfaces.map((name) => [name, outcome])));
  });
}

describe('coordinates', () => {
  const HERE = '12.9352,77.6245';
  const SYDNEY = '-33.8688,151.2093';
  const CASES: readonly [lat: Content, lng: Content, outcome: Outcome][] = [
    [12.9352, 77.6245, HERE],
    [' 12.9352', '77.6245\u00a0', HERE],
    ['12.9352° N', '77.6245° E', HERE],
    ['N 12.9352', 'E77.6245', HERE],
    ['१२.९३५२', '७७.६२४५', HERE],
    ['１２．９３５２', '７７．６２４５', HERE],
    ['\u200e12.9352', '77.6245\ufeff', HERE],
    ['="12.9352"', "'77.6245", HERE],
    ['\u221233.8688', '+151.2093', SYDNEY],
    ['\u201333.8688', '151.2093', SYDNEY],
    ['33°52\'07.68"S', '151°12\'33.48"E', SYDNEY],
    ["-0°30'", '0.5 W', '-0.5,-0.5'],
    ['1.29352e1', '7.76245e1', HERE],
    [0, 0, 'blank'],
    ['0', '0', 'blank'],
    ['', '', 'blank'],
    ['NULL', 'n.a.', 'blank'],
    ['\\N', '—', 'blank'],
    ['NaN', '', 'blank'],
    [12.9352, '', 'fault'],
    [12.9352, 'NULL', 'fault'],
    ['-33.8688 S', '151.2093', 'fault'],
    ['12.9352 E', '77.6245 N', 'fault'],
    [129.352, 12.5, 'fault'],
    ['129352000', '776245000', 'fault'],
    [95, 200, 'fault'],
    [true, false, 'fault'],
    ['north', 'east', 'fault'],
    ['0x1F', '77.6', 'fault'],
    ['12.93.52', '77.6245', 'fault'],
    ['12\ufffd9352', '77.6245', 'fault'],
    ['\u202e12.9352', '77.6245', 'fault'],
  ];
  for (const [lat, lng, outcome] of CASES) check('coordinates', [lat, lng], outcome);

  check('coordinates', ['12,9352', '77,6245'], 'fault');
  check('commas', ['12,9352', '77,6245'], HERE);
  check('commas', ['12°56′6,72″N', '77°37′28,2″E'], HERE);
  check('commas', ['NULL', ''], 'blank');

  const PAIRS: readonly [text: string, outcome: Outcome][] = [
    ['12.9352, 77.6245', HERE],
    ['(12.9352; 77.6245)', HERE],
    ['12,9352; 77,6245', HERE],
    ['geo:12.9352,77.6245', HERE],
    ['POINT(77.6245 12.9352)', HERE],
    ['12.9352N 77.6245E', HERE],
    ['१२.९३५२, ७७.६२४५', HERE],
    ['0, 0', 'blank'],
    ['NULL', 'blank'],
    ['near the temple', 'fault'],
    ['12.9352', 'fault'],
    ['129.352, 12.5', 'fault'],
  ];
  for (const [text, outcome] of PAIRS) check('pair', [text], outcome);
});

describe('addresses with pincodes', () => {
  const RIGHT: readonly Content[] = [
    ...[560034, '560034', '560 034', '560-034', '560,034', '5,60,034', '560034.0', '="560034"'],
    ...[
      "'560034",
      'PIN: 560034',
      'पिन ५६००३४',
      '５６００３４',
      '৫৬০০৩৪',
      '560\u200b034',
      '5.60034E+05',
    ],
  ];
  for (const code of RIGHT) {
    check('address', ['12 MG Road', code], '560034 | 12 mg road');
    check('score', ['12 MG Road', code], ' | 12 mg road 560034');
  }
  const WRONG: readonly Content[] = [
    ...['5.60E+05', '56003', '5600341', '060034', 'SW1A 1AA', '56003l', 56003.5, 56003],
    ...['560034, 560035', '560\ufffd034'],
  ];
  for (const code of WRONG) {
    check('address', ['12 MG Road', code], 'fault');
    check('score', ['12 MG Road', code], 'fault');
  }
  check('address', ['12 MG Road', true], 'fault');
  check('address', ['', ''], 'blank');
  check('address', ['NULL', '-'], 'blank');
  check('address', ['12 MG Road', 'NULL'], 'fault');
  check('address', ['N/A', '560034'], 'fault');
  check('address', ['560034', '12 MG Road'], 'fault');
  check('address', ['12 MG Road, NA, Bengaluru', '560034'], '560034 | 12 mg road, bengaluru');
  check('address', ['n/a, -', '560034'], 'fault');
  for (const other of [
    'https://maps.app.goo.gl/x1',
    '7J4VWJPF+3R',
    'WJPF+3R',
    '///filled.count.soap',
    'filled.count.soap',
    'maps.google.com/?q=12.97,77.59',
    'tdr1v9',
    '8860145b4bfffff',
    '43PGQ8117334656',
    '43P GQ 81173 34656',
    '43N 781173 1434656',
    'TQ 30163 80411',
    '12.97, 77.59',
    `12°58'18" N 77°35'41" E`,
    'MULTIPOINT((77.59 12.97))',
    "{'lat': 12.97, 'lng': 77.59}",
    '[object Object]',
    'longitude=77.59, latitude=12.97',
    'Rue du CafÃ©',
    'à¤®à¥à¤‚à¤¬à¤ˆ',
    'TRUE',
  ]) {
    check('address', [other, '560034'], 'fault');
    check('score', [other, ''], 'fault');
  }
  for (const ditto of [
    '-do-',
    'Hill Road, Ditto',
    'same as above',
    '— do —',
    'Hill Road\n〃',
    'do',
    'Same',
    'same as billing',
    'As per GST',
    'see remarks',
  ]) {
    check('address', [ditto, '560034'], 'fault');
    check('score', [ditto, '560034'], 'fault');
  }
  check('address', ['WJPF+3R, 12 MG Road', '560034'], '560034 | wjpf+3r, 12 mg road');
  // Like the codes and words above, but addresses.
  for (const address of [
    ...['m.g.road', 'Pune.Maharashtra.India', 'sector 9', 'B12', 'NH 48', 'SO 12 34', 'PHASE2'],
    ...['São João', 'IRMÃS', 'à la Tour', '12.5 km, NH 4', '[12 MG Road]', 'Do Raha, Same Street'],
    ...['Lat Sahab Road', 'Point (Beach Road)', 'Seewald', 'Asper Street', 'True Value, Hill Road'],
  ]) {
    check('address', [address, '560034'], `560034 | ${address.toLowerCase()}`);
  }
  check('address', ['12 MG Road, Bengaluru - 560 001', '400050'], 'fault');
  check('score', ['12 MG Road, Bengaluru 560001', '400050'], 'fault');
  check('address', ['Shop 100234, MG Road', '560034'], '560034 | shop 100234, mg road');
  check('address', [' , ', ''], 'blank');
  check('score', ['null; 12 MG Road, \u2014', '560034'], ' | 12 mg road 560034');
  check('score', ['NULL', 'NULL'], 'blank');
  check('score', ['12 MG Road', 'NULL'], ' | 12 mg road');
  check('score', ['12 MG Road 560 034', '560034'], ' | 12 mg road 560 034');
  check('score', ['560034', '12 MG Road'], 'fault');

  // Where other countries' codes are let through.
  const OTHERS: readonly [code: string, written: string][] = [
    ['SW1A 1AA', 'sw1a 1aa'],
    ['01234', '01234'],
    [' 1010\u00a0AB ', '1010 ab'],
    ['560 034', '560034'],
  ];
  for (const [code, written] of OTHERS) {
    check('address', ['12 Hill Road', code], `${written} | 12 hill road`, ALL, 'any');
    check(
      'score',
      ['12 Hill Road', code],
      ` | 12 hill road ${written}`,
      surfacesOf('score'),
      'any',
    );
  }
  check('address', ['12 Hill Road', '5.60E+05'], 'fault', ALL, 'any');

  check('full', ['12 MG Road, Bengaluru 560034'], '560034 | 12 mg road, bengaluru');
  check('full', ['12 MG Road, Bengaluru - 560 034.'], '560034 | 12 mg road, bengaluru');
  check('full', ['१२ एमजी रोड, बेंगलुरु ५६००३४'], '560034 | १२ एमजी रोड, बेंगलुरु');
  check('full', ['12 MG Road, N/A, 560034'], '560034 | 12 mg road');
  check('full', ['12 MG Road, Bengaluru'], 'fault');
  check('full', ['12 MG Road 560034 or 560035'], 'fault');
  check('full', ['none'], 'blank');
});

describe('what a score depends on', () => {
  check('date', [...PLACE, '२०२६-०३-३१'], '2026-03-31');
  check('date', [...PLACE, '2026\u201303\u201331'], '2026-03-31');
  check('date', [...PLACE, '３１/０３/２０２６ १०:१५'], '31/03/2026');
  check('date', [...PLACE, '३१ मार्च २०२६'], '३१ मार्च २०२६');

  const DATES: readonly [day: Content, outcome: Outcome][] = [
    ['2026-03-31', '2026-03-31'],
    ['31/03/2026', '31/03/2026'],
    ['2026-03-31 10:15', '2026-03-31'],
    ['2026-03-31T23:59:00+05:30', '2026-03-31'],
    ['20260331', '20260331'],
    ['Q1 2026', 'Q1 2026'],
    ['NULL', 'blank'],
    ['', 'blank'],
    ['2026', 'fault'],
    ['45000', 'fault'],
    [2026, 'fault'],
  ];
  for (const [day, outcome] of DATES) check('date', [...PLACE, day], outcome);
  // Text files know no serials.
  check('date', [...PLACE, 42988.99999999999], '2017-09-11', ['formula', 'xlsx', 'parquet']);
  check('date', [...PLACE, 42988.99999999999], 'fault', ['csv']);

  const VARIABLES: readonly [value: Content, outcome: Outcome][] = [
    ['1.10', '"1.10"'],
    ['007', '"007"'],
    ['1e3', '"1e3"'],
    ['north', '"north"'],
    ['none', '"none"'],
    [1.1, '1.1'],
    [-3, '-3'],
    [true, 'true'],
    [false, 'false'],
    ['12345678901234567890', '"12345678901234567890"'],
  ];
  for (const [value, outcome] of VARIABLES) check('variable', [...PLACE, value], outcome);
  check('variable', [...PLACE, 'NULL'], 'blank', ['formula', 'csv', 'xlsx', 'parquet']);
  // A text of digits that a number would be written with is one in a file that has text alone.
  check('variable', [...PLACE, '1.1'], '"1.1"', ['formula', 'xlsx', 'parquet', 'gateway']);
  check('variable', [...PLACE, '1.1'], '1.1', ['csv']);
});
