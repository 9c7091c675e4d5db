import fc from 'fast-check';
import { createCancellation, type RunCounts } from '../../../src/engine/lookup';
import { attribute, names, setUp, type Setup } from './engine-setup';
import { valuesFor } from './recording-source';

const VALUES = names(3);

/** A sheet with a place in each row, and a formula in each cell that asks for one of its values. */
function sheet({ engine, clock }: Setup) {
  const cells = new Map<string, ReturnType<typeof createCancellation>>();
  /** Calculates a cell, as a host does: what it asked before is withdrawn. */
  function calculate(row: number, name: string): void {
    const key = `${row} ${name}`;
    const before = cells.get(key);
    const cancellation = createCancellation();
    cells.set(key, cancellation);
    before?.cancel();
    void engine.ask(attribute(row, name), { signal: cancellation.signal });
  }
  return {
    write: (row: number) => VALUES.forEach((name) => calculate(row, name)),
    remove(row: number) {
      for (const name of VALUES) {
        cells.get(`${row} ${name}`)?.cancel();
        cells.delete(`${row} ${name}`);
      }
    },
    /** Calculates everything again, as after an inserted row, which moves the rows below it. */
    wave() {
      for (const key of [...cells.keys()]) {
        const [row, name] = key.split(' ');
        calculate(Number(row), name ?? '');
      }
    },
    run: (): RunCounts => engine.activity.snapshot().run,
    pass: (ms: number) => clock.advance(ms),
  };
}

describe('the values of a run', () => {
  it('are counted once each, however often the sheet calculates', async () => {
    const { write, wave, run, pass } = sheet(setUp());
    for (let row = 0; row < 100; row += 1) write(row);
    for (let round = 0; round < 5; round += 1) {
      await pass(100);
      expect(run().done).toBeLessThan(300);
      wave();
      expect(run()).toMatchObject({ total: 300, failed: 0 });
    }
    write(100);
    wave();
    expect(run().total).toBe(303);
    await pass(60_000);
    expect(run()).toEqual({ total: 303, done: 303, failed: 0 });
    wave();
    expect(run()).toEqual({ total: 303, done: 303, failed: 0 });
  });

  it('are those that Locus has not already', async () => {
    const { write, run, pass } = sheet(setUp());
    write(1);
    await pass(1000);
    write(1);
    write(2);
    expect(run()).toEqual({ total: 3, done: 0, failed: 0 });
  });

  it('fall only by what a person takes away', async () => {
    const given = setUp();
    const { write, remove, run, pass } = sheet(given);
    for (let row = 0; row < 100; row += 1) write(row);
    remove(99);
    expect(run().total).toBe(297);
    await pass(300);
    const { waiting } = given.engine.activity.snapshot();
    given.engine.cancelWaiting();
    await pass(0);
    expect(run().total).toBe(297 - waiting);
  });

  it('have failed, or wait for a person, and are the same ones when they are asked again', async () => {
    const given = setUp({
      maxAttempts: 1,
      limits: { approvalThreshold: 30, dailyBudget: Infinity },
    });
    const { write, wave, run, pass } = sheet(given);
    given.source.onLookup = (call) =>
      call.place.key === attribute(0, '').place.key
        ? { kind: 'failed', code: 'rejected' }
        : valuesFor(call);
    for (let row = 0; row < 20; row += 1) write(row);
    await pass(200);
    for (let row = 20; row < 60; row += 1) write(row);
    await pass(150);
    expect(given.engine.spending.held()?.reason).toBe('held');
    expect(run()).toMatchObject({ total: 180, failed: 0 });
    const left = 180 - run().done;
    given.engine.spending.approve(60);
    wave();
    expect(run().total).toBe(left);
    for (let round = 0; round < 5; round += 1) {
      await pass(100);
      wave();
      expect(run().total).toBe(left);
    }
    await pass(60_000);
    expect(run()).toEqual({ total: left, done: left - 3, failed: 3 });
  });

  it('keep their number while old answers stand in for them', async () => {
    const day = 86_400_000;
    const given = setUp({ maxAttempts: 1, freshMs: day });
    const { write, wave, run, pass } = sheet(given);
    for (let row = 0; row < 40; row += 1) write(row);
    await pass(2 * day);
    given.source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    wave();
    await pass(200);
    expect(run().done).toBeGreaterThan(0);
    wave();
    expect(run().total).toBe(120);
  });

  it('change by nothing but what people do, whatever the moment', async () => {
    const act = fc.record({
      ms: fc.nat({ max: 400 }),
      what: fc.constantFrom('wave', 'write', 'remove'),
      row: fc.nat({ max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const given = setUp({ startConcurrency: 1, maxConcurrency: 1 });
        const { write, remove, wave, run, pass } = sheet(given);
        // Enough to be busy until the last act.
        for (let row = 100; row < 300; row += 1) write(row);
        for (const { ms, what, row } of acts) {
          const before = run();
          await pass(ms);
          expect(run().total).toBe(before.total);
          expect(run().done).toBeGreaterThanOrEqual(before.done);
          if (what === 'write') write(row);
          else if (what === 'remove') remove(row);
          else {
            const { total } = run();
            wave();
            expect(run().total).toBe(total);
          }
          const { total, done, failed } = run();
          expect(done + failed).toBeLessThanOrEqual(total);
        }
      }),
      { numRuns: 30 },
    );
  });
});
