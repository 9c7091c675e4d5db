import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultyService, type Fate } from '../gateway/faulty-service';
import { startProgram } from '../gateway/gateway-program';

const KEY = 'secret-key-7c1f9a';
const NAME = 'w_pop_tt';
const MODEL = 'store-potential';
const PLACE = { lat: 12.97, lng: 77.59 };
const ADMINISTRATOR = 'an-administrators-token-for-tests';
const ROOT = join(__dirname, '../..');

/** What a surface says, of a lookup and of a score. */
export interface Said {
  readonly lookup: string;
  readonly score: string;
}

export interface ProgramSurfaces {
  /** The command line, straight to the service. */
  readonly terminal: Said;
  readonly json: Said;
  readonly column: Said;
  /** The gateway's JSON, its bulk lines, MCP's answers and a warehouse's rows. */
  readonly gateway: Said;
  readonly bulk: Said;
  readonly agent: Said;
  readonly warehouse: Said;
  /** The command line through the gateway. */
  readonly behind: Said;
}

/** Drives the built programs as processes, against a service that does this to each call. */
export async function whatProgramsSay(fate: Fate): Promise<ProgramSurfaces> {
  const service = await startFaultyService();
  service.key = KEY;
  service.fate = () => fate;
  const folder = mkdtempSync(join(tmpdir(), 'locus-outcomes-'));
  const config = join(folder, 'gateway.json');
  writeFileSync(config, JSON.stringify({ answerWithinMs: 4000, functionAnswerWithinMs: 4000 }));
  writeFileSync(join(folder, 'in.csv'), `lat,lng\n${PLACE.lat},${PLACE.lng}\n`);
  const program = await startProgram({
    LOCUS_CONFIG: config,
    LOCUS_ATTRIBUTE_URL: service.url,
    LOCUS_MODEL_URL: service.url,
    LOCUS_PROVIDER_KEY: KEY,
    LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
    LOCUS_DATA: join(folder, 'data'),
    LOCUS_LOG_LEVEL: 'silent',
  });
  try {
    const { id } = (await program.admin('POST /people', { name: 'Asha' })) as { id: string };
    const made = await program.admin(`POST /people/${id}/tokens`, {});
    const { token } = made as { token: string };
    const direct = { folder, url: service.url, key: KEY };
    const place = ['--lat', `${PLACE.lat}`, '--lng', `${PLACE.lng}`];
    const lookup = ['lookup', ...place, '--names', NAME, '--no-cache'];
    const score = ['score', MODEL, ...place, '--no-cache'];
    // One after the other: calls at once would be refused for another reason.
    const terminal = await both(async (kind) => {
      return (await run(kind === 'lookup' ? lookup : score, direct)).errors;
    });
    const json = await both(async (kind) => {
      const { output } = await run([...(kind === 'lookup' ? lookup : score), '--json'], direct);
      return String((JSON.parse(output) as { locus_error: string }).locus_error);
    });
    const column = await both((kind) => enrich(kind, direct));
    const ask = gatewayOf(program.people, token);
    const gateway = await both(ask.contract);
    const bulk = await both(ask.bulk);
    const agent = await both(ask.agent);
    const warehouse = await both(ask.warehouse);
    const behind = await both((kind) => enrich(kind, { folder, url: program.people, key: token }));
    return { terminal, json, column, gateway, bulk, agent, warehouse, behind };
  } finally {
    program.kill('SIGKILL');
    await program.ended;
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Kind = keyof Said;

async function both(say: (kind: Kind) => Promise<string>): Promise<Said> {
  return { lookup: (await say('lookup')).trim(), score: (await say('score')).trim() };
}

interface Target {
  readonly folder: string;
  readonly url: string;
  readonly key: string;
}

async function enrich(kind: Kind, target: Target): Promise<string> {
  const out = join(target.folder, 'out.csv');
  const wanted = kind === 'lookup' ? ['--names', NAME] : ['--model', MODEL];
  await run(['enrich', 'in.csv', '-o', out, ...wanted, '--no-cache', '--force'], target);
  const [, row = ''] = readFileSync(out, 'utf8').split('\n');
  rmSync(out);
  // The error stands last, quoted if it holds a comma.
  const [, quoted, plain] = /(?:"((?:[^"]|"")*)"|([^,"]*))$/.exec(row.trim()) ?? [];
  return (quoted ?? plain ?? '').replaceAll('""', '"');
}

function run(
  args: readonly string[],
  { folder, url, key }: Target,
): Promise<{ readonly output: string; readonly errors: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'build/cli.cjs'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      LOCUS_SERVICE: url,
      LOCUS_KEY: key,
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (data) => (said.output += String(data)));
  child.stderr.on('data', (data) => (said.errors += String(data)));
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}

function gatewayOf(people: string, token: string) {
  const send = async (path: string, body: object): Promise<string> => {
    const response = await fetch(people + path, {
      method: 'POST',
      headers: {
        'x-api-key': token,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
    return response.text();
  };
  const wanted = (kind: Kind) =>
    kind === 'lookup' ? { ...PLACE, variables: [NAME] } : { ...PLACE, model: MODEL };
  return {
    async contract(kind: Kind) {
      const text =
        kind === 'lookup'
          ? await send('/production/v1.0/getvariablesbulk', { ...PLACE, variables: NAME })
          : await send(`/model/v1.0/${MODEL}`, { ...PLACE, key: token });
      return messageIn(text);
    },
    bulk: async (kind: Kind) => messageIn(await send('/v1/bulk', { id: 1, ...wanted(kind) })),
    async agent(kind: Kind) {
      const [name, asked] =
        kind === 'lookup' ? ['attributes', { names: [NAME] }] : ['scores', { model: MODEL }];
      const text = await send('/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name, arguments: { places: [PLACE], ...asked } },
      });
      const json = text.slice(text.indexOf('{'));
      const { result } = JSON.parse(json) as {
        readonly result: { readonly content: readonly [{ readonly text: string }] };
      };
      return result.content[0].text;
    },
    async warehouse(kind: Kind) {
      const asked = kind === 'lookup' ? `names=${NAME}` : `model=${MODEL}`;
      const path = `/v1/functions/bigquery?by=coordinates&${asked}`;
      const text = await send(path, { calls: [[PLACE.lat, PLACE.lng]] });
      const { replies, errorMessage } = JSON.parse(text) as {
        readonly replies?: readonly [{ readonly error?: string } | string];
        readonly errorMessage?: string;
      };
      const [row] = replies ?? [];
      const parsed = typeof row === 'string' ? (JSON.parse(row) as { error?: string }) : row;
      return parsed?.error ?? errorMessage ?? '';
    },
  };
}

function messageIn(text: string): string {
  return (JSON.parse(text) as { readonly message?: string }).message ?? '';
}
