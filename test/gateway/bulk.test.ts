import { valueOf } from './faulty-service';
import { openStage, type GatewayStage, type Reply } from './gateway-stage';

let stage: GatewayStage;
let token: string;
beforeEach(async () => {
  stage = await openStage();
  ({ token } = await stage.person('Asha'));
});
afterEach(() => stage.close());

const post = (path: string, lines: readonly unknown[]): Promise<Reply> =>
  stage.send(path, {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  });
const linesOf = ({ text }: Reply): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('POST /v1/bulk', () => {
  it('answers each line by its id, each with its own outcome', async () => {
    const reply = await post('/v1/bulk', [
      { id: 'one', lat: 1, lng: 2, variables: ['a', 'b'] },
      { id: 2, address: '1 MG Road', pincode: '400001', variables: ['a'] },
      { id: 3, model: 'retail', lat: 1, lng: 2, date: '2026-01-31' },
      { id: 4, lat: 100, lng: 2, variables: ['a'] },
      'no JSON',
      { id: 5, lat: 1, lng: 2, variables: ['a,b'] },
      '',
      { id: 6, model: 7, lat: 1, lng: 2 },
    ]);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = new Map(linesOf(reply).map((line) => [line['id'], line]));
    const at = expect.any(String) as string;
    expect(lines.get('one')).toEqual({
      id: 'one',
      at,
      status: 200,
      data: { a: valueOf('1,2', 'a'), b: valueOf('1,2', 'b') },
    });
    expect(lines.get(2)).toMatchObject({ status: 200, data: { a: valueOf('1 MG Road', 'a') } });
    expect(lines.get(3)).toEqual({ id: 3, at, status: 200, score: valueOf('1,2', 'score') });
    for (const id of [4, 5, 6, null]) {
      expect(lines.get(id)).toMatchObject({ status: 400, message: expect.any(String) as string });
    }
    expect(stage.service.calls).toHaveLength(3);
  });

  it('takes 200 names in a line, in as few calls as possible, as the other ways to ask for many', async () => {
    const names = Array.from({ length: 201 }, (_, index) => `n_${index}`);
    const reply = await post('/v1/bulk', [
      { id: 1, lat: 1, lng: 2, variables: names.slice(1) },
      { id: 2, lat: 3, lng: 4, variables: names.slice(1).join() },
      { id: 3, lat: 1, lng: 2, variables: names },
      { id: 4, lat: 1, lng: 2, variables: [...names.slice(2, 120), 'No name'] },
    ]);
    const lines = new Map(linesOf(reply).map((line) => [line['id'], line]));
    for (const [id, place] of [
      [1, '1,2'],
      [2, '3,4'],
    ] as const) {
      expect(lines.get(id)?.['data']).toEqual(
        Object.fromEntries(names.slice(1).map((name) => [name, valueOf(place, name)])),
      );
    }
    const message = 'variables may have at most 200 names; there are 201.';
    expect(lines.get(3)).toMatchObject({ status: 400, message });
    expect(lines.get(4)?.['message']).toContain('variables: name 119 must be lower-case');
    expect(stage.service.calls).toHaveLength(8);
    const plan = await post('/v1/known', [{ id: 1, lat: 5, lng: 6, variables: names.slice(1) }]);
    expect(plan.json).toEqual({ calls: 4, values: 200, known: 0 });
  });

  it('takes 0 for the equator or the meridian, and 0, 0 for no place', async () => {
    const places = [
      [0, 77.6],
      [51.4779, 0],
      [0, 0],
      [12.9, null],
    ] as const;
    const reply = await post(
      '/v1/bulk',
      places.map(([lat, lng], id) => ({ id, lat, lng, variables: ['a'] })),
    );
    const statuses = linesOf(reply).map(({ id, status }) => [id, status]);
    expect(new Map(statuses as [number, number][])).toEqual(
      new Map([
        [0, 200],
        [1, 200],
        [2, 400],
        [3, 400],
      ]),
    );
    expect(stage.service.calls.map(({ place }) => place).sort()).toEqual(['0,77.6', '51.4779,0']);
  });

  it.each([
    '12345678901234567890',
    '-9007199254740993',
    '1.0',
    '1e400',
    '0.1234567890123456789',
    '-0',
  ])('sends an id back as it came: %s', async (id) => {
    const place = '"lat":1,"lng":2,"variables":["a"]';
    const lines = [
      `{"id":${id},${place}}`,
      `{ "note":{"id":5,"x":["id",6]}, "text":"id\\":7", ${place},\t"\\u0069d" : ${id} }`,
      `{"id":1,${place},"id":${id}}`,
      `{"id":${id},"lat":100,"lng":2,"variables":["a"]}`,
    ];
    const { text } = await post('/v1/bulk', lines);
    const ids = text
      .trim()
      .split('\n')
      .map((line) => line.startsWith(`{"id":${id},`));
    expect(ids).toEqual([true, true, true, true]);
  });

  it('asks for each of two long numbers, as digits', async () => {
    const lines = ['3', '2'].map(
      (end) =>
        `{"id":900719925474099${end},"model":"m","lat":1,"lng":2,"custom_variables":{"shop":900719925474099${end},"area":1.50}}`,
    );
    expect((await post('/v1/bulk', lines)).text).toContain('{"id":9007199254740993,');
    expect(stage.service.calls.map(({ body }) => body['custom_variables'])).toEqual([
      { shop: '9007199254740993', area: 1.5 },
      { shop: '9007199254740992', area: 1.5 },
    ]);
  });

  it('sends a model whose id leads elsewhere to no service', async () => {
    const ids = [
      '../x',
      'a/b',
      'a%2fb',
      'a%252Fb',
      '\uff0e\uff0e',
      'a\\b',
      'a\u0000',
      'a／b',
      'a\u200bb',
      '..',
    ];
    const reply = await post(
      '/v1/bulk',
      ids.map((model, id) => ({ id, model, lat: 1, lng: 2 })),
    );
    expect(new Set(linesOf(reply).map(({ status }) => status))).toEqual(new Set([404]));
    for (const model of ids) {
      for (const path of [
        encodeURIComponent(model),
        encodeURIComponent(encodeURIComponent(model)),
      ]) {
        const { status } = await stage.score(token, { lat: 1, lng: 2 }, path);
        expect(status).toBe(404);
      }
    }
    expect(stage.service.calls).toHaveLength(0);
  });

  it('takes no id that is a list or an object, however deep, and answers the other lines', async () => {
    const deep = (open: string, close: string): string =>
      `{"id":${open.repeat(50_000)}1${close.repeat(50_000)},"lat":1,"lng":2,"variables":["a"]}`;
    const reply = await post('/v1/bulk', [
      deep('[', ']'),
      deep('{"a":', '}'),
      { id: {}, lat: 1, lng: 2, variables: ['a'] },
      { id: true, lat: 1, lng: 2, variables: ['a'] },
      { id: null, lat: 1, lng: 2, variables: ['a'] },
      { id: 0, lat: 1, lng: 2, variables: ['a'] },
    ]);
    const lines = linesOf(reply).map(({ id, status }) => [id, status]);
    expect(lines).toHaveLength(6);
    expect(lines).toEqual(
      expect.arrayContaining([
        [true, 200],
        [null, 200],
        [0, 200],
        [null, 400],
      ]),
    );
    expect(lines.filter(([, status]) => status === 400)).toHaveLength(3);
    expect((await post('/v1/bulk', [{ id: 1, lat: 1, lng: 2, variables: ['a'] }])).status).toBe(
      200,
    );
  });

  it('reads a line with thousands of pincodes as one address, and answers the others', async () => {
    const address = `12 MG Road${'\nPIN'.repeat(490)}`;
    const reply = await post('/v1/bulk', [
      { id: 1, address, variables: ['a'] },
      { id: 2, lat: 1, lng: 2, variables: ['a'] },
      { id: 3, address: `${address}${address}`, variables: ['a'] },
      { id: 4, address: '12 MG Road', model: 'retail', custom_variables: { a: address } },
      { id: 5, lat: 1, lng: 2, model: 'retail', custom_variables: { a: address.repeat(3) } },
    ]);
    const statuses = linesOf(reply).map(({ id, status }) => [id, status]);
    expect(new Map(statuses as [number, number][])).toEqual(
      new Map([
        ...[1, 2, 4].map((id) => [id, 200] as const),
        // Memory keeps the text of each question, so it has to have an end.
        ...[3, 5].map((id) => [id, 400] as const),
      ]),
    );
    expect((await post('/v1/known', [{ id: 1, address, variables: ['a'] }])).status).toBe(200);
  });

  it('sends each answer as it comes, without waiting for the others', async () => {
    await post('/v1/bulk', [{ id: 1, lat: 1, lng: 2, variables: ['a'] }]);
    const release = stage.service.hold();
    const response = await fetch(`${stage.gateway.people}/v1/bulk`, {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: '{"id":1,"lat":1,"lng":2,"variables":["a"]}\n{"id":2,"lat":9,"lng":2,"variables":["a"]}',
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^\{"id":1,.*\}\n$/);
    release();
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toMatch(/^\{"id":2,.*\}\n$/);
    expect((await reader?.read())?.done).toBe(true);
  });

  it('takes 1,000 questions, and no more', async () => {
    // On a busy machine, reading them takes longer than calls usually wait for more.
    await stage.close();
    stage = await openStage({ windowMs: 1000 });
    ({ token } = await stage.person('Asha'));
    const lines = Array.from({ length: 1000 }, (_, id) => ({
      id,
      lat: 1 + (id % 100) / 1000,
      lng: 1,
      variables: [`n_${id % 7}`],
    }));
    const reply = await post('/v1/bulk', lines);
    expect(linesOf(reply).filter(({ status }) => status === 200)).toHaveLength(1000);
    expect(stage.service.calls).toHaveLength(100);
    expect((await post('/v1/bulk', [...lines, lines[0]])).status).toBe(413);
    expect((await post('/v1/bulk', ['x'.repeat(1_100_000)])).status).toBe(413);
  });

  it('says with each line why there is no answer', async () => {
    stage.service.fate = ({ kind }) => (kind === 'score' ? 'cut' : 'answer');
    await stage.admin('PUT /account/budget', { callsPerDay: 1 });
    const score = linesOf(await post('/v1/bulk', [{ id: 1, model: 'retail', lat: 1, lng: 2 }]));
    expect(score).toMatchObject([{ id: 1, status: 504, reason: 'unknown-outcome' }]);
    const lookup = linesOf(await post('/v1/bulk', [{ id: 1, lat: 1, lng: 2, variables: ['a'] }]));
    expect(lookup).toMatchObject([{ id: 1, status: 402, reason: 'over-budget' }]);
    expect(lookup[0]).not.toHaveProperty('retryAfter');
  });

  it('says a reason also where the status alone would do for one question', async () => {
    stage.service.fate = () => 400;
    const lines = [
      { id: 1, lat: 91, lng: 2, variables: ['a'] },
      { id: 2, lat: 1, lng: 2, variables: ['a'] },
    ];
    const reasons = linesOf(await post('/v1/bulk', lines)).map(({ id, reason }) => [id, reason]);
    expect(Object.fromEntries(reasons)).toEqual({ 1: 'invalid-argument', 2: 'rejected' });
  });

  it('says with a line for how long to stay away, as a header says for one question', async () => {
    stage.service.fate = () => 403;
    const [line] = linesOf(await post('/v1/bulk', [{ id: 1, lat: 1, lng: 2, variables: ['a'] }]));
    expect(line).toMatchObject({ id: 1, status: 503, retryAfter: 30 });
  });
});

describe('POST /v1/known', () => {
  it('counts the calls that questions would cost, and makes none', async () => {
    await stage.ask(token, { lat: 1, lng: 2, variables: 'a,b' });
    const names = Array.from({ length: 50 }, (_, index) => `n_${index}`);
    const { json } = await post('/v1/known', [
      { id: 1, lat: 1, lng: 2, variables: ['a', 'b'] },
      { id: 2, lat: 1, lng: 2, variables: ['c'] },
      { id: 3, lat: 5, lng: 2, variables: names },
      { id: 4, lat: 5, lng: 2, variables: ['one_more', 'n_1'] },
      { id: 5, model: 'retail', lat: 1, lng: 2 },
    ]);
    expect(json).toEqual({ calls: 4, values: 53, known: 2 });
    expect(stage.service.calls).toHaveLength(1);
  });
});
