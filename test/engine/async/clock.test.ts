import { createEngine } from '../../../src/engine/lookup';
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
