import type { LookupReply } from '../../../../src/engine/lookup';
import { attribute, ended, setUp } from '../engine-setup';
import { valuesFor } from '../recording-source';

const REFUSED: LookupReply = { kind: 'failed', code: 'key-refused', status: 403 };
const keyOf = (row: number): string => attribute(row, '').place.key;

describe('a key that has just answered others', () => {
  it('is not taken for refused because of one address: only its cell fails', async () => {
    for (const latencyMs of [1, 100]) {
      for (const poison of [3, 50, 99]) {
        const { clock, source, engine } = setUp();
        source.latencyMs = latencyMs;
        source.onLookup = (call) => (call.place.key === keyOf(poison) ? REFUSED : valuesFor(call));
        const asked = Array.from({ length: 100 }, (_, row) => engine.ask(attribute(row, 'a')));
        await clock.drain();
        const shown = await ended(asked);
        expect(shown.filter((text) => typeof text !== 'number')).toEqual(['key-refused']);
        expect(engine.activity.snapshot().stoppedBy).toBeUndefined();
        expect(source.lookups).toHaveLength(100);
      }
    }
  });

  it('gets its second look alone, and nothing more leaves where that is refused as well', async () => {
    const { clock, source, engine } = setUp();
    let sentBefore = -1;
    source.onLookup = (call) => {
      if (source.lookups.length <= 20) return valuesFor(call);
      if (sentBefore < 0) sentBefore = source.lookups.length;
      return REFUSED;
    };
    const asked = Array.from({ length: 100 }, (_, row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    expect(engine.activity.snapshot().stoppedBy).toBe('key-refused');
    expect((await ended(asked)).filter((text) => text === 'key-refused').length).toBeGreaterThan(
      70,
    );
    expect(source.lookups).toHaveLength(sentBefore + 1);
  });

  it('is looked at again where the second look fails otherwise', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    const said: (LookupReply | undefined)[] = [
      undefined,
      REFUSED,
      { kind: 'failed', code: 'service-failed', status: 500 },
      REFUSED,
    ];
    source.onLookup = (call) => said.shift() ?? valuesFor(call);
    const asked = [1, 2, 3, 4].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    expect((await ended(asked)).slice(1)).toContain('key-refused');
    expect(engine.activity.snapshot().stoppedBy).toBe('key-refused');
    expect(source.lookups).toHaveLength(4);
  });

  it('goes on where the second look is let in, if only to refuse a name', async () => {
    const { clock, source, engine } = setUp({ startConcurrency: 1, maxConcurrency: 1 });
    const said: (LookupReply | undefined)[] = [
      undefined,
      REFUSED,
      { kind: 'failed', code: 'rejected', status: 400 },
    ];
    source.onLookup = (call) => said.shift() ?? valuesFor(call);
    const asked = [1, 2, 3, 4].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    const value = expect.any(Number) as number;
    expect(await ended(asked)).toEqual([value, 'key-refused', 'rejected', value]);
  });

  it('is refused at once if that was long ago, or under another account', async () => {
    const { clock, source, engine } = setUp();
    const ask = async (from: number): Promise<number> => {
      const before = source.lookups.length;
      for (let row = from; row < from + 20; row += 1) void engine.ask(attribute(row, 'a'));
      await clock.drain();
      return source.lookups.length - before;
    };
    expect(await ask(0)).toBe(20);
    source.onLookup = () => REFUSED;
    source.account = 'other';
    expect(await ask(100)).toBe(4);
    source.account = 'demo';
    await clock.advance(120_000);
    engine.resume();
    const calls = await ask(200);
    expect(calls).toBeLessThanOrEqual(6);
    expect(engine.activity.snapshot().stoppedBy).toBe('key-refused');
  });
});
