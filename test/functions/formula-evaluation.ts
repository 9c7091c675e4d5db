import * as functions from '../../src/functions/functions';
import { provideFunctionHost } from '../../src/functions/host-promise';
import { calculate } from './formula-calculation';
import type { BlankStyle } from './formula-calculation';
import type { FormulaRow } from './formula-table';
import { RuledService } from './ruled-service';
import { TestCellError, createTestHost, settled, shownRows } from './test-host';

export interface Evaluation {
  readonly shows: unknown[][];
  readonly sent: readonly Record<string, unknown>[];
}

/** Calls the functions themselves, over the genuine engine and the ruled service. */
export async function evaluate(row: FormulaRow, blanks: BlankStyle): Promise<Evaluation> {
  const service = new RuledService();
  const { host, clock } = createTestHost(service, {
    uses1904Dates: () => row.uses1904Dates === true,
  });
  provideFunctionHost(host);
  const shows = await calculate(row, {
    blanks,
    error: passedError,
    call(id, args) {
      const run = functions[id] as (...args: unknown[]) => Promise<unknown[][]>;
      return settled(clock, run(...args, { address: 'Sheet1!Z1', functionName: id }));
    },
  });
  return { shows: shownRows(shows), sent: service.sent };
}

/** As the runtime hands over an error among the arguments: Excel's own object, with its code. */
function passedError(code: string): object {
  return Object.assign(new TestCellError('value', ''), { code });
}
