import { Button, Subtitle2, Text, makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import { saveText } from './administration-client';
import type { AdministrationClient, UpstreamState, Usage, UsageDay } from './administration-client';
import { BudgetFields } from './BudgetFields';
import { BudgetWarnings } from './BudgetWarnings';
import { FirstSteps } from './FirstSteps';
import { useLoaded } from './use-loaded';
import { ProblemBar } from './ProblemBar';
import { spentText, usageCsv } from './usage-text';
import { UsageBreakdown } from './UsageBreakdown';
import { UsageChart } from './UsageChart';

const useStyles = makeStyles({
  view: { display: 'grid', gap: '16px' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
});

interface Overview {
  readonly usage: Usage;
  readonly days: readonly UsageDay[];
  readonly upstream: UpstreamState;
}

/** Spending by day, the account's budget, and the state of the service. */
export function UsageView({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const load = useCallback(async (): Promise<Overview> => {
    const [usage, { days }, upstream] = await Promise.all([
      client.usageOf([]),
      client.get<{ days: readonly UsageDay[] }>('/usage/days'),
      client.get<UpstreamState>('/upstream'),
    ]);
    return { usage, days, upstream };
  }, [client]);
  const { value, problem, notice, reload, run } = useLoaded(load);
  const saveCsv = (days: readonly UsageDay[]): void => {
    saveText('usage.csv', usageCsv(days));
  };
  const isUnused =
    value?.usage.account !== undefined && value.days.every(({ booked }) => booked === 0);
  return (
    <div className={styles.view}>
      <ProblemBar problem={problem} notice={notice} />
      {value !== undefined && (
        <>
          <Text>{standingOf(value.upstream)}</Text>
          {value.upstream.stoppedBy !== null && (
            <Button onClick={() => void run(() => client.post('/upstream/try-again'))}>
              Try the key now
            </Button>
          )}
          {isUnused ? <FirstSteps client={client} /> : <UsageChart days={value.days} />}
          <div className={styles.row}>
            <Button onClick={reload}>Refresh</Button>
            <Button onClick={() => saveCsv(value.days)}>Save as CSV</Button>
          </div>
          {value.usage.account !== undefined && (
            <section aria-label="Account">
              <Subtitle2 as="h2">Account</Subtitle2>
              <p>{spentText(value.usage.account, value.usage.prices)}</p>
              <BudgetWarnings warnings={value.usage.account.warnings} prices={value.usage.prices} />
              <BudgetFields
                owner="account"
                budget={value.usage.account.budget}
                prices={value.usage.prices}
                onSave={(budget) =>
                  void run(() => client.put('/account/budget', budget), 'Budget saved.')
                }
              />
            </section>
          )}
          {!isUnused && <UsageBreakdown client={client} />}
        </>
      )}
    </div>
  );
}

function standingOf({ stoppedBy, callsSpent, callsInFlight, waiting }: UpstreamState): string {
  if (stoppedBy === 'out-of-credits') return 'The provider’s account has no credits left.';
  if (stoppedBy !== null) return 'The service refuses the gateway’s key. Give it a new one.';
  if (callsSpent === 0) return 'No call has been answered since the gateway started.';
  const now = `${callsInFlight.toLocaleString()} in flight, ${waiting.toLocaleString()} waiting`;
  return `The service answers: ${callsSpent.toLocaleString()} calls since the start, ${now}.`;
}
