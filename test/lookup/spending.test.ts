import type { createEngine } from '../../src/lookup';
import type { EngineOptions } from '../../src/lookup';
import { Budget } from '../../src/lookup/budget';
import { planOf } from '../../src/lookup/plan';
import { attribute, ended, names, setUp } from './engine-setup';

const NONE = Number.POSITIVE_INFINITY;

function limited(limits: Partial<EngineOptions['limits']>) {
  return setUp({ limits: { approvalThreshold: NONE, dailyBudget: NONE, ...limits } });
}

describe('a plan', () => {
  it('counts calls of up to 50 names, and values', () => {
    expect(planOf([12, 50, 51, 1], 900)).toEqual({ calls: 5, values: 114, known: 900 });
    expect(planOf([], 0)).toEqual({ calls: 0, values: 0, known: 0 });
  });
});

describe('a burst over the threshold', () => {
  const askAll = (engine: ReturnType<typeof createEngine>, rows: number) =>
    Array.from({ length: rows }, (_, row) =>
      names(12).map((name) => engine.ask(attribute(row, name))),
    ).flat();

  it('is held before the first call, and says what it would take', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    const asked = askAll(engine, 30);
    await clock.drain();
    expect(new Set(await ended(asked))).toEqual(new Set(['held']));
    expect(source.calls).toHaveLength(0);
    expect(engine.spending.held()).toEqual({ calls: 30, values: 360, known: 0, reason: 'held' });
  });

  it('exactly at the threshold goes', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 30 });
    const asked = askAll(engine, 30);
    await clock.drain();
    await ended(asked);
    expect(source.calls).toHaveLength(30);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('goes once approved, all of it', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    void askAll(engine, 30);
    await clock.drain();
    engine.spending.approve();
    const again = askAll(engine, 30);
    await clock.drain();
    expect((await ended(again)).every((value) => typeof value === 'number')).toBe(true);
    expect(source.calls).toHaveLength(30);
    expect(engine.activity.snapshot()).toMatchObject({ failed: 0 });
  });

  it('goes as far as a person allows', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    void askAll(engine, 30);
    await clock.drain();
    engine.spending.approve(10);
    void askAll(engine, 30);
    await clock.drain();
    expect(source.calls).toHaveLength(10);
    expect(engine.spending.held()).toMatchObject({ calls: 20 });
  });

  it('is not counted twice when its cells are asked again', async () => {
    const { clock, engine } = limited({ approvalThreshold: 20 });
    void askAll(engine, 30);
    await clock.drain();
    void askAll(engine, 30);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 30, values: 360 });
  });

  it('arriving in waves is one burst', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    for (let row = 0; row < 60; row += 1) {
      void engine.ask(attribute(row, 'a'));
      await clock.advance(20);
    }
    await clock.drain();
    expect(source.calls.length).toBeLessThanOrEqual(20);
    expect(source.calls.length + (engine.spending.held()?.calls ?? 0)).toBe(60);
  });

  it('refused is forgotten, and what follows is measured afresh', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    void askAll(engine, 30);
    await clock.drain();
    engine.spending.refuse();
    expect(engine.spending.held()).toBeUndefined();
    void engine.ask(attribute(99, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(1);
  });

  it('of many names at one place counts its calls, not its places', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 2 });
    names(120).forEach((name) => void engine.ask(attribute(1, name)));
    await clock.drain();
    expect(source.calls).toHaveLength(0);
    expect(engine.spending.held()).toMatchObject({ calls: 3, values: 120 });
  });
});

describe("the day's budget", () => {
  it('lets through what it has, and no more, until the day is over', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 10 });
    const ask = () => Array.from({ length: 15 }, (_, row) => engine.ask(attribute(row, 'a')));
    const asked = ask();
    await clock.drain();
    expect(source.calls).toHaveLength(10);
    const texts = await ended(asked);
    expect(texts.filter((text) => text === 'over-budget')).toHaveLength(5);
    expect(engine.spending.spentToday()).toMatchObject({ calls: 10 });
    clock.jump(86_400_000);
    void ask();
    await clock.drain();
    expect(source.calls).toHaveLength(15);
    expect(engine.spending.spentToday()).toMatchObject({ calls: 5 });
  });

  it('counts what was spent before, if it was today', async () => {
    for (const [day, made] of [
      ['2026-11-21', 1],
      ['2026-11-20', 3],
    ] as const) {
      const { clock, source, engine } = setUp({
        limits: { approvalThreshold: NONE, dailyBudget: 10 },
        spent: { day, calls: 9 },
      });
      [1, 2, 3].forEach((row) => void engine.ask(attribute(row, 'a')));
      await clock.drain();
      expect(source.calls).toHaveLength(made);
    }
  });

  it('is not touched by calls that the service would not take', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 10 });
    source.onLookup = () => ({ kind: 'failed', code: 'throttled', status: 429 });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(engine.spending.spentToday()).toMatchObject({ calls: 0 });
  });

  it('approved for more lets just that much more through', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 1 });
    const ask = () => [1, 2, 3].forEach((row) => void engine.ask(attribute(row, 'a')));
    ask();
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 2, reason: 'over-budget' });
    engine.spending.approve(1);
    ask();
    await clock.drain();
    expect(source.calls).toHaveLength(2);
  });
});

describe('a budget', () => {
  it('spends what it reserved, or gets it back', () => {
    const budget = new Budget(3, () => '2026-01-01');
    budget.reserve();
    budget.reserve();
    expect(budget.remaining).toBe(1);
    budget.spend();
    budget.release();
    expect(budget.remaining).toBe(2);
    expect(budget.spent).toEqual({ day: '2026-01-01', calls: 1 });
  });

  it('begins anew at midnight, and not when the clock is set back', () => {
    let day = '2026-01-02';
    const budget = new Budget(3, () => day);
    budget.reserve();
    budget.spend();
    day = '2026-01-01';
    expect(budget.remaining).toBe(2);
    day = '2026-01-03';
    expect(budget.remaining).toBe(3);
  });

  it('counts a call that comes home after midnight on the new day', () => {
    let day = '2026-01-01';
    const budget = new Budget(3, () => day);
    budget.reserve();
    day = '2026-01-02';
    budget.spend();
    expect(budget.spent).toEqual({ day: '2026-01-02', calls: 1 });
  });
});
