import * as fc from 'fast-check';

import { createServiceSource } from '../../../src/engine/client/service-source';
import type { Fetch } from '../../../src/engine/client/http-call';
import { addressPlace, coordinatePlace, createCancellation } from '../../../src/engine/lookup';
import { toConnection } from '../../../src/engine/client/connection';
import { HandClock } from '../lookup/hand-clock';

const KEY = 'sk-4f1d-secret';
const HERE = coordinatePlace(12.9352, 77.6245);
const OFFICE = addressPlace('80 Feet Road "4th" 🏠\nBlock', '560034');
const never = createCancellation().signal;

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function sourceWith(
  answer: (sent: Sent) => Promise<Response>,
  {
    credential = KEY as string | undefined,
    attributeUrl = 'https://data.example/stage',
    modelUrl = 'https://model.example',
  } = {},
) {
  const sent: Sent[] = [];
  const shown: (readonly [string, readonly string[]])[] = [];
  const clock = new HandClock();
  const source = createServiceSource({
    connection: () => toConnection({ attributeUrl, modelUrl }, credential),
    scopeOf: (kind) => `scope of ${kind}`,
    onNames: (scope, names) => void shown.push([scope, names]),
    clock,
    fetch(url, init) {
      const call = { url, init };
      sent.push(call);
      return answer(call);
    },
  });
  return { source, sent, clock, shown };
}

const replying = (text: string, init?: ResponseInit) => () =>
  Promise.resolve(new Response(text, init));
const bodyOf = (sent: Sent | undefined): unknown => JSON.parse(String(sent?.init.body));

describe('a lookup', () => {
  it('posts the place and the names, with the key only in the header', async () => {
    const { source, sent } = sourceWith(replying('{"data":{"a":1},"status":200}'));
    await expect(source.lookup({ place: HERE, names: ['a', 'b'] }, never)).resolves.toEqual({
      kind: 'answered',
      values: new Map([
        ['a', 1],
        ['b', null],
      ]),
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      url: 'https://data.example/stage/production/v1.0/getvariablesbulk',
      init: { method: 'POST', headers: { 'Content-Type': 'application/json', 'x-api-key': KEY } },
    });
    expect(bodyOf(sent[0])).toEqual({ lat: 12.9352, lng: 77.6245, variables: 'a,b' });
    expect(sent[0]?.url).not.toContain(KEY);
  });

  it('sends an address as it was written', async () => {
    const { source, sent } = sourceWith(replying('{"data":{}}'));
    await source.lookup({ place: OFFICE, names: ['a'] }, never);
    expect(bodyOf(sent[0])).toEqual({
      address: '80 Feet Road "4th" 🏠\nBlock',
      pincode: '560034',
      variables: 'a',
    });
  });

  it('tells which names the service has: those with a value, and those that came unasked', async () => {
    const text = '{"data":{"a":1,"b":null,"c":2,"Not a name":3},"status":200}';
    const { source, shown } = sourceWith(replying(text));
    await expect(source.lookup({ place: HERE, names: ['a', 'b'] }, never)).resolves.toEqual({
      kind: 'answered',
      values: new Map([
        ['a', 1],
        ['b', null],
      ]),
    });
    expect(shown).toEqual([['scope of lookup', ['c', 'a']]]);
  });

  it('fails only the names without a number', async () => {
    const { source } = sourceWith(replying('{"data":{"a":true,"b":2},"status":200}'));
    await expect(source.lookup({ place: HERE, names: ['a', 'b'] }, never)).resolves.toEqual({
      kind: 'answered',
      values: new Map([['b', 2]]),
      failures: new Map([['a', { kind: 'failed', code: 'unreadable-reply', status: 200 }]]),
    });
  });

  it('reports no names if there are none, or if the call failed', async () => {
    for (const text of ['{"data":{"a":null},"status":200}', '{"data":{"c":1},"status":400}']) {
      const { source, shown } = sourceWith(replying(text));
      await source.lookup({ place: HERE, names: ['a'] }, never);
      expect(shown).toEqual([]);
    }
  });

  it('takes the key for no name, whatever the service echoes', async () => {
    const text = '{"data":{"key_4f1d":1,"x_key_4f1d_y":2,"a":3},"status":200}';
    const { source, shown } = sourceWith(replying(text), { credential: 'Key_4F1D' });
    const reply = await source.lookup({ place: HERE, names: ['a'] }, never);
    expect(shown).toEqual([['scope of lookup', ['a']]]);
    expect(JSON.stringify(reply)).not.toContain('4f1d');
  });

  it('is refused here, unsent, when it breaks the contract', async () => {
    const { source, sent } = sourceWith(replying('{"data":{}}'));
    const names = Array.from({ length: 51 }, (_, index) => `n${index}`);
    for (const call of [
      { place: HERE, names },
      { place: HERE, names: [] },
      { place: HERE, names: ['a b'] },
      { place: coordinatePlace(91, 0), names: ['a'] },
      { place: addressPlace(' '), names: ['a'] },
    ]) {
      await expect(source.lookup(call, never)).resolves.toEqual({
        kind: 'failed',
        isUnsent: true,
        code: 'rejected',
      });
    }
    expect(sent).toEqual([]);
  });
});

describe('a score', () => {
  const call = {
    place: HERE,
    model: 'admin?x#y z+दुकान',
    date: '2026-11-21',
    customVariables: { rent: 12.5, format: 'kiosk' },
  };

  it('posts to the model, with the key only in the body', async () => {
    const { source, sent } = sourceWith(replying('{"score":0.5,"status":200}'));
    await expect(source.score(call, never)).resolves.toEqual({ kind: 'answered', value: 0.5 });
    expect(sent[0]?.url).toBe(
      `https://model.example/model/v1.0/${encodeURIComponent('admin?x#y z+दुकान')}`,
    );
    expect(sent[0]?.init.headers).toEqual({ 'Content-Type': 'application/json' });
    expect(bodyOf(sent[0])).toEqual({
      key: KEY,
      lat: 12.9352,
      lng: 77.6245,
      date: '2026-11-21',
      custom_variables: { rent: 12.5, format: 'kiosk' },
    });
  });

  it('of an address sends no pincode and leaves out what was not given', async () => {
    const { source, sent } = sourceWith(replying('{"score":1}'));
    await source.score({ place: OFFICE, model: 'm' }, never);
    expect(Object.keys(bodyOf(sent[0]) as object)).toEqual(['key', 'address']);
  });

  it.each(['.', '..', '', '../admin', 'a/b', 'a%2Fb', '\ud800'])(
    'of model %j is refused here, unsent',
    async (model) => {
      const { source, sent } = sourceWith(replying('{"score":1}'));
      await expect(source.score({ place: HERE, model }, never)).resolves.toEqual({
        kind: 'failed',
        isUnsent: true,
        code: 'unknown-model',
      });
      expect(sent).toEqual([]);
    },
  );

  it('with a date of more than 50 parts is refused here, unsent', async () => {
    const { source, sent } = sourceWith(replying('{"score":1}'));
    const date = 'a,'.repeat(50);
    await expect(source.score({ ...call, date }, never)).resolves.toEqual({
      kind: 'failed',
      isUnsent: true,
      code: 'rejected',
    });
    expect(sent).toEqual([]);
  });
});

describe('every call', () => {
  const both = async (wired: ReturnType<typeof sourceWith>, signal = never) => [
    await wired.source.lookup({ place: HERE, names: ['a'] }, signal),
    await wired.source.score({ place: HERE, model: 'm' }, signal),
  ];

  it('follows no redirect, carries no cookie and no referrer, and is kept in no cache', async () => {
    const wired = sourceWith(replying('{}'));
    await both(wired);
    for (const { init } of wired.sent) {
      expect(init).toMatchObject({
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
    }
  });

  it('calls fetch as a plain function, and the one that is there at that moment', async () => {
    const receivers: unknown[] = [];
    const options = {
      connection: () =>
        toConnection({ attributeUrl: 'https://a.example', modelUrl: 'https://a.example' }, KEY),
      scopeOf: () => '',
      clock: new HandClock(),
      fetch: (() => Promise.reject(new Error('too early'))) as Fetch,
    };
    const source = createServiceSource(options);
    options.fetch = function (this: unknown) {
      receivers.push(this);
      return Promise.resolve(new Response('{"data":{"a":1}}'));
    };
    const reply = await source.lookup({ place: HERE, names: ['a'] }, never);
    expect(reply.kind).toBe('answered');
    expect(receivers).toEqual([undefined]);
  });

  it.each([undefined, '', ' \n', '\u200b'])('needs a key: %j is none', async (credential) => {
    const wired = sourceWith(replying('{}'));
    const keyless = createServiceSource({
      connection: () =>
        toConnection(
          { attributeUrl: 'https://a.example', modelUrl: 'https://a.example' },
          credential,
        ),
      scopeOf: () => '',
      clock: wired.clock,
      fetch: () => Promise.reject(new Error('must not be sent')),
    });
    expect(keyless.refusal('lookup')).toBe('no-key');
    expect(keyless.refusal('score')).toBe('no-key');
    await expect(keyless.lookup({ place: HERE, names: ['a'] }, never)).resolves.toEqual({
      kind: 'failed',
      isUnsent: true,
      code: 'no-key',
    });
    await expect(keyless.score({ place: HERE, model: 'm' }, never)).resolves.toEqual({
      kind: 'failed',
      isUnsent: true,
      code: 'no-key',
    });
    expect(wired.source.refusal('lookup')).toBeUndefined();
  });

  it.each(['two words', 'line\nbreak', '“curly”'])(
    'takes the key %j, which no header can carry, for a refused one',
    async (credential) => {
      const wired = sourceWith(replying('{}'), { credential });
      const expected = { kind: 'failed', code: 'key-refused', isUnsent: true };
      await expect(both(wired)).resolves.toEqual([expected, expected]);
      expect(wired.sent).toEqual([]);
    },
  );

  it.each([
    'http://data.example',
    'https://user:pass@data.example',
    'https://data.example?x=',
    'ftp://data.example',
    'data.example',
    '',
  ])('sends no credential to %j', async (url) => {
    const wired = sourceWith(replying('{}'), { attributeUrl: url, modelUrl: url });
    const expected = { kind: 'failed', code: 'wrong-address', isUnsent: true };
    await expect(both(wired)).resolves.toEqual([expected, expected]);
    expect(wired.sent).toEqual([]);
  });

  it('takes a rejecting, throwing or nonsensical fetch for being offline', async () => {
    const expected = { kind: 'failed', code: 'offline' };
    for (const answer of [
      () => Promise.reject(new TypeError(`Failed to fetch ${KEY}`)),
      () => {
        throw new Error('sync');
      },
      () => Promise.resolve(undefined as never),
      () => Promise.resolve({ status: 200 } as never),
    ]) {
      await expect(both(sourceWith(answer))).resolves.toEqual([expected, expected]);
    }
  });

  it('times out after 30 s, aborts what it sent, and leaves no timer', async () => {
    const wired = sourceWith(() => new Promise(() => {}));
    const reply = wired.source.lookup({ place: HERE, names: ['a'] }, never);
    await wired.clock.advance(29_999);
    expect(wired.sent[0]?.init.signal?.aborted).toBe(false);
    await wired.clock.advance(1);
    await expect(reply).resolves.toEqual({ kind: 'failed', code: 'timed-out' });
    expect(wired.sent[0]?.init.signal?.aborted).toBe(true);
    await wired.clock.drain(0);
  });

  it('times out too when a reply begins and never ends', async () => {
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => void (begun = resolve));
    const body = new ReadableStream({
      pull() {
        begun();
        return new Promise<void>(() => {});
      },
    });
    const wired = sourceWith(() => Promise.resolve(new Response(body)));
    const reply = wired.source.score({ place: HERE, model: 'm' }, never);
    await hasBegun;
    await wired.clock.advance(30_000);
    await expect(reply).resolves.toEqual({ kind: 'failed', code: 'timed-out' });
  });

  it('is aborted when it is cancelled, and forgets the canceller when it is done', async () => {
    const wired = sourceWith(() => new Promise(() => {}));
    const cancellation = createCancellation();
    const reply = wired.source.score({ place: HERE, model: 'm' }, cancellation.signal);
    cancellation.cancel();
    await expect(reply).resolves.toEqual({ kind: 'failed', code: 'timed-out' });
    expect(wired.sent[0]?.init.signal?.aborted).toBe(true);
    await wired.clock.drain(0);

    const listeners = new Set<() => void>();
    const signal = {
      aborted: false,
      addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
      removeEventListener: (_type: 'abort', listener: () => void) =>
        void listeners.delete(listener),
    };
    await both(sourceWith(replying('{}')), signal);
    expect(listeners.size).toBe(0);
  });

  it('is not sent when it was cancelled before', async () => {
    const wired = sourceWith(replying('{}'));
    const cancellation = createCancellation();
    cancellation.cancel();
    const expected = { kind: 'failed', code: 'timed-out', isUnsent: true };
    await expect(both(wired, cancellation.signal)).resolves.toEqual([expected, expected]);
    expect(wired.sent).toEqual([]);
  });

  it("passes on the service's Retry-After", async () => {
    const wired = sourceWith(
      replying('', { status: 429, headers: { 'Retry-After': 'Sat, 21 Nov 2026 06:00:09 GMT' } }),
    );
    const expected = { kind: 'failed', code: 'throttled', status: 429, retryAfterMs: 9000 };
    await expect(both(wired)).resolves.toEqual([expected, expected]);
  });

  it('does not mistake its own words, repeated in a message, for a statement about credits', async () => {
    const wired = sourceWith(({ init }) =>
      Promise.resolve(
        Response.json(
          {
            message: `cannot: ${String(init.body)}`,
            sent: JSON.parse(String(init.body)) as unknown,
          },
          { status: 400 },
        ),
      ),
    );
    const place = addressPlace('Credit Co-operative Society, Pune');
    const lookup = await wired.source.lookup({ place, names: ['p_credit_np'] }, never);
    const score = await wired.source.score(
      { place, model: 'credit-risk', customVariables: { credit: 'Credits' } },
      never,
    );
    expect([lookup, score]).toEqual([
      { kind: 'failed', code: 'rejected', status: 400 },
      { kind: 'failed', code: 'rejected', status: 400 },
    ]);
  });

  it.each(['credit', ' Credits', 'CREDIT'])(
    'hears that credits are used up also where it asked for %j',
    async (value) => {
      const { source } = sourceWith(
        replying('{"message":"Insufficient credits"}', { status: 403 }),
      );
      const call = { place: addressPlace('MG Road'), model: 'm', customVariables: { paid: value } };
      await expect(source.score(call, never)).resolves.toMatchObject({ code: 'out-of-credits' });
    },
  );

  it('tells the scope it was given', () => {
    const { source } = sourceWith(replying('{}'));
    expect([source.scope('lookup'), source.scope('score')]).toEqual([
      'scope of lookup',
      'scope of score',
    ]);
  });

  it('lets the key into no result, whatever the service echoes', async () => {
    const status = fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 }));
    const echo = fc.jsonValue().map((value) => ({
      key: KEY,
      message: `credits of ${KEY}`,
      [KEY]: KEY,
      data: { [KEY]: KEY, a: KEY, value },
      score: KEY,
      status: KEY,
      body: KEY,
    }));
    await fc.assert(
      fc.asyncProperty(
        status,
        echo,
        fc.subarray(['body', 'data', 'score', 'status'] as const),
        async (code, reply, without) => {
          const kept = Object.entries(reply).filter(
            ([name]) => !without.some((each) => each === name),
          );
          const text = JSON.stringify(Object.fromEntries(kept));
          const answer = () =>
            Promise.resolve({
              status: code,
              headers: new Headers({ 'Retry-After': KEY }),
              body: new Response(text).body,
            } as Response);
          const replies = await both(sourceWith(answer));
          const told = JSON.stringify(replies, (_name, value: unknown) =>
            value instanceof Map ? [...(value as Map<string, unknown>)] : value,
          );
          expect(told).not.toContain(KEY);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a rejected score', () => {
  const rejected = (error: string, key = KEY) =>
    sourceWith(replying(JSON.stringify({ status: 400, error }), { status: 400 }), {
      credential: key,
    }).source.score({ place: HERE, model: 'm' }, never);

  it('says what the service says is wrong', async () => {
    const error = 'custom_variables: format must be kiosk, store or flagship.';
    await expect(rejected(error)).resolves.toMatchObject({ code: 'rejected', reason: error });
  });

  it.each([
    `The key ${KEY} may not score this model.`,
    `The key ${KEY.slice(0, 8)}… may not score this model.`,
    'See https://errors.example/400 for more.',
    'Bad <b>request</b> of a client.',
    'Trace id a81bc81bdead4e5dabff90865d1e13b1 was not found.',
    'BAD_REQUEST',
  ])('keeps to itself what is unsafe, or says nothing: %s', async (error) => {
    const reply = await rejected(error);
    expect(reply).toMatchObject({ code: 'rejected', status: 400 });
    expect(reply).not.toHaveProperty('reason');
  });
});
