import { createHeldCalls } from '../../../src/addin/start/join-pane';
import { followLimits, limitsOf } from '../../../src/addin/start/spending';
import {
  createCellRegister,
  type Problems,
  type StaleValues,
} from '../../../src/addin/functions/problems';
import type { Recalculation } from '../../../src/addin/spreadsheet/host';
import { createPreferenceStore } from '../../../src/addin/device/preferences';
import { attribute, setUp, shown } from '../../engine/lookup/engine-setup';
import { createFakeStorage } from '../device/fake-storage';

/** A column of cells, each of which asks for one value and reports how it went. */
function createColumn(threshold: number, dailyBudget: number | null = null) {
  const preferences = createPreferenceStore(createFakeStorage());
  preferences.save({ approvalThreshold: threshold, dailyBudget });
  const { clock, source, engine } = setUp({ limits: limitsOf(preferences.current()) });
  const problems: Problems = createCellRegister();
  const staleValues: StaleValues = createCellRegister();
  const renewedOn: string[] = [];
  const renewals = { goOn: (addresses: readonly string[]) => void renewedOn.push(...addresses) };
  const values = new Map<string, string | number>();
  const recalculated: string[][] = [];
  const gone = new Set<string>();

  function calculate(address: string): void {
    void engine.ask(attribute(Number(address.slice('Sheet1!A'.length)), 'a')).then((outcome) => {
      const text = shown(outcome);
      values.set(address, text);
      const failed = outcome.kind === 'refused' || outcome.kind === 'failed';
      const { code } = failed ? outcome.error : { code: 'held' as const };
      problems.report(address, failed ? [{ code, message: code, count: 1 }] : []);
    });
  }

  const cells = {
    recalculate: (addresses: readonly string[]): Promise<Recalculation> => {
      recalculated.push([...addresses]);
      const failures = addresses.filter((address) => gone.has(address));
      for (const address of addresses) if (!gone.has(address)) calculate(address);
      return Promise.resolve({
        count: addresses.length - failures.length,
        failures: failures.length === 0 ? [] : [{ message: 'gone', addresses: failures }],
      });
    },
  };
  const parts = { engine, problems, staleValues, renewals, cells };
  followLimits({ ...parts, preferences });
  const held = createHeldCalls({ ...parts, renewing: { remove: () => undefined } });
  const rows = (count: number) => Array.from({ length: count }, (_, row) => `Sheet1!A${row + 1}`);
  const fill = async (count: number) => {
    rows(count).forEach(calculate);
    await clock.drain();
  };
  const column = { clock, source, problems, preferences, values, recalculated, gone };
  return { ...column, held, rows, fill, staleValues, renewedOn };
}

describe('held calls', () => {
  it('are told with what they cost, as the same object until that changes', async () => {
    const { held, fill, source } = createColumn(20);
    expect(held.current()).toBeUndefined();
    await fill(60);
    expect(held.current()).toEqual({ calls: 60, values: 60, known: 0, reason: 'held' });
    expect(held.current()).toBe(held.current());
    expect(source.lookups).toHaveLength(0);
  });

  it('go when approved, also for cells that show an old value in their place', async () => {
    const { held, fill, recalculated, staleValues, renewedOn } = createColumn(20);
    await fill(21);
    staleValues.report('Sheet1!B1', [{ count: 1, oldestAt: 0, code: 'over-budget' }]);
    staleValues.report('Sheet1!B2', [{ count: 1, oldestAt: 0, code: 'offline' }]);
    await held.approve();
    expect(renewedOn).toEqual(['Sheet1!B1']);
    expect(recalculated.flat()).toContain('Sheet1!B1');
    expect(recalculated.flat()).not.toContain('Sheet1!B2');
  });

  it('go when approved, and just their cells are calculated again', async () => {
    const { held, fill, values, problems, recalculated, rows, clock } = createColumn(20);
    problems.report('Sheet1!B1', [{ code: 'no-value', message: 'None here.', count: 1 }]);
    await fill(60);
    await held.approve();
    await clock.drain();
    expect(recalculated).toEqual([rows(60)]);
    expect([...values.values()].every((value) => typeof value === 'number')).toBe(true);
    expect(problems.list()).toMatchObject([{ address: 'Sheet1!B1' }]);
    expect(held.current()).toBeUndefined();
  });

  it('go as many as were approved, the rest is held again', async () => {
    const { held, fill, source, problems, clock } = createColumn(20);
    await fill(60);
    await held.approve(25);
    await clock.drain();
    expect(source.lookups).toHaveLength(25);
    expect(held.current()).toMatchObject({ calls: 35 });
    expect(problems.list()).toHaveLength(35);
    await held.approve();
    await clock.drain();
    expect(source.lookups).toHaveLength(60);
    expect(problems.list()).toEqual([]);
  });

  it('are dropped when refused, and their cells still say so', async () => {
    const { held, fill, values, problems, source, clock } = createColumn(20);
    await fill(60);
    held.refuse();
    await clock.drain();
    expect(held.current()).toBeUndefined();
    expect(new Set(values.values())).toEqual(new Set(['held']));
    expect(problems.list()).toHaveLength(60);
    expect(source.lookups).toHaveLength(0);
  });

  it('go by themselves when the threshold is raised above them, or the budget', async () => {
    const column = createColumn(20);
    await column.fill(60);
    column.preferences.save({ approvalThreshold: 50 });
    expect(column.recalculated).toEqual([]);
    column.preferences.save({ approvalThreshold: 60 });
    await column.clock.drain();
    expect(column.source.lookups).toHaveLength(60);

    const budgeted = createColumn(500, 10);
    await budgeted.fill(15);
    expect(budgeted.held.current()).toMatchObject({ calls: 5, reason: 'over-budget' });
    budgeted.preferences.save({ dailyBudget: null });
    await budgeted.clock.drain();
    expect(budgeted.source.lookups).toHaveLength(15);
  });

  it('leave a cell that could not be asked among the problems', async () => {
    const { held, fill, gone, problems, clock } = createColumn(20);
    await fill(30);
    gone.add('Sheet1!A7');
    const result = await held.approve();
    await clock.drain();
    expect(result.failures).toHaveLength(1);
    expect(problems.list()).toMatchObject([{ address: 'Sheet1!A7', code: 'held' }]);
  });

  it('tell whoever watches when they come and when they go', async () => {
    const { held, fill, clock } = createColumn(20);
    const seen: (number | undefined)[] = [];
    held.subscribe(() => seen.push(held.current()?.calls));
    await fill(30);
    held.refuse();
    await clock.drain();
    expect(seen).toContain(30);
    expect(seen.at(-1)).toBeUndefined();
  });
});
