import { valueOf } from './faulty-service';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
let token: string;

beforeEach(async () => {
  stage = await openStage();
  ({ token } = await stage.person('Asha'));
});
afterEach(() => stage.close());

describe('a lookup through the gateway', () => {
  it('is answered as the service answers, with the provider’s key in place of the token', async () => {
    const reply = await stage.ask(token, { lat: 19.07, lng: 72.87, variables: 'a,b' });
    expect(reply.status).toBe(200);
    const data = { a: valueOf('19.07,72.87', 'a'), b: valueOf('19.07,72.87', 'b') };
    expect(reply.json).toEqual({ data, status: 200 });
    expect(stage.service.calls.map(({ key, names }) => [key, names])).toEqual([
      ['provider-key', ['a', 'b']],
    ]);
  });

  it('is answered from memory the second time, and from the disk after a restart', async () => {
    const body = { address: '1 MG Road', pincode: '400001', variables: 'a,b' };
    const first = await stage.ask(token, body);
    const second = await stage.ask(token, body);
    await stage.restart();
    const third = await stage.ask(token, body);
    expect(first.status).toBe(200);
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect(stage.service.calls).toHaveLength(1);
  });

  it('is refused in words that arrive whole, in whatever script', async () => {
    const reply = await stage.ask(token, { lat: 'बारह', lng: 2, variables: 'a' });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([
      400,
      String(Buffer.byteLength(reply.text)),
    ]);
    expect(reply.json['message']).toContain('बारह');
  });

  it.each([
    ['no JSON', 'x'],
    ['no place', '{"variables":"a"}'],
    ['both places', '{"lat":1,"lng":2,"address":"x","variables":"a"}'],
    ['no such latitude', '{"lat":91,"lng":2,"variables":"a"}'],
    ['a latitude in words', '{"lat":"one","lng":2,"variables":"a"}'],
    ['a name with a space', '{"lat":1,"lng":2,"variables":"a, b"}'],
    ['51 names', JSON.stringify({ lat: 1, lng: 2, variables: 'a,'.repeat(50) + 'b' })],
    ['an array', '[]'],
    ['a name of the prototype', '{"__proto__":{"lat":1,"lng":2,"variables":"a"}}'],
  ])('that breaks the contract is refused before any call: %s', async (_what, body) => {
    const reply = await stage.send('/production/v1.0/getvariablesbulk', {
      method: 'POST',
      headers: { 'x-api-key': token },
      body,
    });
    expect([reply.status, reply.json['status']]).toEqual([400, 400]);
    expect(stage.service.calls).toHaveLength(0);
  });

  it('of a name like __proto__ is answered like any other', async () => {
    const reply = await stage.ask(token, { lat: 1, lng: 2, variables: '__proto__,constructor' });
    expect(reply.text).toBe(
      `{"data":{"__proto__":${valueOf('1,2', '__proto__')},"constructor":${valueOf('1,2', 'constructor')}},"status":200}`,
    );
  });
});

describe('a score through the gateway', () => {
  it('takes the token where the contract has the key, or in the header', async () => {
    const inBody = await stage.score(token, { lat: 1, lng: 2 });
    const inHeader = await stage.send('/model/v1.0/retail', {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: '{"lat":1,"lng":2}',
    });
    expect(inBody.json).toEqual({ score: valueOf('1,2', 'score'), status: 200 });
    expect(inHeader.text).toBe(inBody.text);
    expect(stage.service.calls.map(({ key }) => key)).toEqual(['provider-key']);
  });

  it('sends model, date and custom variables as they were given', async () => {
    const body = {
      address: '1 MG Road',
      date: '2026-01-31',
      custom_variables: { size: 3, k: 'x' },
    };
    await stage.score(token, body, 'a%20b');
    const [call] = stage.service.calls;
    expect(call?.path).toBe('/model/v1.0/a%20b');
    expect(call?.body).toEqual({ key: 'provider-key', ...body });
  });

  it.each([
    ['no place', {}],
    ['a longitude out of bounds', { lat: 1, lng: 181 }],
    ['too many dates', { lat: 1, lng: 2, date: 'a,'.repeat(51) }],
    ['custom variables that are no object', { lat: 1, lng: 2, custom_variables: [1] }],
  ])('that breaks the contract is refused before any call: %s', async (_what, body) => {
    const reply = await stage.score(token, body);
    expect([reply.status, reply.json['status']]).toEqual([400, 400]);
    expect(stage.service.calls).toHaveLength(0);
  });
});

describe('the doors', () => {
  const path = '/production/v1.0/getvariablesbulk';
  const body = '{"lat":1,"lng":2,"variables":"a"}';

  it('are shut without a token, and with one that is unknown, revoked, expired or of another use', async () => {
    const made = await stage.admin('POST /people', { name: 'Binod', role: 'administrator' });
    const id = String(made.json['id']);
    const soon = new Date(Date.now() + 50).toISOString();
    const revoked = await stage.admin(`POST /people/${id}/tokens`, {});
    const expired = await stage.admin(`POST /people/${id}/tokens`, { expiresAt: soon });
    const other = await stage.admin(`POST /people/${id}/tokens`, { use: 'administration' });
    await stage.admin(`DELETE /tokens/${String(revoked.json['id'])}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const tokens = ['', 'locus_nothing', 'provider-key'].concat(
      [revoked, expired, other].map(({ json }) => String(json['token'])),
    );
    for (const each of tokens) {
      const lookup = await stage.send(path, {
        method: 'POST',
        headers: { 'x-api-key': each },
        body,
      });
      const score = await stage.score(each, { lat: 1, lng: 2 });
      expect([each, lookup.status, score.status]).toEqual([each, 401, 401]);
    }
    expect(stage.service.calls).toHaveLength(0);
  });

  it('are shut to a person who is disabled, and open again', async () => {
    const { id, token: own } = await stage.person('Chitra');
    await stage.admin(`PATCH /people/${id}`, { isDisabled: true });
    expect((await stage.ask(own, JSON.parse(body) as object)).status).toBe(401);
    await stage.admin(`PATCH /people/${id}`, { isDisabled: false });
    expect((await stage.ask(own, JSON.parse(body) as object)).status).toBe(200);
  });

  it('open to POST alone, and to bodies of a size that a call may have', async () => {
    const get = await stage.send(path, { headers: { 'x-api-key': token } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const large = await stage.ask(token, {
      lat: 1,
      lng: 2,
      variables: 'a',
      pad: 'x'.repeat(70_000),
    });
    expect(large.status).toBe(413);
    const packed = await stage.send(path, {
      method: 'POST',
      headers: { 'x-api-key': token, 'content-encoding': 'gzip' },
      body,
    });
    expect(packed.status).toBe(415);
    expect(stage.service.calls).toHaveLength(0);
  });
});
