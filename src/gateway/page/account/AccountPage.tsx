import {
  Badge,
  Body1,
  Button,
  Card,
  Field,
  makeStyles,
  ProgressBar,
  Subtitle2,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useState, type FormEvent } from 'react';
import {
  type UsageDay,
  AccountClient,
  type Account,
  type BudgetRequest,
  type OwnToken,
  type Period,
} from '../gateway-client';
import { CallsFields, callsIn, type CallsTexts } from '../BudgetFields';
import { ConfirmedButton } from '../ConfirmedButton';
import { AddForm } from '../FormRow';
import { ProblemBar, Row } from '../PageFrame';
import { SignedInPage, type SignInDoor } from '../SignInCard';
import { pageQuery, PageTurner } from '../Pager';
import { MadeToken } from '../TokenList';
import { UsageChart } from '../UsageChart';
import { callsText, dayText, moneyText } from '../usage-text';
import { useLoaded, type Run } from '../use-loaded';

const useStyles = makeStyles({
  section: { display: 'grid', gap: '8px' },
});

const DOOR: SignInDoor<AccountClient> = {
  path: '/account',
  title: 'Your Locus account',
  hint: 'Your administrator gives you an access token.',
  label: 'Access token',
  open: (token) => new AccountClient(token),
  check: (client) => client.get('/me'),
};

/** Shows a person what they may spend and have spent, their tokens, and a way to ask for more. */
export function AccountPage() {
  return <SignedInPage door={DOOR}>{(client) => <AccountView client={client} />}</SignedInPage>;
}

function AccountView({ client }: { readonly client: AccountClient }) {
  const styles = useStyles();
  const load = useCallback(async () => {
    const [account, { days }] = await Promise.all([
      client.get<Account>('/me'),
      client.get<{ days: readonly UsageDay[] }>('/usage'),
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

const useFormStyles = makeStyles({
  section: { display: 'grid', gap: '8px', justifyItems: 'start' },
  form: { display: 'grid', gap: '8px', width: '100%', justifyItems: 'start' },
  wide: { width: '100%', maxWidth: '480px' },
  message: { overflowWrap: 'anywhere' },
});

interface RequestFormProps {
  readonly client: AccountClient;
  readonly account: Account;
  readonly run: Run;
}

/** Asks the administrators for a larger budget, and shows their decision. */
function RequestForm({ client, account: { request }, run }: RequestFormProps) {
  const styles = useFormStyles();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.section} aria-label="More budget">
      {request?.status === 'open' ? (
        <>
          <Body1 className={styles.message}>{openText(request)}</Body1>
          <Button
            onClick={() => void run(() => client.delete('/request'), 'Your request is withdrawn.')}
          >
            Withdraw it
          </Button>
        </>
      ) : (
        <>
          {request !== null && <Body1>{decidedText(request)}</Body1>}
          {isOpen ? (
            <Asking
              onCancel={() => setIsOpen(false)}
              onAsk={(request) =>
                void run(async () => {
                  await client.post('/request', request);
                  setIsOpen(false);
                }, 'Your administrators can see your request.')
              }
            />
          ) : (
            <Button onClick={() => setIsOpen(true)}>Ask for more</Button>
          )}
        </>
      )}
    </section>
  );
}

interface AskingProps {
  onAsk(request: object): void;
  onCancel(): void;
}

function Asking({ onAsk, onCancel }: AskingProps) {
  const styles = useFormStyles();
  const [message, setMessage] = useState('');
  const [texts, setTexts] = useState<CallsTexts>({});
  const calls = callsIn(texts);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk({ message: message.trim(), ...calls });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Subtitle2 as="h2">Ask for more</Subtitle2>
      <Field label="What do you need it for?" className={styles.wide}>
        <Textarea
          autoFocus
          maxLength={2000}
          value={message}
          onChange={(_event, { value }) => setMessage(value)}
        />
      </Field>
      <Row>
        <CallsFields placeholder="optional" texts={texts} onChange={setTexts} />
      </Row>
      <Row>
        <Button
          type="submit"
          appearance="primary"
          disabled={message.trim() === '' || calls === undefined}
        >
          Send
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Row>
    </form>
  );
}

function openText({ at, message, callsPerDay, callsPerMonth }: BudgetRequest): string {
  const wanted = [
    ...(callsPerDay === undefined ? [] : [`${callsText(callsPerDay)} a day`]),
    ...(callsPerMonth === undefined ? [] : [`${callsText(callsPerMonth)} a month`]),
  ];
  const what = wanted.length === 0 ? 'more' : wanted.join(', ');
  return `On ${shortDay(at)} you asked for ${what}: “${message}” Your administrators haven’t decided yet.`;
}

function decidedText({ status, at, decidedAt = at }: BudgetRequest): string {
  const what = { approved: 'approved', declined: 'declined', withdrawn: 'withdrawn', open: '' };
  return `Your last request was ${what[status]} on ${shortDay(decidedAt)}.`;
}

function shortDay(time: number): string {
  return new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

const useTokenStyles = makeStyles({
  section: { display: 'grid', gap: '8px' },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  label: { overflowWrap: 'anywhere' },
  facts: { color: tokens.colorNeutralForeground3 },
});

interface OwnTokensProps {
  readonly client: AccountClient;
  /** Whether the person is signed in through the company. A token alone cannot make another one. */
  readonly canMake: boolean;
}

/** Lists the devices and programs that have a token of the person. */
function OwnTokens({ client, canMake }: OwnTokensProps) {
  const styles = useTokenStyles();
  const [made, setMade] = useState<string>();
  const [after, setAfter] = useState('');
  const load = useCallback(
    () =>
      client.get<{ tokens: readonly OwnToken[]; next: string | null }>(
        `/tokens${pageQuery(after)}`,
      ),
    [client, after],
  );
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
        <AddForm label="New token: what is it for?" onAdd={(label) => run(() => make(label))} />
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
                <Row>
                  <span className={styles.label}>{name}</span>
                  {token.isThis && <Badge appearance="outline">this page</Badge>}
                </Row>
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
      <PageTurner after={after} next={value?.next} onTurn={setAfter} />
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
