import type { ActivitySnapshot } from '../../../src/engine/lookup';
import { attribute, names, setUp } from './engine-setup';
import { valuesFor } from './recording-source';

const ONE_AT_ONCE = { startConcurrency: 1, maxConcurrency: 1 };

describe('the activity', () => {
  it('is nothing at first', () => {
    expect(setUp().engine.activity.snapshot()).toEqual({
      waiting: 0,
      inFlight: 0,
      done: 0,
      doneByOrigin: { service: 0, gateway: 0, memory: 0, device: 0, workbook: 0 },
      failed: 0,
      failedByCode: {},
      run: { total: 0, done: 0, failed: 0 },
      callsMade: 0,
      callsInFlight: 0,
      callsSaved: 0,
      callsSpent: 0,
      callsUnanswered: 0,
      valuesReceived: 0,
      timeLeftMs: undefined,
      isStalled: false,
      stoppedBy: undefined,
      isUnreachable: false,
      failingStatus: undefined,
      isPaused: false,
    });
  });

  it('counts a question from its asking to its end, and a call from its leaving to its end', async () => {
    const { clock, engine } = setUp(ONE_AT_ONCE);
    for (const row of [1, 2]) for (const name of names(3)) void engine.ask(attribute(row, name));
    const seen: unknown[] = [];
    const look = (): void => {
      const { waiting, inFlight, callsInFlight, callsMade, done } = engine.activity.snapshot();
      seen.push([waiting, inFlight, callsInFlight, callsMade, done]);
    };
    look();
    await clock.advance(25);
    look();
    await clock.advance(100);
    look();
    await clock.advance(100);
    look();
    expect(seen).toEqual([
      [6, 0, 0, 0, 0],
      [3, 3, 1, 1, 0],
      [0, 3, 1, 2, 3],
      [0, 0, 0, 2, 6],
    ]);
  });

  it('counts a failure until it is asked again, under the code it ended with last', async () => {
    const { clock, source, engine } = setUp({ maxAttempts: 1 });
    const askAgain = async (): Promise<Partial<ActivitySnapshot>> => {
      for (const row of [1, 2]) void engine.ask(attribute(row, 'a'));
      await clock.drain();
      const { failed, failedByCode } = engine.activity.snapshot();
      return { failed, failedByCode };
    };
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    expect(await askAgain()).toEqual({ failed: 2, failedByCode: { offline: 2 } });
    expect(await askAgain()).toEqual({ failed: 2, failedByCode: { offline: 2 } });
    source.onLookup = (call) =>
      call.place.key === attribute(1, '').place.key
        ? { kind: 'failed', code: 'rejected' }
        : { kind: 'failed', code: 'offline' };
    expect(await askAgain()).toEqual({ failed: 2, failedByCode: { offline: 1, rejected: 1 } });
    void engine.ask(attribute(1, 'a'));
    expect(engine.activity.snapshot()).toMatchObject({ failed: 1, failedByCode: { offline: 1 } });
    source.onLookup = valuesFor;
    expect(await askAgain()).toEqual({ failed: 0, failedByCode: {} });
  });

  it('tells the failures of two names at one place apart, and of two places with one name', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'unreadable-reply' });
    for (const row of [1, 2]) for (const name of names(2)) void engine.ask(attribute(row, name));
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({ failed: 4 });
  });

  it('counts the remaining failures while another cell is asked again', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'unreadable-reply' });
    for (const row of [1, 2, 3]) void engine.ask(attribute(row, 'a'));
    await clock.drain();
    void engine.ask(attribute(1, 'a'));
    expect(engine.activity.snapshot()).toMatchObject({
      failed: 2,
      failedByCode: { 'unreadable-reply': 2 },
    });
  });

  it('counts each value from the service once, however many cells wanted it', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'answered', values: new Map([['a', 1]]) });
    for (let i = 0; i < 3; i += 1)
      for (const name of ['a', 'b']) void engine.ask(attribute(1, name));
    await clock.drain();
    void engine.ask(attribute(1, 'a'));
    expect(engine.activity.snapshot()).toMatchObject({ valuesReceived: 2, done: 7 });
  });

  it('counts a value that a cell shows, not one that is only looked at', async () => {
    const { engine, clock } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    for (let look = 0; look < 20; look += 1) engine.peek(attribute(1, 'a'), false);
    expect(engine.activity.snapshot()).toMatchObject({ done: 1, callsSaved: 0 });
    engine.peek(attribute(1, 'a'), true);
    expect(engine.activity.snapshot()).toMatchObject({ done: 2, callsSaved: 1 });
  });

  it('has saved nothing if the calls failed', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({ callsMade: 4, callsSaved: 0 });
  });

  it('guesses the time left from the calls that have ended in this burst', async () => {
    const { clock, engine } = setUp(ONE_AT_ONCE);
    const timeLeft = (): number | undefined => engine.activity.snapshot().timeLeftMs;
    for (let burst = 0; burst < 2; burst += 1) {
      for (let row = 0; row < 10; row += 1) void engine.ask(attribute(100 * burst + row, 'a'));
      void engine.ask(attribute(100 * burst, 'b'));
      expect(timeLeft()).toBeUndefined();
      await clock.advance(124);
      expect(timeLeft()).toBeUndefined();
      await clock.advance(1);
      // One call has taken 125 ms, window included, and nine are left.
      expect(timeLeft()).toBe(9 * 125);
      await clock.advance(100);
      expect(timeLeft()).toBe(8 * 112.5);
      await clock.drain();
      expect(timeLeft()).toBeUndefined();
      await clock.advance(5000);
    }
  });

  it('guesses no time from calls that were refused, and says when nothing has been taken for seconds', async () => {
    const { clock, source, engine } = setUp(ONE_AT_ONCE);
    const seen = (): Partial<ActivitySnapshot> => {
      const { timeLeftMs, isStalled } = engine.activity.snapshot();
      return { timeLeftMs, isStalled };
    };
    source.onLookup = () => ({ kind: 'failed', code: 'unavailable' });
    for (let row = 0; row < 50; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.advance(1000);
    expect(seen()).toEqual({ timeLeftMs: undefined, isStalled: false });
    await clock.advance(19_000);
    expect(seen()).toEqual({ timeLeftMs: undefined, isStalled: true });
    source.onLookup = valuesFor;
    await clock.advance(3000);
    expect(seen()).toEqual({ timeLeftMs: expect.any(Number) as number, isStalled: false });
    await clock.drain();
    expect(seen()).toEqual({ timeLeftMs: undefined, isStalled: false });
  });

  it('is stalled by seconds without a call that was taken, not by a few refusals, and no longer once all has ended', async () => {
    const { clock, source, engine } = setUp(ONE_AT_ONCE);
    const isStalled = (): boolean => engine.activity.snapshot().isStalled;
    let refused = 0;
    for (let row = 0; row < 500; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.advance(20_000);
    source.onLookup = () => {
      refused += 1;
      return { kind: 'failed', code: 'unavailable' };
    };
    while (refused < 3) await clock.advance(100);
    await clock.advance(200);
    expect(isStalled()).toBe(false);
    await clock.advance(6000);
    expect(isStalled()).toBe(true);
    engine.cancelWaiting();
    await clock.drain();
    expect(isStalled()).toBe(false);
  });

  it.each(['throttled', 'unavailable'] as const)(
    'has lost none of what it saved to calls that were refused: %s',
    async (code) => {
      const { clock, source, engine } = setUp();
      for (let row = 0; row < 9; row += 1)
        for (const name of names(2)) void engine.ask(attribute(row, name));
      await clock.drain();
      expect(engine.activity.snapshot()).toMatchObject({ callsMade: 9, callsSaved: 9 });
      source.onLookup = () => ({ kind: 'failed', code });
      void engine.ask(attribute(20, 'a'));
      await clock.advance(60_000);
      expect(engine.activity.snapshot().callsMade).toBeGreaterThan(9);
      expect(engine.activity.snapshot()).toMatchObject({ callsSaved: 9 });
    },
  );

  it('is a snapshot that later changes do not affect', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'rejected' });
    const before = engine.activity.snapshot();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.onLookup = valuesFor;
    void engine.ask(attribute(1, 'b'));
    await clock.drain();
    expect([before.done, before.doneByOrigin.service, before.failedByCode]).toEqual([0, 0, {}]);
  });
});

describe('a listener to the activity', () => {
  it('is told 100 ms after the first change, of all that has changed', async () => {
    const { clock, engine } = setUp();
    const told: unknown[] = [];
    engine.activity.subscribe(({ waiting, inFlight, done }) => {
      told.push([clock.elapsed(), waiting, inFlight, done]);
    });
    await clock.advance(1000);
    expect(told).toEqual([]);
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(told).toEqual([
      [1100, 0, 1, 0],
      [1225, 0, 0, 1],
    ]);
  });

  it('hears of a key that was refused, of "try again", and of a value from memory', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.onLookup = () => ({ kind: 'failed', code: 'key-refused' });
    const told: unknown[] = [];
    engine.activity.subscribe(({ stoppedBy, done, failed }) =>
      told.push([stoppedBy, done, failed]),
    );
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    void engine.ask(attribute(2, 'a'));
    await clock.advance(200);
    await clock.drain();
    engine.resume();
    await clock.drain();
    expect(told[0]).toEqual([undefined, 2, 0]);
    expect(told.slice(-2)).toEqual([
      ['key-refused', 2, 1],
      [undefined, 2, 1],
    ]);
  });

  it('may stop at any time, also while being told, and the others go on', async () => {
    const { clock, engine } = setUp();
    const told: string[] = [];
    const stop = engine.activity.subscribe(() => {
      told.push('first');
      stop();
    });
    engine.activity.subscribe(() => void told.push('second'));
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(told).toEqual(['first', 'second', 'second']);
  });

  it('hears every change after it was added, also where the one before it has left', async () => {
    const { clock, engine } = setUp();
    const told: number[] = [];
    const stop = engine.activity.subscribe(() => void told.push(-1));
    void engine.ask(attribute(1, 'a'));
    await clock.advance(30);
    stop();
    stop();
    engine.activity.subscribe(() => void told.push(clock.elapsed()));
    await clock.drain();
    expect(told).toEqual([100, 225]);
  });

  it('hears nothing of what changed while nobody listened', async () => {
    const { clock, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.advance(40);
    const told: number[] = [];
    engine.activity.subscribe(() => void told.push(clock.elapsed()));
    await clock.drain();
    expect(told).toEqual([225]);
  });

  it('is told even if another listener leaves while they are being told', async () => {
    const { clock, engine } = setUp();
    const told: number[] = [];
    engine.activity.subscribe(() => void told.push(clock.elapsed()));
    const stop = engine.activity.subscribe(() => undefined);
    void engine.ask(attribute(1, 'a'));
    await clock.advance(10);
    stop();
    await clock.drain();
    expect(told).toEqual([100, 225]);
  });
});
