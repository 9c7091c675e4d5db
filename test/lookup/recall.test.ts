import { createEngine, createMemoryStore } from '../../src/lookup';
import type { AnswerStore, StoredAnswer, Tier } from '../../src/lookup';
import { attribute, ended, names, outcomeOf, shown } from './engine-setup';
import { HandClock } from './hand-clock';
import { RecordingSource, valueOf } from './recording-source';

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

  it('is asked once for a whole sheet, and only the rest goes to the service', async () => {
    const reads: number[] = [];
    const { clock, source, open } = setUp((clock) => {
      const store = createMemoryStore({ clock });
      return {
        ...store,
        ...bound(store),
        read: (keys) => (reads.push(keys.length), store.read(keys)),
      };
    });
    void open().ask(attribute(1, 'a'));
    await clock.drain();
    reads.length = 0;
    const engine = open();
    const asked = [1, 2, 3].flatMap((row) =>
      ['a', 'b'].map((name) => engine.ask(attribute(row, name))),
    );
    await clock.drain();
    await ended(asked);
    expect(reads).toEqual([3]);
    expect(source.calls.slice(1)).toEqual([
      `${attribute(1, '').place.key}: b`,
      `${attribute(2, '').place.key}: a,b`,
      `${attribute(3, '').place.key}: a,b`,
    ]);
  });

  it('gives a person without a key what is known, and says no-key for the rest', async () => {
    const { clock, source, open } = setUp((clock) => createMemoryStore({ clock }));
    void open().ask(attribute(1, 'a'));
    await clock.drain();
    source.refusalCode = 'no-key';
    const engine = open();
    const asked = [engine.ask(attribute(1, 'a')), engine.ask(attribute(2, 'a'))];
    await clock.drain();
    const [known, unknown] = await ended(asked);
    expect(known).toBe(valueOf(attribute(1, '').place.key, 'a'));
    expect(unknown).toBe('no-key');
    expect(source.calls).toHaveLength(1);
  });

  it('is asked again of nothing when stale, but stands in for a passing failure', async () => {
    const { clock, source, open } = setUp((clock) => createMemoryStore({ clock }));
    void open().ask(attribute(1, 'a'));
    await clock.drain();
    clock.jump(31 * DAY_MS);
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const asked = open().ask(attribute(1, 'a'));
    await clock.drain();
    expect((await ended([asked]))[0]).toBe(`stale ${valueOf(attribute(1, '').place.key, 'a')}`);
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
        Promise.resolve(new Map(keys.map((key) => [key, NONSENSE as unknown as StoredAnswer[]]))),
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

  it('is never written to where it may only be read', async () => {
    const { clock, device, open } = setUp((clock) => createMemoryStore({ clock }), {
      origin: 'workbook',
      isWritable: false,
    });
    void open().ask(attribute(1, 'a'));
    await clock.drain();
    expect(await device.size()).toMatchObject({ answers: 0 });
  });

  it('holds nothing back from whoever withdraws while it is read', async () => {
    const { clock, source, open } = setUp((clock) => createMemoryStore({ clock }));
    const engine = open();
    const asked = engine.ask(attribute(1, 'a'));
    engine.cancelWaiting();
    await clock.drain();
    expect((await ended([asked]))[0]).toBe('cancelled');
    expect(source.calls).toHaveLength(0);
  });
});

const NONSENSE = [
  null,
  5,
  {},
  { name: 'a' },
  { name: 'a', value: 'x', at: 1 },
  { name: 'a', value: Number.NaN, at: 1 },
  { name: 'a', value: 1, at: 'x' },
  { name: 1, value: 1, at: 1 },
];

/** The store's own methods, free of it. */
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

  async function shownFor(...contents: (StoredAnswer | undefined)[]): Promise<unknown> {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const tiers = contents.map((content, index): Tier => {
      const store = bound(createMemoryStore({ clock }));
      store.read = (keys) =>
        Promise.resolve(new Map(keys.map((key) => [key, content === undefined ? [] : [content]])));
      return { origin: index === 0 ? 'device' : 'workbook', store, isWritable: false };
    });
    const engine = createEngine({ source, clock, random: () => 0.5, tiers });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    const outcome = await outcomeOf(asked);
    return outcome.kind === 'found' ? [outcome.value, outcome.origin] : shown(outcome);
  }

  it('give the later of their answers, whichever has it', async () => {
    const now = new HandClock().now();
    expect(await shownFor(answer(1, now - 2), answer(2, now - 1))).toEqual([2, 'workbook']);
    expect(await shownFor(answer(1, now - 1), answer(2, now - 2))).toEqual([1, 'device']);
    expect(await shownFor(undefined, answer(2, now - 2))).toEqual([2, 'workbook']);
    expect(await shownFor(answer(null, now - 1), undefined)).toBe('no-value');
    expect(await shownFor(undefined, undefined)).toBe('offline');
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
