import * as functions from '../../../src/addin/functions/functions';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { provideFunctions } from '../../../src/addin/functions/host-promise';
import { LONGEST_RESULT } from '../../../src/addin/spreadsheet/block-writing';
import { RuledService } from './ruled-service';
import { createTestHost, settled, shownRows } from './test-host';

/** Excel on the web, if it took no more than 100 numbers at once. */
const LONGEST = 2_500;
const TOO_LONG =
  '#VALUE! The result is too large for Excel on the web: use fewer rows or attributes in one formula.';

async function calculate(lats: readonly number[], names: string, longestResult?: number) {
  const service = new RuledService();
  const { host, clock } = createTestHost(
    service,
    longestResult === undefined ? {} : { longestResult },
  );
  provideFunctions(createFormulas(host));
  const result = functions.LOCATTR(
    lats.map((lat) => [lat]),
    [[77]],
    [[names]],
    { address: 'S!A1', functionName: 'LOCATTR' },
  );
  const rows = shownRows(await settled(clock, result));
  return { rows, sent: service.sent, problems: host.problems.list() };
}

function degrees(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 1 + index / 10);
}

describe('a formula whose result a host would not take', () => {
  it('says so before it asks for anything', async () => {
    const { rows, sent, problems } = await calculate(degrees(51), 'a,b', LONGEST);
    expect(rows).toEqual([[TOO_LONG]]);
    expect(sent).toEqual([]);
    expect(problems).toMatchObject([{ address: 'S!A1', count: 1 }]);
  });

  it('is no shorter than it has to be', async () => {
    const { rows, sent } = await calculate(degrees(50), 'a,b', LONGEST);
    expect(rows).toHaveLength(50);
    expect(rows.flat().every(Number.isFinite)).toBe(true);
    expect(sent).toHaveLength(50);
  });

  it('shows the one error that all its cells would show', async () => {
    const { rows, problems } = await calculate(Array(100).fill(95) as number[], 'a', LONGEST);
    expect(rows).toEqual([[expect.stringMatching(/^#VALUE! Latitude 95 is outside/)]]);
    expect(problems).toMatchObject([{ count: 100 }]);
  });

  it('says so where errors beside its values make it too long, and lists them', async () => {
    const lats = [...degrees(60), ...Array.from({ length: 40 }, (_, index) => 95 + index)];
    const { rows, problems } = await calculate(lats, 'a', LONGEST);
    expect(rows).toEqual([[TOO_LONG]]);
    expect(problems.reduce((sum, { count }) => sum + count, 0)).toBe(41);
  });

  it('says so of a few texts that JSON writes twice as long', async () => {
    const { host, clock } = createTestHost(new RuledService(), { longestResult: LONGEST_RESULT });
    const quotes = Array.from({ length: 60 }, () => ['"'.repeat(16_000)]);
    provideFunctions(createFormulas(host));
    const texts = functions.LOCVARS([['a']], quotes, {
      address: 'S!A1',
      functionName: 'LOCVARS',
    });
    const rows = shownRows(await settled(clock, texts));
    expect(rows.length).toBe(1);
    expect(rows).toEqual([[TOO_LONG]]);
  });

  it('has any length in a host that takes it', async () => {
    const { rows } = await calculate(Array(500).fill(95) as number[], 'a');
    expect(rows).toHaveLength(500);
  });
});
