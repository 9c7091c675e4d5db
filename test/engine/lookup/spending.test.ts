import type { createEngine, EngineOptions } from '../../../src/engine/lookup';
import { Budget } from '../../../src/engine/lookup/limits/admission-control';
import { planOf } from '../../../src/engine/lookup/spending';
import { attribute, ended, names, setUp } from './engine-setup';

const NONE = Number.POSITIVE_INFINITY;

function limited(limits: Partial<EngineOptions['limits']>, options: Partial<EngineOptions> = {}) {
  return setUp({ limits: { approvalThreshold: NONE, dailyBudget: NONE, ...limits }, ...options });
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

describe('what is held', () => {
  const ask = (engine: ReturnType<typeof createEngine>, from: number, to: number) =>
    Array.from({ length: to - from }, (_, row) => engine.ask(attribute(from + row, 'a')));

  it('says how much of its burst was known already, and counts from none in the next', async () => {
    const { clock, engine } = limited({ approvalThreshold: 5 });
    void ask(engine, 0, 4);
    await clock.drain();
    void ask(engine, 4, 5);
    void ask(engine, 0, 3);
    void ask(engine, 5, 20);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 16, known: 3 });
    void ask(engine, 3, 4);
    void ask(engine, 20, 22);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 18, known: 3 });
    engine.spending.refuse();
    void ask(engine, 50, 60);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 10, known: 0 });
  });

  it('is measured by what the last quarter of an hour has seen', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 5 });
    for (let burst = 0; burst < 3; burst += 1) {
      void ask(engine, 10 * burst, 10 * burst + 5);
      await clock.drain();
      await clock.advance(16 * 60_000);
    }
    expect(source.calls).toHaveLength(15);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('counts a cell once though it is asked again under another account, and a score apart', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 0 });
    void ask(engine, 0, 1);
    await clock.drain();
    source.account = 'another';
    void ask(engine, 0, 1);
    void engine.ask({ kind: 'score', place: attribute(0, '').place, model: 'm' });
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 2, values: 2 });
  });

  it('goes when a person allows more by a higher limit, and asks for it again', async () => {
    for (const [before, after] of [
      [{ approvalThreshold: 2 }, { approvalThreshold: 20 }],
      [{ dailyBudget: 0 }, { dailyBudget: 10 }],
    ]) {
      const { clock, source, engine } = limited(before as object);
      void ask(engine, 0, 10);
      await clock.drain();
      expect(source.calls).toHaveLength(0);
      engine.spending.setLimits({ approvalThreshold: NONE, dailyBudget: NONE, ...after });
      engine.spending.refuse();
      void ask(engine, 0, 10);
      await clock.drain();
      expect(source.calls).toHaveLength(10);
    }
  });

  it('keeps to a lower limit from the moment it is set', async () => {
    const { clock, source, engine } = limited({});
    void ask(engine, 0, 3);
    await clock.drain();
    engine.spending.setLimits({ approvalThreshold: NONE, dailyBudget: 3 });
    const asked = ask(engine, 3, 5);
    await clock.drain();
    expect(await ended(asked)).toEqual(['over-budget', 'over-budget']);
    expect(source.calls).toHaveLength(3);
  });

  it('does not go on an approval that was taken back', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 2 });
    void ask(engine, 0, 10);
    await clock.drain();
    engine.spending.approve();
    engine.spending.refuse();
    void ask(engine, 0, 10);
    await clock.drain();
    expect(source.calls).toHaveLength(0);
  });

  it('is what comes beyond the threshold while the first calls are under way', async () => {
    const { clock, source, engine } = limited(
      { approvalThreshold: 3 },
      { startConcurrency: 1, maxConcurrency: 1 },
    );
    void ask(engine, 0, 2);
    await clock.advance(200);
    expect(source.calls).toHaveLength(1);
    void ask(engine, 2, 4);
    await clock.drain();
    expect([source.calls.length, engine.spending.held()?.calls]).toEqual([1, 3]);
  });

  it('is not let through for a call that the service did not take', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 1 });
    source.onLookup = () => ({ kind: 'failed', code: 'key-refused' });
    void ask(engine, 0, 1);
    await clock.advance(250);
    expect(source.calls).toHaveLength(1);
    engine.resume();
    void ask(engine, 1, 4);
    await clock.drain();
    expect([source.calls.length, engine.spending.held()?.calls]).toEqual([1, 3]);
  });

  it('goes at once when approved, and one call after the other', async () => {
    const { clock, source, engine } = limited(
      { approvalThreshold: 10 },
      { startConcurrency: 1, maxConcurrency: 1 },
    );
    const leftAt = async (rows: [from: number, to: number]): Promise<number[]> => {
      const [before, since] = [source.calls.length, clock.elapsed()];
      void ask(engine, ...rows);
      const times: number[] = [];
      for (let made = before; times.length < 3;) {
        await clock.advance(1);
        if (source.calls.length > made) times.push(clock.elapsed() - since);
        made = source.calls.length;
      }
      await clock.drain();
      return times;
    };
    // A burst above half the threshold waits once, until no more cells come.
    expect(await leftAt([0, 9])).toEqual([150, 250, 350]);
    await clock.advance(60_000);
    void ask(engine, 10, 30);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 20 });
    engine.spending.approve();
    expect(await leftAt([10, 30])).toEqual([25, 125, 225]);
  });

  it('of a budget that is spent keeps nothing else back on the next day', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 2 });
    void ask(engine, 0, 4);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 2, reason: 'over-budget' });
    clock.jump(86_400_000);
    void ask(engine, 4, 6);
    await clock.drain();
    expect(source.calls).toHaveLength(4);
    expect(engine.spending.held()).toMatchObject({ calls: 2, reason: 'over-budget' });
  });

  it('is everything that waits, scores too, where one call more would be over the threshold', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 10 });
    void ask(engine, 0, 8);
    for (const model of ['m', 'n', 'o']) {
      void engine.ask({ kind: 'score', place: attribute(0, '').place, model });
    }
    await clock.drain();
    expect([source.calls.length, source.scores.length]).toEqual([0, 0]);
    expect(engine.spending.held()).toMatchObject({ calls: 11, values: 11, reason: 'held' });
  });

  it('holds nothing of a burst of many names at few places that is below the threshold', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 4 });
    for (const row of [0, 1]) names(100).forEach((name) => void engine.ask(attribute(row, name)));
    await clock.drain();
    expect(source.calls).toHaveLength(4);
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

  it('pays for a call whose outcome is unknown, and not for one that was not let in', async () => {
    for (const [code, calls] of [
      ['service-failed', 1],
      ['timed-out', 1],
      ['rejected', 1],
      ['key-refused', 0],
      ['out-of-credits', 0],
    ] as const) {
      const { clock, source, engine } = setUp({ maxAttempts: 1 });
      source.onLookup = () => ({ kind: 'failed', code });
      void engine.ask(attribute(1, 'a'));
      await clock.drain();
      expect(engine.spending.spentToday()).toEqual({ day: '2026-11-21', calls });
    }
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
  const on = (today: () => string) => ({ today });

  it('spends what it reserved, or gets it back', () => {
    const budget = new Budget(
      3,
      on(() => '2026-01-01'),
    );
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
    const budget = new Budget(
      3,
      on(() => day),
    );
    budget.reserve();
    budget.spend();
    day = '2026-01-01';
    expect(budget.remaining).toBe(2);
    day = '2026-01-03';
    expect(budget.remaining).toBe(3);
  });

  it('goes on from the day that the clock is set back to, where it was months ahead', () => {
    let day = '2027-03-01';
    const budget = new Budget(
      3,
      on(() => day),
    );
    budget.reserve();
    budget.spend();
    day = '2026-11-22';
    expect(budget.spent).toEqual({ day, calls: 1 });
    day = '2026-11-23';
    expect(budget.remaining).toBe(3);
  });

  it('counts a call that comes home after midnight on the new day', () => {
    let day = '2026-01-01';
    const budget = new Budget(
      3,
      on(() => day),
    );
    budget.reserve();
    day = '2026-01-02';
    budget.spend();
    expect(budget.spent).toEqual({ day: '2026-01-02', calls: 1 });
  });
});
