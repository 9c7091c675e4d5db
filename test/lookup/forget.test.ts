import { attribute, outcomeOf, setUp } from './engine-setup';

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
});
