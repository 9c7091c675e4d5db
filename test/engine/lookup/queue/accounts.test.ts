import { addressPlace, createCancellation } from '../../../../src/engine/lookup';
import { Accounts } from '../../../../src/engine/lookup/queue/accounts';
import type { LookupReply } from '../../../../src/engine/lookup';
import { attribute, ended, setUp } from '../engine-setup';
import type { Setup } from '../engine-setup';
import { valuesFor } from '../recording-source';

const REJECTED: LookupReply = { kind: 'failed', code: 'rejected', status: 400 };

/** What an engine shows for three names at three places, and the calls it makes. */
async function askThree({ clock, source, engine }: Setup) {
  const before = source.calls.length;
  const rows = [10, 11, 12].map((row) =>
    ['x', 'y', 'z'].map((name) => engine.ask(attribute(row, name))),
  );
  await clock.drain();
  return { shown: await Promise.all(rows.map(ended)), calls: source.calls.slice(before) };
}

/** Four calls of account A are under way, which it will answer so, when B is asked instead. */
async function changingAccounts(reply: LookupReply) {
  const { clock, source, engine } = setUp();
  const ofA = new Set<unknown>();
  const { lookup } = source;
  source.lookup = (call, signal) => {
    if (source.account === 'A') ofA.add(call);
    return lookup.call(source, call, signal);
  };
  source.onLookup = (call) => (ofA.has(call) ? reply : valuesFor(call));
  source.account = 'A';
  source.latencyMs = 800;
  const asked = [1, 2, 3, 4].map((row) => engine.ask(attribute(row, 'a')));
  await clock.advance(300);
  source.account = 'B';
  source.latencyMs = 100;
  engine.resume();
  return { clock, source, engine, asked };
}

describe('what was learnt of one account', () => {
  it('says nothing about the names of another', async () => {
    const fresh = setUp();
    fresh.source.account = 'B';
    const used = setUp();
    used.source.account = 'A';
    const first = ['x', 'y', 'z'].map((name) => used.engine.ask(attribute(1, name)));
    await used.clock.drain();
    await ended(first);
    used.source.account = 'B';
    used.engine.resume();
    for (const { source } of [fresh, used]) {
      source.onLookup = (call) => (call.names.includes('x') ? REJECTED : valuesFor(call));
    }
    const expected = await askThree(fresh);
    expect(expected.shown.flat().filter((text) => text === 'rejected')).toHaveLength(3);
    expect(await askThree(used)).toEqual(expected);
  });

  it('a name that it rejects is asked of the other', async () => {
    const set = setUp();
    set.source.account = 'A';
    set.source.onLookup = (call) => (call.names.includes('x') ? REJECTED : valuesFor(call));
    await askThree(set);
    set.source.account = 'B';
    set.source.onLookup = valuesFor;
    const { shown } = await askThree(set);
    expect(shown.flat().every((text) => typeof text === 'number')).toBe(true);
  });

  it('says nothing about the pace of another', async () => {
    const set = setUp();
    set.source.account = 'A';
    set.source.onLookup = () => ({ kind: 'failed', code: 'throttled', status: 429 });
    const first = Array.from({ length: 20 }, (_, row) => set.engine.ask(attribute(row, 'a')));
    await set.clock.advance(2000);
    set.source.account = 'B';
    set.source.onLookup = valuesFor;
    const since = set.clock.elapsed();
    await Promise.all(
      Array.from({ length: 20 }, (_, row) => set.engine.ask(attribute(100 + row, 'a'))).map(
        (asked) => Promise.race([asked, set.clock.advance(2000)]),
      ),
    );
    const sent = set.source.lookups.length;
    await set.clock.advance(0);
    expect(sent).toBeGreaterThanOrEqual(20);
    expect(set.clock.elapsed()).toBeGreaterThan(since);
    await set.clock.drain();
    await ended(first);
  });

  it.each(['key-refused', 'out-of-credits', 'over-budget'] as const)(
    'and comes late stops no other: %s',
    async (code) => {
      const { clock, source, engine, asked } = await changingAccounts({ kind: 'failed', code });
      const late = asked.map((_, row) => engine.ask(attribute(100 + row, 'a')));
      await clock.drain();
      const shown = [...(await ended(asked)), ...(await ended(late))];
      expect(shown.filter((text) => typeof text !== 'number')).toEqual([]);
      expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, stoppedBy: undefined });
      expect(source.lookups).toHaveLength(4 + 4 + 4);
    },
  );

  it('and comes late makes no other wait', async () => {
    const reply = { kind: 'failed', code: 'throttled', status: 429, retryAfterMs: 20_000 } as const;
    const { clock, engine } = await changingAccounts(reply);
    await clock.advance(1000);
    const other = engine.ask(attribute(200, 'a'));
    await clock.advance(2000);
    expect(await ended([other])).toEqual([expect.any(Number)]);
    await clock.drain();
  });

  it('and was not sent is asked of the next only where somebody waits still', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    const waiting = Array.from({ length: 20 }, (_, row) => {
      const cancellation = createCancellation();
      const { signal } = cancellation;
      return { cancellation, asked: engine.ask(attribute(row, 'a'), { signal }) };
    });
    await clock.advance(150);
    source.account = 'B';
    await clock.advance(150);
    const before = source.lookups.length;
    for (const { cancellation } of waiting) cancellation.cancel();
    await clock.drain();
    expect(source.lookups.length - before).toBeLessThanOrEqual(1);
    expect(engine.activity.snapshot().waiting).toBe(0);
    await Promise.all(waiting.map(({ asked }) => asked));
  });

  it.each(['key-refused', 'out-of-credits', 'no-key'] as const)(
    'and was in vain is not asked of the next where nobody waits any longer: %s',
    async (code) => {
      const { clock, source, engine } = setUp();
      source.onScore = () => ({ kind: 'failed', code });
      const cancellation = createCancellation();
      const place = addressPlace('1 MG Road');
      const asked = engine.ask({ kind: 'score', place, model: 'm' }, cancellation);
      await clock.advance(50);
      cancellation.cancel();
      source.account = 'B';
      engine.resume();
      await clock.drain();
      expect(await ended([asked])).toEqual(['cancelled']);
      expect(source.scores).toHaveLength(1);
      expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
    },
  );

  it('is kept for the last few, however many there were', () => {
    const options = { startConcurrency: 4, maxConcurrency: 6, random: () => 0.5 };
    const accounts = new Accounts(options, () => undefined);
    const first = accounts.of({ scope: '0' });
    expect(accounts.of({ scope: '0' })).toBe(first);
    for (let account = 1; account < 1000; account += 1) accounts.of({ scope: `${account}` });
    expect(accounts.of({ scope: '0' })).not.toBe(first);
    expect(accounts.of({ scope: '999' })).toBe(accounts.of({ scope: '999' }));
  });
});
