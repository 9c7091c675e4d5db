import { createCancellation } from '../../../../src/engine/lookup';
import type { Outcome, SourceFailure, SourceFailureCode } from '../../../../src/engine/lookup';
import { attribute, ended, outcomeOf, setUp } from '../engine-setup';
import { valueOf } from '../recording-source';

const MONTHS_MS = 90 * 86_400_000;

/** What a cell shows after each failure: with nothing known, and with a stale value. */
const SHOWN: Record<SourceFailureCode, [unknown: string, old: string]> = {
  rejected: ['rejected', 'rejected'],
  'key-refused': ['key-refused', 'key-refused'],
  'out-of-credits': ['out-of-credits', 'out-of-credits'],
  'over-budget': ['over-budget', 'over-budget'],
  'unknown-model': ['unknown-model', 'unknown-model'],
  throttled: ['throttled', 'old'],
  unavailable: ['service-failed', 'old'],
  'service-failed': ['service-failed', 'old'],
  'wrong-address': ['wrong-address', 'old'],
  untrusted: ['untrusted', 'old'],
  offline: ['offline', 'old'],
  'timed-out': ['timed-out', 'old'],
  'unreadable-reply': ['unreadable-reply', 'unreadable-reply'],
  'no-key': ['no-key', 'old'],
};

describe('a question that fails', () => {
  it.each(Object.entries(SHOWN) as [SourceFailureCode, [string, string]][])(
    'with %s shows %j: what a new cell shows, and one with an old answer',
    async (code, [unknown, old]) => {
      const { clock, source, engine } = setUp({ maxAttempts: 1 });
      void engine.ask(attribute(1, 'a'));
      await clock.drain();
      clock.jump(MONTHS_MS);
      source.onLookup = () => ({ kind: 'failed', code });
      const asked = [2, 1].map((row) => engine.ask(attribute(row, 'a')));
      await clock.drain();
      const value = valueOf(attribute(1, '').place.key, 'a');
      expect(await ended(asked)).toEqual([unknown, old === 'old' ? `stale ${value}` : old]);
      const isShown = old === 'old';
      const failed = isShown ? 1 : 2;
      expect(engine.activity.snapshot()).toMatchObject({
        failed,
        doneByOrigin: { service: 1, memory: isShown ? 1 : 0 },
        // What waits for a budget has not failed.
        run: { total: 2, done: isShown ? 1 : 0, failed: code === 'over-budget' ? 0 : failed },
      });
    },
  );

  it('is neither done nor a call saved where a value was to be had anew', async () => {
    const { clock, source, engine } = setUp({ maxAttempts: 1 });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.onLookup = () => ({ kind: 'failed', code: 'service-failed' });
    const asked = engine.ask(attribute(1, 'a'), { newerThan: clock.now() + 1 });
    await clock.drain();
    const value = valueOf(attribute(1, '').place.key, 'a');
    expect(await ended([asked])).toEqual([`stale ${value}`]);
    expect(engine.activity.snapshot()).toMatchObject({
      done: 1,
      callsSaved: 0,
      run: { total: 1, done: 0, failed: 1 },
    });
  });

  it('shows an old "no value" again, too', async () => {
    const { clock, source, engine } = setUp({ maxAttempts: 1 });
    source.onLookup = () => ({ kind: 'answered', values: new Map() });
    const first = engine.ask(attribute(1, 'a'));
    await clock.drain();
    clock.jump(MONTHS_MS);
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const again = engine.ask(attribute(1, 'a'));
    await clock.drain();
    const { at } = (await outcomeOf(first)) as Extract<Outcome, { kind: 'missing' }>;
    expect(await outcomeOf(again)).toEqual({
      kind: 'missing',
      at,
      origin: 'memory',
      unrenewed: { kind: 'failed', error: { code: 'offline' } },
    });
  });

  it('says with which status, where the service gave one', async () => {
    for (const status of [503, undefined]) {
      const { clock, source, engine } = setUp({ maxAttempts: 1 });
      source.onLookup = () => ({
        kind: 'failed',
        code: 'unavailable',
        ...(status === undefined ? {} : { status }),
      });
      const asked = engine.ask(attribute(1, 'a'));
      await clock.drain();
      expect(await outcomeOf(asked)).toStrictEqual({
        kind: 'failed',
        error:
          status === undefined ? { code: 'service-failed' } : { code: 'service-failed', status },
      });
    }
  });

  it.each<Omit<SourceFailure, 'kind' | 'code'>>([
    { redirectsTo: 'https://login.example' },
    { reason: 'too-much-waiting' },
    {
      budget: {
        of: 'team',
        period: 'day',
        unit: 'calls',
        limit: 9,
        resetsAt: '2026-11-26T00:00:00.000Z',
      },
    },
  ])('says what is known of it: %j', async (detail) => {
    const { clock, source, engine } = setUp({ maxAttempts: 1 });
    source.onLookup = () => ({ kind: 'failed', code: 'service-failed', ...detail });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await outcomeOf(asked)).toEqual({
      kind: 'failed',
      error: { code: 'service-failed', ...detail },
    });
  });

  it('is asked for again from its old answer on, and the new one takes its place', async () => {
    const { clock, source, engine } = setUp({ maxAttempts: 1 });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    clock.jump(MONTHS_MS);
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(engine.peek(attribute(1, 'a'))).toBeUndefined();
    source.onLookup = () => ({ kind: 'answered', values: new Map([['a', 5]]) });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([asked])).toEqual([5]);
    expect(engine.peek(attribute(1, 'a'))).toMatchObject({ value: 5, isStale: false });
    expect(source.calls).toHaveLength(3);
  });

  it('for whom nobody waits any longer is no failure to show', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'rejected' });
    const cancellation = createCancellation();
    void engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    void engine.ask(attribute(2, 'a'));
    await clock.advance(50);
    cancellation.cancel();
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({ failed: 1 });
  });
});

describe('a question that was never asked', () => {
  it('is refused, not failed', async () => {
    const { source, engine } = setUp();
    const asked = engine.ask(attribute(1, 'a'));
    engine.cancelWaiting();
    expect(await outcomeOf(asked)).toEqual({ kind: 'refused', error: { code: 'cancelled' } });
    source.refusalCode = 'no-key';
    const other = engine.ask(attribute(2, 'a'));
    expect(await outcomeOf(other)).toEqual({ kind: 'refused', error: { code: 'no-key' } });
  });
});

describe('an outcome', () => {
  it('says when the service gave the value, and where it comes from', async () => {
    const { clock, engine } = setUp();
    const at = clock.now() + 125;
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    const value = valueOf(attribute(1, '').place.key, 'a');
    const found = { kind: 'found', value, at, isStale: false };
    expect(await outcomeOf(asked)).toStrictEqual({ ...found, origin: 'service' });
    expect(engine.peek(attribute(1, 'a'))).toStrictEqual({ ...found, origin: 'memory' });
    const again = engine.ask(attribute(1, 'a'));
    expect(await outcomeOf(again)).toStrictEqual({ ...found, origin: 'memory' });
    expect(engine.activity.snapshot().doneByOrigin).toMatchObject({ service: 1, memory: 2 });
  });

  it('is fresh to the last millisecond of its time, a value and a "no value" each', async () => {
    const { clock, source, engine } = setUp({ freshMs: 5000, negativeFreshMs: 2000 });
    source.onLookup = () => ({ kind: 'answered', values: new Map([['a', 5]]) });
    for (const name of ['a', 'b']) void engine.ask(attribute(1, name));
    await clock.advance(125);
    const known = (): boolean[] =>
      ['a', 'b'].map((name) => engine.peek(attribute(1, name)) !== undefined);
    clock.jump(2000);
    expect(known()).toEqual([true, true]);
    clock.jump(1);
    expect(known()).toEqual([true, false]);
    clock.jump(2999);
    expect(known()).toEqual([true, false]);
    clock.jump(1);
    expect(known()).toEqual([false, false]);
  });
});
