import { createServiceSource } from '../../../src/engine/client/service-source';
import type { CancelSignal } from '../../../src/engine/lookup';
import { coordinatePlace, createCancellation } from '../../../src/engine/lookup';
import { toConnection } from '../../../src/engine/client/connection';
import { HandClock } from '../lookup/hand-clock';
import { startLoopbackService } from './loopback-service';
import type { Answering, LoopbackService } from './loopback-service';

const KEY = 'sk-4f1d-secret';
const HERE = coordinatePlace(12.9352, 77.6245);
const never = createCancellation().signal;

let service: LoopbackService;
beforeEach(async () => void (service = await startLoopbackService()));
afterEach(() => service.close());

function wired(url = service.url) {
  const clock = new HandClock();
  const source = createServiceSource({
    connection: () => toConnection({ attributeUrl: url, modelUrl: url }, KEY),
    scopeOf: () => '',
    clock,
    fetch: (...call) => fetch(...call),
  });
  return {
    clock,
    lookup: (signal: CancelSignal = never) =>
      source.lookup({ place: HERE, names: ['a', 'b'] }, signal),
    score: (signal: CancelSignal = never) => source.score({ place: HERE, model: 'a?b c' }, signal),
  };
}

async function both(answering: Answering) {
  service.answerWith(answering);
  const { lookup, score } = wired();
  return [await lookup(), await score()];
}

it('sends what the contract asks for, and the key nowhere else', async () => {
  await both((response) => response.end('{"data":{},"score":1}'));
  const [lookup, score] = service.received;
  expect(lookup).toMatchObject({ method: 'POST', url: '/production/v1.0/getvariablesbulk' });
  expect(lookup?.headers).toMatchObject({ 'x-api-key': KEY, 'content-type': 'application/json' });
  expect(lookup?.body).toBe('{"lat":12.9352,"lng":77.6245,"variables":"a,b"}');
  expect(score).toMatchObject({ method: 'POST', url: '/model/v1.0/a%3Fb%20c' });
  expect(score?.headers).not.toHaveProperty('x-api-key');
  expect(JSON.stringify(score?.headers)).not.toContain(KEY);
  expect(score?.body).toBe(`{"key":"${KEY}","lat":12.9352,"lng":77.6245}`);
});

describe('a connection', () => {
  const offline = { kind: 'failed', code: 'offline' };

  it('that is cut before a reply is like being offline', async () => {
    await expect(both((response) => response.destroy())).resolves.toEqual([offline, offline]);
  });

  it('to nobody is like being offline, and certainly sent nothing', async () => {
    const { lookup, score } = wired();
    await service.close();
    const unsent = { ...offline, isUnsent: true };
    await expect(Promise.all([lookup(), score()])).resolves.toEqual([unsent, unsent]);
    service = await startLoopbackService();
  });

  it('that is cut in the middle of a reply is like being offline, the status kept', async () => {
    const replies = await both((response) => {
      response.writeHead(200, { 'Content-Length': 500 });
      response.write('{"data":{"a":1,', () => response.destroy());
    });
    expect(replies).toEqual([
      { ...offline, status: 200 },
      { ...offline, status: 200 },
    ]);
  });

  it('that is cut after a whole answer has given the answer', async () => {
    const [, score] = await both((response) => {
      response.writeHead(200, { 'Content-Length': 500 });
      response.write('{"score":0.5,"status":200}', () => response.destroy());
    });
    expect(score).toEqual({ kind: 'answered', value: 0.5 });
  });

  it('that is cut in the middle of a refusal is a refusal', async () => {
    const replies = await both((response) => {
      response.writeHead(401, { 'Content-Length': 500 });
      response.write('{"message":"no', () => response.destroy());
    });
    const refused = { kind: 'failed', code: 'key-refused', status: 401 };
    expect(replies).toEqual([refused, refused]);
  });

  it.each([301, 302, 307, 308])('that redirects with %d takes the key nowhere', async (status) => {
    const elsewhere = await startLoopbackService();
    const replies = await both((response) => {
      response.writeHead(status, { Location: `${elsewhere.url}/steal?key=${KEY}` });
      response.end();
    });
    const redirected = {
      kind: 'failed',
      code: 'unreadable-reply',
      status,
      redirectsTo: elsewhere.url,
    };
    expect(replies).toEqual([redirected, redirected]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it.each([
    ['/elsewhere', (url: string) => url],
    [`https://${KEY}.example.com/`, () => undefined],
    ['http://[', () => undefined],
    ['https://me:secret@example.com:444/a?b#c', () => 'https://example.com:444'],
  ])('that redirects to %s says the origin alone', async (to, origin) => {
    const [reply] = await both((response) => response.writeHead(302, { Location: to }).end());
    expect(reply).toEqual({
      ...{ kind: 'failed', code: 'unreadable-reply', status: 302 },
      ...(origin(service.url) === undefined ? {} : { redirectsTo: origin(service.url) }),
    });
  });

  it('that stays silent times out', async () => {
    service.answerWith(() => {});
    const { lookup, clock } = wired();
    const arrived = service.nextCall();
    const reply = lookup();
    await arrived;
    await clock.advance(30_000);
    await expect(reply).resolves.toEqual({ kind: 'failed', code: 'timed-out' });
  });

  it('that drips for ever times out', async () => {
    service.answerWith((response) => {
      const drip = () => {
        if (!response.destroyed) response.write(' ', () => setImmediate(drip));
      };
      response.on('error', () => {});
      drip();
    });
    const { score, clock } = wired();
    const arrived = service.nextCall();
    const reply = score();
    await arrived;
    await clock.advance(30_000);
    await expect(reply).resolves.toMatchObject({ kind: 'failed' });
  });

  it('is closed when the call is cancelled', async () => {
    const closed = new Promise<void>((resolve) =>
      service.answerWith((response) => void response.on('close', resolve)),
    );
    const cancellation = createCancellation();
    const arrived = service.nextCall();
    const reply = wired().score(cancellation.signal);
    await arrived;
    cancellation.cancel();
    await closed;
    await expect(reply).resolves.toEqual({ kind: 'failed', code: 'timed-out' });
  });

  it('that sends without end is read no further than a limit', async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(1_000_000, ' ');
    const closed = new Promise<void>((resolve) =>
      service.answerWith((response) => {
        const send = (): void => {
          if (response.destroyed) return resolve();
          sentBytes += chunk.length;
          response.write(chunk, () => setImmediate(send));
        };
        response.on('error', () => {});
        response.on('close', resolve);
        send();
      }),
    );
    await expect(wired().lookup()).resolves.toEqual({
      kind: 'failed',
      code: 'unreadable-reply',
      status: 200,
    });
    await closed;
    expect(sentBytes).toBeLessThan(100_000_000);
  });

  it('may split a character between two packets', async () => {
    const text = Buffer.from('{"data":{"a":1},"note":"दुकान"}');
    service.answerWith((response) => {
      response.write(text.subarray(0, -9), () => response.end(text.subarray(-9)));
    });
    await expect(wired().lookup()).resolves.toMatchObject({ kind: 'answered' });
  });
});
