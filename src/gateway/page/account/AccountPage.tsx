import {
  Body1,
  Button,
  makeStyles,
  ProgressBar,
  Subtitle2,
  Title2,
} from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { PageFrame } from '../PageFrame';
import { ProblemBar } from '../ProblemBar';
import { SignInCard } from '../SignInCard';
import type { SignInDoor } from '../SignInCard';
import { UsageChart } from '../UsageChart';
import { callsText, moneyText } from '../usage-text';
import { useLoaded } from '../use-loaded';
import { AccountClient } from './account-client';
import type { Account, Period, UsedDay } from './account-client';
import { OwnTokens } from './OwnTokens';
import { RequestForm } from './RequestForm';

const useStyles = makeStyles({
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '8px' },
  section: { display: 'grid', gap: '8px' },
});

const DOOR: SignInDoor<AccountClient> = {
  path: '/account',
  title: 'Your Locus account',
  hint: 'An access token from your administrator shows your budget, too.',
  label: 'Access token',
  open: (token) => new AccountClient(token),
  check: (client) => client.get('/me'),
};

/** What somebody may spend and has spent, their tokens, and a way to ask for more. */
export function AccountPage() {
  const styles = useStyles();
  const [client, setClient] = useState<AccountClient>();
  const signOut = async (): Promise<void> => {
    await client?.delete('/session').catch(() => undefined);
    setClient(undefined);
  };
  return (
    <PageFrame>
      {client === undefined ? (
        <SignInCard door={DOOR} onSignedIn={setClient} />
      ) : (
        <>
          <div className={styles.head}>
            <Title2 as="h1">Your Locus account</Title2>
            <Button onClick={() => void signOut()}>Sign out</Button>
          </div>
          <AccountView client={client} />
        </>
      )}
    </PageFrame>
  );
}

function AccountView({ client }: { readonly client: AccountClient }) {
  const styles = useStyles();
  const load = useCallback(async () => {
    const [account, { days }] = await Promise.all([
      client.get<Account>('/me'),
      client.get<{ days: readonly UsedDay[] }>('/usage'),
    ]);
    return { account, days };
  }, [client]);
  const { value, problem, notice, run } = useLoaded(load);
  if (value === undefined) return <ProblemBar problem={problem} />;
  const { account, days } = value;
  const { person, team, budget, currency } = account;
  return (
    <>
      <Body1>{team === null ? person : `${person}, ${team}`}</Body1>
      <ProblemBar problem={problem} notice={notice} />
      <section className={styles.section} aria-labelledby="budget">
        <Subtitle2 as="h2" id="budget">
          Budget
        </Subtitle2>
        <PeriodBudget title="Today" period={budget.day} currency={currency} />
        <PeriodBudget title="This month" period={budget.month} currency={currency} />
      </section>
      <RequestForm client={client} account={account} run={run} />
      <section className={styles.section} aria-labelledby="usage">
        <Subtitle2 as="h2" id="usage">
          Usage
        </Subtitle2>
        <UsageChart days={days} />
      </section>
      <OwnTokens client={client} canMake={account.isSession} />
    </>
  );
}

interface PeriodBudgetProps {
  readonly title: string;
  readonly period: Period;
  readonly currency: string;
}

function PeriodBudget({ title, period, currency }: PeriodBudgetProps) {
  const { limit, used, price, isNearlySpent } = period;
  const color = isNearlySpent ? 'warning' : 'brand';
  return (
    <div>
      <Body1>{budgetText(title, period, currency)}</Body1>
      {limit !== null && (
        <ProgressBar
          aria-label={`${title}: share of the calls used`}
          value={Math.min(used, limit)}
          max={limit || 1}
          color={color}
        />
      )}
      {price.limit !== null && (
        <ProgressBar
          aria-label={`${title}: share of the budget spent`}
          value={Math.min(price.used, price.limit)}
          max={price.limit || 1}
          color={color}
        />
      )}
    </div>
  );
}

/** `Today: 12 of 500 calls used, 488 left. Resets 27 Nov, 05:30.` */
function budgetText(title: string, period: Period, currency: string): string {
  const { limit, used, left, price, resetsAt } = period;
  const money = (amount: number): string => moneyText(amount, { currency });
  const calls =
    limit === null
      ? [`${callsText(used)} used`]
      : [`${used.toLocaleString()} of ${callsText(limit)} used`];
  if (left !== null && limit !== null) calls.push(`${left.toLocaleString()} left`);
  if (price.limit !== null) {
    calls.push(`${money(price.used)} of ${money(price.limit)} spent`);
    if (price.left !== null) calls.push(`${money(price.left)} left`);
  } else if (price.used > 0) calls.push(`${money(price.used)} spent`);
  const isLimited = limit !== null || price.limit !== null;
  const when = new Date(resetsAt).toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${title}: ${calls.join(', ')}. ${isLimited ? `Resets ${when}.` : 'No limit.'}`;
}
