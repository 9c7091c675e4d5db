import { addressPlace, coordinatePlace, createCancellation } from '../../../src/engine/lookup';
import type { Outcome } from '../../../src/engine/lookup';
import { attribute, ended, names, outcomeOf, setUp, shown } from './engine-setup';
import { valueOf, valuesFor } from './recording-source';

describe('batches', () => {
  it('sends the names of one place together', async () => {
    const { clock, source, engine } = setUp();
    const asked = names(12).map((name) => engine.ask(attribute(1, name)));
    await clock.drain();
    expect(source.lookups).toHaveLength(1);
    expect(source.lookups[0]?.names).toEqual(names(12));
    const { key } = attribute(1, '').place;
    expect(await ended(asked)).toEqual(names(12).map((name) => valueOf(key, name)));
  });

  it('sends 60 names at one place as a call of 50 and one of 10', async () => {
    const { clock, source, engine } = setUp();
    const asked = names(60).map((name) => engine.ask(attribute(1, name)));
    await clock.drain();
    expect(source.lookups.map((call) => call.names.length)).toEqual([50, 10]);
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
  });

  it('never mixes two places in a call', async () => {
    const { clock, source, engine } = setUp();
    const rows = [1, 2, 3];
    const asked = names(3).flatMap((name) => rows.map((row) => engine.ask(attribute(row, name))));
    await clock.drain();
    expect(source.calls).toEqual(
      rows.map((row) => `${attribute(row, '').place.key}: ${names(3).join(',')}`),
    );
    await ended(asked);
  });

  it('binds a place to a call only when a slot is free, so that late names ride along', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    void engine.ask(attribute(1, 'a'));
    void engine.ask(attribute(2, 'a'));
    await clock.advance(60);
    void engine.ask(attribute(2, 'b'));
    await clock.drain();
    expect(source.lookups.map((call) => call.names)).toEqual([['a'], ['a', 'b']]);
  });

  it('serves the place that has waited longest first', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    for (const row of [3, 1, 2]) {
      void engine.ask(attribute(row, 'a'));
      await clock.advance(1);
    }
    await clock.drain();
    expect(source.lookups.map((call) => call.place.key)).toEqual(
      [3, 1, 2].map((row) => attribute(row, '').place.key),
    );
  });

  it('closes the window 25 ms after the last newcomer and 100 ms after the first', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.advance(24);
    expect(source.calls).toHaveLength(0);
    void engine.ask(attribute(1, 'b'));
    await clock.advance(24);
    expect(source.calls).toHaveLength(0);
    await clock.advance(1);
    expect(source.lookups.map((call) => call.names)).toEqual([['a', 'b']]);
    for (let i = 0; i < 30; i += 1) {
      void engine.ask(attribute(2, `n${i}`));
      await clock.advance(10);
    }
    // A steady stream cannot postpone it: the first call takes ten more names at most.
    expect(source.lookups[1]?.names.length).toBeLessThanOrEqual(11);
  });
});

describe('equal questions', () => {
  it('become one while waiting, in flight and afterwards', async () => {
    const { clock, source, engine } = setUp();
    const first = engine.ask(attribute(1, 'a'));
    const waiting = engine.ask(attribute(1, 'a'));
    await clock.advance(50);
    const inFlight = engine.ask(attribute(1, 'a'));
    await clock.drain();
    const later = engine.ask(attribute(1, 'a'));
    const values = await ended([first, waiting, inFlight, later]);
    expect(new Set(values).size).toBe(1);
    expect(source.calls).toHaveLength(1);
    expect(engine.activity.snapshot()).toMatchObject({
      done: 4,
      doneByOrigin: { service: 3, memory: 1 },
      callsMade: 1,
      callsSaved: 3,
    });
  });

  it('are told apart by account', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.account = 'another';
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(2);
  });

  it('send what the first asker wrote', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask({ kind: 'attribute', place: addressPlace(' MG  Road ', '411001'), name: 'a' });
    void engine.ask({ kind: 'attribute', place: addressPlace('mg road', '411001'), name: 'b' });
    await clock.drain();
    expect(source.lookups).toHaveLength(1);
    expect(source.lookups[0]?.place).toMatchObject({ address: 'MG  Road', pincode: '411001' });
  });

  it('are answered by a peek once known, and only then', async () => {
    const { clock, engine, source } = setUp();
    expect(engine.peek(attribute(1, 'a'))).toBeUndefined();
    void engine.ask(attribute(1, 'a'));
    expect(engine.peek(attribute(1, 'a'))).toBeUndefined();
    await clock.drain();
    expect(engine.peek(attribute(1, 'a'))).toMatchObject({ kind: 'found', origin: 'memory' });
    expect(source.calls).toHaveLength(1);
  });
});

describe('scores', () => {
  const place = coordinatePlace(12, 77);

  it('take one call for each model, place, date and set of custom variables', async () => {
    const { clock, source, engine } = setUp();
    const ask = (more: object): void =>
      void engine.ask({ kind: 'score', place, model: 'm', ...more });
    ask({});
    ask({});
    ask({ date: '2026-01-01' });
    ask({ customVariables: { a: 1, b: 'x' } });
    ask({ customVariables: { b: 'x', a: 1 } });
    ask({ customVariables: { a: '1', b: 'x' } });
    ask({ model: 'n' });
    ask({ customVariables: {} });
    await clock.drain();
    expect(source.scores).toHaveLength(5);
  });

  it('without a date belong to the day on which they are asked', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask({ kind: 'score', place, model: 'm' });
    await clock.drain();
    clock.jump(86_400_000);
    void engine.ask({ kind: 'score', place, model: 'm' });
    await clock.drain();
    expect(source.scores).toHaveLength(2);
    expect(source.scores[0]).not.toHaveProperty('date');
  });
});

describe('a question that waited under another account', () => {
  it('is asked again with the same content', async () => {
    const { clock, source, engine } = setUp();
    const place = addressPlace('MG Road');
    const asked = [
      engine.ask({
        kind: 'score',
        place,
        model: 'm',
        date: '2026-01-01',
        customVariables: { a: 1 },
      }),
      engine.ask({ kind: 'score', place, model: 'm' }),
    ];
    source.account = 'new';
    await clock.drain();
    await ended(asked);
    expect(source.scores).toStrictEqual([
      { place, model: 'm', date: '2026-01-01', customVariables: { a: 1 } },
      { place, model: 'm' },
    ]);
  });
});

describe('no value', () => {
  it('is the answer for null, an absent name or no finite number, and is never 0', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({
      kind: 'answered',
      values: new Map<string, number | null>([
        ['a', null],
        ['c', Number.NaN],
        ['d', Number.POSITIVE_INFINITY],
        ['e', '5' as unknown as number],
      ]),
    });
    const asked = ['a', 'b', 'c', 'd', 'e'].map((name) => engine.ask(attribute(1, name)));
    await clock.drain();
    expect(await ended(asked)).toEqual(Array(5).fill('no-value'));
  });

  it('is not said of a name that was answered with no number: it fails, and is asked again', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({
      kind: 'answered',
      values: new Map([['a', 1]]),
      failures: new Map([['b', { kind: 'failed', code: 'unreadable-reply' }]]),
    });
    const ask = () => ['a', 'b', 'c'].map((name) => engine.ask(attribute(1, name)));
    const asked = ask();
    await clock.drain();
    expect(await ended(asked)).toEqual([1, 'unreadable-reply', 'no-value']);
    const again = ask();
    await clock.drain();
    expect(await ended(again)).toEqual([1, 'unreadable-reply', 'no-value']);
    expect(source.lookups.map(({ names }) => names)).toEqual([['a', 'b', 'c'], ['b']]);
  });

  it('is remembered for a day', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'answered', values: new Map() });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(1);
    clock.jump(86_400_001);
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(2);
  });
});

describe('freshness', () => {
  it('asks again after 30 days', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    clock.jump(30 * 86_400_000 - 600_000);
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(1);
    clock.jump(600_000);
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(2);
  });

  it('keeps its answers when the clock is set back', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    clock.jump(-86_400_000 * 400);
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(1);
  });

  it('shows a last good answer instead of a passing failure', async () => {
    const { clock, source, engine } = setUp();
    const [value] = await (async () => {
      const first = engine.ask(attribute(1, 'a'));
      await clock.drain();
      return ended([first]);
    })();
    clock.jump(31 * 86_400_000);
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const again = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([again])).toEqual([`stale ${value}`]);
    source.onLookup = () => ({ kind: 'failed', code: 'key-refused', status: 401 });
    const refused = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([refused])).toEqual(['key-refused']);
  });
});

describe('memory', () => {
  it('drops the answers used longest ago', async () => {
    const { clock, source, engine } = setUp({ maxRemembered: 3 });
    for (const row of [1, 2, 3]) {
      void engine.ask(attribute(row, 'a'));
      await clock.drain();
    }
    void engine.ask(attribute(1, 'a'));
    void engine.ask(attribute(4, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(4);
    expect(engine.peek(attribute(2, 'a'))).toBeUndefined();
    for (const row of [1, 3, 4]) expect(engine.peek(attribute(row, 'a'))).toBeDefined();
  });
});

describe('withdrawing', () => {
  it('of the only asker before the call leaves saves the call', async () => {
    const { clock, source, engine } = setUp();
    const cancellation = createCancellation();
    const asked = engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    cancellation.cancel();
    await clock.drain();
    expect(await ended([asked])).toEqual(['cancelled']);
    expect(source.calls).toHaveLength(0);
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0, failed: 0 });
  });

  it('of one asker leaves the others their value, in every order', async () => {
    for (const withdrawn of [0, 1, 2]) {
      const { clock, engine } = setUp();
      const cancellations = [0, 1, 2].map(() => createCancellation());
      const asked = cancellations.map(({ signal }) => engine.ask(attribute(1, 'a'), { signal }));
      cancellations[withdrawn]?.cancel();
      await clock.drain();
      const values = await ended(asked);
      values.forEach((value, index) => {
        expect(value === 'cancelled').toBe(index === withdrawn);
      });
    }
  });

  it('after the call has left lets it come home, and its answer is kept', async () => {
    const { clock, source, engine } = setUp();
    const cancellation = createCancellation();
    const asked = engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    await clock.advance(50);
    cancellation.cancel();
    await clock.drain();
    expect(await ended([asked])).toEqual(['cancelled']);
    expect(engine.peek(attribute(1, 'a'))).toMatchObject({ kind: 'found' });
    expect(source.signals[0]?.aborted).toBe(false);
  });

  it('of everyone, then a new asking, asks anew', async () => {
    const { clock, source, engine } = setUp();
    const cancellation = createCancellation();
    void engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    cancellation.cancel();
    const again = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect((await outcomeOf(again)).kind).toBe('found');
    expect(source.calls).toHaveLength(1);
  });

  it('with a signal that was already aborted asks nothing', async () => {
    const { clock, source, engine } = setUp();
    const cancellation = createCancellation();
    cancellation.cancel();
    const asked = engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    await clock.drain();
    expect(await ended([asked])).toEqual(['cancelled']);
    expect(source.calls).toHaveLength(0);
  });

  it('from the pane ends only what has not been sent', async () => {
    const { clock, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    const asked = [1, 2, 3].map((row) => engine.ask(attribute(row, 'a')));
    await clock.advance(50);
    engine.cancelWaiting();
    await clock.drain();
    expect((await ended(asked)).map((value) => typeof value)).toEqual([
      'number',
      'string',
      'string',
    ]);
    expect(engine.activity.snapshot()).toMatchObject({
      failedByCode: { cancelled: 2 },
      waiting: 0,
    });
  });
});

describe('a service in trouble', () => {
  it('is asked again after a network failure, and the cell gets its value', async () => {
    const { clock, source, engine } = setUp();
    let failures = 2;
    source.onLookup = (call) =>
      failures-- > 0 ? { kind: 'failed', code: 'offline' } : valuesFor(call);
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect((await outcomeOf(asked)).kind).toBe('found');
    expect(source.calls).toHaveLength(3);
  });

  it('is asked four times at most', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'service-failed', status: 502 });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await outcomeOf(asked)).toEqual({
      kind: 'failed',
      error: { code: 'service-failed', status: 502 },
    });
    expect(source.calls).toHaveLength(4);
  });

  it('never gets a score twice that may have been charged', async () => {
    for (const code of ['offline', 'timed-out', 'service-failed', 'unreadable-reply'] as const) {
      const { clock, source, engine } = setUp();
      source.onScore = () => ({ kind: 'failed', code });
      const asked = engine.ask({ kind: 'score', place: coordinatePlace(1, 2), model: 'm' });
      await clock.drain();
      expect(await ended([asked])).toEqual([code === 'offline' ? 'timed-out' : code]);
      expect(source.scores).toHaveLength(1);
    }
  });

  it('gets a score again that it refused for now', async () => {
    for (const code of ['throttled', 'unavailable'] as const) {
      const { clock, source, engine } = setUp();
      let refusals = 1;
      source.onScore = () =>
        refusals-- > 0 ? { kind: 'failed', code } : { kind: 'answered', value: 0.5 };
      const asked = engine.ask({ kind: 'score', place: coordinatePlace(1, 2), model: 'm' });
      await clock.drain();
      expect(await ended([asked])).toEqual([0.5]);
    }
  });

  it('that hangs leaves no cell busy after the deadline', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => new Promise(() => undefined);
    source.onScore = () => new Promise(() => undefined);
    const asked = [
      ...Array.from({ length: 40 }, (_, row) => engine.ask(attribute(row, 'a'))),
      engine.ask({ kind: 'score', place: coordinatePlace(1, 2), model: 'm' }),
    ];
    let settled = 0;
    for (const promise of asked) void promise.then(() => (settled += 1));
    await clock.advance(61_000);
    expect(settled).toBe(asked.length);
    expect(new Set(await ended(asked))).toEqual(new Set(['timed-out']));
    expect(source.signals.every((signal) => signal.aborted)).toBe(true);
  });

  it('that is slow keeps a moving queue alive, however long', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    source.latencyMs = 10_000;
    const asked = Array.from({ length: 30 }, (_, row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
  });

  it('that throws, or answers nonsense, costs only the cell concerned', async () => {
    const nonsense: unknown[] = [
      undefined,
      null,
      5,
      'yes',
      {},
      { kind: 'answered' },
      { kind: 'x' },
    ];
    for (const reply of nonsense) {
      const { clock, source, engine } = setUp();
      source.onLookup = (call) =>
        call.names.includes('bad') ? (reply as ReturnType<typeof valuesFor>) : valuesFor(call);
      const bad = engine.ask(attribute(1, 'bad'));
      const good = engine.ask(attribute(2, 'good'));
      await clock.drain();
      expect(await ended([bad])).toEqual(['unreadable-reply']);
      expect((await outcomeOf(good)).kind).toBe('found');
    }
    const { clock, source, engine } = setUp();
    source.lookup = () => {
      throw new Error('broken');
    };
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([asked])).toEqual(['service-failed']);
  });
});

describe('the last reason for a failure', () => {
  it('is what a cell shows: a service that is away for now has failed', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'unavailable', status: 503 });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await outcomeOf(asked)).toEqual({
      kind: 'failed',
      error: { code: 'service-failed', status: 503 },
    });
  });

  it('is unreadable-reply if even the failure has no code', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed' }) as never;
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([asked])).toEqual(['unreadable-reply']);
  });

  it('gives late comers at a place that is given up their own time', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    source.onLookup = () => new Promise(() => undefined);
    void engine.ask(attribute(1, 'a'));
    await clock.advance(100);
    const [old] = [engine.ask(attribute(2, 'a'))];
    await clock.advance(50_000);
    const young = engine.ask(attribute(2, 'b'));
    const times: number[] = [];
    for (const asked of [old, young]) void asked.then(() => times.push(clock.elapsed()));
    await clock.drain();
    expect(await ended([old, young])).toEqual(['timed-out', 'timed-out']);
    expect(times[0]).toBeLessThanOrEqual(60_101);
    expect(times[1]).toBeGreaterThan(110_000);
  });
});

describe('the breaker', () => {
  it.each(['key-refused', 'out-of-credits'] as const)(
    'ends everything at once on %s, and asks nothing until a person acts',
    async (code) => {
      const { clock, source, engine } = setUp();
      source.onLookup = () => ({ kind: 'failed', code });
      const asked = Array.from({ length: 2000 }, (_, row) => engine.ask(attribute(row, 'a')));
      await clock.drain();
      expect(new Set(await ended(asked))).toEqual(new Set([code]));
      expect(source.calls).toHaveLength(4);
      expect(engine.activity.snapshot()).toMatchObject({ stoppedBy: code, failed: 2000 });
      expect(await ended([engine.ask(attribute(9999, 'a'))])).toEqual([code]);
      expect(source.calls).toHaveLength(4);
      source.onLookup = valuesFor;
      engine.resume();
      const again = Array.from({ length: 2000 }, (_, row) => engine.ask(attribute(row, 'a')));
      await clock.drain();
      expect((await ended(again)).every((value) => typeof value === 'number')).toBe(true);
      expect(engine.activity.snapshot()).toMatchObject({ stoppedBy: undefined, failed: 1 });
    },
  );

  it('without a key refuses at once', async () => {
    const { clock, source, engine } = setUp();
    source.refusalCode = 'no-key';
    const asked = engine.ask(attribute(1, 'a'));
    expect(await ended([asked])).toEqual(['no-key']);
    source.refusalCode = undefined;
    const waiting = engine.ask(attribute(1, 'a'));
    source.refusalCode = 'no-key';
    await clock.drain();
    expect(await ended([waiting])).toEqual(['no-key']);
    expect(source.calls).toHaveLength(0);
  });

  it('asks the new account for what waited under the old one', async () => {
    const { clock, source, engine } = setUp();
    const asked = [engine.ask(attribute(1, 'a')), engine.ask(attribute(1, 'b'))];
    source.account = 'new';
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect(source.calls).toHaveLength(1);
    expect(engine.peek(attribute(1, 'a'))).toBeDefined();
    source.account = 'demo';
    expect(engine.peek(attribute(1, 'a'))).toBeUndefined();
  });
});

describe('a refused call', () => {
  const refusing =
    (...bad: string[]) =>
    (call: Parameters<typeof valuesFor>[0]) =>
      call.names.some((name) => bad.includes(name))
        ? ({ kind: 'failed', code: 'rejected', status: 400 } as const)
        : valuesFor(call);

  it('is split until the bad name stands alone, and costs its 49 neighbours nothing', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = refusing('name_17');
    const asked = names(50).map((name) => engine.ask(attribute(1, name)));
    await clock.drain();
    const values = await ended(asked);
    expect(values[17]).toBe('rejected');
    expect(values.filter((value) => typeof value === 'number')).toHaveLength(49);
    expect(source.calls.length).toBeLessThanOrEqual(1 + 2 * 6);
  });

  it('with names known elsewhere is split into the known and the new', async () => {
    const { clock, source, engine } = setUp();
    names(49).forEach((name) => void engine.ask(attribute(1, name)));
    await clock.drain();
    source.onLookup = refusing('typo');
    const asked = [...names(49), 'typo'].map((name) => engine.ask(attribute(2, name)));
    await clock.drain();
    expect((await ended(asked)).filter((value) => typeof value === 'number')).toHaveLength(49);
    expect(source.calls).toHaveLength(1 + 3);
  });

  it('for its place alone is not asked name by name', async () => {
    const { clock, source, engine } = setUp();
    names(50).forEach((name) => void engine.ask(attribute(1, name)));
    await clock.drain();
    source.onLookup = () => ({ kind: 'failed', code: 'rejected', status: 400 });
    const asked = names(50).map((name) => engine.ask(attribute(2, name)));
    await clock.drain();
    expect(new Set(await ended(asked))).toEqual(new Set(['rejected']));
    expect(source.calls).toHaveLength(1 + 2);
  });

  it('with a name that is good elsewhere but not here still answers the others', async () => {
    const { clock, source, engine } = setUp();
    names(8).forEach((name) => void engine.ask(attribute(1, name)));
    await clock.drain();
    source.onLookup = refusing('name_5');
    const asked = names(8).map((name) => engine.ask(attribute(2, name)));
    await clock.drain();
    const values = await ended(asked);
    expect(values.map((value) => value === 'rejected')).toEqual(
      names(8).map((name) => name === 'name_5'),
    );
  });

  it('teaches which name is bad, so that 1,000 rows do not pay for one typing error', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = refusing('typo');
    const asked = Array.from({ length: 1000 }, (_, row) =>
      [...names(9), 'typo'].map((name) => engine.ask(attribute(row, name))),
    ).flat();
    await clock.drain();
    const values = await ended(asked);
    expect(values.filter((value) => value === 'rejected')).toHaveLength(1000);
    expect(source.calls.length).toBeLessThan(1000 + 60);
    engine.resume();
    source.onLookup = valuesFor;
    const again = engine.ask(attribute(1, 'typo'));
    await clock.drain();
    expect((await outcomeOf(again)).kind).toBe('found');
  });
});

describe('pace', () => {
  it('starts with four at once and goes up to six', async () => {
    const { clock, source, engine } = setUp();
    Array.from({ length: 100 }, (_, row) => void engine.ask(attribute(row, 'a')));
    await clock.advance(26);
    expect(source.inFlight).toBe(4);
    await clock.drain();
    expect(source.mostInFlight).toBe(6);
  });

  it('asks one at a time while all are refused, and goes on when one is taken', async () => {
    const { clock, source, engine } = setUp();
    let refusals = 20;
    source.onLookup = (call) =>
      refusals-- > 0 ? { kind: 'failed', code: 'throttled', status: 429 } : valuesFor(call);
    const asked = Array.from({ length: 100 }, (_, row) => engine.ask(attribute(row, 'a')));
    await clock.advance(130);
    await clock.advance(100);
    const before = source.calls.length;
    source.mostInFlight = 0;
    await clock.advance(1000);
    expect(source.mostInFlight).toBe(1);
    expect(source.calls.length).toBeGreaterThan(before);
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
  });

  it('obeys Retry-After for everything, scores included, up to a limit', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'throttled', retryAfterMs: 20_000 });
    void engine.ask(attribute(1, 'a'));
    await clock.advance(130);
    expect(source.calls).toHaveLength(1);
    source.onLookup = valuesFor;
    void engine.ask({ kind: 'score', place: coordinatePlace(1, 2), model: 'm' });
    void engine.ask(attribute(2, 'a'));
    await clock.advance(19_900);
    expect([source.calls.length, source.scores.length]).toEqual([1, 0]);
    await clock.advance(1_000);
    expect([source.calls.length, source.scores.length]).toEqual([3, 1]);
  });
});

describe('activity', () => {
  it('is told at most ten times a second, and once after the last change', async () => {
    const { clock, engine } = setUp();
    const seen: number[] = [];
    const stop = engine.activity.subscribe((snapshot) => {
      seen.push(snapshot.done);
    });
    Array.from({ length: 60 }, (_, row) => void engine.ask(attribute(row, 'a')));
    await clock.advance(2000);
    expect(seen.length).toBeLessThanOrEqual(20);
    expect(seen.at(-1)).toBe(60);
    const other = engine.activity.subscribe(() => undefined);
    stop();
    other();
    const before = seen.length;
    void engine.ask(attribute(1000, 'a'));
    await clock.drain();
    expect(seen).toHaveLength(before);
  });

  it('knows what waits, what is in flight, and how long it will take', async () => {
    const { clock, engine } = setUp();
    Array.from({ length: 100 }, (_, row) => void engine.ask(attribute(row, 'a')));
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 100, inFlight: 0 });
    await clock.advance(30);
    expect(engine.activity.snapshot()).toMatchObject({
      waiting: 96,
      inFlight: 4,
      callsInFlight: 4,
    });
    expect(engine.activity.snapshot().timeLeftMs).toBeUndefined();
    await clock.advance(300);
    expect(engine.activity.snapshot().timeLeftMs).toBeGreaterThan(500);
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0, done: 100 });
  });
});

describe('a malformed reply', () => {
  it.each([
    ['a value that is undefined', { kind: 'answered', value: undefined }],
    ['a value in place of values', { kind: 'answered', value: 7 }],
    ['values that are no map', { kind: 'answered', values: { a: 1 } }],
    ['nothing', { kind: 'answered' }],
  ])(
    'to a lookup, as %s, is unreadable, and not "no value" for every name',
    async (_what, reply) => {
      const { clock, source, engine } = setUp();
      source.onLookup = () => reply as never;
      const asked = ['a', 'b'].map((name) => engine.ask(attribute(1, name)));
      await clock.drain();
      expect(await ended(asked)).toEqual(['unreadable-reply', 'unreadable-reply']);
    },
  );

  it.each([
    ['a value that is undefined', { kind: 'answered', value: undefined }],
    ['values in place of a value', { kind: 'answered', values: new Map([['m', 1]]) }],
  ])('to a score, as %s, is unreadable', async (_what, reply) => {
    const { clock, source, engine } = setUp();
    source.onScore = () => reply as never;
    const { place } = attribute(1, '');
    const asked = [engine.ask({ kind: 'score', place, model: 'm' })];
    await clock.drain();
    expect(await ended(asked)).toEqual(['unreadable-reply']);
  });

  it('beside values counts for nothing', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () =>
      ({ kind: 'answered', values: new Map([['a', 3]]), value: undefined }) as never;
    const asked = [engine.ask(attribute(1, 'a'))];
    await clock.drain();
    expect(await ended(asked)).toEqual([3]);
  });
});

describe('what is adjusted while cells wait', () => {
  const NEVER = new Promise<never>(() => undefined);
  const rows = (from: number, count: number): number[] =>
    Array.from({ length: count }, (_, row) => from + row);

  it('is how many calls there are at once, for them too', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    source.latencyMs = 100;
    const asked = rows(0, 60).map((row) => engine.ask(attribute(row, 'a')));
    await clock.advance(1000);
    const before = source.calls.length;
    expect(before).toBeLessThanOrEqual(10);
    engine.adjust({ maxConcurrency: 10 });
    await clock.advance(1000);
    expect(source.calls.length - before).toBeGreaterThan(30);
    engine.adjust({ maxConcurrency: 1 });
    await clock.drain();
    await ended(asked);
  });

  it('is how long they wait, shorter and longer; what has been sent keeps its time', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    source.onLookup = () => NEVER;
    const told: string[] = [];
    const ask = (row: number): void => {
      const done = (outcome: Outcome): void =>
        void told.push(`${row}: ${shown(outcome)} at ${clock.elapsed()}`);
      void engine.ask(attribute(row, 'a')).then(done);
    };
    [0, 1, 2].forEach(ask);
    await clock.advance(10_000);
    engine.adjust({ deadlineMs: 5000 });
    await clock.drain();
    expect(told).toEqual([
      '1: timed-out at 10000',
      '2: timed-out at 10000',
      '0: timed-out at 60000',
    ]);
    engine.adjust({ deadlineMs: 200_000 });
    ask(3);
    await clock.drain();
    expect(told[3]).toBe('3: timed-out at 260000');
  });

  it('is never what no engine could work with, and then nothing changes', async () => {
    const { clock, engine } = setUp();
    expect(() => engine.adjust({ maxConcurrency: 0, deadlineMs: 5000 })).toThrow(RangeError);
    expect(() => engine.adjust({ deadlineMs: Number.NaN })).toThrow(RangeError);
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([asked])).toHaveLength(1);
  });
});
