import { TEST_NAME, TEST_PLACE } from '../client/connection-test';
import type { ConnectionReport, ConnectionTest } from '../client/connection-test';
import type { AnswerStore, Clock } from '../lookup';
import { storeKey } from '../lookup/recall';
import type { Connection } from '../settings/connection';
import type { Ledger } from '../settings/ledger';

export interface CountedTestParts {
  readonly test: ConnectionTest;
  readonly ledger: Ledger;
  readonly database: Pick<AnswerStore, 'write'>;
  readonly clock: Pick<Clock, 'now' | 'today'>;
  /** Resolves to the text for the connection's account; undefined where another is in use by now. */
  account(connection: Connection): Promise<string | undefined>;
}

/**
 * The test of a connection as the call that it is: what it may have cost is in the ledger, and what
 * it was told is kept, so that a first formula about the same place asks for nothing.
 */
export function countedTest(parts: CountedTestParts): ConnectionTest {
  const { test, ledger, database, clock } = parts;

  async function keep(connection: Connection, value: number | null): Promise<void> {
    const scope = await parts.account(connection);
    if (scope === undefined) return;
    const key = storeKey({ scope, key: TEST_PLACE.key, model: undefined });
    await database.write([{ key, answers: [{ name: TEST_NAME, value, at: clock.now() }] }]);
  }

  return async (connection) => {
    const report = await test(connection);
    if (mayHaveCost(report)) {
      const isAnswered = report.kind === 'works';
      const values = isAnswered ? 1 : 0;
      ledger.add(clock.today(), { calls: 1, values, answered: values });
      ledger.keep();
      if (isAnswered) await keep(connection, report.value).catch(() => undefined);
    }
    return report;
  };
}

/** As for any other call: what the service would not take, or never got, is free. */
function mayHaveCost(report: ConnectionReport): boolean {
  return report.kind === 'works' || report.kind === 'timed-out' || report.kind === 'failed';
}
