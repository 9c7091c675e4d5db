import {
  Button,
  Card,
  Field,
  makeStyles,
  Select,
  Subtitle2,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
} from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Circle20Regular } from '@fluentui/react-icons';
import { type ReactNode, useCallback, useState } from 'react';
import { AddForm } from './FormRow';
import type { Settings } from './SettingsView';
import { MadeToken } from './TokenList';
import {
  saveText,
  type Page,
  type Person,
  type Team,
  type AdministrationClient,
  type UpstreamState,
  type Usage,
  type UsageDay,
} from './gateway-client';
import { BudgetFields, BudgetWarnings } from './BudgetFields';
import { useLoaded, type Run } from './use-loaded';
import { ProblemBar, Row } from './PageFrame';
import {
  spentText,
  usageCsv,
  breakdownCsv,
  breakdownOf,
  GROUPINGS,
  hasPrices,
  moneyText,
  type Grouping,
} from './usage-text';
import { UsageChart } from './UsageChart';

/** Spending by day, the account's budget, and the state of the service. */
export function UsageView({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(async () => {
    const [usage, { days }, upstream] = await Promise.all([
      client.usageOf([]),
      client.get<{ days: readonly UsageDay[] }>('/usage/days'),
      client.get<UpstreamState>('/upstream'),
    ]);
    return { usage, days, upstream };
  }, [client]);
  const { value, problem, notice, reload, run } = useLoaded(load);
  const isUnused =
    value?.usage.account !== undefined && value.days.every(({ booked }) => booked === 0);
  return (
    <div style={{ display: 'grid', gap: '16px' }}>
      <ProblemBar problem={problem} notice={notice} />
      {value !== undefined && (
        <>
          <Text>{stateOf(value.upstream)}</Text>
          {value.upstream.stoppedBy !== null && (
            <Button onClick={() => void run(() => client.post('/upstream/try-again'))}>
              Try the key now
            </Button>
          )}
          {isUnused ? <FirstSteps client={client} /> : <UsageChart days={value.days} />}
          <Row>
            <Button onClick={reload}>Refresh</Button>
            <Button onClick={() => saveText('usage.csv', usageCsv(value.days))}>Save as CSV</Button>
          </Row>
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
          {!isUnused && <UsageBreakdown client={client} today={value.days.at(-1)?.day ?? ''} />}
        </>
      )}
    </div>
  );
}

function stateOf({ stoppedBy, callsSpent, callsInFlight, waiting }: UpstreamState): string {
  if (stoppedBy === 'out-of-credits') return 'The provider’s account has no credits left.';
  if (stoppedBy !== null) return 'The service refuses the gateway’s key. Give it a new one.';
  if (callsSpent === 0) return 'No call has been answered since the gateway started.';
  const now = `${callsInFlight.toLocaleString()} in flight, ${waiting.toLocaleString()} waiting`;
  return `The service answers: ${callsSpent.toLocaleString()} calls since the start, ${now}.`;
}

const useBreakdownStyles = makeStyles({
  view: { display: 'grid', gap: '8px' },
  name: { overflowWrap: 'anywhere' },
  bar: { height: '4px', backgroundColor: tokens.colorBrandBackground, forcedColorAdjust: 'none' },
});

interface UsageBreakdownProps {
  readonly client: AdministrationClient;
  /** Today by the gateway's calendar, `YYYY-MM-DD`. */
  readonly today: string;
}

/** A month's calls by person, team or model, the highest first. */
function UsageBreakdown({ client, today }: UsageBreakdownProps) {
  const styles = useBreakdownStyles();
  const months = latestMonths(today);
  const [month, setMonth] = useState(months[0] as string);
  const [grouping, setGrouping] = useState<Grouping>('people');
  const load = useCallback(() => client.get<Usage>(`/usage?month=${month}`), [client, month]);
  const { value, problem } = useLoaded(load);
  const rows = value === undefined ? [] : breakdownOf(value, grouping);
  const most = rows[0]?.booked ?? 1;
  const isPriced = value !== undefined && hasPrices(value.prices);
  const title = GROUPINGS[grouping];
  return (
    <section className={styles.view} aria-label="Usage by month">
      <Subtitle2 as="h2">By month</Subtitle2>
      <ProblemBar problem={problem} />
      <Row align="end">
        <Field label="Month">
          <Select value={month} onChange={(_event, chosen) => setMonth(chosen.value)}>
            {months.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
        <Field label="By">
          <Select
            value={grouping}
            onChange={(_event, chosen) => setGrouping(chosen.value as Grouping)}
          >
            {Object.entries(GROUPINGS).map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          disabled={value === undefined}
          onClick={() =>
            value !== undefined &&
            saveText(`usage-${month}-${grouping}.csv`, breakdownCsv(value, grouping))
          }
        >
          Save this table as CSV
        </Button>
      </Row>
      {rows.length === 0 ? (
        <Text>No calls in {month}.</Text>
      ) : (
        <Table aria-label={`Calls by ${title.toLowerCase()}, ${month}`} size="small">
          <TableHeader>
            <TableRow>
              <TableHeaderCell>{title}</TableHeaderCell>
              <TableHeaderCell>Calls</TableHeaderCell>
              {isPriced && <TableHeaderCell>Price</TableHeaderCell>}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.slice(0, MOST_ROWS).map(({ id, name, booked, price, isDeleted }) => (
              <TableRow key={id}>
                <TableCell className={styles.name}>
                  {name}
                  {isDeleted && ' (deleted)'}
                  <div className={styles.bar} style={{ width: `${(booked / most) * 100}%` }} />
                </TableCell>
                <TableCell>{booked.toLocaleString()}</TableCell>
                {isPriced && <TableCell>{moneyText(price, value.prices)}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {rows.length > MOST_ROWS && (
        <Text>{(rows.length - MOST_ROWS).toLocaleString()} more are in the CSV.</Text>
      )}
    </section>
  );
}

/** `2026-11`, `2026-10` and so on. */
function latestMonths(today: string): readonly string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

const MOST_ROWS = 20;

const useStepStyles = makeStyles({
  list: { display: 'grid', gap: '16px', margin: 0, padding: 0, listStyle: 'none' },
  step: { display: 'grid', gap: '8px', overflowWrap: 'anywhere' },
  title: { display: 'flex', gap: '8px', alignItems: 'center' },
});

/** Guides from an empty gateway to a colleague's first value: a team, a person, a token. */
function FirstSteps({ client }: { readonly client: AdministrationClient }) {
  const styles = useStepStyles();
  const [made, setMade] = useState<string>();
  const load = useCallback(async () => {
    const [{ teams }, { people }, { publicUrl }] = await Promise.all([
      client.get<Page & { teams: readonly Team[] }>('/teams?limit=1'),
      client.get<Page & { people: readonly Person[] }>('/people?limit=50'),
      client.get<Settings>('/settings'),
    ]);
    const person = people.find(({ role }) => role === 'person');
    return { team: teams[0], person, publicUrl };
  }, [client]);
  const { value, problem, notice, run } = useLoaded(load);
  // Each step removes the field that had the focus, so the next one takes it. Before the first
  // step, the focus stays where it is.
  const [isUnderWay, setIsUnderWay] = useState(false);
  if (value === undefined) return <ProblemBar problem={problem} />;
  const { team, person, publicUrl } = value;
  const take: Run = (doing, done) => {
    setIsUnderWay(true);
    return run(doing, done);
  };
  const make = async (id: string): Promise<void> => {
    const label = 'First token';
    setMade((await client.post<{ token: string }>(`/people/${id}/tokens`, { label })).token);
  };
  return (
    <Card role="region" aria-label="First steps">
      <Subtitle2 as="h2">Three steps to the first value</Subtitle2>
      <ProblemBar problem={problem} notice={notice} />
      <ol className={styles.list}>
        <Step
          title={team === undefined ? 'Add a team' : `Team: ${team.name}`}
          isDone={team !== undefined}
        >
          {team === undefined && (
            <AddForm
              label="Team’s name"
              onAdd={(name) => take(() => client.post('/teams', { name }), `${name} added.`)}
            />
          )}
        </Step>
        <Step
          title={person === undefined ? 'Add a person' : `Person: ${person.name}`}
          isDone={person !== undefined}
        >
          {person === undefined && team !== undefined && (
            <AddForm
              label="Person’s name"
              takesFocus={isUnderWay}
              onAdd={(name) =>
                take(
                  () => client.post('/people', { name, team: team.id }),
                  `${name} added to ${team.name}.`,
                )
              }
            />
          )}
        </Step>
        <Step title="Give them a token" isDone={made !== undefined}>
          {made === undefined ? (
            person !== undefined && (
              <div>
                <Button
                  appearance="primary"
                  autoFocus={isUnderWay}
                  onClick={() => void take(() => make(person.id))}
                >
                  Make a token for {person.name}
                </Button>
              </div>
            )
          ) : (
            <>
              <MadeToken token={made} takesFocus />
              <Text>
                Send it to {person?.name} with this address: <strong>{publicUrl}</strong>. It opens
                Locus in the browser. The token goes there under Connection, on Home.
              </Text>
              <Text>Set a budget for them under People. Their calls will show here.</Text>
            </>
          )}
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  const styles = useStepStyles();
  return (
    <li className={styles.step}>
      <div className={styles.title}>
        {isDone ? <CheckmarkCircle20Filled aria-label="Done" /> : <Circle20Regular />}
        <strong>{title}</strong>
      </div>
      {children}
    </li>
  );
}
