import type { Outcome } from '../../../src/engine/lookup';
import { awakeClock } from '../../../src/engine/async/clock';
import { attribute, ended, setUp } from './engine-setup';
import { HandClock } from './hand-clock';
import { valuesFor } from './recording-source';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

describe('a device that falls asleep while cells wait', () => {
  it.each([
    ['less than a minute', 55_000],
    ['two minutes', 120_000],
    ['a weekend', 60 * HOUR_MS],
  ])('has the others filled when it wakes after %s, though calls were cut', async (_, sleepMs) => {
    const { clock, source, engine } = setUp();
    let hasSlept = false;
    source.onLookup = (call) => valuesFor(call);
    const asked = Array.from({ length: 200 }, (_each, row) => engine.ask(attribute(row, 'a')));
    await clock.advance(1_050);
    const underWay = source.lookups.slice(-source.inFlight);
    source.onLookup = (call) => {
      const isCut = underWay.includes(call) && hasSlept;
      return isCut ? { kind: 'failed', code: 'offline' } : valuesFor(call);
    };
    hasSlept = true;
    clock.sleep(sleepMs);
    await clock.drain();
    expect((await ended(asked)).filter((shown) => typeof shown !== 'number')).toEqual([]);
  });

  it('continues a pause or a Retry-After wait from where it was', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    source.onLookup = () =>
      source.lookups.length === 1
        ? { kind: 'failed', code: 'throttled', status: 429, retryAfterMs: 30_000 }
        : { kind: 'failed', code: 'rejected', status: 400 };
    const asked = engine.ask(attribute(1, 'a'));
    await clock.advance(1_000);
    expect(source.lookups).toHaveLength(1);
    clock.sleep(HOUR_MS);
    await clock.drain();
    expect([await ended([asked]), source.lookups.length]).toEqual([['rejected'], 2]);
  });

  it('does not lengthen the wait for a silent service', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => new Promise(() => undefined);
    let awakeMs = 0;
    const asked = engine.ask(attribute(1, 'a')).then((outcome: Outcome) => {
      awakeMs = clock.elapsed() - HOUR_MS;
      return outcome;
    });
    await clock.advance(10_000);
    clock.sleep(HOUR_MS);
    await clock.drain();
    expect(await ended([asked])).toEqual(['timed-out']);
    expect(awakeMs).toBeLessThanOrEqual(MINUTE_MS);
  });
});

it('is a page that is hidden, not one that sleeps, whose timers come up to a minute late', async () => {
  const clock = new HandClock(() => 59_999);
  const { source, engine } = setUp({}, clock);
  const startedAt = clock.elapsed();
  source.onLookup = () => new Promise(() => undefined);
  let tookMs = 0;
  const asked = engine.ask(attribute(1, 'a')).then((outcome) => {
    tookMs = clock.elapsed() - startedAt;
    return outcome;
  });
  await clock.drain();
  expect(await ended([asked])).toEqual(['timed-out']);
  // Its deadline, plus twice what a timer may be late.
  expect(tookMs).toBeLessThanOrEqual(3 * MINUTE_MS);
});

describe('elapsed time', () => {
  it('stands still in sleep, from when the first timer was due or the clock was last read', async () => {
    const hand = new HandClock();
    const clock = awakeClock(hand);
    clock.schedule(5_000, () => undefined);
    clock.schedule(1_000, () => undefined);
    hand.sleep(HOUR_MS);
    expect(clock.elapsed()).toBe(1_000);
    await hand.drain();
    expect(clock.elapsed()).toBe(1_000);
    await hand.advance(10);
    expect(clock.elapsed()).toBe(1_010);
    clock.schedule(0, () => undefined);
    hand.sleep(2 * HOUR_MS);
    expect(clock.elapsed()).toBe(1_010);
  });

  it('goes on if no timer was set, or if it was cancelled', async () => {
    const hand = new HandClock();
    const clock = awakeClock(hand);
    clock.schedule(1_000, () => undefined)();
    clock.schedule(2_000, () => undefined);
    await hand.advance(2_000);
    hand.sleep(HOUR_MS);
    expect(clock.elapsed()).toBe(HOUR_MS + 2_000);
  });

  it('goes on while timers come late by no more than a browser holds them back', () => {
    const hand = new HandClock();
    const clock = awakeClock(hand);
    clock.schedule(1_000, () => undefined);
    hand.sleep(66_000);
    expect(clock.elapsed()).toBe(66_000);
    clock.schedule(0, () => undefined);
    hand.sleep(65_001);
    expect(clock.elapsed()).toBe(66_000);
  });

  it('is known to have stood still to the timer that comes late', async () => {
    const hand = new HandClock();
    const clock = awakeClock(hand);
    const at: number[] = [];
    clock.schedule(1_000, () => at.push(clock.elapsed()));
    hand.sleep(HOUR_MS);
    await hand.drain();
    expect(at).toEqual([1_000]);
  });
});
