import type { Outcome } from '../../../src/engine/lookup';
import { found } from './fake-engine';
import { pause, setUp } from './formulas-setup';

const CHANGING =
  '#N/A Its arguments change with every calculation: use fixed values, or retry in the Locus pane.';
const HELD: Outcome = { kind: 'refused', error: { code: 'held' } };

describe('a formula that asks for something else at each calculation', () => {
  async function calculate(
    set: ReturnType<typeof setUp>,
    names: string,
    outcome: Outcome = found(1),
  ): Promise<unknown> {
    const { result } = set.type('S!A1', names);
    await pause();
    set.engine.settleAll(outcome);
    const rows = await result;
    return rows[0]?.[0];
  }

  async function spend(set: ReturnType<typeof setUp>, times: number, from = 0): Promise<unknown> {
    let shown: unknown;
    for (let time = from; time < from + times; time += 1) shown = await calculate(set, `n_${time}`);
    return shown;
  }

  it('is held after twenty changes, and named among the problems', async () => {
    const set = setUp();
    expect(await spend(set, 20)).toBe(1);
    expect(await spend(set, 30, 20)).toBe(CHANGING);
    expect(set.engine.asked).toHaveLength(20);
    expect(set.problems.list()).toMatchObject([{ address: 'S!A1', code: 'held', count: 1 }]);
  });

  it('is asked again when a person says so, and held again', async () => {
    const set = setUp();
    await spend(set, 25);
    set.problems.forget(['S!A1']);
    expect(await spend(set, 1, 100)).toBe(1);
    expect(await spend(set, 60, 101)).toBe(CHANGING);
    expect(set.engine.asked).toHaveLength(40);
  });

  it('is counted anew once another workbook is open, whose cells have the same addresses', async () => {
    let opened = (): void => {};
    const set = setUp({ subscribeOpened: (listener) => (opened = listener) });
    await spend(set, 15);
    opened();
    expect(await spend(set, 15, 15)).toBe(1);
    expect(set.engine.asked).toHaveLength(30);
  });

  it('is not held if it asks for the same again, or changes slowly', async () => {
    const set = setUp();
    for (let time = 0; time < 50; time += 1) expect(await calculate(set, 'a')).toBe(1);
    for (let time = 0; time < 50; time += 1) {
      expect(await calculate(set, `b_${time}`)).toBe(1);
      await set.clock.advance(60_000);
    }
  });

  it('is not meant where a list grows', async () => {
    const set = setUp();
    const names: string[] = [];
    for (let time = 0; time < 40; time += 1) {
      names.push(`n_${time}`);
      expect(await calculate(set, names.join(','))).toBe(1);
      set.engine.known.set(`n_${time}`, found(1));
    }
    expect(set.problems.list()).toEqual([]);
  });

  it('shows what is known without being asked, and stays held after that', async () => {
    const set = setUp();
    await spend(set, 30);
    set.engine.known.set('known', found(7));
    expect(await calculate(set, 'known')).toBe(7);
    expect(set.problems.list()).toEqual([]);
    expect(await spend(set, 30, 100)).toBe(CHANGING);
    expect(set.engine.asked).toHaveLength(20);
    expect(set.problems.list()).toMatchObject([{ address: 'S!A1', code: 'held' }]);
  });

  it('is named as the reason if it is held for the number of its calls', async () => {
    const set = setUp();
    expect(await calculate(set, 'a', HELD)).toContain('#N/A Needs your approval');
    for (const name of ['b', 'c']) await calculate(set, name, HELD);
    expect(await calculate(set, 'd', HELD)).toBe(CHANGING);
  });

  it('does not hold the others', async () => {
    const set = setUp();
    await spend(set, 30);
    const { result } = set.type('S!B1', 'other');
    await pause();
    set.engine.settleAll(found(2));
    await expect(result).resolves.toEqual([[2]]);
  });
});

test('of very many formulas the oldest are forgotten', async () => {
  const set = setUp();
  for (let time = 0; time < 30; time += 1) {
    for (const cell of ['S!A1', ...Array.from({ length: 2001 }, (_, row) => `S!B${row}`)]) {
      set.type(cell, `n_${time}`);
    }
    await set.clock.drain();
    set.engine.settleAll(found(1));
  }
  expect(set.problems.list()).toEqual([]);
});
