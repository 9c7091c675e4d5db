import type { ConnectionTest } from '../../engine/client/connection-test';
import type { Clock } from '../../engine/lookup';
import type { Ledger } from '../device/ledger';

/** The connection test, entered in the ledger with what it may have cost, like any other call. */
export function countedTest(
  test: ConnectionTest,
  ledger: Pick<Ledger, 'add' | 'keep'>,
  clock: Pick<Clock, 'today'>,
): ConnectionTest {
  return async (connection) => {
    const report = await test(connection);
    const values = report.kind === 'works' ? 1 : 0;
    const calls = values === 1 || report.kind === 'failed' ? 1 : 0;
    // As with any call, one that the service did not take, or never got, is free.
    const isTimedOut = report.kind === 'unreachable' && report.likelyCause === 'timed-out';
    const unanswered = isTimedOut ? 1 : 0;
    if (calls + unanswered > 0) {
      ledger.add(clock.today(), { calls, unanswered, values, answered: values });
      ledger.keep();
    }
    return report;
  };
}
