import { Card, Subtitle2 } from '@fluentui/react-components';
import { useCallback } from 'react';
import { AddForm } from './AddForm';
import type { AdministrationClient, Usage } from './administration-client';
import { BudgetFields } from './BudgetFields';
import { BudgetWarnings } from './BudgetWarnings';
import { useLoaded } from './loaded';
import { ProblemBar } from './ProblemBar';
import { spentText } from './usage-text';

/** Teams, what each has spent today, and their budgets. */
export function TeamsView({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(() => client.get<Usage>('/usage'), [client]);
  const { value, problem, act } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <AddForm label="New team" onAdd={(name) => void act(() => client.post('/teams', { name }))} />
      {value?.teams.map(({ id, name, budget, warnings, ...spent }) => (
        <Card key={id} aria-label={name}>
          <Subtitle2 as="h2">{name}</Subtitle2>
          <span>{spentText(spent, value.prices)}</span>
          <BudgetWarnings warnings={warnings} prices={value.prices} />
          <BudgetFields
            owner={name}
            budget={budget}
            prices={value.prices}
            onSave={(next) => void act(() => client.put(`/teams/${id}/budget`, next))}
          />
        </Card>
      ))}
    </div>
  );
}
