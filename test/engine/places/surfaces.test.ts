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
import { columnsOf, readPlaceRow, sentText } from '../../../src/engine/places/place-row';
import { knownLists, LISTS_FOLDER } from '../../../scripts/bench/reading/lists';
import { listOf } from '../../addin/enrich/list-of-places';
import { createTestHost, settled, shownCell } from '../../addin/functions/test-host';

/**
 * What people write means the same wherever it stands: as arguments of a formula, in a list beside
 * the pane, in a file of any kind, and in a body for a gateway.
 */
type Content = string | number | boolean;
type Kind = keyof typeof PLAIN;
type Row = readonly Content[];

/**
 * A plain row stands twice above each case, so that a list is found: as in
 * test/places/lists/cells.txt.
 */
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

/** `bad`, `blank`, or what would be sent: the place, or the score's option. */
type Outcome = string;

function outcomeOf(kind: Kind, question: Question | undefined): Outcome {
  if (question === undefined) return 'bad';
  if (question.kind === 'attribute' || kind === 'score') return sentText(question.place);
  if (kind === 'date') return question.date ?? 'blank';
  return question.customVariables === undefined
    ? 'blank'
    : JSON.stringify(question.customVariables['Ward']);
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
  if (columns === undefined) return Promise.resolve('bad');
  const cells = columnsOf(columns).map((column) => rows[2]?.[column] ?? null);
  const read = readPlaceRow(columns, cells, rule);
  if (read.kind !== 'place') return Promise.resolve(read.kind);
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
  let close = (): Promise<void> => Promise.resolve();
  try {
    const table = await openTable(path, Readable.from([]));
    close = () => table.close();
    const { place } = await findPlaceColumns(table, {}, !isScore, rule);
    const reader = createRowReader(
      table,
      place,
      isScore ? wanted : { kind: 'attributes', names: ['a'] },
      rule,
    );
    const rows: TableRow[] = [];
    for await (const some of table.rows()) rows.push(...some);
    const reading = reader(rows[2] ?? []);
    if (reading.kind === 'ask') return outcomeOf(kind, reading.questions()[0]);
    return reading.kind;
  } catch (error) {
    if (!(error instanceof FileFault || error instanceof UsageError)) throw error;
    // The file is refused as a whole, before any call.
    return 'bad';
  } finally {
    await close();
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
  if (wanted.kind === 'error') {
    const { message } = wanted.error;
    return Promise.resolve(message.startsWith('There is no place') ? 'blank' : 'bad');
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

describe('a place, in each of the ways in which people write it', () => {
  for (const { title, rows, outcomes, pincodes } of knownLists(LISTS_FOLDER).filter(
    ({ kind }) => kind === 'cells',
  )) {
    const kind = title as Kind;
    const [, ...row] = rows[3] ?? [];
    const cells = row.map((cell) => cell ?? '') as Row;
    const outcome = outcomes.get(3) ?? 'bad';
    // A gateway is told for everybody whose postal codes it lets through.
    check(kind, cells, outcome, surfacesOf(kind), pincodes);
  }
});

describe('what a score depends on', () => {
  // A gateway passes days as written: the program before it has read them by its own setting.
  const READING_DAYS = surfacesOf('date').filter((name) => name !== 'gateway');
  check('date', [...PLACE, '२०२६-०३-३१'], '2026-03-31');
  check('date', [...PLACE, '2026\u201303\u201331'], '2026-03-31');
  check('date', [...PLACE, '３１/０３/２０２６ १०:१५'], '2026-03-31', READING_DAYS);
  check('date', [...PLACE, '३१ मार्च २०२६'], '३१ मार्च २०२६');

  const DATES: readonly [day: Content, outcome: Outcome][] = [
    ['2026-03-31', '2026-03-31'],
    ['2026-03-31 10:15', '2026-03-31'],
    ['2026-03-31T23:59:00+05:30', '2026-03-31'],
    ['Q1 2026', 'Q1 2026'],
    ['NULL', 'blank'],
    ['', 'blank'],
    ['2026', 'bad'],
    ['45000', 'bad'],
    [2026, 'bad'],
  ];
  for (const [day, outcome] of DATES) check('date', [...PLACE, day], outcome);
  const DAYS: readonly [day: string, outcome: Outcome][] = [
    ['31/03/2026', '2026-03-31'],
    ['3/31/2026', '2026-03-31'],
    ['20260331', '2026-03-31'],
    ['03/04/2026', 'bad'],
    ['31/03/26', 'bad'],
  ];
  for (const [day, outcome] of DAYS) {
    check('date', [...PLACE, day], outcome, READING_DAYS);
    check('date', [...PLACE, day], day, ['gateway']);
  }
  // Text files know no serials.
  check('date', [...PLACE, 42988.99999999999], '2017-09-11', ['formula', 'xlsx', 'parquet']);
  check('date', [...PLACE, 42988.99999999999], 'bad', ['csv']);

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
