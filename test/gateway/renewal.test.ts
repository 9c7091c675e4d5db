import { openStage, type GatewayStage, type Reply } from './gateway-stage';

let stage: GatewayStage;
let asha: { readonly id: string; readonly token: string };
let value: number;
beforeEach(async () => {
  stage = await openStage();
  asha = await stage.person('Asha');
  value = 111;
  stage.service.fate = ({ kind, names }) => ({
    status: 200,
    body: JSON.stringify(
      kind === 'score'
        ? { score: value }
        : { data: Object.fromEntries(names.map((n) => [n, value])) },
    ),
  });
});
afterEach(() => stage.close());

const PLACE = { lat: 1, lng: 2 };

async function lines(...asked: readonly object[]): Promise<readonly Record<string, unknown>[]> {
  const reply = await stage.send('/v1/bulk', {
    method: 'POST',
    headers: { 'x-api-key': asha.token },
    body: asked.map((line, id) => JSON.stringify({ id, ...PLACE, ...line })).join('\n'),
  });
  return reply.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .sort((one, other) => Number(one['id']) - Number(other['id']));
}

async function charged(): Promise<unknown> {
  return ((await stage.admin('GET /usage')).json['account'] as Record<string, unknown>)['charged'];
}

function contract(headers: Record<string, string> = {}): Promise<Reply> {
  return stage.send('/production/v1.0/getvariablesbulk', {
    method: 'POST',
    headers: { 'x-api-key': asha.token, ...headers },
    body: JSON.stringify({ ...PLACE, variables: 'a' }),
  });
}

describe('the age of what a gateway answers', () => {
  test('is in each line, and says whether a call was made', async () => {
    const before = Date.now();
    const [first] = await lines({ variables: ['a'] });
    const [again] = await lines({ variables: ['a'] });
    const at = Date.parse(String(first?.['at']));
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(at).toBeLessThanOrEqual(Date.now() + 1);
    expect([first?.['kept'], again?.['kept'], again?.['at']]).toEqual([
      undefined,
      true,
      first?.['at'],
    ]);
    const reply = await contract();
    expect(reply.headers.get('x-locus-at')).toBe(first?.['at']);
    const rows = await stage.send('/v1/functions/bigquery?by=coordinates&names=a', {
      method: 'POST',
      headers: { 'x-api-key': asha.token },
      body: JSON.stringify({ calls: [[1, 2]] }),
    });
    expect(rows.json['replies']).toEqual([{ a: 111, at: first?.['at'] }]);
  });
});

describe('a renewal', () => {
  test.each([
    ['an attribute', { variables: ['a'] }, (line: Record<string, unknown>) => line['data']],
    ['a score', { model: 'm' }, (line: Record<string, unknown>) => ({ a: line['score'] })],
  ])('asks the service again for %s, as a call like any other', async (_what, asked, read) => {
    await lines(asked);
    value = 222;
    expect((await lines(asked)).map(read)).toEqual([{ a: 111 }]);
    const renewed = await lines({ ...asked, renew: true });
    expect(renewed.map(read)).toEqual([{ a: 222 }]);
    expect(renewed[0]).not.toHaveProperty('kept');
    expect((await lines(asked)).map(read)).toEqual([{ a: 222 }]);
    expect([stage.service.charged, await charged()]).toEqual([2, 2]);
  });

  test('by a header of the contract, too', async () => {
    await contract();
    value = 222;
    expect((await contract({ 'x-locus-renew': '1' })).json['data']).toEqual({ a: 222 });
  });

  test('is one call for all who press at once', async () => {
    await lines({ variables: ['a'] }, { model: 'm' });
    const release = stage.service.hold();
    const asked = Array.from({ length: 16 }, () =>
      lines({ variables: ['a'], renew: true }, { model: 'm', renew: true }),
    );
    const arrived = async (): Promise<boolean> => {
      const reply = await fetch(`${stage.gateway.administrators}/metrics`);
      return /bulk_questions_total(?:\{[^}]*\})? 34$/m.test(await reply.text());
    };
    while (!(await arrived())) await new Promise(setImmediate);
    release();
    await Promise.all(asked);
    expect(stage.service.charged).toBe(4);
  });

  test('over budget is refused, costs nothing, and what was known stays known', async () => {
    await lines({ variables: ['a'] }, { model: 'm' });
    await stage.admin(`PUT /people/${asha.id}/budget`, { callsPerDay: 2 });
    value = 222;
    const over = await contract({ 'x-locus-renew': '1' });
    expect([over.status, over.headers.get('x-locus-reason')]).toEqual([402, 'over-budget']);
    const renewed = await lines({ variables: ['a'], renew: true }, { model: 'm', renew: true });
    expect(renewed).toMatchObject(Array(2).fill({ status: 402, reason: 'over-budget' }));
    expect(await lines({ variables: ['a'] }, { model: 'm' })).toMatchObject([
      { data: { a: 111 } },
      { score: 111 },
    ]);
    expect(stage.service.charged).toBe(2);
  });

  test.each([
    [400, 400, 'rejected'],
    [401, 503, 'upstream-refused-key'],
    [402, 402, 'out-of-credits'],
    [418, 502, 'service-failed'],
  ])('that the service answers with %d fails as a call does', async (fate, status, reason) => {
    await lines({ variables: ['a'] }, { model: 'm' });
    stage.service.fate = () => ({ status: fate, body: '{"message":"no"}' });
    const renewed = await lines({ variables: ['a'], renew: true });
    expect(renewed).toMatchObject([{ status, reason }]);
    expect(await lines({ variables: ['a'] })).toMatchObject([{ status: 200, data: { a: 111 } }]);
  });

  test('is had by those who can pay, whoever presses with them', async () => {
    await lines({ variables: ['a'] });
    const ravi = await stage.person('Ravi');
    await stage.admin(`PUT /people/${ravi.id}/budget`, { callsPerDay: 0 });
    value = 222;
    const renew = { 'x-locus-renew': '1' };
    const [of0, own] = await Promise.all([
      contract({ ...renew, 'x-api-key': ravi.token }),
      contract(renew),
    ]);
    expect(of0.status === 402 || of0.json['data']).toBeTruthy();
    expect(own.json['data']).toEqual({ a: 222 });
  });

  test('is in the price that is said before', async () => {
    await lines({ variables: ['a', 'b'] }, { model: 'm' });
    const count = async (path: string, ...asked: readonly object[]): Promise<unknown> =>
      (
        await stage.send(path, {
          method: 'POST',
          headers: { 'x-api-key': asha.token },
          body: asked.map((line) => JSON.stringify({ ...PLACE, ...line })).join('\n'),
        })
      ).json;
    const asked = [
      { variables: ['a', 'b'], renew: true },
      { variables: ['a'], renew: true },
      { model: 'm', renew: true },
      { model: 'm' },
    ];
    for (const path of ['/v1/known', '/v1/plan']) {
      expect(await count(path, ...asked)).toMatchObject({ calls: 2, values: 3, known: 1 });
    }
  });

  test('is true or false', async () => {
    expect((await lines({ variables: ['a'], renew: 'yes' }))[0]?.['status']).toBe(400);
  });
});

describe('what an administrator has forgotten', () => {
  const forget = async (what: object): Promise<unknown> =>
    (await stage.admin('POST /answers/forget', what)).json['forgotten'];
  const ask = async (): Promise<unknown> =>
    (await lines({ variables: ['a', 'b'] }, { model: 'm' }, { model: 'n' })).map(
      ({ data, score }) => data ?? score,
    );
  const OLD = [{ a: 111, b: 111 }, 111, 111];

  test.each([
    [{ names: ['A'] }, [{ a: 222, b: 111 }, 111, 111], 1],
    [{ models: ['M'] }, [{ a: 111, b: 111 }, 222, 111], 1],
    [{ names: ['b'], models: ['n'] }, [{ a: 111, b: 222 }, 111, 222], 2],
    [{}, [{ a: 222, b: 222 }, 222, 222], 4],
    [{ before: '2020-01-31' }, OLD, 0],
    [{ names: ['a'], before: '2999-01-31' }, [{ a: 222, b: 111 }, 111, 111], 1],
  ])('by %j is asked for again, also after a restart', async (what, expected, forgotten) => {
    expect(await ask()).toEqual(OLD);
    value = 222;
    expect(await forget(what)).toBe(forgotten);
    await stage.restart();
    expect(await ask()).toEqual(expected);
    value = 333;
    expect(await ask()).toEqual(expected);
    const { entries } = (await stage.admin('GET /audit')).json as { entries: { act: string }[] };
    expect(entries.some(({ act }) => act === 'answers forgotten')).toBe(true);
  });

  test('is by names, models and a day, and by administrators alone', async () => {
    for (const wrong of [{ names: [] }, { names: 'a' }, { before: 'yesterday' }, { other: 1 }]) {
      expect((await stage.admin('POST /answers/forget', wrong)).status).toBe(400);
    }
    expect((await stage.admin('POST /answers/forget', {}, asha.token)).status).not.toBe(200);
  });

  test('ends where a rule would be one too many, until one for all stands for them', async () => {
    const status = async (what: object): Promise<number> =>
      (await stage.admin('POST /answers/forget', what)).status;
    const names = (part: number): object => ({
      names: Array.from({ length: 1000 }, (_, at) => `n_${part}_${at}`),
    });
    for (let part = 0; part < 10; part += 1) expect(await status(names(part))).toBe(200);
    expect(await status({ models: ['m'] })).toBe(409);
    expect(await status(names(3))).toBe(200);
    expect(await status({ names: ['n_3_5'], before: '2020-01-31' })).toBe(200);
    expect(await status({})).toBe(200);
    expect(await status({ models: ['m'] })).toBe(200);
    await stage.restart();
    expect(await status(names(10))).toBe(200);
  });
});
