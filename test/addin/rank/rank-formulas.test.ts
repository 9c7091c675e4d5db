import fc from 'fast-check';

import {
  rankFormulas,
  settingsCells,
  settingsLook,
  type RankedList,
} from '../../../src/addin/rank/rank-formulas';
import { rankRows, type Ranking, type RankOutcome } from '../../../src/addin/rank/ranking-rule';
import type { CellContent } from '../../../src/engine/places/cell';
import { calculated } from './calculated-sheets';

jest.setTimeout(120_000);

const HEADERS = ['Shop', 'Rent', 'Sales', 'Format'];
const SHEET = "Joe's shops";

/** The list in B3, below a title, with its headers in row 3. */
function listOf(rows: readonly unknown[], totals: readonly number[] = []): RankedList {
  return {
    sheet: SHEET,
    address: `'Joe''s shops'!B3:E${3 + rows.length}`,
    headerRow: 2,
    column: 1,
    headers: HEADERS,
    firstRow: 3,
    lastRow: 2 + rows.length,
    totals,
  };
}

/** The scores and ranks that the formulas show, row by row, and the settings beside them. */
async function shown(
  rows: readonly (readonly CellContent[])[],
  ranking: Ranking,
  change: (settings: CellContent[][]) => void = () => undefined,
) {
  const list = listOf(rows);
  const settings = settingsCells(list, ranking).map((line) => [...line]);
  change(settings);
  const sheets = await calculated({
    [SHEET]: [
      ['Our shops'],
      [],
      [null, ...HEADERS, 'Score', 'Rank'],
      ...rows.map((cells, index) => [
        null,
        ...cells,
        ...rankFormulas(list, ranking, 'Rank settings', { row: 3 + index, column: 5 }),
      ]),
    ],
    'Rank settings': settings,
  });
  return {
    outcomes: (sheets[SHEET] ?? []).slice(3).map((line) => line.slice(5)),
    settings: sheets['Rank settings'] ?? [],
  };
}

const SHOPS: CellContent[][] = [
  ['One', 50, 10, 'Mall'],
  ['Two', 60, 15, 'High street'],
  ['Three', 90, 20, 'mall '],
  ['Four', null, 18, 'Mall'],
];
const RENT = { column: 1, weight: 1, better: 'less' } as const;
const SALES = { column: 2, weight: 3, better: 'more' } as const;
const BOTH: Ranking = { criteria: [SALES, RENT], filters: [] };

const asShown = (outcome: RankOutcome): [number | string, number | string] => {
  switch (outcome.kind) {
    case 'ranked':
      return [outcome.score, outcome.rank];
    case 'missing':
      return ['', `No number in ${HEADERS[outcome.column] ?? ''}`];
    case 'targetless':
      return ['', `The best or worst value of ${HEADERS[outcome.column] ?? ''} is not a number`];
    case 'filtered':
      return ['', `Filtered out: ${HEADERS[outcome.column] ?? ''}`];
    case 'weightless':
      return ['', 'No weights'];
  }
};

describe('the formulas of a ranking, in the workbench’s engine', () => {
  it('give a score and a rank, and say why a place has none', async () => {
    const { outcomes, settings } = await shown(SHOPS, BOTH);
    expect(outcomes).toEqual([
      [25, 3],
      [56.25, 2],
      [75, 1],
      ['', 'No number in Rent'],
    ]);
    expect(settings.slice(2, 5)).toEqual([
      ['Column', 'Weight', 'Better', 'Worst value', 'Best value', 'Difference', 'Points'],
      ['Sales', 3, 'more', 10, 20, 10, 75],
      ['Rent', 1, 'less', 90, 50, -40, 25],
    ]);
  });

  it('follow what a person changes in the settings, without Locus', async () => {
    const change = async (cell: [row: number, column: number], value: CellContent) =>
      (
        await shown(SHOPS, BOTH, (settings) => {
          const line = settings[cell[0]];
          if (line) line[cell[1]] = value;
        })
      ).outcomes.map(([score]) => score);
    expect(await change([3, 1], 1)).toEqual([50, 62.5, 50, '']);
    // A column without a weight needs no number.
    for (const none of [0, null, -2]) expect(await change([4, 1], none)).toEqual([0, 50, 100, 80]);
    expect(await change([3, 2], 'Less ')).toEqual([100, 56.25, 0, '']);
    // A best value of a person's own: what is better still gets all points, and not more.
    expect(await change([3, 4], 15)).toEqual([25, 93.75, 75, '']);
  });

  it('score by how close a value is to the one that a person has entered', async () => {
    const closest = { column: 1, weight: 1, better: 'closest', target: 60 } as const;
    const { outcomes, settings } = await shown(SHOPS, { criteria: [closest], filters: [] });
    expect(outcomes).toEqual([
      [66.666667, 2],
      [100, 1],
      [0, 3],
      ['', 'No number in Rent'],
    ]);
    expect(settings[3]).toEqual(['Rent', 1, 'closest to', 90, 60, -30, 100]);
  });

  it('say which best or worst value is not a number, instead of counting it as 0', async () => {
    for (const [column, value] of [
      [3, null],
      [4, 'abc'],
    ] as const) {
      const change = (settings: CellContent[][]) => void settings[4]?.splice(column, 1, value);
      const { outcomes } = await shown(SHOPS.slice(0, 2), BOTH, change);
      const reason = 'The best or worst value of Rent is not a number';
      expect(outcomes).toEqual([
        ['', reason],
        ['', reason],
      ]);
    }
  });

  it('refuse a weight that is no number by its column', async () => {
    const { outcomes } = await shown(
      SHOPS.slice(0, 3),
      { criteria: [SALES, RENT], filters: [] },
      (settings) => void settings[3]?.splice(1, 1, 'abc'),
    );
    expect(outcomes).toEqual(Array(3).fill(['', 'The weight of Sales is not a number']));
  });

  it('say that no column has a weight', async () => {
    const { outcomes } = await shown(SHOPS.slice(0, 3), {
      criteria: [{ ...SALES, weight: 0 }],
      filters: [],
    });
    expect(outcomes).toEqual(Array(3).fill(['', 'No weights']));
  });

  it('leave out what a filter leaves out, whose values still count for the range', async () => {
    const filters = [{ column: 3, condition: 'is', limit: 'mall' } as const];
    const { outcomes } = await shown(SHOPS, { criteria: [SALES], filters });
    expect(outcomes).toEqual([
      [0, 3],
      ['', 'Filtered out: Format'],
      [100, 1],
      [80, 2],
    ]);
  });

  it('take no sum of a list for one of its values', () => {
    const [, , , sales] = settingsCells(listOf(Array(9), [7]), BOTH);
    expect(sales?.[3]).toContain(
      "AGGREGATE(5,6,'Joe''s shops'!$D$4:$D$7,'Joe''s shops'!$D$9:$D$12)",
    );
  });

  it('are as the rule says, whatever the cells hold', async () => {
    const cell = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -50, max: 50 }) },
      fc.constantFrom<CellContent>(null, 'n/a', '12', true, { error: '#N/A' }),
    );
    const format = fc.constantFrom<CellContent>('Mall', 'mall', 'Street', null, 7);
    const criterion = (column: number) =>
      fc.record({
        column: fc.constant(column),
        weight: fc.constantFrom(0, 1, 2, 0.5, -1),
        better: fc.constantFrom('more' as const, 'less' as const, 'closest' as const),
        target: fc.constantFrom(undefined, 0, -80, 12, 12.5, 300),
      });
    const filter = fc.oneof(
      fc.record({
        column: fc.constantFrom(1, 2),
        condition: fc.constantFrom(
          'under' as const,
          'over' as const,
          'from' as const,
          'to' as const,
        ),
        limit: fc.constantFrom<number | string>(0, 10, -10, '', 'x'),
      }),
      fc.record({
        column: fc.constant(3),
        condition: fc.constantFrom('is' as const, 'is-not' as const),
        limit: fc.constantFrom('mall', '7', ''),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('Shop'), cell, cell, format), { minLength: 1, maxLength: 9 }),
        fc.tuple(criterion(1), criterion(2)),
        fc.array(filter, { maxLength: 3 }),
        async (rows, criteria, filters) => {
          const { outcomes } = await shown(rows, { criteria, filters });
          expect(outcomes).toEqual(rankRows(rows, { criteria, filters }).map(asShown));
        },
      ),
      { numRuns: 40 },
    );
  });
});

test.each([
  ['with filters', { ...BOTH, filters: [{ column: 1, condition: 'under', limit: 5 }] }],
  ['without', BOTH],
] as [string, Ranking][])(
  'the headings of the settings stand above their parts: %s',
  (_, ranking) => {
    const cells = settingsCells(listOf([], []), ranking);
    const { headings = [] } = settingsLook(ranking);
    const firsts = headings.map((row) => cells[row]?.[0]);
    expect(firsts).toEqual([
      expect.stringMatching(/^Ranking of /),
      'Column',
      ...(ranking.filters.length > 0 ? ['Filter'] : []),
      'How it works',
    ]);
  },
);
