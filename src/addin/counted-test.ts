import type { ConnectionTest } from '../client/connection-test';
import type { Clock } from '../lookup';
import type { ConnectionReport } from '../settings/connection-report';
import type { Ledger } from '../settings/ledger';

/** The test of a connection, with what it may have cost in the ledger: it is a call as any other. */
export function countedTest(
  test: ConnectionTest,
  ledger: Pick<Ledger, 'add' | 'keep'>,
  clock: Pick<Clock, 'today'>,
): ConnectionTest {
  return async (connection) => {
    const report = await test(connection);
    if (mayHaveCost(report)) {
      const values = report.kind === 'works' ? 1 : 0;
      ledger.add(clock.today(), { calls: 1, values, answered: values });
      ledger.keep();
    }
    return report;
  };
}

/** As for any other call: what the service would not take, or never got, is free. */
function mayHaveCost(report: ConnectionReport): boolean {
  if (report.kind === 'unreachable') return report.likelyCause === 'timed-out';
  return report.kind === 'works' || report.kind === 'failed';
}
