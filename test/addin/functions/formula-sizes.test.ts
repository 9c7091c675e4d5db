import * as functions from '../../../src/addin/functions/functions';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { provideFunctions } from '../../../src/addin/functions/host-promise';
import type { FunctionId } from './formula-calculation';
import { SHEET_ROWS } from './formula-parser';
import { RuledService } from './ruled-service';
import { createTestHost, settled, shownRows } from './test-host';

/** A whole column with a few cells in use. Counts how often a blank cell is read. */
class WholeColumn {
  looks = 0;
  readonly rows: readonly (readonly unknown[])[];

  constructor(cells: readonly (readonly unknown[])[]) {
    const line: unknown[] = [];
    const look = (): null => {
      this.looks += 1;
      return null;
    };
    (cells[0] ?? []).forEach((_, column) => Object.defineProperty(line, column, { get: look }));
    const below = new Array<readonly unknown[]>(SHEET_ROWS - cells.length).fill(line);
    this.rows = [...cells, ...below];
  }
}

const lat = [[12], [13]];
const lng = [[77], [78]];
const addresses = [['a'], ['bb']];
const pincodes = [[560001], [560002]];
const days = [[46_053], [46_054]];

type Formula = readonly [id: FunctionId, ...args: (readonly (readonly unknown[])[])[]];

/** Arguments of several rows are whole columns. Each formula asks for two values, or none. */
const formulas: readonly (readonly [formula: Formula, calls: number, shownCount: number])[] = [
  [['LOCATTR', lat, lng, [['w_pop_tt']]], 2, 2],
  [['LOCATTR', lat, lng, [['a', 'b']]], 2, 4],
  [['LOCATTR', [[12]], [[77]], [['w_pop_tt'], ['w_pop_tt_200']]], 1, 2],
  [['LOCATTR_ADDRESS', addresses, pincodes, [['w_pop_tt']]], 2, 2],
  [['LOCSCORE', [['m1']], addresses, days, [['']]], 2, 2],
  [['LOCSCORE', [['m1'], ['m2']], [['a']], [['']], [['']]], 2, 2],
  [
    [
      'LOCSCORE',
      [['m1']],
      [['a']],
      [['']],
      [
        ['area', 1],
        ['age', 2],
      ],
    ],
    1,
    1,
  ],
  [['LOCSCORE_COORDS', [['m1']], lat, lng, days, [['{"a":1}'], ['{"b":2}']]], 2, 2],
  [
    [
      'LOCVARS',
      [['a', 'b']],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    0,
    2,
  ],
  [['LOCDISTANCE', lat, lng, [[12]], [[77]]], 0, 2],
  [['LOCNEAREST', lat, lng, [[12]], [[77]]], 0, 4],
  [['LOCNEAREST', [[12]], [[77]], lat, lng], 0, 2],
];

describe('whole columns', () => {
  test.each(
    formulas.map((row) => [`${row[0][0]}(${JSON.stringify(row[0].slice(1))})`, row] as const),
  )(
    '%s shows and asks for the rows in use, and looks at a blank cell at most twice',
    async (_, [[id, ...given], calls, shownCount]) => {
      const columns: WholeColumn[] = [];
      const args = given.map((cells) => {
        if (cells.length === 1) return cells;
        const column = new WholeColumn(cells);
        columns.push(column);
        return column.rows;
      });
      const service = new RuledService();
      const { host, clock } = createTestHost(service);
      provideFunctions(createFormulas(host));
      const run = functions[id] as (...all: unknown[]) => Promise<unknown[][]>;
      const rows = shownRows(await settled(clock, run(...args, { address: 'S!A1' })));
      expect(rows.flat()).toHaveLength(shownCount);
      expect(service.sent).toHaveLength(calls);
      for (const { looks, rows: all } of columns) {
        expect(looks).toBeLessThanOrEqual(2 * SHEET_ROWS * (all[0]?.length ?? 1));
      }
    },
  );
});
