import { Button, Card, Field, Select, Subtitle2 } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { AddForm } from './AddForm';
import type { AdministrationClient, Page, Team } from './administration-client';
import { BudgetFields } from './BudgetFields';
import { BudgetWarnings } from './BudgetWarnings';
import { useLoaded } from './use-loaded';
import { Pager, usePaging } from './Pager';
import { ProblemBar } from './ProblemBar';
import { spentText } from './usage-text';

/** Teams, what each has spent today, their budgets and their weights. */
export function TeamsView({ client }: { readonly client: AdministrationClient }) {
  const paging = usePaging();
  const { query } = paging;
  const load = useCallback(async () => {
    const list = await client.get<Page & { teams: readonly Team[] }>(`/teams${query}`);
    return { list, ...(await client.usageOf(list.teams)) };
  }, [client, query]);
  const { value, problem, run } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <AddForm label="New team" onAdd={(name) => void run(() => client.post('/teams', { name }))} />
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
            onSave={(next) => void run(() => client.put(`/teams/${id}/budget`, next))}
          />
          <WeightField
            team={value.list.teams.find((team) => team.id === id) ?? { id, name }}
            onSave={(weight) => void run(() => client.patch(`/teams/${id}`, { weight }))}
          />
        </Card>
      ))}
    </div>
  );
}

interface WeightFieldProps {
  readonly team: Team;
  onSave(weight: number): void;
}

function WeightField({ team: { name, weight = 1 }, onSave }: WeightFieldProps) {
  const [chosen, setChosen] = useState(weight);
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' }}>
      <Field label="Weight" hint="Calls in one turn beside other teams">
        <Select
          aria-label={`Weight, ${name}`}
          value={chosen}
          onChange={(_event, { value }) => setChosen(Number(value))}
        >
          {WEIGHTS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Field>
      <Button disabled={chosen === weight} onClick={() => onSave(chosen)}>
        Save weight
      </Button>
    </div>
  );
}

const WEIGHTS = Array.from({ length: 10 }, (_, index) => index + 1);
