import { keptLabels } from '../../src/workbench/kept-workbooks';

const NOON = new Date(2026, 10, 24, 12, 0, 5).getTime();
const kept = (name: string, at: number) => ({ id: `${name} ${at}`, name, at });

describe('the labels of kept workbooks', () => {
  it('are name and time', () => {
    const [label] = keptLabels([kept('Stores', NOON)]);
    expect(label).toMatch(/^Stores, .*12:00/);
    expect(label).not.toContain('12:00:05');
  });

  it('tell those apart that were kept in the same minute', () => {
    const labels = keptLabels([
      kept('Sample workbook', NOON + 9_000),
      kept('Sample workbook', NOON),
      kept('Stores', NOON),
    ]);
    expect(labels[0]).toContain('12:00:14');
    expect(labels[1]).toContain('12:00:05');
    expect(labels[2]).not.toContain('12:00:05');
  });

  it('are all different, whatever was kept when', () => {
    const workbooks = [NOON, NOON, NOON].map((at) => kept('Stores', at));
    const labels = keptLabels(workbooks);
    expect(new Set(labels).size).toBe(3);
    expect(labels[1]).toBe(`${String(labels[0])} (2)`);
  });
});
