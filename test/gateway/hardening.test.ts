import { connect } from 'node:net';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
let token: string;
const LOOKUP = '/production/v1.0/getvariablesbulk';
const BODY = '{"lat":1,"lng":2,"variables":"a"}';
beforeEach(async () => {
  stage = await openStage({
    origins: ['https://excel.example.com'],
    publicUrl: 'https://locus.example.com',
    trustedProxies: ['127.0.0.1'],
  });
  ({ token } = await stage.person('Asha'));
});
afterEach(() => stage.close());

/** Sends bytes as they are, and resolves with all that comes back. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(stage.gateway.people).port), '127.0.0.1');
    let reply = '';
    socket.on('data', (data) => (reply += data.toString()));
    socket.on('close', () => resolve(reply));
    socket.on('error', reject);
    socket.write(text);
  });
}

const lookup = (headers: Record<string, string>): Promise<Response> =>
  fetch(stage.gateway.people + LOOKUP, {
    method: 'POST',
    headers: { 'x-api-key': token, ...headers },
    body: BODY,
  });

describe('pages of other origins', () => {
  it('are let in by the list alone, and never with credentials', async () => {
    for (const origin of ['https://excel.example.com', 'https://locus.example.com']) {
      const asked = await fetch(stage.gateway.people + LOOKUP, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
      expect(asked.headers.get('access-control-allow-headers')).toContain('x-api-key');
      const reply = await lookup({ origin });
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
      expect(reply.headers.get('vary')).toBe('origin');
    }
  });

  it.each([
    'https://evil.example.com',
    'https://excel.example.com.evil.com',
    'http://excel.example.com',
    'https://excel.example.com:444',
    'null',
  ])('are refused otherwise: %s', async (origin) => {
    const asked = await fetch(stage.gateway.people + LOOKUP, {
      method: 'OPTIONS',
      headers: { origin },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    expect((await lookup({ origin })).status).toBe(403);
    expect(stage.service.calls).toHaveLength(0);
  });

  it('of the gateway’s own are let in', async () => {
    expect((await lookup({ origin: stage.gateway.people })).status).toBe(200);
  });
});

describe('the people’s port', () => {
  it('passes a request’s id on, and makes one up in place of a strange one', async () => {
    const passed = await lookup({ 'x-request-id': 'abc-123' });
    expect(passed.headers.get('x-request-id')).toBe('abc-123');
    const strange = await lookup({ 'x-request-id': 'a"b{}' });
    expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('and the administrators’ give every reply an id', async () => {
    const { doors, people, administrators } = stage.gateway;
    const bases = { people, administrators };
    for (const port of ['people', 'administrators'] as const) {
      for (const door of [...doors[port], 'GET /nothing']) {
        // Those without a method take any.
        const [path = '', method = 'GET'] = door.split(' ').reverse();
        const url = bases[port] + path.replace(/:\w+|\*/g, 'x');
        const { headers } = await fetch(url, { method, redirect: 'manual' });
        expect([door, headers.get('x-request-id')]).toEqual([
          door,
          expect.stringMatching(/^[0-9a-f-]{36}$/),
        ]);
      }
    }
  });

  it('tells an address that tries many tokens to wait, and others not', async () => {
    const attempt = (index: number, address: string) =>
      lookup({ 'x-api-key': `locus_wrong${index}`, 'x-forwarded-for': `9.9.9.9, ${address}` });
    for (let index = 0; index < 20; index += 1) {
      expect((await attempt(index, '10.0.0.1')).status).toBe(401);
    }
    const blocked = await attempt(21, '10.0.0.1');
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await attempt(22, '10.0.0.2')).status).toBe(401);
    expect((await lookup({ 'x-forwarded-for': '10.0.0.1' })).status).toBe(200);
  });

  it.each([
    ['the contract', () => (token: string) => lookup({ 'x-api-key': token })],
    [
      'the account',
      () => (token: string) =>
        stage.send('/account/api/me', { headers: { authorization: `Bearer ${token}` } }),
    ],
    ['the administration', () => (token: string) => stage.admin('GET /teams', undefined, token)],
  ])('counts wrong tokens that come at once, at the door of %s', async (_door, attemptAt) => {
    const attempt = attemptAt();
    const all = Array.from({ length: 60 }, (_, index) => attempt(`locus_wrong${index}`));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  it('lets valid tokens in, whatever others at their address have tried', async () => {
    for (let index = 0; index < 22; index += 1) {
      await lookup({ 'x-api-key': `locus_wrong${index}` });
      await stage.admin('GET /teams', undefined, `locusadmin_wrong${index}`);
    }
    const wrong = await stage.admin('GET /teams', undefined, 'locusadmin_wrong');
    const right = await stage.admin('GET /teams');
    const mine = await lookup({});
    expect([wrong.status, right.status, mine.status]).toEqual([429, 200, 200]);
    const metrics = await fetch(`${stage.gateway.administrators}/metrics`);
    expect(await metrics.text()).toContain('locus_gateway_refused_tokens_total 45');
  });

  it('asks for a score’s token before it reads the body', async () => {
    const path = 'POST /model/v1.0/retail HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
    const unsent = await raw(`${path}x-api-key: locus_wrong\r\ncontent-length: 60000\r\n\r\n`);
    expect(unsent).toMatch(/^HTTP\/1\.1 401/);
    const send = (body: string) => stage.send('/model/v1.0/retail', { method: 'POST', body });
    expect((await send('{"key":"locus_wrong",')).status).toBe(401);
    expect((await send('no JSON')).status).toBe(401);
    expect((await send(`{"key":"${token}",`)).status).toBe(400);
  });

  it('goes on refusing a token that no longer counts with 401, and blocks nobody for it', async () => {
    const { id } = await stage.person('Binod');
    const revoked = await stage.admin(`POST /people/${id}/tokens`, {});
    await stage.admin(`DELETE /tokens/${String(revoked.json['id'])}`);
    const key = String(revoked.json['token']);
    for (let index = 0; index < 30; index += 1) {
      const reply = await lookup({ 'x-api-key': key });
      const score = await stage.score(key, { lat: 1, lng: 2 });
      const admin = await stage.admin('GET /usage', undefined, key);
      expect([reply.status, score.status, admin.status]).toEqual([401, 401, 401]);
    }
    expect((await lookup({ 'x-api-key': 'locus_wrong' })).status).toBe(401);
    expect((await stage.admin('GET /usage')).status).toBe(200);
  });

  it('keeps a connection, and answers what is sent down it one after another', async () => {
    const head = `POST ${LOOKUP} HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n`;
    const one = `${head}content-length: ${BODY.length}\r\n\r\n${BODY}`;
    const last = `${head}connection: close\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
    const replies = await raw(one + one + last);
    expect(replies.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\nhello'],
    ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks in disguise', 'transfer-encoding: xchunked\r\n\r\nhello'],
    ['a folded header', 'x: a\r\n b: c\r\ncontent-length: 0\r\n\r\n'],
  ])('refuses what a proxy may read otherwise: %s', async (_what, rest) => {
    const reply = await raw(
      `POST ${LOOKUP} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${token}\r\n${rest}`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(stage.service.calls).toHaveLength(0);
  });

  const HOST = 'host: x\r\nconnection: close\r\n';
  it.each([
    ['two hosts', '1.1', `${HOST}host: y\r\n`, 400],
    ['the same host twice', '1.1', `${HOST}Host: x\r\n`, 400],
    ['two hosts in one line', '1.1', 'host: x, y\r\nconnection: close\r\n', 400],
    ['two authorizations', '1.1', `${HOST}authorization: a\r\nAuthorization: b\r\n`, 400],
    ['no host', '1.1', 'connection: close\r\n', 400],
    ['HTTP/2.0', '2.0', HOST, 400],
    ['HTTP/0.9', '0.9', HOST, 400],
    ['HTTP/1.2', '1.2', HOST, 400],
    ['gzip before chunks', '1.1', `${HOST}transfer-encoding: gzip, chunked\r\n`, 400],
    ['chunks twice', '1.1', `${HOST}transfer-encoding: chunked, chunked\r\n`, 400],
    [
      'two lines of codings',
      '1.1',
      `${HOST}transfer-encoding: x\r\ntransfer-encoding: chunked\r\n`,
      400,
    ],
    ['identity', '1.1', `${HOST}transfer-encoding: identity\r\n`, 400],
    ['chunks under HTTP/1.0', '1.0', `${HOST}transfer-encoding: chunked\r\n`, 400],
    ['too many headers', '1.1', HOST + 'a:\r\n'.repeat(201), 400],
    ['more headers than Node keeps', '1.1', HOST + 'a:\r\n'.repeat(2500), 400],
    ['too large headers', '1.1', `${HOST}a: ${'x'.repeat(17_000)}\r\n`, 431],
  ])('refuses a request with %s', async (_what, version, headers, status) => {
    for (const path of [`POST ${LOOKUP}`, 'GET /v1/me', 'POST /v1/bulk']) {
      const isCoded = headers.includes('coding');
      const chunks = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
      const rest = isCoded ? `\r\n${chunks}` : `content-length: ${BODY.length}\r\n\r\n${BODY}`;
      const reply = await raw(
        `${path} HTTP/${version}\r\nx-api-key: ${token}\r\n${headers}${rest}`,
      );
      expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
      expect(reply.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
    expect(stage.service.calls).toHaveLength(0);
  });

  it('reads past a byte order mark', async () => {
    const init = { method: 'POST', headers: { 'x-api-key': token } };
    expect((await stage.send(LOOKUP, { ...init, body: `\ufeff${BODY}` })).status).toBe(200);
    const bulk = await stage.send('/v1/bulk', {
      ...init,
      body: '\ufeff{"id":1,"lat":1,"lng":2,"variables":["a"]}\r\n\r\n',
    });
    expect(bulk.text).toMatch(/^\{"id":1,[^\n]*"data":/);
  });

  it('bounds a body that does not say how long it is', async () => {
    const chunk = 'x'.repeat(40_000);
    const size = chunk.length.toString(16);
    const reply = await raw(
      `POST ${LOOKUP} HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\ntransfer-encoding: chunked\r\n\r\n` +
        `${size}\r\n${chunk}\r\n${size}\r\n${chunk}\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 413/);
  });

  it.each(['/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/.git/config', '/a%00b', '/\\x'])(
    'serves nothing outside the built add-in: %s',
    async (path) => {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1\.1 40[04]/);
    },
  );
});
