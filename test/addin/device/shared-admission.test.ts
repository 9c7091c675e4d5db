import * as fc from 'fast-check';

import { createSharedAdmission } from '../../../src/addin/device/shared-admission';
import { createEngine } from '../../../src/engine/lookup';
import type { Clock, SpendingLimits, SpentCalls } from '../../../src/engine/lookup';
import { attribute, ended } from '../../engine/lookup/engine-setup';
import { HandClock } from '../../engine/lookup/hand-clock';
import { RecordingSource } from '../../engine/lookup/recording-source';
import { FakeSharedRecords } from './fake-shared-record';

const NONE = Number.POSITIVE_INFINITY;

/** Windows of one device, each with an engine, which spend from one budget. */
class Windows {
  readonly clock = new HandClock();
  readonly records = new FakeSharedRecords();
  readonly limits: SpendingLimits;
  atLeast: SpentCalls | undefined;

  constructor(limits: Partial<SpendingLimits> = {}) {
    this.limits = { dailyBudget: NONE, approvalThreshold: NONE, ...limits };
  }

  open(latencyMs = 50, delayMs: () => number = () => 1) {
    const living = { is: true };
    const { clock } = this;
    const own: Clock = {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      today: () => clock.today(),
      schedule: (ms, run) => clock.schedule(ms, () => living.is && run()),
    };
    const source = new RecordingSource(clock);
    source.latencyMs = latencyMs;
    const record = this.records.open(own, delayMs);
    const admission = createSharedAdmission({
      record,
      clock: own,
      limits: () => this.limits,
      atLeast: () => this.atLeast,
    });
    const { limits } = this;
    const engine = createEngine({ source, clock: own, random: () => 0.5, limits, admission });
    const ask = (from: number, count: number) =>
      Array.from({ length: count }, (_, row) => engine.ask(attribute(from + row, 'a')));
    return { engine, source, admission, record, ask, die: () => (living.is = false) };
  }
}

const callsOf = (windows: readonly { source: RecordingSource }[]): number =>
  windows.reduce((sum, { source }) => sum + source.lookups.length, 0);

describe('the budget of a device', () => {
  it.each(
    [1, 2, 5].flatMap((others) =>
      [5, 20, 300].flatMap((latency) =>
        [0, 1, 40].map((delay) => [others, latency, delay] as const),
      ),
    ),
  )(
    'that one window has half spent is spent by %i others to the call, at %i ms a call and %i ms a transaction',
    async (others, latency, delay) => {
      const device = new Windows({ dailyBudget: 100 });
      const first = device.open(latency, () => delay);
      const asked = first.ask(0, 50);
      await device.clock.drain();
      expect(await ended(asked)).not.toContain('over-budget');
      const rest = Array.from({ length: others }, () => device.open(latency, () => delay));
      const cells = rest.flatMap(({ ask }, index) => ask(1000 * (index + 1), 400));
      await device.clock.drain();
      const values = await ended(cells);
      expect(callsOf([first, ...rest])).toBe(100);
      expect(values.filter((value) => value === 'over-budget')).toHaveLength(400 * others - 50);
    },
  );

  it('counts what was spent before this version kept a record', async () => {
    const device = new Windows({ dailyBudget: 10 });
    device.atLeast = { day: device.clock.today(), calls: 7 };
    const window = device.open();
    void window.ask(0, 20);
    await device.clock.drain();
    expect(window.source.lookups).toHaveLength(3);
  });

  it('has room again for calls that cost nothing', async () => {
    const device = new Windows({ dailyBudget: 10 });
    const [one, two] = [device.open(), device.open()];
    one.source.onLookup = () => ({ kind: 'failed', code: 'key-refused', status: 401 });
    void one.ask(0, 10);
    await device.clock.drain();
    void two.ask(100, 20);
    await device.clock.drain();
    expect(two.source.lookups).toHaveLength(10);
  });

  it('is whole again tomorrow', async () => {
    const device = new Windows({ dailyBudget: 10 });
    const [one, two] = [device.open(), device.open()];
    void one.ask(0, 20);
    await device.clock.drain();
    device.clock.jump(86_400_000);
    void two.ask(100, 20);
    await device.clock.drain();
    expect(callsOf([one, two])).toBe(20);
  });

  it('keeps what a window reserved that has died, and spends the rest to the call', async () => {
    for (let diesAt = 0; diesAt < 130; diesAt += 7) {
      const device = new Windows({ dailyBudget: 60 });
      const [one, two] = [device.open(20, () => 3), device.open(20, () => 3)];
      void one.ask(0, 40);
      void two.ask(1000, 400);
      await device.clock.advance(diesAt);
      one.die();
      await device.clock.drain();
      const lost = 60 - callsOf([one, two]);
      expect(lost).toBeGreaterThanOrEqual(0);
      // Twice the slots: the calls about to leave, and those reserved ahead.
      expect(lost).toBeLessThanOrEqual(12);
    }
  });

  it('gives back what was reserved ahead for cells that were withdrawn', async () => {
    const device = new Windows({ dailyBudget: 30 });
    const [one, two] = [device.open(500), device.open()];
    void one.ask(0, 25);
    await device.clock.advance(200);
    one.engine.cancelWaiting();
    await device.clock.drain();
    void two.ask(1000, 400);
    await device.clock.drain();
    expect(callsOf([one, two])).toBe(30);
  });

  it('is each window’s own where the device keeps no record, and is booked when it does', async () => {
    const device = new Windows({ dailyBudget: 10 });
    const [one, two] = [device.open(), device.open()];
    one.record.isDenied = true;
    void one.ask(0, 20);
    await device.clock.drain();
    expect(one.source.lookups).toHaveLength(10);
    expect(one.admission.isAlone).toBe(true);
    one.record.isDenied = false;
    const releasing = one.admission.release();
    await device.clock.drain();
    await releasing;
    expect(one.admission.isAlone).toBe(false);
    void two.ask(1000, 20);
    await device.clock.drain();
    expect(two.source.lookups).toHaveLength(0);
  });

  it('counts once what a window spent without a record, though the ledger counts it too', async () => {
    const device = new Windows({ dailyBudget: 30 });
    const window = device.open();
    window.record.isDenied = true;
    void window.ask(0, 10);
    await device.clock.drain();
    device.atLeast = { day: device.clock.today(), calls: 10 };
    window.record.isDenied = false;
    void window.ask(100, 10);
    await device.clock.drain();
    const other = device.open();
    void other.ask(1000, 20);
    await device.clock.drain();
    expect(callsOf([window, other])).toBe(30);
  });

  it('is forgotten with everything else; earlier reservations give nothing back', async () => {
    const device = new Windows({ dailyBudget: 10 });
    const [one, two] = [device.open(), device.open()];
    one.source.onLookup = () => ({ kind: 'failed', code: 'key-refused', status: 401 });
    void one.ask(0, 4);
    await device.clock.advance(60);
    const forgetting = two.admission.forget();
    await device.clock.drain();
    await forgetting;
    expect(device.records.record).toMatchObject({ calls: 0 });
    void two.ask(1000, 20);
    await device.clock.drain();
    expect(two.source.lookups).toHaveLength(10);
  });

  it('takes a transaction for several calls', async () => {
    const device = new Windows({ dailyBudget: 1000 });
    const window = device.open();
    void window.ask(0, 600);
    await device.clock.drain();
    expect(window.source.lookups).toHaveLength(600);
    expect(device.records.updates).toBeLessThan(200);
  });

  it('takes none if there is no limit', async () => {
    const device = new Windows();
    const window = device.open();
    void window.ask(0, 60);
    await device.clock.drain();
    expect(window.source.lookups).toHaveLength(60);
    expect(device.records.updates).toBe(1);
  });
});

describe('the approval threshold of a device', () => {
  it('counts what all windows have asked', async () => {
    const device = new Windows({ approvalThreshold: 100 });
    const windows = Array.from({ length: 5 }, () => device.open());
    const cells = windows.flatMap(({ ask }, index) => ask(1000 * index, 60));
    await device.clock.drain();
    const values = await ended(cells);
    const held = values.filter((value) => value === 'held').length;
    expect(callsOf(windows)).toBeLessThanOrEqual(100);
    expect(callsOf(windows) + held).toBe(300);
    const plans = windows.map(({ engine }) => engine.spending.held()?.calls ?? 0);
    expect(plans.reduce((sum, calls) => sum + calls, 0)).toBe(held);
  });

  it('is passed by what a person approves in one window, for the cells of that window', async () => {
    const device = new Windows({ approvalThreshold: 20 });
    const [one, two] = [device.open(), device.open()];
    void one.ask(0, 30);
    void two.ask(100, 30);
    await device.clock.drain();
    expect(callsOf([one, two])).toBe(0);
    one.engine.spending.approve();
    void one.ask(0, 30);
    void two.ask(100, 30);
    await device.clock.drain();
    expect([one.source.lookups.length, two.source.lookups.length]).toEqual([30, 0]);
  });

  it('has room again after a quarter of an hour', async () => {
    const device = new Windows({ approvalThreshold: 20 });
    const [one, two] = [device.open(), device.open()];
    void one.ask(0, 20);
    await device.clock.drain();
    void two.ask(100, 1);
    await device.clock.drain();
    expect(callsOf([one, two])).toBe(20);
    two.engine.spending.refuse();
    await device.clock.advance(16 * 60_000);
    void two.ask(100, 20);
    await device.clock.drain();
    expect(callsOf([one, two])).toBe(40);
  });
});

it('never passes the budget and never leaves any of it, in whatever order windows ask', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          calls: fc.integer({ min: 1, max: 40 }),
          at: fc.nat(300),
          latency: fc.integer({ min: 1, max: 120 }),
          delays: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
          failing: fc.constantFrom('none', 'throttled', 'service-failed'),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      fc.nat(60),
      async (plans, budget) => {
        const device = new Windows({ dailyBudget: budget });
        let spent = 0;
        const windows = plans.map(({ calls, at, latency, delays, failing }, index) => {
          let turn = 0;
          const window = device.open(latency, () => delays[turn++ % delays.length] ?? 0);
          const answer = window.source.onLookup;
          let call = 0;
          window.source.onLookup = (asked) => {
            call += 1;
            if (failing !== 'none' && call % 3 === 0) {
              if (failing === 'service-failed') spent += 1;
              return { kind: 'failed', code: failing, status: failing === 'throttled' ? 429 : 500 };
            }
            spent += 1;
            return answer(asked);
          };
          device.clock.schedule(at, () => window.ask(1000 * index, calls));
          return window;
        });
        await device.clock.drain();
        expect(spent).toBeLessThanOrEqual(budget);
        const wanted = plans.reduce((sum, { calls }) => sum + calls, 0);
        if (wanted >= budget && plans.every(({ failing }) => failing === 'none')) {
          expect(callsOf(windows)).toBe(budget);
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('what a person decides', () => {
  it('begins the count for the threshold anew in every window', async () => {
    const device = new Windows({ approvalThreshold: 50 });
    const [one, other] = [device.open(), device.open()];
    const before = [...one.ask(0, 40), ...other.ask(100, 5)];
    await device.clock.drain();
    const held = one.ask(1000, 20);
    await device.clock.drain();
    expect(await ended(held)).toEqual(Array(20).fill('held'));
    one.engine.spending.approve();
    const approved = one.ask(1000, 20);
    await device.clock.drain();
    const after = other.ask(2000, 45);
    await device.clock.drain();
    const told = await ended([...before, ...approved, ...after]);
    expect(told.every((value) => typeof value === 'number')).toBe(true);
    const more = other.ask(3000, 6);
    await device.clock.drain();
    expect(await ended(more)).toEqual(Array(6).fill('held'));
  });

  it('counts although the device kept no record at that moment', async () => {
    const device = new Windows({ approvalThreshold: 50 });
    const window = device.open();
    void window.ask(0, 40);
    await device.clock.drain();
    void window.ask(1000, 20);
    await device.clock.drain();
    window.record.isDenied = true;
    window.engine.spending.approve();
    void window.ask(1000, 20);
    await device.clock.drain();
    window.record.isDenied = false;
    const after = window.ask(2000, 45);
    await device.clock.drain();
    expect(await ended(after)).not.toContain('held');
  });
});
