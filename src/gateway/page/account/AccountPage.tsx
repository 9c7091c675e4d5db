import {
  Body1,
  Button,
  makeStyles,
  ProgressBar,
  Subtitle2,
  Title2,
  Badge,
  Card,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { PageFrame, ProblemBar } from '../PageFrame';
import { SignInCard, type SignInDoor } from '../SignInCard';
import { UsageChart } from '../UsageChart';
import { callsText, moneyText } from '../usage-text';
import { useLoaded } from '../use-loaded';
import {
  AccountClient,
  type Account,
  type Period,
  type UsedDay,
  type OwnToken,
} from './account-client';
import { RequestForm } from './RequestForm';
import { AddForm } from '../FormRow';
import { ConfirmedButton } from '../ConfirmedButton';
import { MadeToken } from '../TokenList';

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

const useTokenStyles = makeStyles({
  section: { display: 'grid', gap: '8px' },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  label: { overflowWrap: 'anywhere' },
  facts: { color: tokens.colorNeutralForeground3 },
});

interface OwnTokensProps {
  readonly client: AccountClient;
  /** Signed in at the company: a token alone makes no other. */
  readonly canMake: boolean;
}

/** The devices and programs that somebody is signed in with. */
function OwnTokens({ client, canMake }: OwnTokensProps) {
  const styles = useTokenStyles();
  const [made, setMade] = useState<string>();
  const load = useCallback(() => client.get<{ tokens: readonly OwnToken[] }>('/tokens'), [client]);
  const { value, problem, notice, run } = useLoaded(load);
  const make = async (label: string): Promise<void> => {
    const { token } = await client.post<{ token: string }>('/tokens', { label });
    setMade(token);
  };
  return (
    <section className={styles.section} aria-labelledby="tokens">
      <Subtitle2 as="h2" id="tokens">
        Devices and tokens
      </Subtitle2>
      <ProblemBar problem={problem} notice={notice} />
      {canMake ? (
        <AddForm
          label="New token: what is it for?"
          onAdd={(label) => void run(() => make(label))}
        />
      ) : (
        <Body1>To make a token, sign in with your work account.</Body1>
      )}
      {made !== undefined && <MadeToken token={made} />}
      <ul className={styles.list}>
        {value?.tokens.map((token) => {
          const name = token.label === '' ? token.id : token.label;
          return (
            <li key={token.id}>
              <Card>
                <div className={styles.row}>
                  <span className={styles.label}>{name}</span>
                  {token.isThis && <Badge appearance="outline">this page</Badge>}
                </div>
                <span className={styles.facts}>{factsOf(token)}</span>
                {!token.isThis && (
                  <ConfirmedButton
                    size="small"
                    verb="Revoke"
                    about={name}
                    warning="Whatever uses it is signed out at once."
                    onConfirm={() =>
                      void run(() => client.delete(`/tokens/${token.id}`), `${name} is revoked.`)
                    }
                  />
                )}
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** `Made 26 Nov 2026, last used 27 Nov 2026, expires 24 Feb 2027` */
function factsOf({ createdAt, lastUsed, expiresAt }: OwnToken): string {
  return [
    `Made ${dayText(createdAt)}`,
    lastUsed === null ? 'not used yet' : `last used ${dayText(lastUsed)}`,
    ...(expiresAt === undefined ? [] : [`expires ${dayText(expiresAt)}`]),
  ].join(', ');
}

function dayText(time: number | string): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Date(time).toLocaleDateString(undefined, form);
}
