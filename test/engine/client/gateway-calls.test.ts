import { setImmediate } from 'node:timers/promises';

import { createServiceSource } from '../../../src/engine/client/service-source';
import { addressPlace, coordinatePlace, createCancellation } from '../../../src/engine/lookup';
import { toConnection } from '../../../src/engine/client/connection';
import { HandClock } from '../lookup/hand-clock';

const TOKEN = `locus_${'t0k3n'.repeat(8)}`;
const ME = { gateway: 'locus', person: 'Asha', team: 'Sales', budget: {} };
const never = createCancellation().signal;
const place = (row: number) => coordinatePlace(10 + row / 1000, 77);

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly lines: readonly Record<string, unknown>[];
  readonly bytes: number;
  /** Sends a piece of the reply. */
  send(text: string): void;
  end(): void;
  /** The connection breaks. */
  cut(): void;
  readonly signal: AbortSignal;
}

/** A gateway that a test answers for by hand, but for who somebody is. */
function gateway({
  credential = TOKEN,
  me = ME as unknown,
  status = 200,
  modelUrl = 'https://gateway.example/locus',
} = {}) {
  const asked: Asked[] = [];
  const clock = new HandClock();
  const url = 'https://gateway.example/locus';
  let bulkStatus = status;
  let current = credential;
  let error: Error | undefined;
  const source = createServiceSource({
    connection: () => toConnection({ attributeUrl: url, modelUrl }, current),
    scopeOf: (kind) => kind,
    clock,
    fetch(address, init) {
      const path = address.slice(url.length);
      const text = typeof init.body === 'string' ? init.body : '';
      let controller!: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
      const write = (sent: string): void => controller.enqueue(new TextEncoder().encode(sent));
      asked.push({
        method: init.method ?? 'GET',
        path,
        headers: init.headers as Record<string, string>,
        lines:
          text === ''
            ? []
            : text
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line)),
        bytes: new TextEncoder().encode(text).length,
        send: write,
        end: () => controller.close(),
        cut: () => controller.error(new Error('cut')),
        signal: init.signal as AbortSignal,
      });
      if (path !== '/v1/me' && error !== undefined) return Promise.reject(error);
      if (path === '/v1/me') {
        write(JSON.stringify(me));
        controller.close();
        return Promise.resolve(new Response(body, { status: me === null ? 404 : 200 }));
      }
      return Promise.resolve(new Response(body, { status: bulkStatus }));
    },
  });
  return {
    source,
    asked,
    clock,
    turnInto: (next: number) => void (bulkStatus = next),
    use: (next: string) => void (current = next),
    refuse: (next: Error | undefined) => void (error = next),
    bulk: () => asked.filter(({ path }) => path === '/v1/bulk'),
    /** What is sent and read between two ticks of the clock. */
    async settle() {
      for (let turn = 0; turn < 5; turn += 1) {
        await setImmediate();
        await clock.advance(1);
      }
    },
  };
}

const answer = (id: unknown, data: object) => `${JSON.stringify({ id, status: 200, data })}\n`;

describe('calls to a gateway', () => {
  it('travel in one request, and each is answered as its line arrives', async () => {
    const { source, asked, bulk, settle } = gateway();
    const replies = [1, 2, 3].map((row) =>
      source.lookup({ place: place(row), names: ['a'] }, never),
    );
    const first = Promise.race(replies.map((reply, index) => reply.then(() => index)));
    await settle();
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/me',
      'POST /v1/bulk',
    ]);
    const [request] = bulk();
    expect(request?.headers['x-api-key']).toBe(TOKEN);
    expect(request?.lines).toEqual(
      [1, 2, 3].map((row, id) => ({ id, lat: 10 + row / 1000, lng: 77, variables: ['a'] })),
    );
    // In any order, and cut anywhere.
    const text = answer(1, { a: 5 });
    request?.send(text.slice(0, 9));
    await settle();
    request?.send(text.slice(9));
    expect(await first).toBe(1);
    request?.send(answer(2, { a: 7 }) + answer(0, { a: 6 }));
    request?.end();
    const values = (await Promise.all(replies)).map((reply) =>
      reply.kind === 'answered' ? reply.values.get('a') : reply,
    );
    expect(values).toEqual([6, 5, 7]);
  });

  it('ask scores by the model in the line, and the token stays in the header', async () => {
    const { source, bulk, settle } = gateway();
    const call = { place: place(1), model: 'm 1', date: '2026-11-22', customVariables: { x: 1 } };
    const score = source.score(call, never);
    await settle();
    const [request] = bulk();
    expect(request?.lines).toEqual([
      { id: 0, model: 'm 1', lat: 10.001, lng: 77, date: '2026-11-22', custom_variables: { x: 1 } },
    ]);
    request?.send('{"id":0,"status":200,"score":0.5}\n');
    request?.end();
    expect(await score).toEqual({ kind: 'answered', value: 0.5 });
  });

  it('keep what had arrived when the gateway vanishes; the rest has no reply', async () => {
    const { source, bulk, settle } = gateway();
    const replies = [1, 2].map((row) => source.lookup({ place: place(row), names: ['a'] }, never));
    await settle();
    bulk()[0]?.send(answer(0, { a: 5 }) + '{"id":1,"status":200,"da');
    await settle();
    bulk()[0]?.cut();
    const [kept, lost] = await Promise.all(replies);
    expect(kept).toMatchObject({ kind: 'answered' });
    expect(lost).toEqual({ kind: 'failed', code: 'offline' });
  });

  it('that certainly never left say so, and only those', async () => {
    const { source, settle, bulk, clock, refuse } = gateway();
    const first = source.lookup({ place: place(1), names: ['a'] }, never);
    await settle();
    bulk()[0]?.end();
    expect(await first).toEqual({ kind: 'failed', code: 'offline' });
    refuse(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
    const second = source.lookup({ place: place(2), names: ['a'] }, never);
    await settle();
    expect(await second).toEqual({ kind: 'failed', code: 'offline', isUnsent: true });
    for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
      refuse(Object.assign(new TypeError('fetch failed'), { cause: { code } }));
      const untrusted = source.lookup({ place: place(3), names: ['a'] }, never);
      await settle();
      expect(await untrusted).toEqual({ kind: 'failed', code: 'untrusted', isUnsent: true });
    }
    refuse(undefined);
    // Four requests that hang; what waits behind them has not left when its time is up.
    const waiting = [];
    for (let row = 0; row < 5; row += 1) {
      waiting.push(source.score({ place: place(row), model: 'm' }, never));
      await settle();
    }
    await clock.advance(30_000);
    const ends = await Promise.all(waiting);
    const timedOut = { kind: 'failed', code: 'timed-out' };
    expect(ends).toEqual([...Array(4).fill(timedOut), { ...timedOut, isUnsent: true }]);
  });

  it('fail each by itself, with the gateway’s reason', async () => {
    const { source, bulk, settle } = gateway();
    const replies = [1, 2, 3].map((row) =>
      source.lookup({ place: place(row), names: ['a'] }, never),
    );
    await settle();
    bulk()[0]?.send('{"id":0,"status":402,"message":"…","reason":"over-budget"}\n');
    bulk()[0]?.send('{"id":1,"status":429,"message":"…","reason":{}}\nnot json\n{"id":9}\n[]\n');
    bulk()[0]?.end();
    expect(
      (await Promise.all(replies)).map((reply) => reply.kind === 'failed' && reply.code),
    ).toEqual(['over-budget', 'throttled', 'offline']);
  });

  it('say each by itself for how long the gateway asks to be left alone', async () => {
    const { source, bulk, settle } = gateway();
    const replies = [1, 2, 3].map((row) =>
      source.lookup({ place: place(row), names: ['a'] }, never),
    );
    await settle();
    bulk()[0]?.send('{"id":0,"status":503,"message":"…","retryAfter":30}\n');
    bulk()[0]?.send('{"id":1,"status":503,"message":"…","retryAfter":{}}\n');
    bulk()[0]?.send('{"id":2,"status":503,"message":"…","retryAfter":1e300}\n');
    bulk()[0]?.end();
    expect(
      (await Promise.all(replies)).map((reply) => reply.kind === 'failed' && reply.retryAfterMs),
    ).toEqual([30_000, undefined, 300_000]);
  });

  it('say which budget is used up, and nothing that makes no sense', async () => {
    const { source, bulk, settle } = gateway();
    const replies = [1, 2, 3].map((row) =>
      source.lookup({ place: place(row), names: ['a'] }, never),
    );
    await settle();
    const budget = { of: 'team', period: 'day', unit: 'calls', limit: 9 };
    [
      { ...budget, resetsAt: '2026-11-26T00:00:00.000Z' },
      { ...budget, resetsAt: 'soon' },
      'x',
    ].forEach((said, id) =>
      bulk()[0]?.send(
        `${JSON.stringify({ id, status: 402, reason: 'over-budget', budget: said })}\n`,
      ),
    );
    bulk()[0]?.end();
    const said = (await Promise.all(replies)).map(
      (reply) => reply.kind === 'failed' && reply.budget,
    );
    expect(said).toEqual([
      { ...budget, resetsAt: '2026-11-26T00:00:00.000Z' },
      undefined,
      undefined,
    ]);
  });

  it('fail together where the whole request is refused', async () => {
    const { source, bulk, settle } = gateway({ status: 401 });
    const replies = [1, 2].map((row) => source.lookup({ place: place(row), names: ['a'] }, never));
    await settle();
    bulk()[0]?.send('{"status":401,"message":"no"}');
    bulk()[0]?.end();
    expect(await Promise.all(replies)).toEqual([
      { kind: 'failed', code: 'key-refused', status: 401 },
      { kind: 'failed', code: 'key-refused', status: 401 },
    ]);
  });

  it('are at most 1,000 to a request, and those that wait for one of four travel together', async () => {
    const { source, bulk, settle } = gateway();
    for (let row = 0; row < 6_500; row += 1) {
      void source.lookup({ place: place(row), names: ['a'] }, never);
    }
    await settle();
    expect(bulk().map(({ lines }) => lines.length)).toEqual([1000, 1000, 1000, 1000]);
    bulk()[0]?.end();
    await settle();
    expect(bulk().map(({ lines }) => lines.length)).toEqual([1000, 1000, 1000, 1000, 1000]);
  });

  it('stay below what a gateway reads, in whatever script, and one that cannot is its to refuse', async () => {
    const { source, bulk, settle } = gateway();
    const lookup = (address: string) =>
      source.lookup({ place: addressPlace(address, '560034'), names: ['a'] }, never);
    for (let row = 0; row < 900; row += 1) void lookup(`${String(row)} ${'कोरमंगला '.repeat(60)}`);
    const customVariables = { long: 'x'.repeat(2 ** 21) };
    const score = source.score({ place: place(1), model: 'm', customVariables }, never);
    void lookup('the last');
    await settle();
    const sizes = bulk().map(({ bytes }) => bytes);
    const tooLarge = sizes.filter((bytes) => bytes > 2 ** 20);
    expect(tooLarge).toHaveLength(1);
    expect(bulk().find(({ bytes }) => bytes > 2 ** 20)?.lines).toHaveLength(1);
    expect(bulk().flatMap(({ lines }) => lines)).toHaveLength(902);
    for (const request of bulk()) request.end();
    expect(await score).toEqual({ kind: 'failed', code: 'offline' });
  });

  it('are withdrawn when nobody waits for any of them, and given up in time', async () => {
    const { source, bulk, clock, settle } = gateway();
    const cancellations = [createCancellation(), createCancellation()];
    const replies = cancellations.map(({ signal }, row) =>
      source.lookup({ place: place(row), names: ['a'] }, signal),
    );
    await settle();
    cancellations[0]?.cancel();
    await settle();
    expect(bulk()[0]?.signal.aborted).toBe(false);
    await clock.advance(30_000);
    expect(await Promise.all(replies)).toEqual([
      { kind: 'failed', code: 'timed-out' },
      { kind: 'failed', code: 'timed-out' },
    ]);
    expect(bulk()[0]?.signal.aborted).toBe(true);
  });
});

describe('a gateway', () => {
  it('is known once it has said who somebody is, and then sees to the pace itself', async () => {
    const { source, settle } = gateway();
    expect(source.limiter?.('lookup')).toBeUndefined();
    void source.lookup({ place: place(1), names: ['a'] }, never);
    await settle();
    expect(source.limiter?.('lookup')).toBeDefined();
    expect(source.limiter?.('score')).toBeDefined();
  });

  it('that asks one person to wait makes no other wait', async () => {
    const { source, settle, use, clock } = gateway();
    const isFound = async () => {
      void source.lookup({ place: place(1), names: ['a'] }, never);
      await settle();
      return source.limiter?.('lookup');
    };
    const first = await isFound();
    const ticket = first?.started(clock.elapsed());
    use(`locus_${'other'.repeat(8)}`);
    const other = await isFound();
    // The first person's reply is late.
    if (ticket !== undefined) first?.throttled(ticket, clock.elapsed(), 60_000);
    expect(other?.waitMs(clock.elapsed())).toBe(0);
    expect(source.limiter?.('lookup')).toBe(other);
  });

  it('is asked for once, however many calls wait to know', async () => {
    const { source, asked, settle } = gateway();
    for (let row = 0; row < 50; row += 1) {
      void source.lookup({ place: place(row), names: ['a'] }, never);
    }
    await settle();
    expect(asked.filter(({ path }) => path === '/v1/me')).toHaveLength(1);
  });

  it('is asked for once at each of two addresses, though lookups and scores alternate', async () => {
    const { source, asked, settle } = gateway({
      modelUrl: 'https://gateway.example/model',
      me: null,
    });
    for (let row = 0; row < 4; row += 1) {
      void source.lookup({ place: place(row), names: ['a'] }, never);
      void source.score({ place: place(row), model: 'm', date: '2026-11-22' }, never);
      await settle();
    }
    expect(asked.filter(({ path }) => path.endsWith('/v1/me'))).toHaveLength(2);
  });

  it.each([
    ['an ordinary key', { credential: 'sk-ordinary' }, 0],
    ['what is no gateway', { me: { hello: 'world' } }, 1],
    ['nothing there', { me: null }, 1],
    ['half a page', { me: '<html>' }, 1],
  ])('is not taken for one: %s', async (_, options, questions) => {
    const { source, asked, settle } = gateway(options);
    void source.lookup({ place: place(1), names: ['a'] }, never);
    void source.lookup({ place: place(2), names: ['a'] }, never);
    await settle();
    const paths = asked.map(({ path }) => path);
    expect(paths.filter((path) => path === '/v1/me')).toHaveLength(questions);
    expect(paths.filter((path) => path.endsWith('getvariablesbulk'))).toHaveLength(2);
    expect(source.limiter?.('lookup')).toBeUndefined();
  });

  it('that takes no such requests any more is used as a service', async () => {
    const { source, asked, settle, turnInto } = gateway();
    turnInto(404);
    const reply = source.lookup({ place: place(1), names: ['a'] }, never);
    await settle();
    asked.at(-1)?.end();
    expect(await reply).toMatchObject({ kind: 'failed', code: 'wrong-address' });
    expect(source.limiter?.('lookup')).toBeUndefined();
    void source.lookup({ place: place(2), names: ['a'] }, never);
    await settle();
    expect(asked.at(-1)?.path).toContain('getvariablesbulk');
  });
});
