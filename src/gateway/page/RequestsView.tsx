import { Body1, Button, Card, Subtitle2, Text } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { AdministrationClient, Budget, UnknownScore } from './gateway-client';
import { CallsFields, callsIn, type CallsTexts } from './BudgetFields';
import { ProblemBar, Row } from './PageFrame';
import { useLoaded, type Run } from './use-loaded';
import { dayText } from './usage-text';

interface BudgetRequest {
  /** The person's ID. */
  readonly id: string;
  readonly name: string;
  readonly teamName?: string;
  readonly message: string;
  /** What the person asks for; null if they did not say. */
  readonly callsPerDay: number | null;
  readonly callsPerMonth: number | null;
  readonly at: number;
  readonly budget: Budget;
}

/** Lists who asks for a larger budget. Approving a request sets the budget. */
export function RequestsView({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(
    () => client.get<{ requests: readonly BudgetRequest[] }>('/requests'),
    [client],
  );
  const { value, problem, notice, run } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
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
  const { id, name, teamName, message, at, budget } = request;
  const [texts, setTexts] = useState<CallsTexts>({
    callsPerDay: String(request.callsPerDay ?? ''),
    callsPerMonth: String(request.callsPerMonth ?? ''),
  });
  const limits = callsIn(texts);
  const isValid = limits !== undefined && Object.keys(limits).length > 0;
  const approve = () => client.post(`/requests/${id}/approve`, limits);
  return (
    <Card aria-label={name}>
      <Subtitle2 as="h2">{teamName === undefined ? name : `${name}, ${teamName}`}</Subtitle2>
      <span style={{ overflowWrap: 'anywhere' }}>{message}</span>
      <span>Asked on {dayText(at)}</span>
      <Row align="end">
        <CallsFields owner={name} texts={texts} budget={budget} onChange={setTexts} />
      </Row>
      <Row>
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
      </Row>
    </Card>
  );
}

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
