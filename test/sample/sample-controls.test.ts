import { createBench, KEY, LOOKUP, TOWN } from './sample-client';
import type { Bench } from './sample-client';

const body = { ...TOWN, variables: 'w_pop_tt,nope' };
const statsOf = async ({ service }: Bench): Promise<unknown> =>
  (await service.app.request('/sample/stats')).json();

describe('the counters', () => {
  test('tell calls, values, names, endings and credits', async () => {
    const bench = createBench();
    await bench.lookup(body);
    await bench.lookup({ ...body, variables: 'w_pop_tt' }, { 'x-api-key': 'nope' });
    await bench.score('store-potential', TOWN);
    await bench.score('nope', TOWN);
    expect(await statsOf(bench)).toEqual({
      calls: 4,
      lookups: 2,
      scores: 2,
      values: 2,
      inFlight: 0,
      mostInFlight: 1,
      endings: { lookup: { 200: 1, 401: 1 }, score: { 200: 1, 404: 1 } },
      namesPerLookup: { 2: 1 },
      credits: { 'locus-demo-key': 999_998, 'locus-demo-100': 100, 'locus-demo-empty': 0 },
    });
    expect(bench.service.stats()).toEqual(await statsOf(bench));
  });

  test('tell how many calls there were at once', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const bench = createBench({ delayMs: 1, delay: () => gate });
    const replies = Array.from({ length: 30 }, () => bench.lookup(body));
    const scores = Array.from({ length: 5 }, () => bench.score('store-potential', TOWN));
    await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(new Set((await Promise.all(replies)).map(({ kind }) => kind))).toEqual(
      new Set(['answered']),
    );
    await Promise.all(scores);
    expect(bench.service.stats()).toMatchObject({ calls: 35, mostInFlight: 35, inFlight: 0 });
  });

  test('are set back with the credits and the faults', async () => {
    const bench = createBench();
    await bench.lookup(body);
    await bench.post('/sample/faults', { fault: 'status=500' });
    expect((await bench.post('/sample/reset', '')).status).toBe(200);
    expect(bench.service.stats()).toEqual(createBench().service.stats());
    expect(await bench.lookup(body)).toMatchObject({ kind: 'answered' });
  });
});

describe('faults for the whole process', () => {
  test('are ended by anything without a fault', async () => {
    const bench = createBench();
    for (const nothing of [{}, { fault: '' }, { fault: null }, '']) {
      await bench.post('/sample/faults', { fault: 'status=500' });
      await bench.post('/sample/faults', nothing);
      expect(await bench.lookup(body)).toMatchObject({ kind: 'answered' });
    }
  });
});

describe('the controls', () => {
  const request = (bench: Bench, address: string, origin?: string) =>
    bench.service.app.request(
      'http://localhost:3000/sample/reset',
      { method: 'POST', headers: origin ? { origin } : {} },
      { incoming: { socket: { remoteAddress: address } } },
    );

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.9.9.9'])(
    'are for this machine: %s',
    async (address) => {
      expect((await request(createBench(), address)).status).toBe(200);
      expect((await request(createBench(), address, 'http://localhost:3000')).status).toBe(200);
    },
  );

  test.each(['10.0.0.1', '::2', '::ffff:10.0.0.1', '1127.0.0.1'])(
    'are for no other machine: %s',
    async (address) => {
      expect((await request(createBench(), address)).status).toBe(403);
    },
  );

  test.each(['https://example.com', 'http://localhost:3001', 'null', 'nonsense'])(
    'are for no page of another origin: %s',
    async (origin) => {
      expect((await request(createBench(), '127.0.0.1', origin)).status).toBe(403);
    },
  );

  test('take no other method and have no other page', async () => {
    const { app } = createBench().service;
    expect((await app.request('/sample/reset', { method: 'PUT' })).status).toBe(405);
    expect((await app.request('/sample/nope')).status).toBe(404);
  });

  test('say for programs and for people that this is sample data, and whose it is', async () => {
    const { app } = createBench().service;
    const json = await app.request('/sample');
    expect(await json.json()).toMatchObject({ about: expect.stringContaining('sample') });
    const page = await app.request('/sample', { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = await page.text();
    for (const word of ['Sample data', 'GeoNames', 'CC BY 4.0', 'India Post', KEY]) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain('<script');
  });

  test('nothing is written to the console', async () => {
    const written: unknown[] = [];
    const spies = (['log', 'info', 'warn', 'error'] as const).map((method) =>
      jest.spyOn(console, method).mockImplementation((...parts) => void written.push(parts)),
    );
    const bench = createBench();
    await bench.lookup(body);
    await bench.lookup({ address: '12 Secret Street', variables: 'a' }, { 'x-api-key': 'secret' });
    await bench.post(LOOKUP, '{');
    spies.forEach((spy) => spy.mockRestore());
    expect(written).toEqual([]);
  });
});
