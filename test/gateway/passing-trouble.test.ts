import { startFaultyService, type Fate } from './faulty-service';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
let token: string;
beforeEach(async () => {
  stage = await openStage();
  ({ token } = await stage.person('Asha'));
});
afterEach(() => stage.close());

const body = { lat: 1, lng: 2, variables: 'a' };
const first = (fate: Fate) => (_call: unknown, index: number) => (index === 0 ? fate : 'answer');
const UNREADABLE: readonly (readonly [string, Fate])[] = [
  ['a page', { status: 200, body: '<html>Welcome to the hotel' }],
  ['half a JSON', { status: 200, body: '{"data":{"a":' }],
  ['nothing', { status: 200, body: '' }],
  ['another JSON', { status: 200, body: '[1]' }],
  ['a page that refuses', { status: 403, body: '<!DOCTYPE html><p>Request blocked' }],
  ['an empty 403', { status: 403 }],
];

describe('a reply that nobody can read', () => {
  it.each(UNREADABLE)('to a lookup is asked for once more: %s', async (_what, fate) => {
    stage.service.fate = first(fate);
    expect((await stage.ask(token, body)).status).toBe(200);
    expect(stage.service.calls).toHaveLength(2);
  });

  it.each(UNREADABLE)('to a score is asked for once: %s', async (_what, fate) => {
    stage.service.fate = first(fate);
    expect((await stage.score(token, { lat: 1, lng: 2 })).status).toBeGreaterThanOrEqual(500);
    expect(stage.service.calls).toHaveLength(1);
  });

  it.each(UNREADABLE.slice(0, 5))('is said after the second: %s', async (_what, fate) => {
    stage.service.fate = () => fate;
    const reply = await stage.ask(token, body);
    expect([reply.status, reply.headers.get('x-locus-reason')]).toEqual([502, 'unreadable-reply']);
    expect(stage.service.calls).toHaveLength(2);
  });
});

describe('a 403 without a word', () => {
  it('stops nothing, however many come; one that says why is a refused key', async () => {
    stage.service.fate = () => ({ status: 403 });
    expect((await stage.score(token, { lat: 3, lng: 4 })).headers.get('x-locus-reason')).toBeNull();
    stage.service.fate = () => 'answer';
    expect((await stage.score(token, { lat: 3, lng: 4 })).status).toBe(200);
    stage.service.key = 'another';
    const refused = await stage.ask(token, body);
    expect(refused.headers.get('x-locus-reason')).toBe('upstream-refused-key');
  });
});

describe('a service that redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'with %d is asked once, the key goes nowhere, and the reply says where to',
    async (status) => {
      const elsewhere = await startFaultyService();
      const location = `${elsewhere.url}/in?key=provider-key`;
      stage.service.fate = () => ({ status, headers: { location } });
      for (const ask of [() => stage.ask(token, body), () => stage.score(token, body)]) {
        const reply = await ask();
        expect(reply.status).toBe(502);
        expect(reply.json['message']).toContain(`redirects to ${elsewhere.url},`);
        expect(reply.text).not.toContain('key=');
      }
      expect([stage.service.calls.length, elsewhere.calls.length]).toEqual([2, 0]);
      await elsewhere.close();
    },
  );
});
