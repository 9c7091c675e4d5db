import {
  Body1,
  Button,
  Card,
  Field,
  Input,
  makeStyles,
  Subtitle2,
  Text,
} from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { AdministrationClient, Budget, UnknownScore } from './administration-client';
import { ProblemBar } from './PageFrame';
import { useLoaded, type Run } from './use-loaded';

interface BudgetRequest {
  /** The person's. */
  readonly id: string;
  readonly name: string;
  readonly teamName?: string;
  readonly message: string;
  /** What they ask for; null where they did not say. */
  readonly callsPerDay: number | null;
  readonly callsPerMonth: number | null;
  readonly at: number;
  /** What they have now. */
  readonly budget: Budget;
}

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' },
  field: { width: '130px' },
  input: { minWidth: '0' },
  message: { overflowWrap: 'anywhere' },
});

/** Who asks for a larger budget. To approve sets it. */
export function RequestsView({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const load = useCallback(
    () => client.get<{ requests: readonly BudgetRequest[] }>('/requests'),
    [client],
  );
  const { value, problem, notice, run } = useLoaded(load);
  return (
    <div className={styles.list}>
      <ProblemBar problem={problem} notice={notice} />
      {value?.requests.length === 0 && (
        <Body1>Nobody is waiting. People ask for more on their own page, at /account.</Body1>
      )}
      {value?.requests.map((request) => (
        <RequestCard key={request.id} client={client} request={request} run={run} />
      ))}
    </div>
  );
}

interface RequestCardProps {
  readonly client: AdministrationClient;
  readonly request: BudgetRequest;
  readonly run: Run;
}

function RequestCard({ client, request, run }: RequestCardProps) {
  const styles = useStyles();
  const { id, name, teamName, message, at, budget } = request;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({
    callsPerDay: String(request.callsPerDay ?? ''),
    callsPerMonth: String(request.callsPerMonth ?? ''),
  });
  const given = FIELDS.flatMap(({ field }) => {
    const text = texts[field]?.trim() ?? '';
    return text === '' ? [] : [[field, text] as const];
  });
  const isValid = given.length > 0 && given.every(([, text]) => /^\d+$/.test(text));
  const approve = (): Promise<unknown> => {
    const limits = Object.fromEntries(given.map(([field, text]) => [field, Number(text)]));
    return client.post(`/requests/${id}/approve`, limits);
  };
  return (
    <Card aria-label={name}>
      <Subtitle2 as="h2">{teamName === undefined ? name : `${name}, ${teamName}`}</Subtitle2>
      <span className={styles.message}>{message}</span>
      <span>Asked on {new Date(at).toISOString().slice(0, 10)}</span>
      <div className={styles.row}>
        {FIELDS.map(({ field, title }) => (
          <Field key={field} label={title} hint={nowText(budget[field])} className={styles.field}>
            <Input
              className={styles.input}
              inputMode="numeric"
              aria-label={`${title}, ${name}`}
              value={texts[field] ?? ''}
              onChange={(_event, { value }) => setTexts({ ...texts, [field]: value })}
            />
          </Field>
        ))}
      </div>
      <div className={styles.row}>
        <Button
          appearance="primary"
          aria-label={`Approve ${name}’s request`}
          disabled={!isValid}
          onClick={() => void run(approve, `${name} has a new budget.`)}
        >
          Approve
        </Button>
        <Button
          aria-label={`Decline ${name}’s request`}
          onClick={() =>
            void run(() => client.post(`/requests/${id}/decline`), `${name}’s request is declined.`)
          }
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}

function nowText(limit: number | null): string {
  return limit === null ? 'Now: no limit' : `Now: ${limit.toLocaleString()}`;
}

const FIELDS = [
  { field: 'callsPerDay', title: 'Calls a day' },
  { field: 'callsPerMonth', title: 'Calls a month' },
] as const;

/** Scores that may have been charged without an answer. A person decides whether to pay again. */
export function ScoresView({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(
    () => client.get<{ scores: readonly UnknownScore[] }>('/unknown-scores'),
    [client],
  );
  const { value, problem, run } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <Text>
        {value?.scores.length === 0
          ? 'Every score has an answer, or certainly cost nothing.'
          : 'These scores may have been charged, but their answers were lost. Asking again may cost them again.'}
      </Text>
      {value?.scores.map(({ id, model, at }) => (
        <Card key={id} aria-label={`${model}, ${at}`}>
          <strong>{model}</strong>
          <span>{new Date(at).toLocaleString()}</span>
          <div>
            <Button onClick={() => void run(() => client.post(`/unknown-scores/${id}/ask-again`))}>
              Ask again
            </Button>
          </div>
        </Card>
      ))}
    </div>
  );
}
