import { createBench, KEY, LOOKUP, NOW, TOWN } from './sample-client';
import type { Bench } from './sample-client';

const NAMES = 'w_pop_tt,w_pop_tt_200,w_pop_tt_500,w_pop_tt_1000';
const FAR_AWAY = { lat: 0, lng: -30 };

describe('a lookup', () => {
  test('answers with a number for each known name', async () => {
    const reply = await createBench().lookup({ ...TOWN, variables: NAMES });
    expect(reply.kind).toBe('answered');
    if (reply.kind !== 'answered') return;
    expect([...reply.values.keys()].join()).toBe(NAMES);
    expect([...reply.values.values()].every((value) => Number(value) > 1)).toBe(true);
  });

  test('by address answers as by the coordinates of that address', async () => {
    const bench = createBench();
    const byAddress = { address: '1 Mill Lane, Lakeview City', pincode: '', variables: NAMES };
    expect(await bench.lookup(byAddress)).toEqual(
      await bench.lookup({ ...TOWN, variables: NAMES }),
    );
  });

  test('takes an address without a pincode, and a pincode that is null', async () => {
    const bench = createBench();
    const expected = await bench.lookup({ ...TOWN, variables: NAMES });
    const address = '1 Main Street, Lakeview City';
    expect(await bench.lookup({ address, variables: NAMES })).toEqual(expected);
    expect(await bench.lookup({ address, pincode: null, variables: NAMES })).toEqual(expected);
  });

  test.each([
    ['half a pair', JSON.stringify({ address: 'Main Street \ud83d', variables: 'w_pop_tt' })],
    ['bytes that are no UTF-8', '{"address":"Main Street \ufffd","variables":"w_pop_tt"}'],
    ['a broken field that nobody reads', '{"lat":20,"lng":80,"variables":"w_pop_tt","x":"\ufffd"}'],
  ])('is refused with a broken character: %s', async (_what, body) => {
    expect((await createBench().post(LOOKUP, body)).status).toBe(400);
  });

  test('leaves a name out that it does not know', async () => {
    const response = await createBench().post(LOOKUP, { ...TOWN, variables: 'nope,w_pop_tt' });
    expect(await response.json()).toEqual({ status: 200, data: { w_pop_tt: expect.any(Number) } });
  });

  test('has no value far from any post office, nor for an address that it cannot find', async () => {
    const bench = createBench();
    const nothing = { status: 200, data: { w_pop_tt: null } };
    for (const place of [FAR_AWAY, { address: 'zzz', pincode: '' }, { address: '🏠' }]) {
      const response = await bench.post(LOOKUP, { ...place, variables: 'w_pop_tt' });
      expect(await response.json()).toEqual(nothing);
    }
  });

  test.each(['__proto__', 'constructor', 'to_string'])(
    'does not know the name %s',
    async (name) => {
      const response = await createBench().post(LOOKUP, { ...TOWN, variables: name });
      expect(await response.json()).toEqual({ status: 200, data: {} });
    },
  );

  test('is answered whatever its content type', async () => {
    const response = await createBench().post(
      LOOKUP,
      { ...TOWN, variables: NAMES },
      { 'content-type': 'text/plain' },
    );
    expect(response.status).toBe(200);
  });

  test('is marked as sample data, for every origin, and never kept', async () => {
    const { headers } = await createBench().post(LOOKUP, { ...TOWN, variables: NAMES });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-sample-data': 'true',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('retry-after'),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });
});

describe('a score', () => {
  test('answers with a number', async () => {
    expect(await createBench().score('store-potential', TOWN)).toMatchObject({
      kind: 'answered',
      value: expect.any(Number),
    });
  });

  test('by address answers as by the coordinates of that address', async () => {
    const bench = createBench();
    expect(
      await bench.score('store-potential', { address: '1 Main Street, Lakeview City' }),
    ).toEqual(await bench.score('store-potential', TOWN));
  });

  test.each(['nope', '..%2f..%2fetc', 'store-potential%20', '__proto__', '%F0%9F%8F%A0', '%'])(
    'of the model %s is not there',
    async (model) => {
      expect(await createBench().score(model, TOWN)).toMatchObject({ code: 'unknown-model' });
    },
  );
});

describe('a call out of contract', () => {
  test('missing custom variables gets 400 and a message that names them', async () => {
    const response = await createBench().post('/model/v1.0/branch-revenue', { key: KEY, ...TOWN });
    expect(await response.json()).toEqual({
      status: 400,
      message: expect.stringContaining('floor_area'),
    });
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s gets 405', async (method) => {
    const { app } = createBench().service;
    for (const path of [LOOKUP, '/model/v1.0/store-potential']) {
      const response = await app.request(path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    }
  });

  test('a body of more than 64 kB gets 413, with its length told or not', async () => {
    const bench = createBench();
    const body = JSON.stringify({ address: 'x'.repeat(70_000), variables: 'a' });
    expect((await bench.post(LOOKUP, body)).status).toBe(413);
    const stream = new Blob([body]).stream();
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
    expect((await bench.service.app.request(LOOKUP, init)).status).toBe(413);
  });

  test('nothing of it comes back in a message or a header', async () => {
    const bench = createBench();
    const secret = 'k3y-of-somebody';
    const replies = await Promise.all([
      bench.post(LOOKUP, { [secret]: secret, lat: secret }, { 'x-api-key': secret }),
      bench.post('/model/v1.0/x', { key: secret, address: secret }),
      bench.post(`/model/v1.0/${secret}`, { key: KEY, address: secret }),
      bench.post(LOOKUP, { address: secret, variables: secret }),
      bench.post(LOOKUP, {}, { 'x-sample-fault': `retry-after=${secret}` }),
      bench.post(`${LOOKUP}?fault=${secret}%0d%0aset-cookie:x`, {}),
    ]);
    for (const reply of replies) {
      expect(`${await reply.text()}${JSON.stringify([...reply.headers])}`).not.toContain(secret);
    }
  });

  test('a preflight is answered for every origin', async () => {
    const response = await createBench().service.app.request(LOOKUP, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('x-api-key');
  });
});

describe('keys and credits', () => {
  const ask = (bench: Bench, key: string, variables = NAMES) =>
    bench.lookup({ ...TOWN, variables }, { 'x-api-key': key });

  test('a lookup without a key, or with an unknown one, gets 401', async () => {
    const bench = createBench();
    expect(await ask(bench, '')).toMatchObject({ code: 'key-refused', status: 401 });
    expect(await ask(bench, 'nope')).toMatchObject({ code: 'key-refused', status: 401 });
    expect(await ask(bench, '__proto__')).toMatchObject({ code: 'key-refused', status: 401 });
  });

  test('a score without a key gets 401, with an unknown one 403', async () => {
    const bench = createBench();
    expect(await bench.score('store-potential', { ...TOWN, key: '' })).toMatchObject({
      status: 401,
    });
    expect(await bench.score('store-potential', { ...TOWN, key: 'nope' })).toMatchObject({
      code: 'key-refused',
      status: 403,
    });
    expect(await bench.score('store-potential', { ...TOWN, key: 7 })).toMatchObject({
      status: 403,
    });
  });

  test('a key without credits is told so', async () => {
    const bench = createBench();
    const told = { code: 'out-of-credits', status: 403 };
    expect(await ask(bench, 'locus-demo-empty')).toMatchObject(told);
    const key = 'locus-demo-empty';
    expect(await bench.score('store-potential', { ...TOWN, key })).toMatchObject(told);
  });

  test('a value costs a credit; missing values and refusals cost nothing', async () => {
    const bench = createBench();
    const left = (): number | undefined => bench.service.stats().credits['locus-demo-100'];
    await ask(bench, 'locus-demo-100');
    expect(left()).toBe(96);
    await ask(bench, 'locus-demo-100', 'nope,w_pop_tt');
    expect(left()).toBe(95);
    await bench.lookup({ ...FAR_AWAY, variables: NAMES }, { 'x-api-key': 'locus-demo-100' });
    await ask(bench, 'locus-demo-100', 'a b');
    expect(left()).toBe(95);
    await bench.score('store-potential', { ...TOWN, key: 'locus-demo-100' });
    expect(left()).toBe(94);
  });

  test('credits run out, and never below nothing', async () => {
    const bench = createBench();
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => ask(bench, 'locus-demo-100', `${NAMES},nope`)),
    );
    expect(replies.filter((reply) => reply.kind === 'answered')).toHaveLength(25);
    expect(bench.service.stats().credits['locus-demo-100']).toBe(0);
  });

  test('a call that would cost more than is left is refused and costs nothing', async () => {
    const bench = createBench();
    for (let call = 0; call < 24; call += 1) await ask(bench, 'locus-demo-100');
    await ask(bench, 'locus-demo-100', 'w_pop_tt');
    expect(await ask(bench, 'locus-demo-100')).toMatchObject({ code: 'out-of-credits' });
    expect(bench.service.stats().credits['locus-demo-100']).toBe(3);
  });
});

describe('faults on demand', () => {
  const body = { ...TOWN, variables: 'w_pop_tt,w_pop_tt_200' };
  const meet = (fault: string, bench = createBench()) =>
    bench.lookup(body, { 'x-sample-fault': fault });

  test.each([
    ['status=429,retry-after=2', { code: 'throttled', status: 429, retryAfterMs: 2000 }],
    ['status=503,retry-after-date=5', { code: 'unavailable', retryAfterMs: 5000 }],
    ['status=500', { code: 'service-failed', status: 500 }],
    ['status=400', { code: 'rejected', status: 400 }],
    ['wrapped-error', { code: 'key-refused', status: 401 }],
    ['wrapped-error=429', { code: 'throttled', status: 429 }],
    ['wrapped-error=429,wrapped-string', { code: 'throttled', status: 429 }],
    ['status=429,wrapped', { code: 'throttled', status: 429 }],
    ['status=429,wrapped-string', { code: 'throttled', status: 429 }],
    ['out-of-credits', { code: 'out-of-credits', status: 403 }],
    ['html', { code: 'unreadable-reply' }],
    ['html,status=502', { code: 'service-failed', status: 502 }],
    ['empty', { code: 'unreadable-reply' }],
    ['half', { code: 'unreadable-reply' }],
    ['half,wrapped-string', { code: 'unreadable-reply' }],
  ])('%p is read as %j', async (fault, expected) => {
    expect(await meet(fault)).toMatchObject({ kind: 'failed', ...expected });
  });

  test.each(['', 'wrapped', 'wrapped-string', 'strings', 'extra', 'strings,wrapped-string'])(
    '%p changes the form and not the values',
    async (fault) => {
      const { others, ...reply } = { others: undefined, ...(await meet(fault)) };
      expect(reply).toEqual(await createBench().lookup(body));
      expect(others).toEqual(fault === 'extra' ? ['br_sample_ct_500'] : undefined);
    },
  );

  test.each(['inf', 'nan', 'null', 'nan,wrapped-string', 'nan,wrapped'])(
    '%p leaves no value',
    async (fault) => {
      const reply = await meet(fault);
      expect(reply.kind === 'answered' && [...reply.values.values()]).toEqual([null, null]);
    },
  );

  test('a missing value is the first one', async () => {
    const reply = await meet('missing');
    expect(reply.kind === 'answered' && [...reply.values.values()]).toEqual([
      null,
      expect.any(Number),
    ]);
  });

  test('values of scores are met too', async () => {
    const bench = createBench();
    const score = async (fault: string) => {
      bench.service.faults.set({ fault });
      return bench.score('store-potential', TOWN);
    };
    const good = await score('');
    expect(await score('strings,wrapped-string')).toEqual(good);
    expect(await score('missing')).toEqual({ kind: 'answered', value: null });
    expect(await score('inf')).toEqual({ kind: 'answered', value: null });
    expect(await score('status=503')).toMatchObject({ code: 'unavailable' });
  });

  test('an unknown name spoils the call where that is asked for', async () => {
    const refused = { kind: 'failed', code: 'rejected', status: 400 };
    const unknown = { ...TOWN, variables: 'w_pop_tt,nope' };
    const bench = createBench();
    expect(await bench.lookup(unknown, { 'x-sample-fault': 'reject-unknown' })).toMatchObject(
      refused,
    );
    expect(await bench.lookup(body, { 'x-sample-fault': 'reject-unknown' })).toMatchObject({
      kind: 'answered',
    });
    expect(await createBench({ unknownNames: 'reject' }).lookup(unknown)).toMatchObject(refused);
  });

  test('delays add to the service’s own', async () => {
    const bench = createBench({ delayMs: 20 });
    await meet('delay=300', bench);
    await meet('', bench);
    expect(bench.delays).toEqual([320, 20]);
  });

  test('a status costs nothing; a reply that got lost on its way was charged', async () => {
    const bench = createBench();
    await meet('status=500', bench);
    expect(bench.service.stats().values).toBe(0);
    await meet('half', bench);
    expect(bench.service.stats().values).toBe(2);
  });

  test.each(['cut', 'cut=body'])('%p fails the reading of the reply', async (fault) => {
    const bench = createBench();
    const response = await bench.post(LOOKUP, body, { 'x-sample-fault': fault });
    await expect(response.text()).rejects.toThrow('cut on demand');
    expect(bench.service.stats().endings.lookup).toEqual({ cut: 1 });
  });

  test('come by query as well', async () => {
    const response = await createBench().post(`${LOOKUP}?fault=status%3D500`, body);
    expect(response.status).toBe(500);
  });

  test('the date in Retry-After is told by the given clock', async () => {
    const fault = 'status=429,retry-after-date=60';
    const { headers } = await createBench().post(LOOKUP, body, { 'x-sample-fault': fault });
    expect(headers.get('retry-after')).toBe(new Date(NOW + 60_000).toUTCString());
  });
});
