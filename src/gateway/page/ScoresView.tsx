import { Button, Card, Text } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { AdministrationClient, UnknownScore } from './administration-client';
import { useLoaded } from './use-loaded';
import { ProblemBar } from './ProblemBar';

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
