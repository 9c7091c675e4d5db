import { getEventListeners } from 'node:events';
import { createCancellation, createEngine, withTimeout } from '../../../src/engine/lookup';
import type { Outcome } from '../../../src/engine/lookup';
import { wholeMilliseconds } from '../../../src/engine/async/clock';
import { attribute, ended, setUp } from '../lookup/engine-setup';
import { HandClock } from '../lookup/hand-clock';
import { RecordingSource, valuesFor } from '../lookup/recording-source';

const NEVER = new Promise<never>(() => undefined);

test('gives whole milliseconds, and runs nothing before its scheduled one', async () => {
  const hand = new HandClock(() => 0.6);
  const clock = wholeMilliseconds(hand);
  expect([hand.elapsed(), clock.elapsed()]).toEqual([0.6, 0]);
  const at: number[] = [];
  for (const ms of [0, 0.2, 99.5, 100]) clock.schedule(ms, () => at.push(clock.elapsed()));
  await hand.drain();
  expect(at).toEqual([1, 2, 101, 101]);
  expect(Number.isInteger(clock.now())).toBe(true);
});

test.each([0.1, 0.4, 0.5, 0.6, 0.999])(
  'a service that falls silent after an answer at x + %d ms freezes nothing',
  async (fraction) => {
    const set = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    set.source.latencyMs = 100 + fraction;
    set.source.onLookup = (call) => (set.source.lookups.length === 1 ? valuesFor(call) : NEVER);
    const asked = [0, 1, 2, 3].map((row) => set.engine.ask(attribute(row, 'a')));
    await set.clock.drain();
    expect((await ended(asked)).slice(1)).toEqual(['timed-out', 'timed-out', 'timed-out']);
    expect(set.clock.elapsed()).toBeLessThan(60_000 + 25 + 102);
  },
);

test('what is dropped unsent goes a bounded number at a time, and none is left behind', async () => {
  const clock = new HandClock();
  const source = new RecordingSource(clock);
  const engine = createEngine({ source, clock, random: () => 0.5 });
  source.onLookup = (call) =>
    call.names.includes('bad')
      ? { kind: 'failed', code: 'rejected', status: 400 }
      : valuesFor(call);
  const ask = (row: number): Promise<Outcome> => engine.ask(attribute(row, 'bad'));
  // Refused at two sound places: from then on it is never asked.
  for (const row of [0, 1]) {
    void engine.ask(attribute(row, 'good'));
    await clock.drain();
    void ask(row);
    await clock.drain();
  }
  const calls = source.lookups.length;
  let looks = 0;
  let most = 0;
  source.refusal = () => {
    looks += 1;
    return undefined;
  };
  const { schedule } = clock;
  clock.schedule = (ms, run) =>
    schedule.call(clock, ms, () => {
      looks = 0;
      run();
      most = Math.max(most, looks);
    });
  const asked = Array.from({ length: 5000 }, (_, row) => ask(row + 2));
  await clock.drain();
  expect(new Set(await ended(asked))).toEqual(new Set(['rejected']));
  expect(source.lookups).toHaveLength(calls);
  expect(most).toBeLessThanOrEqual(1000);
});

describe('a time limit', () => {
  function setUp() {
    const clock = new HandClock();
    const cancellation = createCancellation();
    let givenUp = 0;
    const onTimeout = (): void => void (givenUp += 1);
    return {
      clock,
      cancel: () => cancellation.cancel(),
      timeout: {
        clock,
        timeoutMs: 100,
        signal: cancellation.signal,
        otherwise: 'given up',
        onTimeout,
      },
      givenUp: () => givenUp,
    };
  }

  const hanging = (): Promise<string> => new Promise(() => {});

  describe('work with a timeout', () => {
    it('settles as the work does where that is in time, and leaves no timer behind', async () => {
      const { clock, timeout, givenUp, cancel } = setUp();
      expect(await withTimeout(Promise.resolve('done'), timeout)).toBe('done');
      await expect(withTimeout(Promise.reject(new Error('broken')), timeout)).rejects.toThrow(
        'broken',
      );
      await clock.advance(1_000);
      cancel();
      expect(givenUp()).toBe(0);
    });

    it.each([0, 0.4, 100])(
      'ends without work that hangs, after %d ms and not before',
      async (timeoutMs) => {
        const { clock, timeout } = setUp();
        let result: string | undefined;
        void withTimeout(hanging(), { ...timeout, timeoutMs }).then((given) => (result = given));
        if (timeoutMs > 0) await clock.advance(timeoutMs / 2);
        expect(result).toBeUndefined();
        await clock.advance(timeoutMs / 2);
        expect(result).toBe('given up');
      },
    );

    it('ends at once when it is cancelled, whatever the work makes of that', async () => {
      const { timeout, cancel } = setUp();
      let fail = (_: Error): void => {};
      const work = new Promise<string>((_, reject) => (fail = reject));
      const onTimeout = (): void => fail(new Error('aborted'));
      const ending = withTimeout(work, { ...timeout, onTimeout });
      cancel();
      expect(await ending).toBe('given up');
    });

    it('goes by a platform’s own signal too, and by none', async () => {
      const { clock } = setUp();
      const parts = { clock, timeoutMs: 100, otherwise: 'given up' };
      const controller = new AbortController();
      expect(await withTimeout(Promise.resolve(1), { ...parts, signal: controller.signal })).toBe(
        1,
      );
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
      const ending = withTimeout(hanging(), { ...parts, signal: controller.signal });
      controller.abort();
      expect(await ending).toBe('given up');
      const waiting = withTimeout(hanging(), parts);
      await clock.advance(100);
      expect(await waiting).toBe('given up');
    });
  });
});
