import { coordinatePlace } from '../../../../src/engine/lookup';
import type { Outcome } from '../../../../src/engine/lookup';
import { attribute, ended, setUp } from '../engine-setup';
import type { Setup } from '../engine-setup';
import { valuesFor } from '../recording-source';

function askRows({ engine }: Setup, count: number): Promise<Outcome>[] {
  return Array.from({ length: count }, (_, row) => engine.ask(attribute(row, 'a')));
}

/** Answers as usual, except for a while: calls that start then are never answered. */
function silentBetween({ source, clock }: Setup, from: number, until: number): void {
  const startedAt = new Map<unknown, number>();
  const { lookup } = source;
  source.lookup = (call, signal) => {
    startedAt.set(call, clock.elapsed());
    return lookup.call(source, call, signal);
  };
  source.onLookup = (call) => {
    const at = startedAt.get(call) ?? 0;
    return at >= from && at < until ? new Promise(() => undefined) : valuesFor(call);
  };
}

describe('while a service does not reply to anything', () => {
  it('one call a second asks whether it does again, beside those that are left to wait', async () => {
    const set = setUp();
    silentBetween(set, 1000, 31_000);
    const asked = askRows(set, 200);
    await set.clock.advance(10_000);
    const { length } = set.source.calls;
    await set.clock.advance(10_000);
    expect(set.source.calls.length - length).toBeGreaterThanOrEqual(8);
    expect(set.source.calls.length - length).toBeLessThanOrEqual(10);
    const open = set.source.signals.filter(({ aborted }) => !aborted).length;
    // Three that wait, those that ask, and those answered before.
    expect(open).toBeGreaterThanOrEqual(3);
    await set.clock.advance(13_000);
    expect(set.source.inFlight).toBeGreaterThan(1);
    await set.clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
  });

  it('it is asked again within a second and a half after 40 s, and no cell is lost', async () => {
    const set = setUp();
    silentBetween(set, 1000, 41_000);
    const asked = askRows(set, 100);
    await set.clock.advance(41_000);
    const { length } = set.source.calls;
    await set.clock.advance(1500);
    expect(set.source.calls.length).toBeGreaterThan(length);
    await set.clock.advance(4000);
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
  });

  it('one call at once is given up after ever longer times, so that a slow one may end', async () => {
    const set = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    set.source.latencyMs = 15_000;
    const asked = askRows(set, 1);
    await set.clock.drain();
    expect(await ended(asked)).toEqual([expect.any(Number)]);
    expect(set.source.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});

it('a score without a reply is waited for as long as a call may take, because it may be charged', async () => {
  const { clock, source, engine } = setUp();
  const ask = (row: number): Promise<Outcome> =>
    engine.ask({ kind: 'score', place: attribute(row, '').place, model: 'm' });
  source.onScore = () => new Promise(() => undefined);
  const silent = ask(100);
  await clock.advance(500);
  source.onScore = () => ({ kind: 'answered', value: 1 });
  const others = Array.from({ length: 30 }, (_, row) => ask(row));
  await clock.advance(25_000);
  expect(new Set(await ended(others))).toEqual(new Set([1]));
  expect(source.signals[0]?.aborted).toBe(false);
  await clock.drain();
  expect(await ended([silent])).toEqual(['timed-out']);
  expect(source.scores).toHaveLength(31);
});

describe('a service that is slow, but honest', () => {
  it.each([1500, 5000, 9900])('is waited for from the first call on: %d ms', async (ms) => {
    const set = setUp();
    set.source.latencyMs = ms;
    const asked = askRows(set, 20);
    await set.clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect(set.source.calls).toHaveLength(20);
  });

  it('loses three calls at most when it becomes slow, and none after that', async () => {
    const set = setUp();
    const asked = askRows(set, 60);
    await set.clock.advance(500);
    set.source.latencyMs = 6000;
    await set.clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect(set.source.signals.filter(({ aborted }) => aborted).length).toBeLessThanOrEqual(3);
  });

  it('is given 10 s for a place that takes longer than the others, then twice as much', async () => {
    const set = setUp();
    const { clock, source } = set;
    const slow = coordinatePlace(10, 77).key;
    source.onLookup = (call) =>
      call.place.key === slow
        ? new Promise((resolve) => clock.schedule(12_000, () => resolve(valuesFor(call))))
        : valuesFor(call);
    const asked = askRows(set, 3000);
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect(source.calls.filter((call) => call.startsWith(slow))).toHaveLength(2);
  });
});

it('never gives up a score early, nor sends one twice: it may have been paid for', async () => {
  const { clock, source, engine } = setUp();
  source.onScore = () => new Promise(() => undefined);
  const asked = Array.from({ length: 3 }, (_, row) =>
    engine.ask({ kind: 'score', place: coordinatePlace(row, 2), model: 'm' }),
  );
  await clock.advance(30_000);
  expect(source.signals.filter(({ aborted }) => aborted)).toEqual([]);
  await clock.drain();
  expect(await ended(asked)).toEqual(['timed-out', 'timed-out', 'timed-out']);
  expect(source.scores).toHaveLength(3);
});
