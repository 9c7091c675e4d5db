import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { valueOf } from '../faulty-service';
import { openStage, type GatewayStage } from '../gateway-stage';
import { call, type WarehouseCall, type WarehouseReply } from './warehouse';

let stage: GatewayStage;
let token: string;
beforeEach(async () => {
  stage = await openStage();
  ({ token } = await stage.person('Warehouse'));
});
afterEach(() => stage.close());

const send = (path: string, sent: WarehouseCall): Promise<WarehouseReply> =>
  call(stage, path, { ...sent, headers: { 'x-api-key': token, ...sent.headers } });
const bigquery = (query: string, calls: unknown, more: object = {}): Promise<WarehouseReply> =>
  send(`bigquery?${query}`, { body: { requestId: 'r1', calls, ...more } });
const snowflake = (
  query: string,
  data: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<WarehouseReply> => send(`snowflake?${query}`, { body: { data }, headers });
const TEXT = expect.any(String) as string;
const outcomeOf = (place: string, ...names: string[]): object => ({
  ...Object.fromEntries(names.map((name) => [name, valueOf(place, name)])),
  at: TEXT,
});
const scoreOf = (place: string): object => ({ score: valueOf(place, 'score'), at: TEXT });

const WRONG = { error: TEXT, reason: 'invalid-argument' };
/** Two places: 1, 2 and 3, 4. */
const TWO = [1, 3].map((lat) => [lat, lat + 1]);

describe('a batch of BigQuery', () => {
  it('is answered in its order and number, by what its documentation sends', async () => {
    const fixture = readFileSync(join(__dirname, 'fixtures/bigquery.json'), 'utf8');
    const { status, json } = await send('bigquery', { body: fixture });
    expect(status).toBe(200);
    expect(json).toEqual({
      replies: [
        outcomeOf('12.9352,77.6245', 'w_pop_tt', 'p_retail_gc_np'),
        WRONG,
        outcomeOf('12.9352,77.6245', 'w_pop_tt', 'p_retail_gc_np'),
        outcomeOf('19.076,72.8777', 'w_pop_tt', 'p_retail_gc_np'),
      ],
    });
    expect(stage.service.calls).toHaveLength(2);
  });

  it('has numbers as texts, blanks, and rows of every wrong kind, each with its own outcome', async () => {
    const { status, json } = await bigquery('by=coordinates&names=a', [
      ['12.5', '77'],
      [12.5, 77],
      [null, null],
      ['NaN', 'Infinity'],
      [true, 1],
      [[1], { a: 1 }],
      [95, 77],
      [1],
      [1, 2, 3],
      'no row',
      null,
      [],
      ['12,5', '77'],
      [0, 0],
      ['12.5\ufffd', '77'],
    ]);
    expect(status).toBe(200);
    const replies = json['replies'] as object[];
    expect(replies).toHaveLength(15);
    expect(replies.slice(0, 2)).toEqual([outcomeOf('12.5,77', 'a'), outcomeOf('12.5,77', 'a')]);
    for (const reply of replies.slice(2)) {
      expect(reply).toEqual(WRONG);
    }
    expect(stage.service.calls).toHaveLength(1);
  });

  it('holds NaN, which JSON does not have, and the other rows are answered', async () => {
    const body = '{"calls":[[NaN,-Infinity],[1,2]]}';
    const { json } = await send('bigquery?by=coordinates&names=a', { body });
    expect(json['replies']).toEqual([WRONG, outcomeOf('1,2', 'a')]);
  });

  it('asks for addresses with pincodes, and for scores with dates and variables', async () => {
    const noPincode = {
      error: expect.stringContaining('has no pincode') as string,
      reason: 'invalid-argument',
    };
    const addresses = await bigquery('by=address&names=a', [
      ['1 MG Road', '560 034'],
      ['1 MG Road', 560034],
      ['1 MG Road', '56003'],
      ['1 MG Road 560034', null],
      ['1 MG Road, 560034'],
      ['1 MG Road'],
      ['1 MG Road', null],
    ]);
    expect(addresses.json['replies']).toEqual([
      outcomeOf('1 MG Road', 'a'),
      outcomeOf('1 MG Road', 'a'),
      { error: expect.stringContaining('56003') as string, reason: 'invalid-argument' },
      outcomeOf('1 MG Road', 'a'),
      outcomeOf('1 MG Road', 'a'),
      noPincode,
      noPincode,
    ]);
    expect(stage.service.calls.map(({ body }) => body['pincode'])).toEqual(['560034']);
    const scores = await bigquery('by=address&model=retail', [
      ['1 MG Road', '2026-01-31', '{"floor_area": 120, "format": "kiosk"}'],
      ['1 MG Road', null, null],
      ['1 MG Road'],
      ['1 MG Road', '2026-13-45'],
      ['1 MG Road', null, '[1]'],
      ['1 MG Road', null, '{'],
      ['1 MG Road', null, '{"a": {"b": 1}}'],
    ]);
    const score = scoreOf('1 MG Road');
    expect(scores.json['replies']).toEqual([score, score, score, WRONG, WRONG, WRONG, WRONG]);
    const [first, second] = stage.service.calls.slice(1).map(({ body }) => body);
    expect(first).toMatchObject({
      date: '2026-01-31',
      custom_variables: { floor_area: 120, format: 'kiosk' },
    });
    expect(second).not.toHaveProperty('custom_variables');
    expect(stage.service.calls).toHaveLength(3);
  });

  it('asks for each of two long numbers, as digits', async () => {
    const shops = ['9007199254740993', '9007199254740992', '12345678901234567890.10'];
    const variables = shops.map((shop) => `{"shop":${shop},"area":1.50}`);
    await bigquery('by=address&model=retail', [
      ...variables.map((text) => ['1 MG Road', null, text]),
    ]);
    const calls = stage.service.calls.map(({ body }) => body['custom_variables']);
    expect(calls).toEqual(shops.map((shop) => ({ shop, area: 1.5 })));
  });

  it('says which function in its path, in its context, or in both alike', async () => {
    const userDefinedContext = { by: 'coordinates', names: 'a, B' };
    const inContext = await bigquery('', [[1, 2]], { userDefinedContext });
    expect(inContext.json['replies']).toEqual([outcomeOf('1,2', 'a', 'b')]);
    const inBoth = await bigquery('names=a', [[1, 2]], {
      userDefinedContext: { by: 'coordinates', names: 'a' },
    });
    expect(inBoth.json['replies']).toEqual([outcomeOf('1,2', 'a')]);
  });

  it('may be empty', async () => {
    expect((await bigquery('by=coordinates&names=a', [])).json).toEqual({ replies: [] });
  });

  it('asks for more names than one call may hold in as many calls as that needs', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `n_${index}`);
    const query = `by=coordinates&names=${names.join(',')}`;
    const { json } = await bigquery(query, [
      [1, 2],
      [1, 2],
    ]);
    expect(json['replies']).toEqual([outcomeOf('1,2', ...names), outcomeOf('1,2', ...names)]);
    expect(stage.service.calls.map((each) => each.names.length).sort()).toEqual([10, 50]);
  });

  it('says of each row what the service says of it: no value, no model, no answer', async () => {
    stage.service.fate = ({ kind, place }) => {
      if (kind === 'score') return 404;
      return place === '3,4' ? 'garbled' : 'answer';
    };
    const rows = await bigquery('by=coordinates&names=a', TWO);
    expect(rows.json['replies']).toEqual([
      outcomeOf('1,2', 'a'),
      { error: TEXT, reason: 'unreadable-reply' },
    ]);
    const scores = await bigquery('by=coordinates&model=none', [[1, 2]]);
    expect(scores.json['replies']).toEqual([{ error: TEXT, reason: 'unknown-model' }]);
  });

  it.each<[string, string, unknown, number?]>([
    ['names and a model', 'by=coordinates&names=a&model=retail', { calls: [[1, 2]] }],
    ['neither', 'by=coordinates', { calls: [[1, 2]] }],
    ['nothing of what a row holds', 'names=a', { calls: [[1, 2]] }],
    ['a row of something else', 'by=pincode&names=a', { calls: [[1, 2]] }],
    ['a name that is none', 'by=coordinates&names=a,W%20POP', { calls: [[1, 2]] }],
    ['an empty name', 'by=coordinates&names=a,,b', { calls: [[1, 2]] }],
    ['a model that leads elsewhere', 'by=coordinates&model=..%2Fx', { calls: [[1, 2]] }],
    ['two lists of names', 'by=coordinates&names=a&names=b', { calls: [[1, 2]] }],
    ['a context of its own', 'by=coordinates&names=a', { calls: [[1, 2]], userDefinedContext: 5 }],
    [
      'a context that says otherwise',
      'by=coordinates&names=a',
      { calls: [], userDefinedContext: { names: 'b' } },
    ],
    ['no JSON', 'by=coordinates&names=a', '{"calls":[[1,2]'],
    ['no object', 'by=coordinates&names=a', 'null'],
    ['no calls', 'by=coordinates&names=a', { data: [[0, 1, 2]] }],
    ['calls that are no list', 'by=coordinates&names=a', { calls: { length: 1 } }],
    ['more rows than may be', 'by=coordinates&names=a', { calls: Array(10_001).fill([1, 2]) }, 413],
    ['more bytes than may be', 'by=coordinates&names=a', `"${'x'.repeat(10_500_000)}"`, 413],
  ])(
    'is refused as a whole for %s, without a call and for good',
    async (_what, query, body, status = 400) => {
      const reply = await send(`bigquery?${query}`, { body });
      expect(reply.status).toBe(status);
      expect(reply.json).toEqual({ errorMessage: TEXT });
      expect(reply.text.length).toBeLessThan(1024);
      expect(stage.service.calls).toHaveLength(0);
    },
  );
});

describe('a batch of Snowflake', () => {
  it('is answered row by row, by their numbers', async () => {
    const fixture = readFileSync(join(__dirname, 'fixtures/snowflake.json'), 'utf8');
    const { status, json } = await send('snowflake?by=address&names=w_pop_tt', { body: fixture });
    expect(status).toBe(200);
    expect(json).toEqual({
      data: [
        [0, outcomeOf('12 Hill Road, Bandra', 'w_pop_tt')],
        [1, WRONG],
        [2, outcomeOf('1 MG Road', 'w_pop_tt')],
      ],
    });
  });

  it('keeps the numbers as they come, in their order', async () => {
    const { json } = await snowflake('by=coordinates&names=a', [
      [7, 1, 2],
      [3, '3.0', '4'],
    ]);
    expect(json).toEqual({
      data: [
        [7, outcomeOf('1,2', 'a')],
        [3, outcomeOf('3,4', 'a')],
      ],
    });
    expect((await snowflake('by=coordinates&names=a', [])).json).toEqual({ data: [] });
  });

  it.each<[string, unknown]>([
    [
      'twice',
      [
        [0, 1, 2],
        [0, 3, 4],
      ],
    ],
    ['as a text', [['0', 1, 2]]],
    ['with a fraction', [[0.5, 1, 2]]],
    ['not at all', [[]]],
    ['in no list', [{ 0: 0 }]],
  ])('is refused if a row’s number comes %s', async (_how, data) => {
    const { status, json } = await snowflake('by=coordinates&names=a', data);
    expect([status, json['status']]).toEqual([400, 400]);
    expect(stage.service.calls).toHaveLength(0);
  });

  it('that takes long is asked for again by its id, and is answered once it is there', async () => {
    await stage.close();
    stage = await openStage({ functionPollAfterMs: 20 });
    ({ token } = await stage.person('Warehouse'));
    const release = stage.service.hold();
    const path = 'snowflake?by=coordinates&names=a';
    const headers = { 'sf-external-function-query-batch-id': 'query-1:0' };
    const body = { data: [[0, 1, 2]] };
    expect((await send(path, { body, headers })).status).toBe(202);
    expect((await send(path, { method: 'GET', headers })).status).toBe(202);
    // Sent once more, it joins the first.
    expect((await send(path, { body, headers })).status).toBe(202);
    release();
    let reply = await send(path, { method: 'GET', headers });
    while (reply.status === 202) reply = await send(path, { method: 'GET', headers });
    const answered = { data: [[0, outcomeOf('1,2', 'a')]] };
    expect(reply.json).toEqual(answered);
    // The reply was lost: asked for again, it is the same.
    expect((await send(path, { method: 'GET', headers })).json).toEqual(answered);
    expect((await send(path, { body, headers })).json).toEqual(answered);
    expect(stage.service.calls).toHaveLength(1);
    const other = { 'sf-external-function-query-batch-id': 'query-1:1' };
    expect((await send(path, { method: 'GET', headers: other })).status).toBe(404);
    expect((await send(path, { method: 'GET' })).status).toBe(404);
    const { token: stranger } = await stage.person('Stranger');
    const theirs = { ...headers, 'x-api-key': stranger };
    expect((await send(path, { method: 'GET', headers: theirs })).status).toBe(404);
  });

  it('that is fetched again and again, and never read, takes no more memory than a person may', async () => {
    const names = Array.from({ length: 75 }, (_, at) => `${'n'.repeat(195)}_${at}`);
    const path = `snowflake?by=coordinates&names=${names.join()}`;
    const headers = { 'x-api-key': token, 'sf-external-function-query-batch-id': 'query-3:0' };
    const data = Array.from({ length: 1000 }, (_, at) => [at, 1, 2]);
    expect((await send(path, { body: { data }, headers })).text.length).toBeGreaterThan(14_000_000);
    const unread = async (): Promise<IncomingMessage> => {
      const url = `${stage.gateway.people}/v1/functions/${path}`;
      const [reply] = await once(get(url, { headers, agent: false }), 'response');
      return reply as IncomingMessage;
    };
    const replies = [await unread(), await unread(), await unread()];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    for (const reply of replies) reply.destroy();
    let again = await send(path, { method: 'GET', headers });
    while (again.status === 429) again = await send(path, { method: 'GET', headers });
    expect(again.text.length).toBeGreaterThan(14_000_000);
    expect(stage.service.calls).toHaveLength(2);
  });

  it('with the id of another batch is answered by its own rows', async () => {
    const headers = { 'sf-external-function-query-batch-id': 'query-2:0' };
    await snowflake('by=coordinates&names=a', [[0, 1, 2]], headers);
    const other = await snowflake('by=coordinates&names=a', [[0, 5, 6]], headers);
    expect(other.json).toEqual({ data: [[0, outcomeOf('5,6', 'a')]] });
  });
});

describe('what ends a batch as a whole', () => {
  it('is a spent budget, which an engine does not try again', async () => {
    await stage.admin('PUT /account/budget', { callsPerDay: 2 });
    const calls = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    const reply = await bigquery('by=coordinates&names=a', calls);
    expect(reply.status).toBe(402);
    expect(reply.headers['x-locus-reason']).toBe('over-budget');
    expect(reply.json).toMatchObject({ reason: 'over-budget' });
    expect(stage.service.charged).toBeLessThanOrEqual(2);
    const data = calls.map((row, number) => [number, ...row]);
    expect((await snowflake('by=coordinates&names=a', data)).status).toBe(402);
    expect(stage.service.charged).toBeLessThanOrEqual(2);
  });

  it('is a service that is busy, which one does, and what was answered is kept', async () => {
    let isBusy = true;
    stage.service.fate = ({ place }) => (isBusy && place === '3,4' ? 403 : 'answer');
    const first = await bigquery('by=coordinates&names=a', TWO);
    expect(first.status).toBe(503);
    expect(first.json).toEqual({
      errorMessage: TEXT,
      reason: 'upstream-refused-key',
    });
    isBusy = false;
    await stage.admin('POST /upstream/try-again');
    const second = await bigquery('by=coordinates&names=a', TWO);
    expect(second.json['replies']).toEqual([outcomeOf('1,2', 'a'), outcomeOf('3,4', 'a')]);
    expect(stage.service.charged).toBe(2);
  });

  it('is the end of its time, after which it goes on where it was', async () => {
    await stage.close();
    stage = await openStage({ functionAnswerWithinMs: 300 });
    ({ token } = await stage.person('Warehouse'));
    const release = stage.service.hold();
    const query = 'by=coordinates&model=retail';
    expect((await bigquery(query, TWO)).status).toBe(503);
    release();
    let reply = await bigquery(query, TWO);
    while (reply.status === 503) reply = await bigquery(query, TWO);
    expect(reply.json['replies']).toEqual(['1,2', '3,4'].map(scoreOf));
    expect(stage.service.charged).toBe(2);
  });

  it('is a reply of more than a warehouse takes, though all of it is known', async () => {
    const names = Array.from({ length: 75 }, (_, at) => `${'n'.repeat(195)}_${at}`);
    const query = `by=coordinates&names=${names.join()}`;
    const first = await bigquery(query, [[1, 2]]);
    expect(first.status).toBe(200);
    const reply = await bigquery(query, Array(1200).fill([1, 2]));
    expect([reply.status, reply.json]).toEqual([413, { errorMessage: TEXT }]);
    expect((await bigquery(query, Array(200).fill([1, 2]))).status).toBe(200);
    expect(stage.service.calls).toHaveLength(2);
  });

  it('is never a score of which nobody knows how it ended', async () => {
    stage.service.fate = ({ place }) => (place === '3,4' ? 'cut' : 'answer');
    const known = scoreOf('1,2');
    const unknown = { error: TEXT, reason: 'unknown-outcome' };
    for (let again = 0; again < 3; again += 1) {
      const { status, json } = await bigquery('by=coordinates&model=retail', TWO);
      expect([status, json['replies']]).toEqual([200, [known, unknown]]);
    }
    expect(stage.service.charged).toBe(2);
  });
});

describe('what no batch holds', () => {
  const manyTimes = (text: string, times: number): string => Array(times).fill(text).join(',');

  it.each<[string, string]>([
    ['three million objects', `[[1,2],[${manyTimes('{}', 3_000_000)}`],
    ['rows of hundreds of objects', manyTimes(`[${manyTimes('{}', 400)}]`, 20_000)],
    ['lists in lists', `[[1,2],${'['.repeat(9_000_000)}`],
    ['a text of megabytes', `[[1,2],["${'x'.repeat(9_000_000)}`],
    ['megabytes of blanks', `[[1,2],${' '.repeat(9_000_000)}`],
    ['more rows than may be', manyTimes('[1,2]', 1_500_000)],
  ])('is refused while it arrives: %s', async (_what, rows) => {
    const body = `{"calls":[${rows}`;
    // The body is cut off: whoever read it to its end would say so.
    const reply = await send('bigquery?by=coordinates&names=a', { body, isPacked: true });
    expect([reply.status, reply.json]).toEqual([413, { errorMessage: TEXT }]);
  });

  it('is refused beside the rows, too', async () => {
    for (const more of [`"x":[${manyTimes('{}', 3_000_000)}`, `"x":"${'x'.repeat(9_000_000)}`]) {
      const body = `{"calls":[[1,2]],${more}`;
      const reply = await send('bigquery?by=coordinates&names=a', { body, isPacked: true });
      expect(reply.status).toBe(413);
    }
  });

  it.each(['[[1,2][3,4]]', '[[1,2],]', '[,[1,2]]', '[[1,2}]', '[[1,2]]]', '[[1,2]}', '[[1 2]]'])(
    'is told from JSON: %s',
    async (calls) => {
      const { status } = await send('bigquery?by=coordinates&names=a', {
        body: `{"calls":${calls}}`,
      });
      expect(status).toBe(400);
    },
  );

  it('may stand in texts: brackets, commas, quotes and the name of the rows', async () => {
    const calls = [['1 MG Road, [Block {A}], "calls":[[', '560034']];
    const body = { 'x "calls":[': '"calls":[[1,2]],', calls, sessionUser: '\\"}]' };
    const { json } = await send('bigquery?by=address&names=a', { body });
    expect(json['replies']).toEqual([outcomeOf('1 MG Road, [Block {A}], "calls":[[', 'a')]);
  });
});

describe('who calls a function', () => {
  const body = { calls: [[1, 2]], data: [[0, 1, 2]] };
  const query = 'by=coordinates&names=a';

  it.each([
    ['x-api-key', ''],
    ['authorization', 'Bearer '],
    ['sf-custom-x-api-key', ''],
  ])('shows a token in %s', async (header, prefix) => {
    const headers = { [header]: prefix + token };
    expect((await call(stage, `snowflake?${query}`, { body, headers })).status).toBe(200);
  });

  it('is nobody without one, with a wrong one, or with one in the address', async () => {
    const none = await call(stage, `bigquery?${query}`, { body });
    expect([none.status, none.json]).toEqual([401, { errorMessage: TEXT }]);
    const headers = { authorization: 'Bearer wrong' };
    expect((await call(stage, `bigquery?${query}`, { body, headers })).status).toBe(401);
    for (const name of ['token', 'key', 'x-api-key', 'access_token']) {
      const inAddress = await call(stage, `bigquery?${query}&${name}=${token}`, { body });
      expect(inAddress.status).toBe(401);
    }
    expect(stage.service.calls).toHaveLength(0);
  });

  it('sends other methods in vain', async () => {
    expect((await send(`bigquery?${query}`, { method: 'GET' })).status).toBe(405);
  });
});

describe('compression', () => {
  const rows = Array.from({ length: 200 }, (_, index) => [index / 100, 1]);

  it('is undone in a request, and applied to a reply if its reader takes it', async () => {
    const sent = { body: { calls: rows }, isPacked: true };
    const packed = await send('bigquery?by=coordinates&names=a', {
      ...sent,
      headers: { 'accept-encoding': 'deflate, gzip' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.json['replies']).toHaveLength(200);
    const plain = await send('bigquery?by=coordinates&names=a', {
      ...sent,
      headers: { 'accept-encoding': 'gzip;q=0' },
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.text).toBe(packed.text);
  });

  it('makes no small body large: what counts is its size once unpacked', async () => {
    const bomb = await send('bigquery?by=coordinates&names=a', {
      body: ' '.repeat(40_000_000),
      isPacked: true,
    });
    expect(bomb.status).toBe(413);
    const cut = await send('bigquery?by=coordinates&names=a', {
      body: { calls: rows },
      headers: { 'content-encoding': 'gzip' },
    });
    expect(cut.status).toBe(400);
    const other = await send('bigquery?by=coordinates&names=a', {
      body: { calls: rows },
      headers: { 'content-encoding': 'br' },
    });
    expect(other.status).toBe(415);
  });
});
