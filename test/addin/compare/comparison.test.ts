import fc from 'fast-check';

import {
  baseText,
  compare,
  comparisonCells,
  comparisonLook,
  comparisonPicture,
  type IndexBase,
} from '../../../src/addin/compare/comparison';
import { columnTitle } from '../../../src/addin/enrich';
import type { ListRows } from '../../../src/addin/rank/list-rows';
import type { CellContent } from '../../../src/engine/places/cell';
import { listOf } from '../enrich/list-of-places';
import { calculated } from '../rank/calculated-sheets';

const HEAD = ['Shop', 'Lat', 'Lng', 'Rent', 'People'];
const SHOPS: readonly (readonly CellContent[])[] = [
  HEAD,
  ['Hill Road', 19.05, 72.83, 90, 10],
  ['MG Road', 12.97, 77.6, 50, { error: '#N/A' }],
  ['MG Road', 18.51, 73.87, 70, 30],
  ['Total', null, null, 210, 40],
];

function compared(values: typeof SHOPS, rows: readonly number[], base?: IndexBase) {
  const places = values.flatMap((cells, row) =>
    row === 0 || cells[0] === 'Total' ? [] : [{ row, cells }],
  );
  const totals = values.flatMap(([first], row) => (first === 'Total' ? [row] : []));
  const found: ListRows = { kind: 'rows', rows: places, totals };
  return compare(listOf(values), found, rows, (column) => (column === 3 ? '₹' : ''), base);
}

describe('a comparison', () => {
  it('puts values against the least and the most of the whole list, without its sums', () => {
    const { places, attributes } = compared(SHOPS, [1, 3]);
    expect(places.map(({ label }) => label)).toEqual(['Hill Road', 'MG Road']);
    expect(attributes).toEqual([
      {
        column: 3,
        title: 'Rent',
        unit: '₹',
        range: { least: 50, most: 90 },
        values: [
          { value: 90, share: 1 },
          { value: 70, share: 0.5 },
        ],
      },
      {
        column: 4,
        title: 'People',
        unit: '',
        range: { least: 10, most: 30 },
        values: [
          { value: 10, share: 0 },
          { value: 30, share: 1 },
        ],
      },
    ]);
  });

  it('tells places of one name apart, and has no value where there is none', () => {
    const { places, attributes } = compared(SHOPS, [2, 3]);
    expect(places.map(({ label }) => label)).toEqual(['MG Road (row 3)', 'MG Road (row 4)']);
    expect(attributes[1]?.values[0]).toEqual({ value: undefined, share: undefined });
  });

  it('has headings, and numbers that can be read, on its sheet', () => {
    const all = compared(SHOPS, [1, 3]);
    const number = '[>=1000]#,##0;General';
    expect(comparisonLook(all)).toEqual({
      headings: [0],
      formats: [undefined, undefined, number, number, number, number],
    });
  });

  it('is written as values, a missing one in words and a name as text', () => {
    const rows = [HEAD, ['=cmd', 1, 2, 90, { error: '#N/A' }], ['Two', 1, 3, 50, 7]];
    expect(comparisonCells(compared(rows, [1, 2]))).toEqual([
      ['Attribute', 'Unit', "'=cmd", 'Two', 'Least in the list', 'Most in the list'],
      ['Rent', '₹', 90, 50, 50, 90],
      ['People', '', 'no value', 7, 7, 7],
    ]);
  });

  it('has an index of 100 where a value equals the mean, the median or a chosen place', () => {
    const indices = (base: IndexBase) => {
      const { attributes, baseTitle } = compared(SHOPS, [1, 2, 3], base);
      const words = attributes.map((each) => baseText(each, baseTitle ?? ''));
      return [words, attributes.map(({ values }) => values.map(({ index }) => index))];
    };
    expect(indices('mean')).toEqual([
      ['Mean of the list: ₹70 = 100', 'Mean of the list: 20 = 100'],
      [
        [expect.closeTo(128.571, 2), expect.closeTo(71.429, 2), 100],
        [50, undefined, 150],
      ],
    ]);
    expect(indices('median')[0]).toEqual([
      'Median of the list: ₹70 = 100',
      'Median of the list: 20 = 100',
    ]);
    expect(indices(2)).toEqual([
      ['MG Road (row 3): ₹50 = 100', 'MG Road (row 3): no value, so no index'],
      [
        [180, 100, 140],
        [undefined, undefined, undefined],
      ],
    ]);
    const none = [HEAD, ['One', 1, 2, 0, -4], ['Two', 1, 3, 0, 2]];
    const { attributes, baseTitle = '' } = compared(none, [1, 2], 'mean');
    expect(attributes.map((each) => baseText(each, baseTitle))).toEqual([
      'Mean of the list: ₹0, so no index',
      'Mean of the list: -1, so no index',
    ]);
  });

  it('has the indices on its sheet as formulas, which another program finds equal', async () => {
    const cell = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: -20, max: 90 }) },
      fc.constantFrom<CellContent>(null, 'x', 0, { error: '#N/A' }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('Shop'), cell, cell), { minLength: 2, maxLength: 8 }),
        fc.constantFrom<IndexBase>('mean', 'median', 1, 2),
        async (rows, base) => {
          const values = [['Shop', 'Rent', 'People'], ...rows];
          const comparison = compared(values, [1, 2], base);
          const list = listOf(values);
          // A first row of texts alone could be the header.
          fc.pre(list.columns.columns[1]?.header === 'Rent');
          const judge = base === 'median' ? 'MEDIAN' : 'AVERAGE';
          const sheets = await calculated({
            Comparison: comparisonCells(comparison) as CellContent[][],
            List: rows.map((cells) => cells.slice(1).map((one) => (isNumber(one) ? one : null))),
            Judge: [[`=${judge}(List!A1:A8)`, `=${judge}(List!B1:B8)`]],
          });
          const shown = sheets['Comparison'] ?? [];
          comparison.attributes.forEach(({ title, base: hundred, values: each }, index) => {
            const line = shown[index + 1] ?? [];
            const column = list.columns.columns.findIndex(
              (one) => columnTitle(list, one.index) === title,
            );
            if (typeof base === 'string' && hundred !== undefined)
              expect(sheets['Judge']?.[0]?.[column - 1]).toBeCloseTo(hundred, 9);
            expect(line.slice(7)).toEqual(
              each.map(({ value, index: found }) => {
                if (value === undefined) return 'no value';
                if (hundred === undefined) return 'no index: no value for 100';
                return found === undefined
                  ? 'no index: the value for 100 is 0 or less'
                  : expect.closeTo(found, 9);
              }),
            );
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never leaves its range, whatever the list holds', () => {
    const cell = fc.oneof(
      fc.double({ noNaN: true, min: -1e150, max: 1e150 }),
      fc.constantFrom<CellContent>(null, 'x', true, { error: '#N/A' }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant('Shop'), cell, cell), { minLength: 1, maxLength: 12 }),
        (rows) => {
          const values = [['Shop', 'Rent', 'People'], ...rows];
          const { attributes } = compared(values, [1, 2, 3, 4, 5, 6]);
          for (const { value, share = 0 } of attributes.flatMap((each) => each.values)) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(1);
            expect(value === 0 || value === undefined || Math.abs(value) > 0).toBe(true);
          }
        },
      ),
    );
  });

  it('is a picture of all its places, with a bar for each value that is known', () => {
    const { picture, drawn } = draw(compared(SHOPS, [1, 2]));
    expect(drawn.texts).toEqual([
      'Which one?',
      ...['Rent', '₹50 to ₹90 in the list', 'Hill Road', '₹90', 'MG Road', '₹50'],
      ...['People', '10 to 30 in the list', 'Hill Road', '10', 'MG Road', 'no value'],
    ]);
    // White paper, and two rectangles for each of three bars.
    expect(drawn.rectangles).toBe(7);
    expect(drawn.lowest).toBeLessThan(picture.height);
  });
});

const isNumber = (cell: CellContent): cell is number => typeof cell === 'number';

/** What is drawn, by a canvas that only listens. */
function draw(comparison: ReturnType<typeof compared>) {
  const picture = comparisonPicture(comparison, 'Which one?');
  const drawn = { texts: [] as string[], rectangles: 0, lowest: 0 };
  const context = {
    canvas: { width: 1_440, height: 2_000 },
    fillRect: () => void (drawn.rectangles += 1),
    measureText: (text: string) => ({ width: 7 * text.length }),
    fillText(text: string, _x: number, y: number) {
      drawn.texts.push(text);
      drawn.lowest = Math.max(drawn.lowest, y);
    },
  };
  picture.draw(context as unknown as CanvasRenderingContext2D);
  return { picture, drawn };
}
