import fc from 'fast-check';

import type { Outcome } from '../../../src/engine/lookup';
import { attribute, names, setUp, shown } from './engine-setup';

const MINUTE = 60_000;

/** Asks for one name at each of that many places; returns the texts of those that have settled. */
function askRows(engine: ReturnType<typeof setUp>['engine'], rows: number, from = 0) {
  const texts: (string | number)[] = [];
  for (let row = from; row < from + rows; row += 1) {
    void engine.ask(attribute(row, 'a')).then((outcome) => texts.push(shown(outcome)));
  }
  return texts;
}

describe('a pause', () => {
  it('that outlasts the device asleep ends what comes back from a call without a reply', async () => {
    const { clock, source, engine } = setUp();
    source.lookup = () => new Promise(() => undefined);
    const texts = askRows(engine, 1);
    await clock.advance(30);
    engine.pause();
    clock.sleep(5 * 60 * MINUTE);
    await clock.drain(48 * 60 * MINUTE);
    expect(texts).toHaveLength(1);
  });

  it('lets no call leave, and lets those in flight be answered', async () => {
    const { clock, source, engine } = setUp();
    const texts = askRows(engine, 30);
    await clock.advance(50);
    expect(source.lookups).toHaveLength(4);
    engine.pause();
    await clock.advance(5 * MINUTE);
    expect(source.lookups).toHaveLength(4);
    expect(texts).toHaveLength(4);
    expect(engine.activity.snapshot()).toMatchObject({ isPaused: true, waiting: 26, inFlight: 0 });
    engine.goOn();
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(texts.every((text) => typeof text === 'number')).toBe(true);
    expect(engine.activity.snapshot()).toMatchObject({ isPaused: false, waiting: 0 });
  });

  it('still gives known answers', async () => {
    const { clock, engine } = setUp();
    askRows(engine, 1);
    await clock.drain();
    engine.pause();
    const texts = askRows(engine, 1);
    await clock.advance(0);
    expect(texts).toHaveLength(1);
    expect(engine.peek(attribute(0, 'a'))).toBeDefined();
  });

  it("takes nothing from a question's time", async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => new Promise(() => undefined);
    const texts = askRows(engine, 10);
    await clock.advance(10_000);
    engine.pause();
    // Those that were sent end by themselves, and wait to be asked again.
    await clock.advance(10 * MINUTE);
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 10, inFlight: 0 });
    engine.goOn();
    await clock.advance(49_000);
    expect(texts).toEqual([]);
    await clock.advance(2_000);
    expect(texts).toHaveLength(10);
    expect(new Set(texts)).toEqual(new Set(['timed-out']));
  });

  it('keeps a retry waiting whose deadline would have passed', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'service-failed', status: 500 });
    const texts = askRows(engine, 1);
    await clock.advance(150);
    engine.pause();
    await clock.advance(2 * MINUTE);
    expect(texts).toEqual([]);
    source.onLookup = () => ({ kind: 'answered', values: new Map([['a', 7]]) });
    engine.goOn();
    await clock.drain();
    expect(texts).toEqual([7]);
    expect(source.lookups).toHaveLength(2);
  });

  it('that nobody ends cancels the questions that wait, and those that come later', async () => {
    const { clock, source, engine } = setUp({ maxPauseMs: 10 * MINUTE });
    engine.pause();
    const early = askRows(engine, 3);
    await clock.advance(10 * MINUTE - 1);
    expect(early).toEqual([]);
    await clock.advance(1);
    expect(early).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const late = askRows(engine, 2, 10);
    await clock.advance(10 * MINUTE);
    expect(late).toEqual(['cancelled', 'cancelled']);
    expect(source.lookups).toHaveLength(0);
    expect(engine.activity.snapshot().isPaused).toBe(true);
    engine.goOn();
    const after = askRows(engine, 1);
    await clock.drain();
    expect(after.every((text) => typeof text === 'number')).toBe(true);
  });

  it('that nobody ends is reported once at a time, however many come to wait in it', async () => {
    const { clock, engine } = setUp({ maxPauseMs: 10 * MINUTE });
    engine.pause();
    await clock.advance(5 * MINUTE);
    const early = askRows(engine, 3);
    await clock.advance(7 * MINUTE);
    expect(early).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const late = askRows(engine, 1, 10);
    await clock.advance(10 * MINUTE - 1);
    expect(late).toEqual([]);
    await clock.advance(1);
    expect(late).toEqual(['cancelled']);
  });

  it('ends no question while it lasts, however little time the question had left', async () => {
    const { clock, source, engine } = setUp({ maxAttempts: 10 });
    source.onLookup = () => ({ kind: 'failed', code: 'throttled', retryAfterMs: 59_800 });
    const texts = askRows(engine, 3);
    await clock.advance(59_900);
    engine.pause();
    let timers = 0;
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) => ((timers += 1), schedule(ms, run));
    await clock.advance(10 * MINUTE);
    expect(timers).toBeLessThan(10);
    expect(texts).toEqual([]);
    engine.goOn();
    await clock.advance(101);
    expect(texts).toHaveLength(3);
  });

  it('keeps questions cancelled during it from ever being sent', async () => {
    const { clock, source, engine } = setUp();
    engine.pause();
    const texts = askRows(engine, 3);
    await clock.advance(100);
    engine.cancelWaiting();
    await clock.advance(0);
    engine.goOn();
    await clock.drain();
    expect(texts).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(source.lookups).toHaveLength(0);
  });

  it('begun twice or ended twice is one', async () => {
    const { clock, source, engine } = setUp();
    engine.goOn();
    engine.pause();
    await clock.advance(1_000);
    engine.pause();
    askRows(engine, 1);
    await clock.advance(1_000);
    engine.goOn();
    engine.goOn();
    await clock.drain();
    expect(source.lookups).toHaveLength(1);
  });

  it('does not count for the guess of the time left', async () => {
    const { clock, engine } = setUp();
    askRows(engine, 100);
    await clock.advance(525);
    const before = engine.activity.snapshot().timeLeftMs ?? 0;
    expect(before).toBeGreaterThan(0);
    engine.pause();
    await clock.advance(14 * MINUTE);
    expect(engine.activity.snapshot().timeLeftMs).toBeUndefined();
    engine.goOn();
    expect(engine.activity.snapshot().timeLeftMs).toBeLessThan(before * 2);
  });

  it("tells the activity's listeners", async () => {
    const { clock, engine } = setUp();
    const seen: boolean[] = [];
    engine.activity.subscribe(({ isPaused }) => seen.push(isPaused));
    engine.pause();
    await clock.advance(100);
    engine.goOn();
    await clock.advance(100);
    expect(seen).toEqual([true, false]);
  });

  it('at any time, however often, loses no question and times none out', async () => {
    const step = fc.record({
      act: fc.constantFrom('pause', 'go on', 'ask', 'ask much'),
      ms: fc.integer({ min: 0, max: 30_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { clock, source, engine } = setUp();
        source.latencyMs = 300;
        const outcomes: Outcome[] = [];
        let asked = 0;
        let sentBefore = 0;
        for (const { act, ms } of steps) {
          if (act === 'pause') engine.pause();
          else if (act === 'go on') engine.goOn();
          else {
            for (const name of names(act === 'ask' ? 1 : 120)) {
              void engine.ask(attribute(asked, name)).then((outcome) => outcomes.push(outcome));
            }
            asked += 1;
          }
          sentBefore = source.lookups.length;
          await clock.advance(ms);
          if (engine.activity.snapshot().isPaused) {
            expect(source.lookups).toHaveLength(sentBefore);
          }
        }
        engine.goOn();
        await clock.drain();
        expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0, failed: 0 });
        expect(outcomes.every(({ kind }) => kind === 'found')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
