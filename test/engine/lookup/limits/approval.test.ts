import { createMemoryStore } from '../memory-store';
import { createEngine } from '../../../../src/engine/lookup';
import type { AnswerStore, Engine, EngineOptions } from '../../../../src/engine/lookup';
import { attribute, names, setUp, shown } from '../engine-setup';
import { HandClock } from '../hand-clock';
import { RecordingSource } from '../recording-source';

const NONE = Number.POSITIVE_INFINITY;

function limited(limits: Partial<EngineOptions['limits']>, options: Partial<EngineOptions> = {}) {
  return setUp({ limits: { approvalThreshold: NONE, dailyBudget: NONE, ...limits }, ...options });
}

/** One name at each of so many places; the texts of those that have settled. */
function askRows(engine: Engine, rows: number, from = 0): (string | number)[] {
  const texts: (string | number)[] = [];
  for (let row = from; row < from + rows; row += 1) {
    void engine.ask(attribute(row, 'a')).then((outcome) => texts.push(shown(outcome)));
  }
  return texts;
}

describe('a burst that comes in groups', () => {
  it('is held as a whole, though the device has answered for the first group alone', async () => {
    const clock = new HandClock();
    let readings = 0;
    const store: AnswerStore = {
      read: () => {
        readings += 1;
        const ms = readings === 1 ? 10 : 500;
        return new Promise((resolve) => clock.schedule(ms, () => resolve(new Map())));
      },
      write: () => Promise.resolve(),
      clear: () => Promise.resolve(),
      size: () => Promise.resolve({ answers: 0, bytes: 0 }),
    };
    const source = new RecordingSource(clock);
    const engine = createEngine({
      ...{ source, clock, random: () => 0.5 },
      limits: { approvalThreshold: 500, dailyBudget: NONE },
      tiers: [{ origin: 'device', store, isWritable: true }],
    });
    askRows(engine, 40);
    await clock.advance(5);
    askRows(engine, 1_000, 40);
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    expect(engine.spending.held()).toMatchObject({ calls: 1_040 });
  });

  it('is held as a whole, though its first groups alone were few enough', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    for (let group = 0; group < 20; group += 1) {
      askRows(engine, 500, group * 500);
      await clock.advance(100);
    }
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    expect(engine.spending.held()).toEqual({
      calls: 10_000,
      values: 10_000,
      known: 0,
      reason: 'held',
    });
  });

  it('does not go group by group where the service is quicker than the host', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    source.latencyMs = 1;
    for (let group = 0; group < 20; group += 1) {
      askRows(engine, 5, group * 5);
      await clock.advance(200);
    }
    await clock.drain();
    expect(source.lookups.length).toBeLessThanOrEqual(20);
    expect(source.lookups.length + (engine.spending.held()?.calls ?? 0)).toBe(100);
  });

  it('goes as it is when no more come, and is not waited for beyond a second', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 100 });
    askRows(engine, 80);
    await clock.advance(149);
    expect(source.lookups).toHaveLength(0);
    await clock.advance(2);
    expect(source.lookups).toHaveLength(4);
    await clock.drain();

    const other = limited({ approvalThreshold: 100 });
    askRows(other.engine, 60);
    for (let row = 60; other.source.lookups.length === 0; row += 1) {
      askRows(other.engine, 1, row);
      await other.clock.advance(50);
      expect(other.clock.elapsed()).toBeLessThanOrEqual(1050);
    }
    expect(source.lookups).toHaveLength(80);
  });

  it('of few calls is not waited for', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    askRows(engine, 10);
    await clock.advance(26);
    expect(source.lookups).toHaveLength(4);
  });

  it('a quarter of an hour later is another one', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    for (let group = 0; group < 4; group += 1) {
      askRows(engine, 20, group * 20);
      await clock.drain();
      await clock.advance(16 * 60_000);
    }
    expect(source.lookups).toHaveLength(80);
  });

  it('is not made larger by what fails and is asked again', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    let calls = 0;
    source.onLookup = () => {
      calls += 1;
      if (calls % 3 === 0) return { kind: 'failed', code: 'service-failed', status: 500 };
      if (calls % 3 === 1) return { kind: 'failed', code: 'throttled', status: 429 };
      return { kind: 'answered', values: new Map([['a', 1]]) };
    };
    const texts = askRows(engine, 20);
    await clock.drain();
    expect(source.lookups.length).toBeGreaterThan(20);
    expect(texts).toHaveLength(20);
    expect(texts).not.toContain('held');
  });
});

describe('values that were announced', () => {
  it('are held as a whole, however slowly the host hands them over', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    engine.spending.expect(600);
    for (let group = 0; group < 25; group += 1) {
      await clock.advance(700);
      askRows(engine, 24, group * 24);
    }
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    expect(engine.spending.held()).toMatchObject({ calls: 600, values: 600 });
  });

  it('go as soon as all have come, those included that take no call of their own', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    askRows(engine, 100);
    await clock.drain();
    await clock.advance(1_000);
    engine.spending.expect(450);
    askRows(engine, 50, 500);
    await clock.advance(900);
    // Known, and the same question twice.
    askRows(engine, 100);
    askRows(engine, 150, 550);
    askRows(engine, 150, 550);
    expect(source.lookups).toHaveLength(100);
    await clock.advance(200);
    expect(source.lookups.length).toBeGreaterThan(100);
    await clock.drain();
    expect(source.lookups).toHaveLength(300);
  });

  it('are not waited for beyond the time that cells have', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    engine.spending.expect(600);
    for (let row = 0; source.lookups.length === 0; row += 1) {
      askRows(engine, 1, row);
      await clock.advance(500);
      expect(clock.elapsed()).toBeLessThan(21_000);
    }
  });

  it('and do not come are waited for six seconds, once', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    engine.spending.expect(600);
    await clock.advance(10_000);
    askRows(engine, 3);
    // Time passes once, though two kinds of calls wait.
    void engine.ask({ kind: 'score', place: attribute(0, '').place, model: 'm' });
    await clock.advance(5_850);
    expect(source.lookups).toHaveLength(0);
    await clock.advance(200);
    expect(source.lookups).toHaveLength(3);
    await clock.drain();
    askRows(engine, 3, 10);
    await clock.advance(30);
    expect(source.lookups).toHaveLength(6);
  });

  it('and few, or withdrawn, are not waited for', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    engine.spending.expect(240);
    engine.spending.expect(600)();
    askRows(engine, 3);
    await clock.advance(30);
    expect(source.lookups).toHaveLength(3);
    await clock.drain();
    engine.spending.expect(240);
    askRows(engine, 3, 10);
    await clock.advance(30);
    expect(source.lookups).toHaveLength(6);
  });

  it('are not waited for where a person has approved them', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve();
    engine.spending.expect(30);
    askRows(engine, 1);
    await clock.advance(30);
    expect(source.lookups).toHaveLength(1);
  });
});

describe('what was known already', () => {
  it('is counted with the burst that is held, wherever it was known', async () => {
    const { clock, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 15);
    await clock.drain();
    await clock.advance(1_000);
    for (let row = 0; row < 60; row += 1) {
      if (engine.peek(attribute(row, 'a')) === undefined) askRows(engine, 1, row);
    }
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 45, known: 15 });
    // A later calculation of known cells is none of its business.
    await clock.advance(1_000);
    engine.peek(attribute(0, 'a'));
    expect(engine.spending.held()).toMatchObject({ known: 15 });
  });

  it('on the device counts too', async () => {
    const store = createMemoryStore({ clock: { now: () => Date.UTC(2026, 10, 21, 6) } });
    const tiers = [{ origin: 'device' as const, store, isWritable: true }];
    const before = limited({}, { tiers });
    askRows(before.engine, 10);
    await before.clock.drain();
    const { clock, engine } = limited({ approvalThreshold: 20 }, { tiers });
    askRows(engine, 40);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 30, known: 10 });
  });

  it('long before is not counted', async () => {
    const { clock, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 15);
    await clock.drain();
    engine.peek(attribute(0, 'a'));
    await clock.advance(60_000);
    askRows(engine, 30, 100);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 30, known: 0 });
  });
});

describe('approving some of what is held', () => {
  it('lets exactly so many calls leave, even where the rest alone would have gone unasked', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 25);
    await clock.drain();
    engine.spending.approve(10);
    expect(engine.spending.held()).toBeUndefined();
    for (let group = 0; group < 5; group += 1) {
      askRows(engine, 5, group * 5);
      await clock.advance(200);
    }
    await clock.drain();
    expect(source.lookups).toHaveLength(10);
    expect(engine.spending.held()).toMatchObject({ calls: 15, reason: 'held' });
    askRows(engine, 25);
    await clock.drain();
    expect(source.lookups).toHaveLength(10);
    engine.spending.approve();
    askRows(engine, 25);
    await clock.drain();
    expect(source.lookups).toHaveLength(25);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('is not used up by calls that cost nothing', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    let throttled = 3;
    const good = source.onLookup;
    source.onLookup = (call) =>
      throttled-- > 0 ? { kind: 'failed', code: 'throttled', status: 429 } : good(call);
    engine.spending.approve(10);
    const texts = askRows(engine, 30);
    await clock.drain();
    expect(texts.filter((text) => typeof text === 'number')).toHaveLength(10);
    expect(source.lookups).toHaveLength(13);
    expect(engine.activity.snapshot()).toMatchObject({ callsSpent: 10 });
  });

  it('stays good until its cells have been asked, however long a host takes', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve();
    askRows(engine, 5);
    await clock.drain();
    // A person still types in a cell: the host cannot calculate the others before that is over.
    await clock.advance(3_600_000);
    askRows(engine, 25, 5);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('is for its own cells, and not for others that come meanwhile', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve();
    askRows(engine, 5);
    const others = askRows(engine, 25, 100);
    await clock.drain();
    expect(source.lookups).toHaveLength(5);
    expect(new Set(others)).toEqual(new Set(['held']));
    expect(engine.spending.held()).toMatchObject({ calls: 25 });
    askRows(engine, 25, 5);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(engine.spending.held()).toMatchObject({ calls: 25 });
  });

  it('is over with its cells: what else comes is measured by the threshold', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve(40);
    askRows(engine, 30);
    await clock.drain();
    await clock.advance(1000);
    askRows(engine, 25, 100);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(engine.spending.held()).toMatchObject({ calls: 25 });
  });

  it.each([Number.NaN, -5, 0, 0.9])('by %s calls lets none leave', async (calls) => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve(calls);
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    expect(engine.spending.held()).toMatchObject({ calls: 30 });
  });
});

describe('approving all of it', () => {
  it('leaves the threshold to what comes after', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve();
    askRows(engine, 30);
    await clock.advance(100);
    askRows(engine, 19, 50);
    // Another name of a place that was approved.
    void engine.ask(attribute(0, 'b'));
    await clock.drain();
    expect(source.lookups).toHaveLength(50);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('is told to whoever watches, as refusing is', async () => {
    const { clock, engine } = limited({ approvalThreshold: 20 });
    const seen: (number | undefined)[] = [];
    engine.activity.subscribe(() => seen.push(engine.spending.held()?.calls));
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve();
    await clock.drain();
    askRows(engine, 60, 100);
    await clock.drain();
    engine.spending.refuse();
    await clock.drain();
    expect(seen).toContain(30);
    expect(seen.at(-1)).toBeUndefined();
  });
});

describe('while something is held', () => {
  it('whatever needs a call is held with it', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    await clock.advance(60_000);
    const late = askRows(engine, 1, 99);
    await clock.drain();
    expect(late).toEqual(['held']);
    expect(source.lookups).toHaveLength(0);
    expect(engine.spending.held()).toMatchObject({ calls: 31 });
  });

  it('a higher threshold that has room for it lets it go, a lower one does not', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.setLimits({ approvalThreshold: 29, dailyBudget: NONE });
    expect(engine.spending.held()).toMatchObject({ calls: 30 });
    engine.spending.setLimits({ approvalThreshold: 30, dailyBudget: NONE });
    expect(engine.spending.held()).toBeUndefined();
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
  });

  it('stays when limits are set that are no higher, though it alone would be below them', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 15);
    await clock.drain();
    askRows(engine, 10, 100);
    await clock.drain();
    // As when a person changes another setting.
    engine.spending.setLimits({ approvalThreshold: 20, dailyBudget: NONE });
    engine.spending.setLimits({ approvalThreshold: 12, dailyBudget: NONE });
    expect(engine.spending.held()).toMatchObject({ calls: 10, reason: 'held' });
    askRows(engine, 10, 100);
    await clock.drain();
    expect(source.lookups).toHaveLength(15);
  });

  it('a change of the limits leaves an approval as it is', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    askRows(engine, 30);
    await clock.drain();
    engine.spending.approve();
    engine.spending.setLimits({ approvalThreshold: 20, dailyBudget: NONE });
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
  });
});

describe('what is over the budget', () => {
  it('goes when the budget is raised, as far as it was', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 10 });
    askRows(engine, 20);
    await clock.drain();
    engine.spending.setLimits({ approvalThreshold: NONE, dailyBudget: 15 });
    expect(engine.spending.held()).toMatchObject({ calls: 10 });
    askRows(engine, 20);
    await clock.drain();
    expect(source.lookups).toHaveLength(15);
    expect(engine.spending.held()).toMatchObject({ calls: 5, reason: 'over-budget' });
    engine.spending.setLimits({ approvalThreshold: NONE, dailyBudget: NONE });
    expect(engine.spending.held()).toBeUndefined();
  });

  it('is so for what others spent today, and not for what they spent before', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 10 });
    engine.spending.spentElsewhere({ day: '2026-11-20', calls: 9 });
    askRows(engine, 3);
    await clock.drain();
    expect(source.lookups).toHaveLength(3);
    engine.spending.spentElsewhere({ day: '2026-11-21', calls: 5 });
    askRows(engine, 10, 10);
    await clock.drain();
    expect(source.lookups).toHaveLength(5);
    expect(engine.spending.spentToday()).toEqual({ day: '2026-11-21', calls: 5 });
  });

  it('counts many names of a place by its calls, and takes them out one by one', async () => {
    const { clock, engine } = limited({ dailyBudget: 1 });
    askRows(engine, 1, 7);
    await clock.drain();
    for (const name of names(60)) void engine.ask(attribute(1, name));
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 2, values: 60 });
    engine.pause();
    for (const name of names(20)) void engine.ask(attribute(1, name));
    await clock.advance(100);
    expect(engine.spending.held()).toMatchObject({ calls: 1, values: 40 });
    engine.goOn();
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 2, values: 60 });
  });
});

describe('what was spent', () => {
  it('is told by the activity: calls that may be charged, and values received once each', async () => {
    const { clock, source, engine } = setUp();
    let calls = 0;
    const good = source.onLookup;
    source.onLookup = (call) => {
      calls += 1;
      if (calls === 1) return { kind: 'failed', code: 'throttled', status: 429 };
      if (calls === 2) return { kind: 'failed', code: 'service-failed', status: 500 };
      return good(call);
    };
    for (const name of names(3)) {
      void engine.ask(attribute(1, name));
      void engine.ask(attribute(1, name));
    }
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({
      callsMade: 3,
      callsSpent: 2,
      valuesReceived: 3,
      done: 6,
    });
  });
});

describe('below the threshold, again and again', () => {
  it('is held once it comes to more within a quarter of an hour', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    for (let wave = 0; wave < 50; wave += 1) {
      askRows(engine, 100, wave * 100);
      await clock.advance(8000);
    }
    await clock.drain();
    expect(source.lookups).toHaveLength(500);
    expect(engine.spending.held()).toMatchObject({ calls: 4500, reason: 'held' });
  });

  it('goes where it is slow enough, or a person has had a say in it', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 20 });
    for (let wave = 0; wave < 10; wave += 1) {
      askRows(engine, 10, wave * 10);
      await clock.advance(9 * 60_000);
    }
    expect(source.lookups).toHaveLength(100);
    askRows(engine, 11, 200);
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 11 });
    engine.spending.refuse();
    askRows(engine, 20, 300);
    await clock.drain();
    expect(source.lookups).toHaveLength(120);
  });
});

describe('while Locus is to ask first', () => {
  it('a single call is held, and goes once a person approves it', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    engine.spending.askFirst('unchanged');
    askRows(engine, 3);
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    const plan = { calls: 3, values: 3, known: 0, reason: 'held', first: 'unchanged' };
    expect(engine.spending.held()).toEqual(plan);
    engine.spending.setLimits({ approvalThreshold: NONE, dailyBudget: NONE });
    expect(engine.spending.held()).toEqual(plan);
    engine.spending.approve();
    askRows(engine, 4);
    await clock.drain();
    expect(source.lookups).toHaveLength(4);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('what is asked after a person has acted goes at once, unless something is held', async () => {
    const { clock, source, engine } = limited({ approvalThreshold: 500 });
    engine.spending.askFirst('unchanged');
    engine.spending.askFirst(undefined);
    askRows(engine, 2);
    await clock.drain();
    expect(source.lookups).toHaveLength(2);
    engine.spending.askFirst('unchanged');
    askRows(engine, 1, 10);
    await clock.drain();
    engine.spending.askFirst(undefined);
    askRows(engine, 1, 20);
    await clock.drain();
    expect(source.lookups).toHaveLength(2);
    expect(engine.spending.held()).toMatchObject({ calls: 2, first: 'unchanged' });
  });
});
