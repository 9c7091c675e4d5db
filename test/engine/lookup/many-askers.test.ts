import { createCancellation } from '../../../src/engine/lookup';
import { attribute, ended, names, setUp } from './engine-setup';
import { HandClock } from './hand-clock';
import { createMemoryStore } from './memory-store';
import { valueOf } from './recording-source';

describe('one value wanted by a whole sheet', () => {
  const value = valueOf(attribute(1, '').place.key, 'a');

  it('settles for all, in slicer, whether or not they can withdraw', async () => {
    for (const canWithdraw of [true, false]) {
      const { clock, source, engine } = setUp();
      const perTurn = new Map<number, number>();
      let turn = 0;
      const tick = (): void => {
        turn += 1;
        if (turn < 300) clock.schedule(1, tick);
      };
      tick();
      const asked = Array.from({ length: 3000 }, () =>
        engine.ask(attribute(1, 'a'), canWithdraw ? { signal: createCancellation().signal } : {}),
      );
      await clock.drain();
      expect(new Set(await ended(asked))).toEqual(new Set([value]));
      expect(source.calls).toHaveLength(1);
      expect(engine.activity.snapshot()).toMatchObject({ done: 3000, callsSaved: 2999 });
      perTurn.clear();
    }
  });

  it('tells no more than 501 of them in one go', async () => {
    const { clock, engine } = setUp();
    const told: number[] = [];
    let inThisGo = 0;
    Array.from({ length: 2001 }, () =>
      engine.ask(attribute(1, 'a'), { signal: createCancellation().signal }),
    ).forEach((promise) => void promise.then(() => (inThisGo += 1)));
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) =>
      schedule(ms, () => {
        told.push(inThisGo);
        inThisGo = 0;
        run();
      });
    await clock.drain();
    told.push(inThisGo);
    expect(Math.max(...told)).toBeLessThanOrEqual(501);
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(2001);
  });

  it('is not lost on those who stay when some withdraw between two slicer', async () => {
    const { clock, engine } = setUp();
    const cancellations = Array.from({ length: 1500 }, () => createCancellation());
    const asked = cancellations.map(({ signal }) => engine.ask(attribute(1, 'a'), { signal }));
    void asked[0]?.then(() => cancellations[1400]?.cancel());
    await clock.drain();
    const texts = await ended(asked);
    expect(texts[1400]).toBe('cancelled');
    expect(texts.filter((text) => text === value)).toHaveLength(1499);
  });
});

describe('a signal that was given up', () => {
  it('asks for nothing, even where others wait for the same', async () => {
    const { clock, engine } = setUp();
    const cancellation = createCancellation();
    cancellation.cancel();
    cancellation.cancel();
    const other = engine.ask(attribute(1, 'a'));
    const late = engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    await clock.drain();
    expect((await ended([late]))[0]).toBe('cancelled');
    expect((await ended([other]))[0]).toBe(value());
  });

  it('tells no one who listens too late, nor who has stopped listening', () => {
    const cancellation = createCancellation();
    const told: string[] = [];
    const gone = (): void => void told.push('gone');
    cancellation.signal.addEventListener('abort', gone);
    cancellation.signal.addEventListener('abort', () => told.push('function'));
    cancellation.signal.addEventListener('abort', { handleEvent: () => told.push('object') });
    cancellation.signal.removeEventListener('abort', gone);
    cancellation.cancel();
    cancellation.signal.addEventListener('abort', () => told.push('late'));
    expect(told).toEqual(['function', 'object']);
  });

  const value = (): number => valueOf(attribute(1, '').place.key, 'a');
});

describe('a person cancels 200,000 questions', () => {
  const questions = Array.from({ length: 4_000 }, (_, row) =>
    names(50).map((name) => attribute(row, name)),
  ).flat();
  const cancelled = new Set(['cancelled']);

  it('and all settle, whether they wait for a call or for what the device kept', async () => {
    for (const isReading of [false, true]) {
      const clock = new HandClock();
      const store = createMemoryStore({ clock });
      store.read = () => new Promise(() => {});
      const tier = { origin: 'device', store, isWritable: true } as const;
      const { source, engine } = setUp({ tiers: isReading ? [tier] : [] }, clock);
      const asked = questions.map((question) => engine.ask(question));
      engine.cancelWaiting();
      await clock.drain();
      expect(new Set(await ended(asked))).toEqual(cancelled);
      expect(source.calls).toEqual([]);
    }
  });
});
