import { Card, Subtitle2 } from '@fluentui/react-components';
import { useCallback } from 'react';
import { AddForm } from './AddForm';
import type { AdministrationClient, Page } from './administration-client';
import { BudgetFields } from './BudgetFields';
import { BudgetWarnings } from './BudgetWarnings';
import { useLoaded } from './use-loaded';
import { Pager, usePaging } from './Pager';
import { ProblemBar } from './ProblemBar';
import { spentText } from './usage-text';

/** Teams, what each has spent today, and their budgets. */
export function TeamsView({ client }: { readonly client: AdministrationClient }) {
  const paging = usePaging();
  const { query } = paging;
  const load = useCallback(async () => {
    const list = await client.get<Page & { teams: readonly { id: string }[] }>(`/teams${query}`);
    return { list, ...(await client.usageOf(list.teams)) };
  }, [client, query]);
  const { value, problem, act } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <AddForm label="New team" onAdd={(name) => void act(() => client.post('/teams', { name }))} />
      <Pager label="Find teams by name or ID" paging={paging} list={value?.list} />
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
