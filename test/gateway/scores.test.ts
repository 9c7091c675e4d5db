import { request } from 'node:http';
import { startFaultyService } from './faulty-service';
import { freePort } from './free-port';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
let token: string;
beforeEach(async () => {
  stage = await openStage({ answerWithinMs: 1000 });
  ({ token } = await stage.person('Asha'));
});
const onTestEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of onTestEnd.splice(0)) await end();
  await stage.close();
});

const place = { lat: 12.5, lng: 77.5 };

/** Sends a score, and cuts the connection once the service has the call. */
async function sendAndLeave(): Promise<void> {
  const before = stage.service.calls.length;
  const leaving = request(`${stage.gateway.people}/model/v1.0/retail`, { method: 'POST' });
  leaving.on('error', () => undefined);
  leaving.end(JSON.stringify({ key: token, ...place }));
  while (stage.service.calls.length === before) await new Promise(setImmediate);
  leaving.destroy();
}

describe('a gateway that ends while the service hangs', () => {
  it('answers who waits, and does not wait for the service', async () => {
    const own = await openStage({ answerWithinMs: 24_000 });
    const { token: ownToken } = await own.person('Asha');
    const release = own.service.hold();
    const waiting = own.ask(ownToken, { ...place, variables: 'a' });
    const scored = own.score(ownToken, place);
    while (own.service.calls.length < 2) await new Promise(setImmediate);
    await own.close();
    expect((await waiting).status).toBe(504);
    expect((await scored).headers.get('x-locus-reason')).toBe('unknown-outcome');
    release();
  }, 18_000);
});

describe('a score', () => {
  it.each([400, 405, 413])(
    'that the service refuses with %s is not booked, and may be sent again',
    async (status) => {
      stage.service.fate = () => status;
      await stage.score(token, place);
      const { account } = (await stage.admin('GET /usage')).json;
      expect(account).toMatchObject({ charged: 0, booked: 0, reserved: 0 });
      expect((await stage.admin('GET /unknown-scores')).json).toEqual({ scores: [] });
      stage.service.fate = () => 'answer';
      expect((await stage.score(token, place)).status).toBe(200);
    },
  );

  it('is charged once, though its client leaves and sends it again', async () => {
    const release = stage.service.hold();
    await sendAndLeave();
    const again = [stage.score(token, place), stage.score(token, place)];
    setTimeout(release, 100);
    const replies = await Promise.all(again);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(stage.service.calls).toHaveLength(1);
    expect((await stage.score(token, place)).status).toBe(200);
    expect(stage.service.charged).toBe(1);
  });

  it('is charged once for 90 people who want it at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, index) => stage.person(`Person ${index}`)),
    );
    const asked = Array.from({ length: 90 }, (_, index) =>
      stage.score(others[index % 9]?.token ?? '', place),
    );
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
    expect(stage.service.charged).toBe(1);
  });

  it('that takes too long is answered with a reason, and its late answer is kept', async () => {
    const release = stage.service.hold();
    const early = await stage.score(token, place);
    expect([early.status, early.headers.get('x-locus-reason')]).toEqual([504, 'unknown-outcome']);
    const again = stage.score(token, place);
    release();
    expect((await again).status).toBe(200);
    expect(stage.service.charged).toBe(1);
  });

  it.each(['cut', 'garbled', 500, 502] as const)(
    'of unknown outcome (%s) is not asked again, not even after a restart, until somebody says so',
    async (fate) => {
      stage.service.fate = () => fate;
      const first = await stage.score(token, place);
      expect([first.status, first.headers.get('x-locus-reason')]).toEqual([504, 'unknown-outcome']);
      stage.service.fate = () => 'answer';
      expect((await stage.score(token, place)).status).toBe(504);
      await stage.restart();
      const later = await stage.score(token, place);
      expect([later.status, later.headers.get('x-locus-reason')]).toEqual([504, 'unknown-outcome']);
      expect(stage.service.calls).toHaveLength(1);

      const { json } = await stage.admin('GET /unknown-scores');
      const [unknown] = json['scores'] as { id: string; model: string }[];
      expect(unknown?.model).toBe('retail');
      const pressed = await stage.admin(`POST /unknown-scores/${unknown?.id}/ask-again`);
      expect([pressed.status, pressed.json['id']]).toEqual([200, unknown?.id]);
      expect((await stage.score(token, place)).status).toBe(200);
      expect(stage.service.calls).toHaveLength(2);
      const { account } = (await stage.admin('GET /usage')).json as Record<string, unknown>;
      expect(account).toMatchObject({ charged: 1, booked: 2, reserved: 0 });
    },
  );

  it.each([
    ['a page', { status: 200, body: '<html>Hi</html>', headers: { 'content-type': 'text/html' } }],
    ['nothing', { status: 200 }],
    ['no content', { status: 204 }],
    ['half a reply', { status: 200, body: '{"sco', isCut: true }],
    ['half a wrapped reply', { status: 200, body: '{"status":200,"body":"{\\"sco"}' }],
    ['a word', { status: 200, body: '{"score":"abc","status":200}' }],
  ])('that is answered with %s may have been charged, so it is asked once', async (_what, page) => {
    stage.service.fate = () => page;
    for (let time = 0; time < 3; time += 1) {
      const reply = await stage.score(token, place);
      expect([reply.status, reply.headers.get('x-locus-reason')]).toEqual([504, 'unknown-outcome']);
    }
    expect(stage.service.calls).toHaveLength(1);
    const { json } = await stage.admin('GET /unknown-scores');
    expect(json['scores']).toMatchObject([{ model: 'retail' }]);
  });

  it.each([
    [400, 400],
    [404, 404],
    [405, 502],
    [{ status: 302, headers: { location: '/elsewhere' } }, 502],
    [{ status: 403, body: '<html>Blocked</html>', headers: { 'content-type': 'text/html' } }, 502],
  ])(
    'that the service refuses with %j is no secret, and costs nothing to ask again',
    async (fate, status) => {
      stage.service.fate = () => fate;
      expect((await stage.score(token, place)).status).toBe(status);
      stage.service.fate = () => 'answer';
      expect((await stage.score(token, place)).status).toBe(200);
      expect((await stage.admin('GET /unknown-scores')).json['scores']).toEqual([]);
    },
  );

  it('that the service rejects is answered with its reason, unless that repeats the key', async () => {
    const say = (message: string) => {
      stage.service.fate = () => ({ status: 400, body: JSON.stringify({ status: 400, message }) });
    };
    say('The variable floor_area is missing.');
    const told = JSON.parse((await stage.score(token, place)).text) as unknown;
    expect(told).toMatchObject({ status: 400, message: 'The variable floor_area is missing.' });
    say(`The key ${stage.service.key} may not ask this.`);
    expect((await stage.score(token, place)).text).not.toContain(stage.service.key);
  });

  it('that never reached the service costs nothing, and is asked once the service is there', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const lonely = await openStage({
      // Long enough for a busy machine to refuse the connection.
      answerWithinMs: 3000,
      upstream: { attributeUrl: url, modelUrl: url },
    });
    onTestEnd.push(() => lonely.close());
    const { token: own } = await lonely.person('Asha');
    const early = await lonely.score(own, place);
    expect([early.status, early.headers.get('x-locus-reason')]).toEqual([503, 'unreachable']);
    expect((await lonely.admin('GET /unknown-scores')).json['scores']).toEqual([]);
    expect((await lonely.admin('GET /usage')).json['account']).toMatchObject({ booked: 0 });
    const service = await startFaultyService(port);
    onTestEnd.push(() => service.close());
    expect((await lonely.score(own, place)).status).toBe(200);
    expect(service.charged).toBe(1);
  });

  it('that was not sent in time says that it cost nothing', async () => {
    const slow = await openStage({ answerWithinMs: 1000, upstreamConcurrency: 1 });
    const { token: own } = await slow.person('Asha');
    const release = slow.service.hold();
    const [first, second] = await Promise.all([
      slow.score(own, { lat: 1, lng: 1 }),
      slow.score(own, { lat: 2, lng: 2 }),
    ]);
    expect([first.status, second.status]).toEqual([504, 503]);
    release();
    await slow.close();
    expect(slow.service.calls).toHaveLength(1);
  });
});

it('a score of a model that is not there costs nothing: booked is charged and unknown', async () => {
  const own = await openStage();
  try {
    own.service.fate = (_call, index) => (['answer', 404, 'cut'] as const)[index] ?? 'answer';
    const { token } = await own.person('Asha');
    for (const lat of [1, 2, 3]) await own.score(token, { lat, lng: 1 });
    const usage = (await own.admin('GET /usage')).json as { account: object };
    expect(usage.account).toMatchObject({ charged: 1, booked: 2, reserved: 0 });
    const { json } = await own.admin('GET /unknown-scores');
    expect(Object.values(json).flat()).toHaveLength(1);
  } finally {
    await own.close();
  }
});
