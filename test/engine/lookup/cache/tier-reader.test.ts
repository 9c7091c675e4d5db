import { addressPlace, createCancellation, createEngine } from '../../../../src/engine/lookup';
import { createMemoryStore } from '../memory-store';
import type { AnswerStore, StoredAnswer, StoredEntry, Tier } from '../../../../src/engine/lookup';
import { attribute, ended, names, outcomeOf, shown } from '../engine-setup';
import { HandClock } from '../hand-clock';
import { RecordingSource, valueOf } from '../recording-source';

function setUp(store: (clock: HandClock) => AnswerStore, more: Partial<Tier> = {}) {
  const clock = new HandClock();
  const source = new RecordingSource(clock);
  const device = store(clock);
  const tiers: Tier[] = [{ origin: 'device', store: device, isWritable: true, ...more }];
  const open = () => createEngine({ source, clock, random: () => 0.5, tiers });
  return { clock, source, device, open };
}

const DAY_MS = 86_400_000;

describe('a tier of remembered answers', () => {
  it('answers a reopened sheet without a call', async () => {
    const { clock, source, open } = setUp((clock) => createMemoryStore({ clock }));
    const rows = Array.from({ length: 200 }, (_, row) => row);
    const before = open();
    for (const row of rows) for (const name of names(5)) void before.ask(attribute(row, name));
    await clock.drain();
    expect(source.calls).toHaveLength(200);

    const after = open();
    const asked = rows.flatMap((row) => names(5).map((name) => after.ask(attribute(row, name))));
    await clock.drain();
    expect(await ended(asked)).toEqual(
      rows.flatMap((row) => names(5).map((name) => valueOf(attribute(row, '').place.key, name))),
    );
    expect(source.calls).toHaveLength(200);
    expect(after.activity.snapshot()).toMatchObject({ doneByOrigin: { device: 1000 } });
  });

  it.each<[string, AnswerStore['read']]>([
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['hangs', () => new Promise(() => undefined)],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['answers nonsense', () => Promise.resolve('nonsense' as never)],
    [
      'answers with nonsense inside',
      (keys) =>
        Promise.resolve(
          new Map(keys.map((key) => [key, NONSENSE.map((one) => one(1)) as StoredAnswer[]])),
        ),
    ],
  ])('that %s costs no cell its value', async (_, read) => {
    const { clock, source, open } = setUp((clock) => {
      const store = createMemoryStore({ clock });
      return { ...bound(store), read, write: () => Promise.reject(new Error('broken')) };
    });
    const engine = open();
    for (const row of [1, 2, 3]) {
      const asked = engine.ask(attribute(row, 'a'));
      await clock.drain();
      expect((await ended([asked]))[0]).toBe(valueOf(attribute(row, '').place.key, 'a'));
    }
    expect(source.calls).toHaveLength(3);
  });
});

describe('the tiers', () => {
  /** A store that records what it is asked and answers as told. */
  function recording(answer: (keys: readonly string[]) => Promise<unknown>) {
    const asked: { read: readonly string[]; at: number }[] = [];
    const written: StoredEntry[] = [];
    const set = setUp((clock) => ({
      ...bound(createMemoryStore({ clock })),
      read: (keys) => {
        asked.push({ read: keys, at: clock.elapsed() });
        return answer(keys) as ReturnType<AnswerStore['read']>;
      },
      write: (entries) => {
        written.push(...entries);
        return Promise.resolve();
      },
    }));
    return { ...set, asked, written };
  }

  const answers =
    (...given: StoredAnswer[]) =>
    (keys: readonly string[]) =>
      Promise.resolve(new Map(keys.map((key) => [key, given])));

  it('are given an answer under a key that stays the same from one version to the next', async () => {
    const { clock, source, written, open } = recording(answers());
    source.onLookup = (call) => ({
      kind: 'answered',
      values: new Map(call.names.map((name) => [name, name === 'b' ? null : 7])),
    });
    const engine = open();
    const place = addressPlace('12 MG Road', '411001');
    for (const name of ['a', 'b']) void engine.ask({ kind: 'attribute', place, name });
    void engine.ask({ kind: 'attribute', place: attribute(1, '').place, name: 'a' });
    void engine.ask({
      kind: 'score',
      place,
      model: 'm',
      date: '2026-01-01',
      customVariables: { b: 1, a: 'x' },
    });
    const at = clock.now() + 125;
    await clock.drain();
    expect(written).toEqual([
      {
        key: 'demo\nlookup\n411001\n12 mg road',
        answers: [
          { name: 'a', value: 7, at },
          { name: 'b', value: null, at },
        ],
      },
      { key: 'demo\nlookup\n10001000,77000000', answers: [{ name: 'a', value: 7, at }] },
      {
        key: 'demo\nscore\n["411001\\n12 mg road","m","date","2026-01-01","[[\\"a\\",\\"x\\"],[\\"b\\",1]]"]',
        answers: [{ name: '', value: 1, at }],
      },
    ]);
  });

  it('are asked once for each place, and their other answers are learnt too', async () => {
    const { clock, source, asked, open } = recording((keys) =>
      answers(
        { name: 'a', value: 1, at: clock.now() },
        { name: 'b', value: 2, at: clock.now() },
        { name: 'old', value: 3, at: 0 },
      )(keys),
    );
    const engine = open();
    const first = engine.ask(attribute(1, 'a'));
    const old = engine.ask(attribute(1, 'old'));
    await clock.drain();
    expect(await ended([first])).toEqual([1]);
    expect((await ended([old])).map((value) => typeof value)).toEqual(['number']);
    expect(source.lookups.map((call) => call.names)).toEqual([['old']]);
    const later = [engine.ask(attribute(1, 'b')), engine.ask(attribute(1, 'c'))];
    await clock.drain();
    expect((await ended(later))[0]).toBe(2);
    expect(source.lookups.map((call) => call.names)).toEqual([['old'], ['c']]);
    expect(asked.map(({ read }) => read)).toEqual([['demo\nlookup\n10001000,77000000']]);
  });

  it('are asked in one read for everything that was asked while they answered', async () => {
    const { clock, asked, open } = recording(
      (keys) =>
        new Promise((resolve) => clock.schedule(100, () => resolve(answers()(keys) as never))),
    );
    const engine = open();
    for (const row of [1, 4]) void engine.ask(attribute(row, 'a'));
    await clock.advance(50);
    for (const row of [1, 2, 3]) void engine.ask(attribute(row, 'b'));
    await clock.drain();
    expect(asked.map(({ read, at }) => [read.length, at])).toEqual([
      [2, 0],
      [2, 100],
    ]);
    void engine.ask(attribute(5, 'a'));
    await clock.drain();
    expect(asked).toHaveLength(3);
  });

  it('that hang are waited for 1 s, twice, and left alone for a minute', async () => {
    const { clock, source, asked, written, open } = recording(() => new Promise(() => undefined));
    const engine = open();
    const endedAt: number[] = [];
    for (const row of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const startedAt = clock.elapsed();
      const asking = engine.ask(attribute(row, 'a'));
      void asking.then(() => endedAt.push(clock.elapsed() - startedAt));
      await clock.advance(11_000);
    }
    // The eighth comes more than a minute after the second: the tier may have recovered.
    expect(endedAt).toEqual([1125, 1125, 125, 125, 125, 125, 125, 1125]);
    expect([asked.length, written.length, source.calls.length]).toEqual([3, 1, 8]);
  });

  it('that hung and have recovered are used again', async () => {
    let hangs = true;
    const { clock, source, asked, open } = recording((keys) =>
      hangs
        ? new Promise(() => undefined)
        : Promise.resolve(answers({ name: 'a', value: 1, at: clock.now() })(keys) as never),
    );
    const engine = open();
    for (const row of [1, 2]) {
      void engine.ask(attribute(row, 'a'));
      await clock.drain();
    }
    hangs = false;
    await clock.advance(61_000);
    const known = [3, 4].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    expect(await ended(known)).toEqual([1, 1]);
    expect([asked.length, source.calls.length]).toEqual([3, 2]);
  });

  it("that hang leave the service most of a question's time", async () => {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    const never = {
      ...bound(createMemoryStore({ clock })),
      read: () => new Promise<never>(() => {}),
    };
    const tiers = [1, 2].map((): Tier => ({ origin: 'device', store: never, isWritable: false }));
    const engine = createEngine({ source, clock, random: () => 0.5, deadlineMs: 1000, tiers });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.advance(400);
    expect(await ended([asked])).toEqual([expect.any(Number)]);
    expect(source.calls).toHaveLength(1);
  });

  it('are not trusted with an answer from the far future, which gives way to a new one', async () => {
    const DAY_MS = 86_400_000;
    for (const laterDays of [0, 10, 200, 360]) {
      const clock = new HandClock();
      const source = new RecordingSource(clock);
      const store = createMemoryStore({ clock });
      const tiers: Tier[] = [{ origin: 'device', store, isWritable: true }];
      const ask = async (): Promise<(number | string)[]> => {
        const engine = createEngine({ source, clock, random: () => 0.5, tiers });
        const asked = [engine.ask(attribute(1, 'a'))];
        await clock.drain();
        return ended(asked);
      };
      let value = 1;
      source.onLookup = () => ({ kind: 'answered', values: new Map([['a', value]]) });
      clock.jump(366 * DAY_MS);
      expect(await ask()).toEqual([1]);
      clock.jump((laterDays - 366) * DAY_MS);
      value = 2;
      expect(await ask()).toEqual([2]);
      expect(await ask()).toEqual([2]);
      expect(source.calls).toHaveLength(2);
      clock.jump(-laterDays * DAY_MS);
    }
  });

  it('that are slow are used as long as they answer in time', async () => {
    const { clock, source, asked, open } = recording(
      (keys) =>
        new Promise((resolve) =>
          clock.schedule(999, () =>
            resolve(answers({ name: 'a', value: 1, at: clock.now() })(keys) as never),
          ),
        ),
    );
    const engine = open();
    for (const row of [1, 2, 3, 4]) {
      const asking = engine.ask(attribute(row, 'a'));
      await clock.advance(10_000);
      expect(await ended([asking])).toEqual([1]);
    }
    expect([asked.length, source.calls.length]).toEqual([4, 0]);
  });

  it('do not fill the memory with answers to questions that were withdrawn', async () => {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    const store = createMemoryStore({ clock });
    const rows = Array.from({ length: 40 }, (_, row) => row);
    const tiers = [{ origin: 'device', store, isWritable: true } as const];
    const before = createEngine({ source, clock, random: () => 0.5, tiers });
    for (const row of rows) void before.ask(attribute(row, 'a'));
    await clock.drain();

    const engine = createEngine({ source, clock, random: () => 0.5, tiers, maxRemembered: 20 });
    for (const row of rows) {
      const cancellation = createCancellation();
      void engine.ask(attribute(row, 'a'), { signal: cancellation.signal });
      cancellation.cancel();
    }
    await clock.drain();
    for (let row = 100; row < 120; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.drain();
    for (let row = 100; row < 120; row += 1) {
      expect(engine.peek(attribute(row, 'a'))).toBeDefined();
    }
  });

  it('answer the askers who have not withdrawn at the same place', async () => {
    const { clock, source, open } = recording((keys) =>
      answers(
        { name: 'a', value: 1, at: clock.now() },
        { name: 'b', value: 2, at: clock.now() },
      )(keys),
    );
    const engine = open();
    const cancellation = createCancellation();
    const gone = engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    const alone = engine.ask(attribute(2, 'a'), { signal: cancellation.signal });
    const stays = engine.ask(attribute(1, 'b'));
    cancellation.cancel();
    await clock.drain();
    expect(await ended([gone, alone, stays])).toEqual(['cancelled', 'cancelled', 2]);
    expect(source.calls).toHaveLength(0);
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, doneByOrigin: { device: 1 } });
  });

  it('do not lose questions that are cancelled from the pane while they are being read', async () => {
    const { clock, source, open } = recording(
      (keys) =>
        new Promise((resolve) => clock.schedule(100, () => resolve(answers()(keys) as never))),
    );
    const engine = open();
    const first = engine.ask(attribute(1, 'a'));
    await clock.advance(50);
    const second = engine.ask(attribute(2, 'a'));
    engine.cancelWaiting();
    await clock.drain();
    expect(await ended([first, second])).toEqual(['cancelled', 'cancelled']);
    expect(source.calls).toHaveLength(0);
  });

  it('answer in slicer, so that a reopened sheet does not freeze', async () => {
    const { clock, open } = recording((keys) =>
      answers({ name: 'a', value: 1, at: clock.now() })(keys),
    );
    const engine = open();
    let done = 0;
    for (let row = 0; row < 1200; row += 1) {
      void engine.ask(attribute(row, 'a')).then(() => (done += 1));
    }
    const perTurn: number[] = [];
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) =>
      schedule(ms, () => {
        perTurn.push(done);
        run();
      });
    await clock.drain();
    const steps = [...perTurn, done].map((count, turn, all) => count - (all[turn - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(500);
    expect(done).toBe(1200);
  });

  it('give a person without a key all their answers, even if one of them hangs', async () => {
    for (const hanging of [0, 1, 2]) {
      const clock = new HandClock();
      const source = new RecordingSource(clock);
      const store = bound(createMemoryStore({ clock }));
      const known = (...names: string[]) =>
        names.map((name): StoredAnswer => ({ name, value: 7, at: clock.now() }));
      const never = { ...store, read: () => new Promise<never>(() => undefined) };
      const knowing = {
        ...store,
        read: (keys: readonly string[]) =>
          Promise.resolve(new Map(keys.map((key) => [key, known('a', 'b')]))),
      };
      const tiers = [never, knowing].map((each): Tier => ({
        origin: 'device',
        store: each,
        isWritable: false,
      }));
      const engine = createEngine({ source, clock, random: () => 0.5, tiers });
      for (let row = 0; row < hanging; row += 1) {
        void engine.ask(attribute(row, 'a'));
        await clock.drain();
      }
      source.refusalCode = 'no-key';
      const asked = ['a', 'b', 'c'].map((name) => engine.ask(attribute(9, name)));
      await clock.drain();
      expect(await ended(asked)).toEqual([7, 7, 'no-key']);
    }
  });

  it('have forgotten what was cancelled when the pane cancels again', async () => {
    const { clock, open } = recording(answers());
    const engine = open();
    const first = engine.ask(attribute(1, 'a'));
    await clock.drain();
    const later = engine.ask(attribute(1, 'b'));
    engine.cancelWaiting();
    engine.cancelWaiting();
    expect((await ended([first, later]))[1]).toBe('cancelled');
  });

  it('cannot bring nonsense into a cell', async () => {
    for (const nonsense of NONSENSE) {
      const { clock, source, open } = recording((keys) =>
        Promise.resolve(new Map(keys.map((key) => [key, [nonsense(clock.now())]]))),
      );
      source.onLookup = () => ({ kind: 'failed', code: 'rejected' });
      const engine = open();
      const asked = engine.ask(attribute(1, 'a'));
      await clock.drain();
      expect(await ended([asked])).toEqual(['rejected']);
    }
  });

  it('leave unknown values refused with no-key, or with key-refused after that', async () => {
    const { clock, source, open } = recording(answers());
    const engine = open();
    source.onLookup = () => ({ kind: 'failed', code: 'key-refused' });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    const stopped = engine.ask(attribute(2, 'a'));
    await clock.drain();
    expect(await ended([stopped])).toEqual(['key-refused']);
    engine.resume();
    source.refusalCode = 'no-key';
    const score = engine.ask({ kind: 'score', place: attribute(3, '').place, model: 'm' });
    await clock.drain();
    expect(await ended([score])).toEqual(['no-key']);
    expect([source.calls.length, source.scores.length]).toEqual([1, 0]);
  });
});

/** What a store may hold in spite of everything, at some time. */
const NONSENSE: readonly ((at: number) => unknown)[] = [
  () => null,
  () => 5,
  () => 'a',
  () => ({}),
  () => ({ name: 'a' }),
  (at) => ({ name: 'a', value: 'x', at }),
  (at) => ({ name: 'a', at }),
  (at) => ({ name: 'a', value: Number.NaN, at }),
  (at) => ({ name: 'a', value: Number.POSITIVE_INFINITY, at }),
  () => ({ name: 'a', value: 1, at: 'x' }),
  () => ({ name: 'a', value: null, at: Number.NaN }),
  () => ({ name: 'a', value: 1, at: Number.POSITIVE_INFINITY }),
  (at) => ({ name: ['a'], value: 1, at }),
];

/** The store's own methods, bound to it. */
function bound(store: AnswerStore): AnswerStore {
  return {
    read: (keys) => store.read(keys),
    write: (entries) => store.write(entries),
    clear: () => store.clear(),
    size: () => store.size(),
  };
}

describe('two tiers', () => {
  const answer = (value: number | null, at: number): StoredAnswer => ({ name: 'a', value, at });

  function twoTiers(...contents: (StoredAnswer | undefined)[]) {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    const asked: string[] = [];
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const tiers = contents.map((content, index): Tier => {
      const store = bound(createMemoryStore({ clock }));
      const origin = index === 0 ? 'device' : 'workbook';
      store.read = (keys) => {
        asked.push(`${origin}: ${keys.length}`);
        return Promise.resolve(
          new Map(keys.map((key) => [key, content === undefined ? [] : [content]])),
        );
      };
      return { origin, store, isWritable: false };
    });
    const engine = createEngine({ source, clock, random: () => 0.5, tiers });
    return { clock, source, asked, engine };
  }

  async function shownFor(...contents: (StoredAnswer | undefined)[]): Promise<unknown> {
    const { clock, engine } = twoTiers(...contents);
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    const outcome = await outcomeOf(asked);
    if (outcome.kind !== 'found') return shown(outcome);
    return [...(outcome.isStale ? ['stale'] : []), outcome.value, outcome.origin];
  }

  it('give the first good answer, or else the later of two old ones', async () => {
    const now = new HandClock().now();
    const old = now - 40 * DAY_MS;
    expect(await shownFor(answer(1, now - 2), answer(2, now - 1))).toEqual([1, 'device']);
    expect(await shownFor(answer(1, old), answer(2, now - 2))).toEqual([2, 'workbook']);
    expect(await shownFor(undefined, answer(2, now - 2))).toEqual([2, 'workbook']);
    expect(await shownFor(answer(1, old), answer(2, old - 1))).toEqual(['stale', 1, 'device']);
    expect(await shownFor(answer(1, old), answer(2, old + 1))).toEqual(['stale', 2, 'workbook']);
    expect(await shownFor(answer(null, now - 1), undefined)).toBe('no-value');
    expect(await shownFor(undefined, undefined)).toBe('offline');
  });

  it('are asked in order, the second for what the first does not answer', async () => {
    const now = new HandClock().now();
    const { clock, asked, engine, source } = twoTiers(answer(1, now), {
      ...answer(2, now),
      name: 'b',
    });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(asked).toEqual(['device: 1']);
    const both = [engine.ask(attribute(1, 'b')), engine.ask(attribute(2, 'a'))];
    await clock.drain();
    expect(await ended(both)).toEqual([2, 1]);
    expect(asked.slice(1)).toEqual(['device: 1', 'workbook: 1']);
    expect(source.calls).toHaveLength(0);
    void engine.ask(attribute(1, 'c'));
    await clock.drain();
    expect(asked).toHaveLength(3);
    expect(source.calls.length).toBeGreaterThan(0);
  });

  it('are both asked again after a minute, since another window may have stored something', async () => {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    const device = createMemoryStore({ clock });
    const workbook = createMemoryStore({ clock });
    const tiers: Tier[] = [
      { origin: 'device', store: device, isWritable: true },
      { origin: 'workbook', store: workbook, isWritable: false },
    ];
    const open = () => createEngine({ source, clock, random: () => 0.5, tiers });
    void open().ask(attribute(1, 'a'));
    await clock.drain();
    const [one, other] = [open(), open()];
    for (const engine of [one, other]) void engine.ask(attribute(1, 'a'));
    await clock.advance(3_600_000);
    void other.ask(attribute(1, 'b'));
    await clock.drain();
    const asked = one.ask(attribute(1, 'b'));
    await clock.drain();
    expect(await outcomeOf(asked)).toMatchObject({ kind: 'found', origin: 'device' });
    expect(source.calls).toHaveLength(2);
  });

  it('are read again if everything is forgotten while they answer', async () => {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    let value = 1;
    const store = bound(createMemoryStore({ clock }));
    store.read = (keys) => {
      const content = new Map(keys.map((key) => [key, [answer(value, clock.now())]]));
      return new Promise((resolve) => clock.schedule(100, () => resolve(content)));
    };
    const tiers: Tier[] = [{ origin: 'workbook', store, isWritable: false }];
    const engine = createEngine({ source, clock, random: () => 0.5, tiers });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.advance(50);
    value = 2;
    engine.forget();
    await clock.drain();
    expect(await ended([asked])).toEqual([2]);
    expect(source.calls).toHaveLength(0);
  });

  it('always show a person without a key a stale answer rather than none', async () => {
    const old = new HandClock().now() - 400 * DAY_MS;
    const { clock, source, engine } = twoTiers(undefined, answer(2, old));
    source.refusalCode = 'no-key';
    for (let time = 0; time < 2; time += 1) {
      const asked = [engine.ask(attribute(1, 'a')), engine.ask(attribute(1, 'b'))];
      await clock.drain();
      expect(await ended(asked)).toEqual(['stale 2', 'no-key']);
    }
    expect(engine.activity.snapshot()).toMatchObject({
      doneByOrigin: { workbook: 2 },
      failedByCode: { 'no-key': 1 },
    });
  });

  it('answer scores too, apart from attributes', async () => {
    const { clock, source, open } = setUp((clock) => createMemoryStore({ clock }));
    const score = { kind: 'score', place: attribute(1, '').place, model: 'm' } as const;
    const first = open();
    void first.ask(score);
    void first.ask(attribute(1, 'a'));
    await clock.drain();
    const second = open();
    const asked = second.ask(score);
    await clock.drain();
    expect(await outcomeOf(asked)).toMatchObject({ kind: 'found', value: 1, origin: 'device' });
    expect(source.scores).toHaveLength(1);
  });
});
