import { openStage, type GatewayStage, type Reply } from './gateway-stage';

let stage: GatewayStage;
let token: string;
beforeAll(async () => {
  stage = await openStage();
  ({ token } = await stage.person('Asha'));
});
afterAll(() => stage.close());

const LOOKUP = '/production/v1.0/getvariablesbulk';
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const post = (path: string, body: string | Uint8Array): Promise<Reply> =>
  stage.send(path, { method: 'POST', headers: { 'x-api-key': token }, body: body as BodyInit });

describe('a body that is not what somebody wrote', () => {
  it.each<[string, string | Uint8Array]>([
    ['Latin-1', latin1('{"address":"Café","variables":"a"}')],
    ['its neighbour in Latin-1', latin1('{"address":"Cafè","variables":"a"}')],
    ['Latin-1 in a field that nobody reads', latin1('{"lat":1,"lng":2,"variables":"a","x":"é"}')],
    ['half a UTF-8 character', Buffer.from('{"address":"Pune","variables":"a"}é').subarray(0, -1)],
    ['UTF-16', Buffer.from('\ufeff{"address":"Pune","variables":"a"}', 'utf16le')],
    ['an overlong slash', latin1('{"address":"Pune \xc0\xaf","variables":"a"}')],
    ['half a pair, escaped', '{"address":"Pune \\ud83d","variables":"a"}'],
    ['the other half, escaped', '{"address":"Pune","pincode":"\\uDE00","variables":"a"}'],
    ['a pair the wrong way round', '{"address":"\\udE00\\ud83d","variables":"a"}'],
    ['half a pair as bytes', latin1('{"address":"\xed\xa0\xbd","variables":"a"}')],
    ['a text that was broken before', '{"address":"Caf\ufffd","variables":"a"}'],
    ['two byte order marks', '\ufeff\ufeff{"address":"Pune","variables":"a"}'],
  ])('is 400 before any call: %s', async (_what, body) => {
    const reply = await post(LOOKUP, body);
    expect([reply.status, stage.service.calls.length]).toEqual([400, 0]);
  });

  it.each([
    ['a score’s address', { address: 'Caf\ud83d' }],
    ['a custom variable', { lat: 1, lng: 2, custom_variables: { a: 'x\ud83d' } }],
    ['its name', { lat: 1, lng: 2, custom_variables: { 'a\udc00': 1 } }],
    ['a date', { lat: 1, lng: 2, date: '\ufffd' }],
  ])('is 400 before any call, in %s', async (_what, body) => {
    expect((await stage.score(token, body)).status).toBe(400);
    expect(stage.service.calls).toEqual([]);
  });

  it('is 400, not a wrong token, where the token itself is in it', async () => {
    const body = latin1(`{"key":"${token}","address":"Café"}`) as BodyInit;
    const reply = await stage.send('/model/v1.0/retail', { method: 'POST', body });
    expect([reply.status, stage.service.calls.length]).toEqual([400, 0]);
  });

  it.each(['caf%E9', '%C0%AF', '%ED%A0%BD', 'a%', '%EF%BF%BD'])(
    'names no model: %s',
    async (model) => {
      expect((await stage.score(token, { lat: 1, lng: 2 }, model)).status).toBe(404);
      expect(stage.service.calls).toEqual([]);
    },
  );

  it('is no token', async () => {
    const key = `${token}\\ud800`;
    const body = `{"key":"${key}","lat":1,"lng":2}`;
    expect((await stage.send('/model/v1.0/m', { method: 'POST', body })).status).toBe(401);
    const headers = { 'x-api-key': `${token}\xe9` };
    const asked = { method: 'POST', headers, body: '{"lat":1,"lng":2,"variables":"a"}' };
    expect((await stage.send(LOOKUP, asked)).status).toBe(401);
  });

  it('spoils its own line of many alone', async () => {
    const lines = [
      latin1('{"id":1,"address":"Café","variables":["a"]}\n'),
      Buffer.from('{"id":2,"address":"Café","variables":["a"]}\n'),
      Buffer.from('{"id":3,"address":"\\ud800","variables":["a"]}\n'),
      Buffer.from('\ufeff{"id":4,"lat":1,"lng":2,"variables":["a"]}\n'),
      latin1('{"id":5,"model":"mod\xe8le","lat":1,"lng":2}\n'),
      Buffer.from('{"id":6,"address":"😀 Pune","variables":["a"]}'),
    ];
    const reply = await post('/v1/bulk', Buffer.concat(lines));
    const statuses = reply.text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { status } = JSON.parse(line) as { status: number };
        return status;
      });
    // A mark at the beginning of a line is no letter of it, as where files are joined.
    expect(statuses.sort()).toEqual([200, 200, 200, 400, 400, 400]);
    const places = stage.service.calls.map(({ place }) => place);
    expect(places.sort()).toEqual(['1,2', 'Café', '😀 Pune']);
  });
});
