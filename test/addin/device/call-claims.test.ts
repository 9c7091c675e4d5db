import * as fc from 'fast-check';

import { createCallClaims } from '../../../src/addin/device/call-claims';
import { shareAnswers } from '../../../src/addin/device/shared-answers';
import { addressPlace, createEngine } from '../../../src/engine/lookup';
import { createMemoryStore } from '../../engine/lookup/memory-store';
import type { AnswerStore, Question } from '../../../src/engine/lookup';
import { attribute, ended, outcomeOf, shown } from '../../engine/lookup/engine-setup';
import { RecordingSource } from '../../engine/lookup/recording-source';
import { FakeDevice } from './fake-device';
import type { FakeDeviceOptions, FakeWindowOptions } from './fake-device';

/** A window with an engine. It keeps its own store, and tells the others its answers. */
function openWindow(device: FakeDevice, options: FakeWindowOptions = {}, store?: AnswerStore) {
  const window = device.open(options);
  const { clock, others } = window;
  const source = new RecordingSource(clock);
  source.latencyMs = 200;
  const own = store ?? createMemoryStore({ clock });
  const engine = createEngine({
    source,
    clock,
    random: () => 0.5,
    tiers: [{ origin: 'device', store: shareAnswers(own, others, clock), isWritable: true }],
    claims: createCallClaims({ windows: others, clock }),
  });
  return { window, source, engine };
}

type OpenWindow = ReturnType<typeof openWindow>;

const score = (row: number): Question => ({
  kind: 'score',
  place: addressPlace(`${row} MG Road`),
  model: 'm',
});

function setUp(count = 2, options: FakeDeviceOptions = { messageDelayMs: 3 }) {
  const device = new FakeDevice(options);
  const windows = Array.from({ length: count }, () => openWindow(device));
  return { device, windows, clock: device.clock };
}

const lookupsOf = (windows: readonly OpenWindow[]): number =>
  windows.reduce((sum, { source }) => sum + source.lookups.length, 0);
const scoresOf = (windows: readonly OpenWindow[]): number =>
  windows.reduce((sum, { source }) => sum + source.scores.length, 0);

describe('the same question in several windows at once', () => {
  it('is one call, even if it comes while the other is in flight or has just ended', async () => {
    for (let at = 0; at < 1500; at += 37) {
      const { windows, clock } = setUp();
      const [one, two] = windows as [OpenWindow, OpenWindow];
      const asked = [one.engine.ask(score(1)), one.engine.ask(attribute(1, 'a'))];
      await clock.advance(at);
      asked.push(two.engine.ask(score(1)), two.engine.ask(attribute(1, 'a')));
      await clock.drain();
      expect(new Set(await ended(asked)).size).toBe(2);
      expect([at, lookupsOf(windows), scoresOf(windows)]).toEqual([at, 1, 1]);
    }
  });

  it('is one call, even if the other window is opened before the answer is stored', async () => {
    for (let at = 0; at < 1500; at += 37) {
      const device = new FakeDevice({ messageDelayMs: 3 });
      const { clock } = device;
      const kept = createMemoryStore({ clock });
      const late: AnswerStore = {
        ...kept,
        write: async (entries) => void clock.schedule(500, () => void kept.write(entries)),
      };
      const one = openWindow(device, {}, late);
      const asked = [one.engine.ask(score(1)), one.engine.ask(attribute(1, 'a'))];
      await clock.advance(at);
      const two = openWindow(device, {}, late);
      asked.push(two.engine.ask(score(1)), two.engine.ask(attribute(1, 'a')));
      await clock.drain();
      expect(new Set(await ended(asked)).size).toBe(2);
      expect([at, lookupsOf([one, two]), scoresOf([one, two])]).toEqual([at, 1, 1]);
    }
  });

  it('leads to a second call only for the names that one window still lacks', async () => {
    const { windows, clock } = setUp();
    const [one, two] = windows as [OpenWindow, OpenWindow];
    const ask = ({ engine }: OpenWindow, names: string) =>
      [...names].map((name) => engine.ask(attribute(1, name)));
    const asked = [...ask(one, 'abc'), ...ask(two, 'bcde')];
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    const names = windows.flatMap(({ source }) => source.lookups.flatMap((call) => call.names));
    expect(names.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is a call for each place of two equal sheets, in no more time than one', async () => {
    const rows = 300;
    const alone = setUp(1);
    for (let row = 0; row < rows; row += 1) void alone.windows[0]?.engine.ask(attribute(row, 'a'));
    let sole = 0;
    alone.windows[0]?.engine.activity.subscribe(() => (sole = alone.clock.elapsed()));
    await alone.clock.drain();
    const { windows, clock } = setUp();
    let both = 0;
    const asked = windows.flatMap(({ engine }) => {
      engine.activity.subscribe(() => (both = clock.elapsed()));
      return Array.from({ length: rows }, (_, row) => engine.ask(attribute(row, 'a')));
    });
    await clock.drain();
    expect(new Set(await ended(asked)).size).toBe(rows);
    expect(lookupsOf(windows)).toBe(rows);
    expect(both).toBeLessThanOrEqual(sole * 1.1);
  });

  it('is asked by each window if they cannot send messages or take locks', async () => {
    for (const lacking of [
      { messages: 'none', storage: 'denied' },
      { locks: 'none' },
      { locks: 'refused' },
    ] as const) {
      const device = new FakeDevice();
      const windows = [openWindow(device, lacking), openWindow(device, lacking)];
      const asked = windows.map(({ engine }) => engine.ask(score(1)));
      await device.clock.drain();
      expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
      expect(scoresOf(windows)).toBe(2);
    }
  });
});

describe('a call that fails in one window', () => {
  it.each(['timed-out', 'service-failed', 'offline', 'unreadable-reply'] as const)(
    'with %s ends a score in all of them, which a person may ask again',
    async (code) => {
      const { windows, clock } = setUp(3);
      for (const { source } of windows) source.onScore = () => ({ kind: 'failed', code });
      const asked = windows.map(({ engine }) => engine.ask(score(1)));
      await clock.drain();
      // What had no reply may have been paid for, and is asked again in no window by itself.
      const told = code === 'offline' ? 'timed-out' : code;
      expect(await ended(asked)).toEqual([told, told, told]);
      expect(scoresOf(windows)).toBe(1);
      const [, , last] = windows as [OpenWindow, OpenWindow, OpenWindow];
      last.source.onScore = () => ({ kind: 'answered', value: 5 });
      const again = last.engine.ask(score(1));
      await clock.drain();
      expect(await ended([again])).toEqual([5]);
    },
  );

  it.each([
    ['was free', { kind: 'failed', code: 'throttled', status: 429 }],
    ['never left', { kind: 'failed', code: 'offline', isUnsent: true }],
  ] as const)('and %s is made again, once', async (_, failure) => {
    const { windows, clock } = setUp();
    let calls = 0;
    for (const { source } of windows) {
      source.onScore = () => {
        calls += 1;
        return calls === 1 ? failure : { kind: 'answered', value: 5 };
      };
    }
    const asked = windows.map(({ engine }) => engine.ask(score(1)));
    await clock.drain();
    expect(await ended(asked)).toEqual([5, 5]);
    expect(calls).toBe(2);
  });

  it('for a reason that only its own version knows ends a score that may have been paid for', async () => {
    const { windows, clock, device } = setUp();
    const [one, two] = windows as [OpenWindow, OpenWindow];
    one.source.latencyMs = 5_000;
    void one.engine.ask(score(1));
    await clock.advance(100);
    const newer = device.open();
    newer.others.subscribe('claim', (body) => {
      const { name, word } = body as { name: string; word: string };
      const failure = { kind: 'failed', code: 'too-warm', status: '<b>500</b>' };
      if (word === 'wanted') newer.others.post('claim', { name, word: 'failed', failure });
    });
    const asked = two.engine.ask(score(1));
    await clock.advance(500);
    expect(await outcomeOf(asked)).toEqual({ kind: 'failed', error: { code: 'timed-out' } });
  });
});

describe('a window that dies while it asks', () => {
  it('leaves a lookup to the others, and a score to a person', async () => {
    // From when the others wait for it: an earlier loss is asked for like anything else.
    for (let diesAt = 40; diesAt < 400; diesAt += 12) {
      const { windows, clock } = setUp();
      const [one, two] = windows as [OpenWindow, OpenWindow];
      void one.engine.ask(score(1));
      void one.engine.ask(attribute(1, 'a'));
      await clock.advance(30);
      const asked = [two.engine.ask(attribute(1, 'a')), two.engine.ask(score(1))];
      await clock.advance(diesAt);
      one.window.die();
      await clock.drain();
      const [place, model] = await ended(asked);
      expect(typeof place).toBe('number');
      expect(scoresOf(windows)).toBe(1);
      if (typeof model === 'number') continue;
      expect(model).toBe('timed-out');
      const again = two.engine.ask(score(1));
      await clock.drain();
      expect(await ended([again])).toEqual([1]);
    }
  });

  it('or sleeps, holds up others for a limited time, and never past their deadline', async () => {
    const { windows, clock } = setUp();
    const [one, two] = windows as [OpenWindow, OpenWindow];
    void one.engine.ask(score(1));
    void one.engine.ask(attribute(1, 'a'));
    await clock.advance(60);
    one.window.sleep();
    const asked = two.engine.ask(attribute(1, 'a'));
    const scored = two.engine.ask(score(1));
    await clock.advance(11_000);
    expect(typeof shown(await outcomeOf(asked))).toBe('number');
    await clock.advance(50_000);
    expect(shown(await outcomeOf(scored))).toBe('timed-out');
    const again = two.engine.ask(score(1));
    await clock.advance(1000);
    expect(shown(await outcomeOf(again))).toBe(1);
    expect(scoresOf(windows)).toBe(2);
  });
});

describe('an answer that one window was given', () => {
  it('reaches the others at once, whether or not they know its place already', async () => {
    const { windows, clock } = setUp();
    const [one, two] = windows as [OpenWindow, OpenWindow];
    void two.engine.ask(attribute(1, 'a'));
    await clock.drain();
    void one.engine.ask(attribute(1, 'b'));
    void one.engine.ask(attribute(2, 'a'));
    await clock.advance(300);
    const wanted = [attribute(1, 'b'), attribute(2, 'a')];
    expect(await two.engine.knows(wanted.slice(0, 1))).toEqual([true]);
    const asked = wanted.map((question) => two.engine.ask(question));
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect([one.source.lookups.length, two.source.lookups.length]).toEqual([2, 1]);
  });

  it('ends what waits in the queue of another', async () => {
    const { windows, clock } = setUp();
    const [one, two] = windows as [OpenWindow, OpenWindow];
    two.source.latencyMs = 2000;
    for (let row = 10; row < 30; row += 1) void two.engine.ask(attribute(row, 'a'));
    const asked = two.engine.ask(attribute(1, 'a'));
    void one.engine.ask(attribute(1, 'a'));
    await clock.advance(600);
    expect(typeof shown(await outcomeOf(asked))).toBe('number');
    await clock.drain();
    expect(lookupsOf(windows)).toBe(21);
  });

  it('is found in the store after a while if no message came', async () => {
    const device = new FakeDevice();
    const shared = createMemoryStore({ clock: device.clock });
    const lacking = { messages: 'none', storage: 'denied' } as const;
    const windows = [openWindow(device, lacking, shared), openWindow(device, lacking, shared)];
    const [one, two] = windows as [OpenWindow, OpenWindow];
    void two.engine.ask(attribute(1, 'a'));
    await device.clock.drain();
    void one.engine.ask(attribute(1, 'b'));
    await device.clock.drain();
    await device.clock.advance(3_600_000);
    expect(await two.engine.knows([attribute(1, 'b')])).toEqual([true]);
    const asked = two.engine.ask(attribute(1, 'b'));
    await device.clock.drain();
    expect(typeof (await ended([asked]))[0]).toBe('number');
    expect(lookupsOf(windows)).toBe(2);
  });

  it('from before a clearing does not come back by a message that was under way', async () => {
    const device = new FakeDevice({ messageDelayMs: 50 });
    const [one, two] = [device.open(), device.open()];
    const open = ({ clock, others }: typeof one) =>
      shareAnswers(createMemoryStore({ clock }), others, clock);
    const [left, right] = [open(one), open(two)];
    const at = device.clock.now();
    await left.write([{ key: 'k', answers: [{ name: 'a', value: 1, at: at - 1 }] }]);
    await right.clear();
    await device.clock.drain();
    expect(await right.read(['k'])).toEqual(new Map());
    await left.write([{ key: 'k', answers: [{ name: 'a', value: 2, at: at + 1 }] }]);
    await device.clock.drain();
    expect([...(await right.read(['k'])).values()]).toEqual([
      [{ name: 'a', value: 2, at: at + 1 }],
    ]);
  });

  it('is shared after a clearing, though the clock has been set back since', async () => {
    const device = new FakeDevice({ messageDelayMs: 50 });
    const [one, two] = [device.open(), device.open()];
    const stores = [one, two].map(({ clock, others }) =>
      shareAnswers(createMemoryStore({ clock }), others, clock),
    );
    await stores[1]?.clear();
    await device.clock.advance(11_000);
    const at = device.clock.now() - 3_600_000;
    await stores[0]?.write([{ key: 'k', answers: [{ name: '', value: 5, at }] }]);
    await device.clock.drain();
    expect(await stores[1]?.read(['k'])).toHaveProperty('size', 1);
  });

  it('is checked before it is used', async () => {
    const device = new FakeDevice();
    const [one, two] = [device.open(), device.open()];
    const store = shareAnswers(createMemoryStore(two), two.others, two.clock);
    for (const body of [
      null,
      'x',
      [null],
      [{ key: 3 }],
      [{ key: 'k', answers: [{ name: 3 }, null] }],
    ]) {
      one.others.post('answers', body);
    }
    for (const body of [null, 7, { name: 3, word: 'idle' }, { name: 'x', word: null }]) {
      one.others.post('claim', body);
    }
    await device.clock.drain();
    expect([...(await store.read(['k'])).values()].flat()).toEqual([]);
  });
});

it('asks nothing twice and leaves no cell waiting, in whatever order windows ask and die', async () => {
  const ask = fc.record({
    window: fc.nat(3),
    row: fc.nat(4),
    isScore: fc.boolean(),
    at: fc.nat(1500),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(ask, { minLength: 1, maxLength: 25 }),
      fc.nat(40),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 4, maxLength: 4 }),
      fc.option(fc.nat(1500), { nil: undefined }),
      async (asks, delay, latencies, diesAt) => {
        const { windows, clock } = setUp(4, { messageDelayMs: delay });
        windows.forEach(({ source }, index) => (source.latencyMs = latencies[index] ?? 1));
        const asked: Promise<unknown>[] = [];
        for (const { window, row, isScore, at } of asks) {
          clock.schedule(at, () => {
            const { engine } = windows[window] as OpenWindow;
            const outcome = engine.ask(isScore ? score(row) : attribute(row, 'a'));
            if (window > 0 || diesAt === undefined) asked.push(outcome.then(shown));
          });
        }
        if (diesAt !== undefined) clock.schedule(diesAt, () => windows[0]?.window.die());
        await clock.drain();
        const values = await Promise.all(asked);
        const allowed = diesAt === undefined ? [] : ['timed-out'];
        expect(
          values.filter((value) => typeof value === 'string' && !allowed.includes(value)),
        ).toEqual([]);
        const scores = windows.flatMap(({ source }) => source.scores.map(({ place }) => place.key));
        if (diesAt === undefined) {
          expect(new Set(scores).size).toBe(scores.length);
          expect(lookupsOf(windows)).toBe(
            new Set(asks.filter(({ isScore }) => !isScore).map(({ row }) => row)).size,
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});
