import { createMemoryStore } from './memory-store';
import { attribute, ended, outcomeOf, setUp } from './engine-setup';
import { HandClock } from './hand-clock';

describe('an engine told to forget', () => {
  it('asks again for what it knew, and lets what is under way go on', async () => {
    const { clock, source, engine } = setUp();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    const underWay = engine.ask(attribute(2, 'a'));
    engine.forget();
    expect(engine.peek(attribute(1, 'a'))).toBeUndefined();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect((await outcomeOf(underWay)).kind).toBe('found');
    expect(source.calls).toHaveLength(3);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('for good (%s) keeps of what comes home afterwards: %s', async (isForGood, kept) => {
    const clock = new HandClock();
    const store = createMemoryStore({ clock });
    const tiers = [{ origin: 'device', store, isWritable: true } as const];
    const { source, engine } = setUp({ tiers }, clock);
    source.latencyMs = 1000;
    const asked = [engine.ask(attribute(1, 'a'))];
    await clock.advance(200);
    engine.forget(isForGood);
    await clock.drain();
    // The askers are still told.
    expect(await ended(asked)).toEqual([expect.any(Number)]);
    expect((await store.size()).answers).toBe(kept);
    expect(engine.peek(attribute(1, 'a')) !== undefined).toBe(kept === 1);
  });

  it('shows no old value from before for what fails afterwards', async () => {
    const { clock, source, engine } = setUp({ freshMs: 1000 });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    await clock.advance(2000);
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const asked = [engine.ask(attribute(1, 'a'))];
    await clock.advance(1);
    engine.forget();
    await clock.drain();
    expect(await ended(asked)).toEqual(['offline']);
  });
});
