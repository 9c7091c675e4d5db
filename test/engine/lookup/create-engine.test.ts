import { coordinatePlace, createEngine } from '../../../src/engine/lookup';
import { createMemoryStore } from './memory-store';
import type { AnswerStore, Question } from '../../../src/engine/lookup';
import { attribute, setUp } from './engine-setup';
import { HandClock } from './hand-clock';
import { RecordingSource } from './recording-source';

const DAY_MS = 86_400_000;
const score = (model: string): Question => ({
  kind: 'score',
  place: coordinatePlace(12, 77),
  model,
});

describe('what an engine knows before it is asked', () => {
  it('is what it has been told, and what is on its way', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    void engine.ask(score('m'));
    await clock.drain();
    void engine.ask(attribute(2, 'a'));
    const questions = [
      attribute(1, 'a'),
      attribute(1, 'b'),
      attribute(2, 'a'),
      attribute(3, 'a'),
      score('m'),
      score('n'),
    ];
    expect(await engine.knows(questions)).toEqual([true, false, true, false, true, false]);
    await clock.drain();
    expect(source.calls).toHaveLength(2);
  });

  it('does not count as an asking', async () => {
    const { clock, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    const before = engine.activity.snapshot();
    await engine.knows([attribute(1, 'a'), attribute(2, 'a')]);
    await clock.drain();
    expect(engine.activity.snapshot()).toEqual(before);
  });

  it('leaves out what is too old, for a value and for a missing one', async () => {
    const { clock, source, engine } = setUp({ freshMs: 30 * DAY_MS, negativeFreshMs: DAY_MS });
    source.onLookup = () => ({ kind: 'answered', values: new Map([['a', 1]]) });
    void engine.ask(attribute(1, 'a'));
    void engine.ask(attribute(1, 'b'));
    await clock.drain();
    const questions = [attribute(1, 'a'), attribute(1, 'b')];
    expect(await engine.knows(questions)).toEqual([true, true]);
    await clock.advance(2 * DAY_MS);
    expect(await engine.knows(questions)).toEqual([true, false]);
    await clock.advance(30 * DAY_MS);
    expect(await engine.knows(questions)).toEqual([false, false]);
  });

  it('is found on the device, looked up once for each place', async () => {
    const read: (readonly string[])[] = [];
    const { open, clock, source } = withStore((store) => ({
      read: (keys) => (read.push(keys), store.read(keys)),
    }));
    const first = open();
    for (const name of ['a', 'b']) void first.ask(attribute(1, name));
    void first.ask(score('m'));
    await clock.drain();
    read.length = 0;
    const knowing = open().knows([
      attribute(1, 'a'),
      attribute(1, 'b'),
      attribute(1, 'c'),
      attribute(2, 'a'),
      score('m'),
    ]);
    await clock.drain();
    expect(await knowing).toEqual([true, true, false, false, true]);
    expect(read.map((keys) => keys.length)).toEqual([3]);
    expect(source.calls).toHaveLength(1);
  });

  it.each<[string, Partial<AnswerStore>]>([
    ['rejects', { read: () => Promise.reject(new Error('broken')) }],
    ['answers nonsense', { read: () => Promise.resolve(new Map([['x', 'y']]) as never) }],
    ['hangs', { read: () => new Promise(() => undefined) }],
  ])('is nothing where the device %s', async (_how, broken) => {
    const { open, clock } = withStore(() => broken);
    const knowing = open().knows([attribute(1, 'a')]);
    await clock.advance(10_000);
    expect(await knowing).toEqual([false]);
  });

  it('leaves out what the device has kept for too long, and what it does not hold', async () => {
    const { open, clock } = withStore(() => ({}));
    void open().ask(attribute(1, 'a'));
    await clock.drain();
    clock.jump(31 * DAY_MS);
    const knowing = open().knows([attribute(1, 'a'), attribute(2, 'a')]);
    await clock.drain();
    expect(await knowing).toEqual([false, false]);
  });

  it('does not wait for a device that has hung twice', async () => {
    const { open, clock } = withStore(() => ({ read: () => new Promise(() => undefined) }));
    const engine = open();
    const tookMs: number[] = [];
    for (const row of [1, 2, 3]) {
      const since = clock.elapsed();
      void engine.knows([attribute(row, 'a')]).then(() => tookMs.push(clock.elapsed() - since));
      await clock.advance(10_000);
    }
    expect(tookMs).toEqual([1000, 1000, 0]);
  });

  it('leaves out what another account was told', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.account = 'another';
    expect(await engine.knows([attribute(1, 'a')])).toEqual([false]);
  });
});

function withStore(change: (store: AnswerStore) => Partial<AnswerStore>) {
  const clock = new HandClock();
  const source = new RecordingSource(clock);
  const store = createMemoryStore({ clock });
  const whole: AnswerStore = {
    read: (keys) => store.read(keys),
    write: (entries) => store.write(entries),
    clear: () => store.clear(),
    size: () => store.size(),
    ...change(store),
  };
  const tiers = [{ origin: 'device', store: whole, isWritable: true } as const];
  return {
    clock,
    source,
    open: () => createEngine({ source, clock, random: () => 0.5, tiers }),
  };
}
