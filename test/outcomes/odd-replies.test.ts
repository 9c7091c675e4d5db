import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServiceSource } from '../../src/engine/client/service-source';
import { coordinatePlace, createEngine, type Engine, type Outcome } from '../../src/engine/lookup';
import { createNodeClock } from '../../src/node/node-clock';
import { createPooledFetch, type PooledFetch } from '../../src/node/pooled-fetch';
import { openCliStage, type CliStage } from '../cli/cli-stage';
import type { Fate, ServiceCall } from '../gateway/faulty-service';
import { openStage, type GatewayStage } from '../gateway/gateway-stage';

const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];
/** What became of a name: its value, null for none, or `failed`. */
type Ends = Readonly<Record<Name, number | null | 'failed'>>;

interface OddReply {
  readonly what: string;
  readonly fate: (call: ServiceCall) => Fate;
  readonly ends: readonly [a: Ends[Name], b: Ends[Name], c: Ends[Name]];
  /** The service charges nothing for it. */
  readonly isFree?: true;
}

const ALL_FAILED = ['failed', 'failed', 'failed'] as const;

function text(what: string, body: string, ends: OddReply['ends']): OddReply {
  return { what, fate: () => ({ status: 200, body }), ends };
}

/** @param c by default, a plain value. */
function data(values: Readonly<Record<string, unknown>>, ...ends: OddReply['ends']): OddReply {
  return text(
    JSON.stringify(values),
    JSON.stringify({ data: { c: 3, ...values }, status: 200 }),
    ends,
  );
}

/** As in "The service in practice", and what else stands in a value's place. */
const ODD_REPLIES: readonly OddReply[] = [
  data({ a: 'high', b: 2 }, 'failed', 2, 3),
  data({ a: true, b: {} }, 'failed', 'failed', 3),
  data({ a: [1], b: '0x10' }, 'failed', 'failed', 3),
  data({ a: 'high', b: 'low', c: 'none' }, ...ALL_FAILED),
  data({ a: ' 12.5 ', b: '1e3' }, 12.5, 1000, 3),
  data({ a: null, extra: 4 }, null, null, 3),
  data({ a: '', b: 'NaN' }, null, null, 3),
  data({ a: 250, b: -0 }, 250, 0, 3),
  data({ a: 'high' }, 'failed', null, 3),
  text('NaN and Infinity', '{"data":{"a":NaN,"b":-Infinity,"c":3},"status":200}', [null, null, 3]),
  text('a name twice', '{"data":{"a":1,"a":"high","b":2,"c":3},"status":200}', ['failed', 2, 3]),
  text('a wrapper', '{"status":200,"body":{"data":{"a":1,"b":"x","c":3},"status":200}}', [
    1,
    'failed',
    3,
  ]),
  text('a wrapped text', '{"statusCode":200,"body":"{\\"data\\":{\\"a\\":1,\\"b\\":[]}}"}', [
    1,
    'failed',
    null,
  ]),
  text('a list', '{"data":[{"a":1}],"status":200}', ALL_FAILED),
  text('data and a failing status', '{"data":{"a":1,"b":2,"c":3},"status":400}', ALL_FAILED),
  text('data and a failure in words', '{"data":{"a":1,"b":2,"c":3},"status":"error"}', ALL_FAILED),
  text('half a reply', '{"data":{"a":1,', ALL_FAILED),
  text('a page', '<html>', ALL_FAILED),
  text('nothing', '', ALL_FAILED),
  {
    what: 'one name that is refused',
    fate: ({ names }) => (names.includes('b') ? REFUSED : 'answer'),
    ends: [1, 'failed', 3],
  },
  {
    what: 'one name that is refused in a reply with status 200, and one that is text',
    fate: ({ names }) =>
      names.includes('b')
        ? { status: 200, body: '{"status":400,"message":"There is no such name."}' }
        : { status: 200, body: '{"data":{"a":"high","c":3},"status":200}' },
    ends: ['failed', 'failed', 3],
  },
  {
    what: 'no credits, in a reply with status 200',
    fate: () => ({ status: 200, body: '{"status":400,"message":"Insufficient credits"}' }),
    ends: ALL_FAILED,
    isFree: true,
  },
];
const REFUSED: Fate = { status: 400, body: '{"status":400,"message":"There is no such name."}' };

describe('a person reads the same of an odd reply, straight from the service and through a gateway', () => {
  let stage: GatewayStage;
  let cli: CliStage;
  let pool: PooledFetch;
  let token: string;
  beforeEach(async () => {
    [stage, cli] = await Promise.all([openStage({ answerWithinMs: 5000 }), openCliStage()]);
    pool = createPooledFetch({ connections: 4, timeoutMs: 10_000 });
    ({ token } = await stage.person('Asha'));
  });
  afterEach(() => Promise.all([stage.close(), cli.close(), pool.close()]));

  function engineOf(url: string, credential: string): Engine {
    const clock = createNodeClock();
    const source = createServiceSource({
      connection: () => ({ credential, addresses: { attributeUrl: url, modelUrl: url } }),
      scopeOf: () => '',
      fetch: pool.fetch,
      clock,
    });
    return createEngine({ source, clock, random: () => 0, deadlineMs: 8000 });
  }

  async function throughEngine(lat: number, engine: Engine): Promise<Ends> {
    const place = coordinatePlace(lat, 77);
    const ended = await Promise.all(
      NAMES.map((name) => engine.ask({ kind: 'attribute', place, name })),
    );
    return endsOf((name) => endOf(ended[NAMES.indexOf(name)] as Outcome));
  }

  async function throughCommandLine(lat: number, service: string, key: string): Promise<Ends> {
    const input = JSON.stringify({ lat, lng: 77 });
    const environment = { LOCUS_SERVICE: service, LOCUS_KEY: key };
    const args = ['pipe', '--names', 'a,b,c', '--no-cache'];
    const { output } = await cli.run(args, { input, environment });
    return endsNamed(JSON.parse(output) as Row);
  }

  const post = (path: string, body: object) =>
    stage.send(path, {
      method: 'POST',
      headers: { 'x-api-key': token, accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    });

  /** Each asks for another place. */
  const SURFACES: Readonly<Record<string, (lat: number) => Promise<Ends>>> = {
    'the add-in, straight to the service': (lat) =>
      throughEngine(lat, engineOf(stage.service.url, stage.service.key)),
    'the command line, straight to the service': (lat) =>
      throughCommandLine(lat, stage.service.url, stage.service.key),
    'the add-in through a gateway': (lat) =>
      throughEngine(lat, engineOf(stage.gateway.people, token)),
    'the command line through a gateway': (lat) =>
      throughCommandLine(lat, stage.gateway.people, token),
    'the contract': async (lat) =>
      endsOfReply((await stage.ask(token, { lat, lng: 77, variables: 'a,b,c' })).json),
    'a line of /v1/bulk': async (lat) =>
      endsOfReply((await post('/v1/bulk', { id: 1, lat, lng: 77, variables: NAMES })).json),
    'a tool': async (lat) => {
      const { text: sent } = await post('/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'attributes', arguments: { places: [{ lat, lng: 77 }], names: NAMES } },
      });
      const { result } = JSON.parse(sent.slice(sent.indexOf('{'))) as {
        readonly result: ToolReply;
      };
      const [place] = result.structuredContent.places;
      const values = place.values.map(({ name, value }) => [name, value] as const);
      return endsIn({ ...Object.fromEntries(values), error: place.error?.message }, 'error');
    },
    'a row in Python': async (lat) => {
      const environment = { LOCUS_SERVICE: stage.gateway.people, LOCUS_TOKEN: token };
      const program = `
import json
from locus_client import Locus
[row] = Locus().attributes([{"lat": ${lat}, "lng": 77}], ["a", "b", "c"], lat="lat", lng="lng")
print(json.dumps(row))`;
      const { stdout } = await promisify(execFile)('python3', ['-c', program], {
        env: {
          PATH: process.env['PATH'],
          PYTHONPATH,
          PYTHONDONTWRITEBYTECODE: '1',
          ...environment,
        },
      });
      return endsNamed(JSON.parse(stdout) as Row);
    },
    'a row of a warehouse': async (lat) => {
      const path = '/v1/functions/bigquery?by=coordinates&names=a,b,c';
      const { json } = await post(path, { calls: [[lat, 77]] });
      const [row = { error: json['errorMessage'] }] = (json['replies'] ?? []) as readonly Row[];
      return endsIn(row, 'error');
    },
  };

  test.each(ODD_REPLIES)('$what', async ({ fate, ends: [a, b, c], isFree = false }) => {
    const { service } = stage;
    service.fate = (call) => {
      const given = fate(call);
      return given === 'answer' ? { status: 200, body: PLAIN } : given;
    };
    const callsAt = (lat: number): number =>
      service.calls.filter(({ place }) => place === `${lat},77`).length;
    const ended: [surface: string, Ends, calls: number][] = [];
    for (const [index, [surface, ask]] of Object.entries(SURFACES).entries()) {
      const lat = 10 + index;
      ended.push([surface, await ask(lat), callsAt(lat)]);
    }
    const most = callsAt(10);
    expect(most).toBeGreaterThan(0);
    expect(ended.map(([surface, ends]) => [surface, ends])).toEqual(
      Object.keys(SURFACES).map((surface) => [surface, { a, b, c }]),
    );
    // A gateway may know by then which name is refused.
    for (const [surface, , calls] of ended)
      expect([surface, calls > most]).toEqual([surface, false]);
    const usage = await stage.admin('GET /usage');
    const sent = ended.slice(2).reduce((sum, [, , calls]) => sum + calls, 0);
    expect(usage.json['account']).toMatchObject({ booked: isFree ? 0 : sent, reserved: 0 });
  });
});

const PLAIN = JSON.stringify({ data: { a: 1, b: 2, c: 3 }, status: 200 });

const PYTHONPATH = join(__dirname, '../../clients/python');

type Row = Readonly<Record<string, unknown>>;

interface ToolReply {
  readonly structuredContent: {
    readonly places: readonly [
      {
        readonly values: readonly { readonly name: string; readonly value: number | null }[];
        readonly error?: { readonly message: string };
      },
    ];
  };
}

function endsOf(end: (name: Name) => Ends[Name]): Ends {
  return { a: end('a'), b: end('b'), c: end('c') };
}

function endOf(outcome: Outcome): Ends[Name] {
  if (outcome.kind === 'found') return outcome.value;
  return outcome.kind === 'missing' ? null : 'failed';
}

/** Of a row with one error for all of its names: what is not there has failed, and the row says so. */
function endsIn(row: Row, error: string): Ends {
  const hasError = typeof row[error] === 'string' && row[error] !== '';
  return endsOf((name) => {
    const value = row[name] ?? null;
    if (value !== null) return value as number;
    return hasError && !(name in row) ? 'failed' : null;
  });
}

/** Of a row that has null for no value and for a failure: its one error names what failed. */
function endsNamed(row: Row): Ends {
  const error = String(row['locus_error'] ?? '');
  const named = [...error.matchAll(/(?:^| )([a-c](?:, [a-c])*): /g)].map(([, names = '']) => names);
  const isFailed = (name: Name): boolean =>
    error !== '' && (named.length === 0 || named.some((names) => names.includes(name)));
  return endsOf((name) => (isFailed(name) ? 'failed' : ((row[name] ?? null) as number | null)));
}

function endsOfReply(reply: Row): Ends {
  if (reply['status'] !== 200) return endsOf(() => 'failed');
  const [values, failures = {}] = [reply['data'], reply['failures']] as [Row, Row | undefined];
  return endsOf((name) =>
    name in failures ? 'failed' : ((values[name] ?? null) as number | null),
  );
}
