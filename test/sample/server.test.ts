import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { RequestOptions } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSampleAtlas } from '../../src/sample/sample-atlas';
import { startServer } from '../../src/sample/server';
import type { RunningServer, ServerOptions } from '../../src/sample/server';
import { LOOKUP, TOWN } from './sample-client';
import { smallData } from './small-data';

const running: RunningServer[] = [];
const atlas = createSampleAtlas(smallData());

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, distDir: '/no/such/folder', atlas, ...options });
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

const lookup = (server: RunningServer, fault = ''): Promise<Response> =>
  fetch(server.address + LOOKUP, {
    method: 'POST',
    headers: { 'x-api-key': 'locus-demo-key', 'x-sample-fault': fault },
    body: JSON.stringify({ ...TOWN, variables: 'w_pop_tt' }),
  });

describe('the server', () => {
  test('answers calls over HTTP', async () => {
    const response = await lookup(await start());
    expect(response.headers.get('x-sample-data')).toBe('true');
    expect(await response.json()).toEqual({ status: 200, data: { w_pop_tt: expect.any(Number) } });
  });

  test('takes the next free port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const server = await start({ port });
    expect(server.port).toBeGreaterThan(port);
    expect(server.address).toBe(`http://localhost:${server.port}`);
    expect((await lookup(server)).status).toBe(200);
    await new Promise((resolve) => taken.close(resolve));
  });

  test('says so if it cannot listen', async () => {
    await expect(start({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });

  test('stops in the middle of a call, and the port is free again', async () => {
    const server = await start();
    const call = lookup(server, 'delay=60000').catch(() => 'cut');
    while (server.sample.stats().inFlight === 0)
      await new Promise((resolve) => setImmediate(resolve));
    await server.stop();
    expect(await call).toBe('cut');
    expect((await start({ port: server.port })).port).toBe(server.port);
  });

  test('charges nothing to a client that leaves during a delay', async () => {
    const server = await start();
    const leaving = new AbortController();
    const call = fetch(`${server.address}${LOOKUP}?fault=delay%3D60000`, {
      method: 'POST',
      headers: { 'x-api-key': 'locus-demo-key' },
      body: JSON.stringify({ ...TOWN, variables: 'w_pop_tt' }),
      signal: leaving.signal,
    }).catch(() => 'left');
    while (server.sample.stats().inFlight === 0)
      await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    expect(await call).toBe('left');
    while (server.sample.stats().inFlight > 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(server.sample.stats()).toMatchObject({ values: 0, endings: { lookup: { cut: 1 } } });
  });

  test('cuts a connection before the first byte', async () => {
    await expect(lookup(await start(), 'cut')).rejects.toThrow('fetch failed');
  });

  test('cuts a connection in the middle of a body', async () => {
    const response = await lookup(await start(), 'cut=body');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('goes on after cut connections, with many calls at once', async () => {
    const server = await start();
    server.sample.faults.set({ fault: 'cut', rate: 0.3 });
    const ends = await Promise.all(
      Array.from({ length: 60 }, () =>
        lookup(server).then(
          ({ status }) => status,
          () => 'cut',
        ),
      ),
    );
    expect(new Set(ends)).toEqual(new Set([200, 'cut']));
    server.sample.reset();
    expect((await lookup(server)).status).toBe(200);
  });

  test('serves nothing outside of its folder to a client that does not tidy its paths', async () => {
    const server = await start({ distDir: './src' });
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '//etc/passwd',
      '/engine/..//../package.json',
    ]) {
      expect(await rawStatus(server.port, path)).toBe(404);
    }
    expect(await rawStatus(server.port, '/engine/lookup/index.ts')).toBe(200);
  });

  test('waits for a file that is still being built, and for no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locus-building-'));
    try {
      writeFileSync(join(folder, 'workbench.html'), 'there');
      let isWhole = (): void => undefined;
      const whenWhole = new Promise<void>((resolve) => (isWhole = resolve));
      const server = await start({ distDir: folder, whenWhole });
      const late = ['functions.js', 'no-such.js'].map(async (name) => {
        const reply = await fetch(`${server.address}/${name}`);
        return [reply.status, await reply.text()];
      });
      expect(await (await fetch(`${server.address}/workbench.html`)).text()).toBe('there');
      writeFileSync(join(folder, 'functions.js'), 'built');
      isWhole();
      expect(await Promise.all(late)).toEqual([
        [200, 'built'],
        [404, expect.stringContaining('nothing here')],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("refuses every request that reaches it by another site's name", async () => {
    const server = await start({ distDir: './src' });
    const evil = `evil.example:${server.port}`;
    const json = { 'content-type': 'application/json' };
    const fault = JSON.stringify({ fault: 'status=500' });
    const control = { method: 'POST', path: '/sample/faults' };
    expect(
      await Promise.all([
        rawStatus(server.port, '/engine/lookup/index.ts', { headers: { host: evil } }),
        rawStatus(server.port, `http://${evil}/server/main.ts`),
        rawStatus(server.port, '/sample/stats', { headers: { host: evil } }),
        rawStatus(
          server.port,
          '/sample/faults',
          { ...control, headers: { ...json, host: evil, origin: `http://${evil}` } },
          fault,
        ),
      ]),
    ).toEqual([421, 421, 421, 421]);
    const host = `localhost:${server.port}`;
    for (const origin of [`http://${evil}`, 'null', `http://localhost:${server.port + 1}`]) {
      const headers = { ...json, host, origin };
      expect(await rawStatus(server.port, '/sample/faults', { ...control, headers }, fault)).toBe(
        403,
      );
      const reset = { ...control, path: '/sample/reset', headers };
      expect(await rawStatus(server.port, '/sample/reset', reset)).toBe(403);
    }
    expect((await lookup(server)).status).toBe(200);
    const own = { ...json, host, origin: `http://${host}` };
    expect(
      await rawStatus(server.port, '/sample/faults', { ...control, headers: own }, fault),
    ).toBe(200);
  });

  test('answers by the name that it was told to listen on', async () => {
    const server = await start({ host: 'localhost' });
    expect((await fetch(`${server.address}${LOOKUP}`, { method: 'GET' })).status).not.toBe(421);
  });

  test('tells who built nothing yet what to do', async () => {
    const server = await start();
    const response = await fetch(server.address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('npm run build');
  });

  test.each(['POST', 'PUT', 'DELETE'])('takes no %s of a page', async (method) => {
    const server = await start();
    expect((await fetch(`${server.address}/workbench.html`, { method })).status).toBe(404);
  });

  test('survives a huge body and refuses it', async () => {
    const server = await start();
    const response = await fetch(server.address + LOOKUP, {
      method: 'POST',
      body: 'x'.repeat(5_000_000),
    }).then(
      ({ status }) => status,
      () => 'cut',
    );
    expect([413, 'cut']).toContain(response);
    expect((await lookup(server)).status).toBe(200);
  });

  test('means the day of its own clock by a score without a date', async () => {
    const server = await start({ today: () => '2026-03-07' });
    const score = async (date?: string): Promise<unknown> => {
      const body = JSON.stringify({ key: 'locus-demo-key', ...TOWN, date });
      const path = `${server.address}/model/v1.0/delivery-demand`;
      return (await fetch(path, { method: 'POST', body })).json();
    };
    expect(await score()).toEqual(await score('2026-03-07'));
  });
});

/** Unlike `fetch`, this sends a path without normalising it. */
function rawStatus(
  port: number,
  path: string,
  options: RequestOptions = {},
  body = '',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ ...options, port, hostname: '127.0.0.1', path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });
}
