import { addressPlace, createCancellation } from '../../../../src/engine/lookup';
import type { LookupReply, SourceFailureCode } from '../../../../src/engine/lookup';
import { attribute, ended, names, setUp } from '../engine-setup';
import { valuesFor } from '../recording-source';

const ONE_AT_ONCE = { startConcurrency: 1, maxConcurrency: 1 };

function failed(code: SourceFailureCode): LookupReply {
  return { kind: 'failed', code };
}

describe('a reply that cannot be read', () => {
  it('is asked for once more, and no third time', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ ...failed('unreadable-reply'), status: 200 });
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(await ended([asked])).toEqual(['unreadable-reply']);
    expect(source.calls).toHaveLength(2);
  });
});

describe('the calls that leave', () => {
  it('wait for one of several places whose window is closed, not for all', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.advance(20);
    void engine.ask(attribute(2, 'a'));
    await clock.advance(5);
    expect(source.calls).toHaveLength(1);
    await clock.advance(19);
    expect(source.calls).toHaveLength(1);
    await clock.advance(1);
    expect(source.calls).toHaveLength(2);
  });

  it('read the clock once for everything asked in one turn', async () => {
    const { clock, engine } = setUp();
    let readings = 0;
    const elapsed = clock.elapsed.bind(clock);
    clock.elapsed = () => ((readings += 1), elapsed());
    for (const name of names(50)) {
      for (let row = 0; row < 20; row += 1) void engine.ask(attribute(row, name));
    }
    expect(readings).toBeLessThan(10);
    await clock.drain();
  });

  it('are not reduced by places where nobody waits any longer', async () => {
    const { clock, source, engine } = setUp({
      limits: { approvalThreshold: 1, dailyBudget: Number.POSITIVE_INFINITY },
    });
    const cancellation = createCancellation();
    for (const row of [1, 2, 3]) {
      void engine.ask(attribute(row, 'a'), { signal: cancellation.signal });
    }
    void engine.ask(attribute(1, 'b'), { signal: cancellation.signal });
    const stays = engine.ask(attribute(3, 'b'));
    cancellation.cancel();
    await clock.drain();
    expect(source.calls).toEqual([`${attribute(3, '').place.key}: b`]);
    expect((await ended([stays])).map((value) => typeof value)).toEqual(['number']);
  });

  it('go on at once when a person acts, whatever Retry-After said', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'throttled', retryAfterMs: 50_000 });
    void engine.ask(attribute(1, 'a'));
    await clock.advance(125);
    source.onLookup = valuesFor;
    const waiting = engine.ask(attribute(2, 'a'));
    const score = engine.ask({ kind: 'score', place: attribute(2, '').place, model: 'm' });
    await clock.advance(1000);
    expect([source.calls.length, source.scores.length]).toEqual([1, 0]);
    engine.resume();
    await clock.advance(0);
    expect([source.calls.length, source.scores.length]).toEqual([2, 1]);
    await clock.advance(100);
    expect((await ended([waiting, score])).map((value) => typeof value)).toEqual([
      'number',
      'number',
    ]);
  });
});

describe('a call that is made again', () => {
  it('goes after a delay set by its oldest question, and carries what has been added since', async () => {
    const { clock, source, engine } = setUp();
    const startedAt: number[] = [];
    source.onLookup = () => failed('offline');
    const lookup = source.lookup.bind(source);
    source.lookup = (call, signal) => {
      startedAt.push(clock.elapsed());
      return lookup(call, signal);
    };
    void engine.ask(attribute(1, 'a'));
    await clock.advance(130);
    void engine.ask(attribute(1, 'b'));
    await clock.advance(1500);
    // Half of at most 500 ms after the first attempt, and of at most 1,000 ms after the second.
    expect(startedAt.slice(0, 3)).toEqual([25, 375, 975]);
    expect(source.lookups.slice(0, 3).map((call) => call.names)).toEqual([
      ['a'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('leaves out questions that have used up their attempts', async () => {
    const { clock, source, engine } = setUp({ maxAttempts: 2 });
    source.onLookup = () => failed('offline');
    const first = engine.ask(attribute(1, 'a'));
    await clock.advance(130);
    const second = engine.ask(attribute(1, 'b'));
    await clock.drain();
    expect(source.lookups.map((call) => call.names)).toEqual([['a'], ['a', 'b'], ['b']]);
    expect(await ended([first, second])).toEqual(['offline', 'offline']);
  });

  it('is not made for anyone who has withdrawn', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = () => failed('offline');
    const cancellation = createCancellation();
    void engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    await clock.advance(50);
    cancellation.cancel();
    await clock.drain();
    expect(source.calls).toHaveLength(1);
    expect(engine.activity.snapshot()).toMatchObject({ failed: 0, waiting: 0 });
  });

  it('is not made once a key was refused, and its cells say at once why it failed', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = (call) =>
      failed(call.place.key === attribute(1, '').place.key ? 'key-refused' : 'offline');
    const asked = [1, 2].map((row) => engine.ask(attribute(row, 'a')));
    await clock.advance(125);
    expect(await ended(asked)).toEqual(['key-refused', 'offline']);
    await clock.drain();
    expect(source.calls).toHaveLength(2);
  });

  it('leaves its place to its own window when it was called off', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'known'));
    await clock.drain();
    source.lookups.length = 0;
    source.onLookup = () => failed('offline');
    const first = engine.ask(attribute(1, 'a'));
    await clock.advance(200);
    engine.cancelWaiting();
    source.onLookup = valuesFor;
    await clock.advance(170);
    void engine.ask(attribute(1, 'b'));
    await clock.advance(10);
    void engine.ask(attribute(1, 'c'));
    await clock.drain();
    expect(await ended([first])).toEqual(['cancelled']);
    expect(source.lookups.map((call) => call.names)).toEqual([['a'], ['b', 'c']]);
  });
});

describe('a call that is asked again in parts', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])(
    'costs no neighbour its value where call %s of them meets a service with too much to do',
    async (unlucky) => {
      const { engine, source, clock } = setUp();
      source.onLookup = (call) => {
        if (source.calls.length === unlucky) {
          return { kind: 'failed', code: 'throttled', status: 429 };
        }
        if (!call.names.includes('name_0')) return valuesFor(call);
        return { kind: 'failed', code: 'rejected', status: 400 };
      };
      const asked = names(50).map((name) => engine.ask(attribute(0, name)));
      await clock.drain();
      const failed = (await ended(asked)).filter((cell) => typeof cell === 'string');
      expect(failed).toEqual(['rejected']);
    },
  );

  it('carries only the names that someone still waits for', async () => {
    const { engine, source, clock } = setUp();
    source.onLookup = () => ({ kind: 'failed', code: 'rejected', status: 400 });
    const cancellations = names(8).map((name) => {
      const cancellation = createCancellation();
      void engine.ask(attribute(0, name), { signal: cancellation.signal });
      return cancellation;
    });
    await clock.advance(60);
    for (const cancellation of cancellations.slice(1)) cancellation.cancel();
    await clock.drain();
    expect(source.calls).toHaveLength(2);
    cancellations[0]?.cancel();
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
  });
});

describe('a name that was rejected alone', () => {
  const row = (key: string): number =>
    [1, 2, 3, 4].findIndex((n) => attribute(n, '').place.key === key) + 1;

  it('is not blamed for places that answer nothing at all', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = (call) => (row(call.place.key) < 3 ? failed('rejected') : valuesFor(call));
    const asked = [1, 2].map((n) => engine.ask(attribute(n, 'a')));
    await clock.drain();
    expect(await ended(asked)).toEqual(['rejected', 'rejected']);
    const elsewhere = engine.ask(attribute(3, 'a'));
    await clock.drain();
    expect((await ended([elsewhere])).map((value) => typeof value)).toEqual(['number']);
  });

  it('is not asked for again after two places that answer other names, until a person acts', async () => {
    const { clock, source, engine } = setUp();
    source.onLookup = (call) => (call.names.includes('bad') ? failed('rejected') : valuesFor(call));
    const ask = async (n: number): Promise<(number | string)[]> => {
      const asked = ['good', 'bad'].map((name) => engine.ask(attribute(n, name)));
      await clock.drain();
      return ended(asked);
    };
    for (const n of [1, 2]) expect((await ask(n))[1]).toBe('rejected');
    source.lookups.length = 0;
    expect((await ask(3))[1]).toBe('rejected');
    expect(source.lookups.map((call) => call.names)).toEqual([['good']]);
    engine.resume();
    await ask(4);
    expect(source.lookups.map((call) => call.names)[1]).toEqual(['good', 'bad']);
  });

  it('alone at a place takes no call, and holds no slot', async () => {
    const { clock, source, engine } = setUp(ONE_AT_ONCE);
    source.onLookup = (call) => (call.names.includes('bad') ? failed('rejected') : valuesFor(call));
    for (const n of [1, 2]) {
      for (const name of ['good', 'bad']) void engine.ask(attribute(n, name));
    }
    await clock.drain();
    source.lookups.length = 0;
    const asked = [engine.ask(attribute(3, 'bad')), engine.ask(attribute(4, 'good'))];
    await clock.drain();
    expect((await ended(asked)).map((value) => typeof value)).toEqual(['string', 'number']);
    expect(source.lookups.map((call) => call.names)).toEqual([['good']]);
  });

  it('is never inferred from scores: a rejected score affects no other', async () => {
    const { clock, source, engine } = setUp({ freshMs: 1000 });
    const score = (n: number, model: string) =>
      engine.ask({ kind: 'score', place: addressPlace(`${n} MG Road`), model });
    for (const n of [1, 2, 3]) void score(n, 'm');
    await clock.drain();
    source.onScore = () => failed('rejected') as never;
    const asked = [1, 2, 3].map((n) => score(n, 'm'));
    await clock.drain();
    expect(await ended(asked)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(source.scores).toHaveLength(6);
  });
});

describe('a place at fault', () => {
  it('ends all questions there, and none elsewhere', async () => {
    const { clock, source, engine } = setUp(ONE_AT_ONCE);
    for (const name of names(60)) void engine.ask(attribute(1, name));
    await clock.drain();
    source.lookups.length = 0;
    source.onLookup = (call) =>
      call.place.key === attribute(2, '').place.key ? failed('rejected') : valuesFor(call);
    const asked = names(60).map((name) => engine.ask(attribute(2, name)));
    const elsewhere = engine.ask(attribute(3, 'name_0'));
    await clock.drain();
    expect(new Set(await ended(asked))).toEqual(new Set(['rejected']));
    expect((await ended([elsewhere])).map((value) => typeof value)).toEqual(['number']);
    // The call of 50, one name alone, and the other place.
    expect(source.lookups.map((call) => call.names.length)).toEqual([50, 1, 1]);
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('is ruled out when one name is answered: the bad one is among the others', async () => {
    const { clock, source, engine } = setUp(ONE_AT_ONCE);
    for (const name of names(5)) void engine.ask(attribute(1, name));
    await clock.drain();
    source.lookups.length = 0;
    source.onLookup = (call) =>
      call.names.includes('name_4') ? failed('rejected') : valuesFor(call);
    const asked = names(5).map((name) => engine.ask(attribute(2, name)));
    await clock.drain();
    expect((await ended(asked)).map((value) => typeof value)).toEqual([
      ...Array(4).fill('number'),
      'string',
    ]);
    expect(source.lookups.map((call) => call.names.map((name) => name.slice(5)).join())).toEqual([
      '0,1,2,3,4',
      '0',
      '1,2',
      '3',
      '4',
    ]);
  });
});
