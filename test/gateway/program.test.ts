import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { randomBytes, randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultyService, type FaultyService } from './faulty-service';
import { ask, newToken, startProgram, type GatewayProgram } from './gateway-program';

// Processes of their own: long on a busy machine.
jest.setTimeout(120_000);

const ADMINISTRATOR = `admin-${randomBytes(12).toString('hex')}`;
const LOOKUP = '/production/v1.0/getvariablesbulk';
let service: FaultyService;
let folder: string;
let programs: GatewayProgram[];

beforeEach(async () => {
  service = await startFaultyService();
  service.key = `key-${randomBytes(12).toString('hex')}`;
  folder = mkdtempSync(join(tmpdir(), 'locus-program-'));
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<GatewayProgram> {
  const program = await startProgram({
    LOCUS_ATTRIBUTE_URL: service.url,
    LOCUS_MODEL_URL: service.url,
    LOCUS_PROVIDER_KEY: service.key,
    LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
    LOCUS_DATA: join(folder, 'data'),
    ...environment,
  });
  programs.push(program);
  return program;
}

function score(program: GatewayProgram, token: string, lat: number): Promise<Response> {
  return fetch(`${program.people}/model/v1.0/retail`, {
    method: 'POST',
    body: JSON.stringify({ key: token, lat, lng: 1 }),
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the gateway as a program', () => {
  it('opens no inspector when it is told to, and writes nothing for other users', async () => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o755 });
    const program = await start();
    program.kill('SIGUSR1');
    const token = await newToken(program);
    expect((await ask(program, token, 1)).status).toBe(200);
    expect(program.errors()).not.toContain('Debugger');
    const isOpen = (file: string): boolean => (statSync(join(data, file)).mode & 0o077) !== 0;
    expect(readdirSync(data).filter(isOpen)).toEqual([]);
  });

  it('logs refused tokens with their address, on both ports', async () => {
    const program = await start();
    const wrong = { 'x-api-key': 'locus_wrong', authorization: 'Bearer locusadmin_wrong' };
    await fetch(`${program.people}/v1/me`, { headers: wrong });
    await fetch(`${program.administrators}/admin/api/teams`, { headers: wrong });
    await until(() => program.errors().includes('"port":"administrators"'));
    const lines = program
      .errors()
      .split('\n')
      .filter((line) => line.includes('token refused'));
    const facts = lines.map((line) => JSON.parse(line) as object);
    expect(facts).toMatchObject([
      { from: '127.0.0.1', port: 'people' },
      { from: '127.0.0.1', port: 'administrators' },
    ]);
  });

  it('logs the trace that a request names, and none that is not valid', async () => {
    const program = await start();
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    for (const traceparent of [`00-${trace}-00f067aa0ba902b7-01`, `00-${'g'.repeat(32)}-x-01`]) {
      await fetch(`${program.people}/v1/me`, { headers: { traceparent } });
    }
    await until(() => program.errors().match(/"answered"/g)?.length === 2);
    const lines = program
      .errors()
      .split('\n')
      .filter((line) => line.includes('"answered"'))
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toMatchObject({ traceId: trace });
    expect(lines[1]).not.toHaveProperty('traceId');
  });

  it('keeps every budget and every score though it is killed at any moment', async () => {
    let program = await start();
    const token = await newToken(program);
    await program.admin('PUT /account/budget', { callsPerDay: 60 });
    let asked = 0;
    for (let round = 0; round < 3; round += 1) {
      const release = service.hold();
      const before = service.calls.length;
      const replies = Array.from({ length: 12 }, (_, index) =>
        (index % 4 === 0 ? score : ask)(program, token, (asked += 1) / 1000).catch(() => undefined),
      );
      await until(() => service.calls.length >= before + randomInt(1, 10));
      program.kill('SIGKILL');
      await program.ended;
      release();
      await Promise.all(replies);
      program = await start();
      const { account } = (await program.admin('GET /usage')) as {
        account: Record<string, number>;
      };
      expect(account['reserved']).toBe(0);
      expect(service.charged).toBeLessThanOrEqual(account['booked'] as number);
      expect(account['booked']).toBeLessThanOrEqual(60);
    }
    const scores = new Map<string, number>();
    for (let lat = 1; lat <= asked; lat += 1) await score(program, token, lat / 1000);
    for (const { kind, place } of service.calls) {
      if (kind === 'score') scores.set(place, (scores.get(place) ?? 0) + 1);
    }
    expect(Math.max(...scores.values())).toBe(1);
    const { account } = (await program.admin('GET /usage')) as { account: Record<string, number> };
    expect(account['booked']).toBeLessThanOrEqual(60);
    expect(service.charged).toBeLessThanOrEqual(60);
  });

  it('answers what is in flight when it is told to end, and takes nothing new', async () => {
    const program = await start();
    const token = await newToken(program);
    const release = service.hold();
    const replies = Array.from({ length: 8 }, (_, index) => ask(program, token, 1 + index / 1000));
    await until(() => service.calls.length === 8);
    program.kill('SIGTERM');
    await until(() => program.errors().includes('draining'));
    await expect(ask(program, token, 1)).rejects.toThrow();
    expect((await fetch(`${program.administrators}/readyz`)).status).toBe(503);
    release();
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await program.ended).toBe(0);
    const again = await start();
    const { account } = (await again.admin('GET /usage')) as { account: Record<string, number> };
    expect(account).toMatchObject({ charged: 8, booked: 8, reserved: 0 });
  });

  it('says why it does not start, without a secret, and ends', async () => {
    const failure = await start({ LOCUS_MODEL_URL: '' }).then(
      () => new Error('It started.'),
      (error: unknown) => error as Error,
    );
    expect(failure.message).toMatch(/^1\nLOCUS_MODEL_URL is missing/);
    expect(failure.message).not.toContain(service.key);
  });
});

describe('secrets', () => {
  it('are in no log line, metric, file or reply: key, tokens, addresses, coordinates', async () => {
    const street = `${randomBytes(6).toString('hex')} Canary Street`;
    const lat = randomInt(10_000_000, 89_000_000) / 1e6;
    const program = await start({ LOCUS_LOG_LEVEL: 'debug' });
    const token = await newToken(program);
    let fault = 0;
    service.fate = ({ key, place }) => {
      expect([key.length, place.length].every((length) => length > 0)).toBe(true);
      return (['answer', 400, 'cut', 500, 403, 429] as const)[(fault += 1) % 6] ?? 'answer';
    };
    const replies: string[] = [];
    const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
      const reply = await fetch(program.people + path, { method: 'POST', headers, body });
      replies.push(JSON.stringify([...reply.headers]), await reply.text());
    };
    const key = { 'x-api-key': token };
    for (let round = 0; round < 4; round += 1) {
      const names = `a_${round}`;
      await send(LOOKUP, JSON.stringify({ lat, lng: 1, variables: names }), key);
      await send(LOOKUP, JSON.stringify({ address: street, pincode: '1', variables: names }), key);
      await send(`/model/v1.0/m${round}`, JSON.stringify({ key: token, lat, lng: 1 }));
      await send(`/model/v1.0/m${round}`, JSON.stringify({ key: token, address: street }));
      const line = { id: 1, address: street, pincode: '', variables: [names] };
      await send('/v1/bulk', JSON.stringify(line), key);
      await send('/v1/known', JSON.stringify(line), key);
    }
    await send(LOOKUP, `{"lat":${lat},"address":"${street}","variables":"${token}"}`, key);
    await send(LOOKUP, `{"lat":${lat},"broken`, { 'x-api-key': `${token}x` });
    await send(`/model/v1.0/${encodeURIComponent(street)}`, `{"key":"${service.key}"}`);
    await program.admin('GET /unknown-scores').then((json) => replies.push(JSON.stringify(json)));
    await program.admin('GET /audit').then((json) => replies.push(JSON.stringify(json)));
    const metrics = await (await fetch(`${program.administrators}/metrics`)).text();
    program.kill('SIGTERM');
    await program.ended;
    const data = join(folder, 'data');
    const files = readdirSync(data).map((file) => readFileSync(join(data, file), 'latin1'));
    const shown = [...replies, metrics, program.output(), program.errors(), ...files];
    const [number = ''] = street.split(' ');
    for (const secret of [service.key, token, ADMINISTRATOR, number, 'Canary', String(lat)]) {
      const found = shown.filter((text) => text.toLowerCase().includes(secret.toLowerCase()));
      expect(found.map((text) => text.slice(0, 300))).toEqual([]);
    }
    expect(program.errors()).toContain('"route":"score"');
    expect(service.calls.length).toBeGreaterThan(6);
  });
});
