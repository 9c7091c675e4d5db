import * as functions from '../../../src/addin/functions/functions';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { provideFunctions } from '../../../src/addin/functions/host-promise';
import { calculate } from './formula-calculation';
import type { BlankStyle } from './formula-calculation';
import { subjectOfCall } from './formula-calls';
import { SHEET_ROWS } from './formula-parser';
import type { FormulaRow } from './formula-table';
import { RuledService } from './ruled-service';
import { TestCellError, createTestHost, settled, shownRows } from './test-host';

export interface Evaluation {
  readonly shows: unknown[][];
  readonly sent: readonly Record<string, unknown>[];
}

/** Calls the functions themselves, over the real engine and the ruled service. */
export async function evaluate(
  row: FormulaRow,
  blanks: BlankStyle,
  columnRows = SHEET_ROWS,
): Promise<Evaluation> {
  const service = new RuledService();
  const { host, clock } = createTestHost(service, {
    uses1904Dates: () => row.uses1904Dates === true,
  });
  provideFunctions(createFormulas(host));
  const shows = await calculate(row, {
    blanks,
    columnRows,
    error: passedError,
    call(id, args) {
      const run = functions[id] as (...args: unknown[]) => Promise<unknown[][]>;
      return settled(clock, run(...args, { address: 'Sheet1!Z1', functionName: id }));
    },
  });
  return { shows: shownRows(shows), sent: service.sent };
}

/** More than any row of the table uses, with a tail that is cut off like a million rows are. */
const ENOUGH_ROWS = 5_000;

/** What a row asks about. The calls about it belong to the row, in any host. */
export async function subjectsOf(row: FormulaRow, blanks: BlankStyle): Promise<Set<string>> {
  const { sent } = await evaluate(row, blanks, ENOUGH_ROWS);
  return new Set(sent.map(subjectOfCall));
}

/** An error among the arguments as the runtime passes it: Excel's own object, with its code. */
function passedError(code: string): object {
  return Object.assign(new TestCellError('value', ''), { code });
}
