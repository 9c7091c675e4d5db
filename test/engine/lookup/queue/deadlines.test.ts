import type { AnswerStore, Outcome, SourceFailureCode } from '../../../../src/engine/lookup';
import { attribute, setUp, shown } from '../engine-setup';
import type { Setup } from '../engine-setup';
import { HandClock } from '../hand-clock';
import { valuesFor } from '../recording-source';

const NEVER = new Promise<never>(() => undefined);
const ONE_AT_ONCE = { startConcurrency: 1, maxConcurrency: 1 };

/** Records what each asking shows, and when. */
function watch({ clock }: Setup, asked: readonly Promise<Outcome>[]): string[] {
  const told: string[] = asked.map(() => 'busy');
  asked.forEach((promise, index) => {
    void promise.then((outcome) => (told[index] = `${shown(outcome)} at ${clock.elapsed()}`));
  });
  return told;
}

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, row) => row);
}

function failed(code: SourceFailureCode, retryAfterMs?: number) {
  return { kind: 'failed', code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } as const;
}

describe('a service that never answers', () => {
  it('ends every cell at its deadline, to the millisecond, and is sent nothing more', async () => {
    const set = setUp();
    set.source.onLookup = () => NEVER;
    const told = watch(
      set,
      rows(40).map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.advance(59_999);
    expect(told.filter((text) => text !== 'busy')).toEqual([]);
    const { length } = set.source.calls;
    await set.clock.drain();
    expect(new Set(told)).toEqual(new Set(['timed-out at 60000']));
    expect(set.source.calls).toHaveLength(length);
  });

  it('ends a later cell later, by its own deadline', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000 });
    set.source.onLookup = () => NEVER;
    const first = [0, 1, 2].map((row) => set.engine.ask(attribute(row, 'a')));
    await set.clock.advance(400);
    const told = watch(set, [...first, set.engine.ask(attribute(3, 'a'))]);
    await set.clock.drain();
    expect(told).toEqual([...Array(3).fill('timed-out at 1000'), 'timed-out at 1400']);
  });
});

describe('the deadline of a waiting question', () => {
  it('is counted from the last answer, whichever cell it was for, until it is sent', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000 });
    set.source.latencyMs = 900;
    const told = watch(
      set,
      [0, 1, 2].map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.advance(925);
    expect(told.map((text) => text.replace(/^\d+/, 'value'))).toEqual([
      'value at 925',
      'busy',
      'busy',
    ]);
    set.source.onLookup = () => NEVER;
    await set.clock.drain();
    expect(told.slice(1)).toEqual(['timed-out at 1925', 'timed-out at 1925']);
  });

  it('is not moved by a failure, and the cell shows what that was', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000, maxAttempts: 2, backOffMs: 100_000 });
    set.source.latencyMs = 700;
    set.source.onLookup = () => failed('offline');
    const told = watch(
      set,
      [0, 1, 2].map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.drain();
    expect(told).toEqual(['offline at 725', 'timed-out at 1000', 'offline at 1000']);
  });

  it('shows no failure from before the last answer', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000, maxAttempts: 1 });
    const answers = [failed('offline'), undefined];
    set.source.onLookup = (call) =>
      answers.length > 0 ? (answers.shift() ?? valuesFor(call)) : NEVER;
    const told = watch(
      set,
      [0, 1, 2, 3].map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.drain();
    expect(told[0]).toBe('offline at 125');
    expect(told[1]).toMatch(/^\d+ at 225$/);
    expect(told.slice(2)).toEqual(['timed-out at 1225', 'timed-out at 1225']);
  });

  it('is not moved by Retry-After, and the cell says throttled', async () => {
    const set = setUp({ ...ONE_AT_ONCE, maxRetryAfterMs: 100_000 });
    set.source.onLookup = () => failed('throttled', 100_000);
    void set.engine.ask(attribute(1, 'a'));
    await set.clock.advance(200);
    const first = set.engine.ask(attribute(2, 'a'));
    const score = set.engine.ask({ kind: 'score', place: attribute(3, '').place, model: 'm' });
    await set.clock.advance(50_000);
    const late = set.engine.ask(attribute(2, 'b'));
    const told = watch(set, [first, score, late]);
    await set.clock.advance(49_000);
    expect(set.source.calls).toHaveLength(1);
    await set.clock.drain();
    // After the pause, the late comer is sent, and throttled again.
    expect(told).toEqual(['throttled at 60200', 'throttled at 60200', 'throttled at 100225']);
  });
});

describe('the wait that a service asks for after it has answered', () => {
  it('is no hang: a window of a minute that is full costs no cell', async () => {
    const set = setUp();
    let room = 20;
    set.clock.schedule(62_000, () => (room = 20));
    set.source.onLookup = (call) => (room-- > 0 ? valuesFor(call) : failed('throttled', 5000));
    const told = watch(
      set,
      rows(40).map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.drain();
    expect(told.filter((text) => /^\d+ at/.test(text))).toHaveLength(40);
  });

  it.each([
    ['says when, before the calls under way are answered', 60_000],
    ['does not say when', undefined],
  ])('costs no cell where ten calls a minute are taken and the service %s', async (_, waitMs) => {
    const set = setUp();
    let room = 10;
    for (const minute of [1, 2]) set.clock.schedule(minute * 60_000, () => (room = 10));
    set.source.onLookup = async (call) => {
      if (room-- <= 0) return failed('throttled', waitMs);
      await new Promise<void>((resolve) => set.clock.schedule(80, resolve));
      return valuesFor(call);
    };
    const told = watch(
      set,
      rows(25).map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.drain();
    expect(told.filter((text) => /^\d+ at/.test(text))).toHaveLength(25);
  });

  it('ends every cell when it has gone on for a whole deadline, and another', async () => {
    const set = setUp({ deadlineMs: 10_000 });
    let room = 5;
    set.source.onLookup = (call) => (room-- > 0 ? valuesFor(call) : failed('throttled', 5000));
    const told = watch(
      set,
      rows(20).map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.advance(20_500);
    expect(told.filter((text) => text.startsWith('throttled'))).toHaveLength(15);
  });
});

describe('a question that was sent and waits again', () => {
  it('fails at once if the next attempt would come too late', async () => {
    for (const [deadlineMs, text] of [
      [20_125, 'throttled at 125'],
      [20_126, 'throttled at 20126'],
    ] as const) {
      const set = setUp({ deadlineMs });
      set.source.onLookup = () => failed('throttled', 20_000);
      const told = watch(set, [set.engine.ask(attribute(1, 'a'))]);
      await set.clock.drain();
      expect(told).toEqual([text]);
    }
  });

  it('keeps its deadline though the service answers others', async () => {
    const set = setUp({ deadlineMs: 1000, maxAttempts: 100, backOffMs: 50, maxBackOffMs: 50 });
    set.source.onLookup = (call) =>
      call.place.key === attribute(0, '').place.key ? failed('offline') : valuesFor(call);
    const told = watch(set, [set.engine.ask(attribute(0, 'a'))]);
    for (let row = 1; row < 20; row += 1) {
      void set.engine.ask(attribute(row, 'a'));
      await set.clock.advance(100);
    }
    expect(told).toEqual(['timed-out at 1000']);
  });

  it('leaves its later companions their own time', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000, callTimeoutMs: 2000, backOffMs: 500 });
    set.source.onLookup = () => failed('offline');
    const first = set.engine.ask(attribute(1, 'a'));
    await set.clock.advance(300);
    const later = set.engine.ask(attribute(1, 'b'));
    await set.clock.advance(50);
    set.source.onLookup = (call) => (call.names.includes('a') ? failed('offline') : NEVER);
    const told = watch(set, [first, later]);
    await set.clock.advance(130);
    // Both have been sent together and wait again; the slot is taken.
    set.source.latencyMs = 2000;
    void set.engine.ask(attribute(2, 'c'));
    await set.clock.drain();
    expect(set.source.lookups[1]?.names).toEqual(['a', 'b']);
    expect(told[0]).toMatch(/ at 1000$/);
    expect(told[1]).toMatch(/ at 1300$/);
  });

  it('ends at its own deadline though it was sent with a later one', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000, callTimeoutMs: 2000, backOffMs: 1400 });
    set.source.onLookup = () => failed('offline');
    const first = set.engine.ask(attribute(1, 'a'));
    await set.clock.advance(20);
    const told = watch(set, [first, set.engine.ask(attribute(1, 'b'))]);
    await set.clock.advance(180);
    set.source.latencyMs = 2000;
    void set.engine.ask(attribute(2, 'c'));
    await set.clock.drain();
    expect(set.source.lookups[0]?.names).toEqual(['a', 'b']);
    expect(told).toEqual(['offline at 1000', 'offline at 1020']);
  });

  it('ends at its deadline though it could not leave again', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000 });
    const answers = [failed('offline'), NEVER];
    set.source.onLookup = () => answers.shift() ?? NEVER;
    const told = watch(
      set,
      [0, 1].map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.drain();
    expect(told).toEqual(['offline at 1000', 'timed-out at 1000']);
    expect(set.source.calls).toHaveLength(2);
    expect(set.engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('ends at its deadline as the part of a rejected call, too', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000, callTimeoutMs: 2000 });
    const answers = [failed('rejected'), NEVER];
    set.source.onLookup = () => answers.shift() ?? NEVER;
    const told = watch(
      set,
      ['a', 'b', 'c'].map((name) => set.engine.ask(attribute(1, name))),
    );
    await set.clock.drain();
    expect(told).toEqual(Array(3).fill('timed-out at 1000'));
    expect(set.source.lookups.map(({ names }) => names.join())).toEqual(['a,b,c', 'a,b']);
    expect(set.engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
  });
});

describe('a call', () => {
  it('is given up after its time, and its slot is free for the next', async () => {
    const set = setUp({ ...ONE_AT_ONCE, callTimeoutMs: 3000, maxAttempts: 1 });
    set.source.onLookup = () => NEVER;
    const told = watch(
      set,
      [0, 1].map((row) => set.engine.ask(attribute(row, 'a'))),
    );
    await set.clock.advance(3030);
    expect(set.source.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    // While nothing at all is answered, no call counts as a failed attempt.
    await set.clock.drain();
    expect(told).toEqual(['timed-out at 60000', 'timed-out at 60000']);
  });

  it('is not changed by a reply that comes too late', async () => {
    const set = setUp({ callTimeoutMs: 50, maxAttempts: 1 });
    const told = watch(set, [set.engine.ask(attribute(1, 'a'))]);
    await set.clock.drain();
    expect(told).toEqual(['timed-out at 75']);
    expect(set.engine.peek(attribute(1, 'a'))).toBeUndefined();
    expect(set.engine.activity.snapshot()).toMatchObject({
      waiting: 0,
      inFlight: 0,
      callsInFlight: 0,
      callsSpent: 0,
      callsUnanswered: 1,
      done: 0,
    });
  });

  it('that ends in time leaves no timer behind', async () => {
    const set = setUp();
    const told = watch(set, [set.engine.ask(attribute(1, 'a'))]);
    await set.clock.advance(200);
    expect(told[0]).toMatch(/ at 125$/);
    await set.clock.drain(60_000);
    expect(set.source.signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

describe('a question has a deadline of its own, wherever it is', () => {
  it('even if it joined a place whose retry is not due yet', async () => {
    const set = setUp();
    set.source.onLookup = (call) =>
      set.source.lookups.length === 1 ? failed('throttled', 40_000) : valuesFor(call);
    // The service's wish comes late, and delays the place's own retry.
    set.source.onScore = () =>
      new Promise((resolve) => {
        set.clock.schedule(29_000, () => resolve(failed('throttled', 60_000)));
      });
    const first = set.engine.ask(attribute(1, 'a'));
    void set.engine.ask({ kind: 'score', place: attribute(2, '').place, model: 'm' });
    await set.clock.advance(1000);
    const told = watch(set, [first, set.engine.ask(attribute(1, 'b'))]);
    await set.clock.drain();
    expect(told).toEqual(['throttled at 60000', 'throttled at 61000']);
  });

  it('even if an older one of its place was sent first, and others are ahead of it', async () => {
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 1000, callTimeoutMs: 600 });
    set.source.onLookup = () => NEVER;
    const many = Array.from({ length: 50 }, (_, index) =>
      set.engine.ask(attribute(1, `name_${index}`)),
    );
    await set.clock.advance(10);
    const other = set.engine.ask(attribute(2, 'a'));
    await set.clock.advance(10);
    const joined = set.engine.ask(attribute(1, 'late'));
    const told = watch(set, [other, joined, many[0] as Promise<Outcome>]);
    await set.clock.drain();
    expect(told).toEqual(['timed-out at 1010', 'timed-out at 1020', 'timed-out at 1000']);
  });

  it('even if a tier was slow to answer, and others overtook it', async () => {
    const clock = new HandClock();
    const store: AnswerStore = {
      read: () => new Promise((resolve) => void clock.schedule(500, () => resolve(new Map()))),
      write: () => Promise.resolve(),
      clear: () => Promise.resolve(),
      size: () => Promise.resolve({ answers: 0, bytes: 0 }),
    };
    const tiers = [{ origin: 'device', store, isWritable: false }] as const;
    const set = setUp({ ...ONE_AT_ONCE, deadlineMs: 10_000, tiers }, clock);
    set.source.onLookup = () => NEVER;
    const known = set.engine.ask(attribute(1, 'a'));
    await set.clock.advance(600);
    // The first call hangs. The place is known now, so its next name needs no tier.
    const recalled = set.engine.ask(attribute(2, 'a'));
    await set.clock.advance(10);
    const told = watch(set, [known, recalled, set.engine.ask(attribute(1, 'b'))]);
    await set.clock.drain();
    expect(told).toEqual(['timed-out at 10000', 'timed-out at 10600', 'timed-out at 10610']);
  });
});
