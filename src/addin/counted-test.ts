import type { ConnectionTest } from '../client/connection-test';
import type { Clock } from '../lookup';
import type { Ledger } from '../settings/ledger';

/** The test of a connection, with what it may have cost in the ledger: it is a call as any other. */
export function countedTest(
  test: ConnectionTest,
  ledger: Pick<Ledger, 'add' | 'keep'>,
  clock: Pick<Clock, 'today'>,
): ConnectionTest {
  return async (connection) => {
    const report = await test(connection);
    const values = report.kind === 'works' ? 1 : 0;
    const calls = values === 1 || report.kind === 'failed' ? 1 : 0;
    // What the service would not take, or never got, is free as for any other call.
    const isTimedOut = report.kind === 'unreachable' && report.likelyCause === 'timed-out';
    const unanswered = isTimedOut ? 1 : 0;
    if (calls + unanswered > 0) {
      ledger.add(clock.today(), { calls, unanswered, values, answered: values });
      ledger.keep();
    }
    return report;
  };
}
