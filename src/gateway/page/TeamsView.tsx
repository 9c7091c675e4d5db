import { Button, Card, Field, Input, Select, Subtitle2 } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { AdministrationClient, Page, Team } from './gateway-client';
import { BudgetFields, BudgetWarnings } from './BudgetFields';
import { AddForm, FormRow, NameField } from './FormRow';
import { ConfirmedButton } from './ConfirmedButton';
import { useLoaded } from './use-loaded';
import { Pager, usePaging } from './Pager';
import { ProblemBar } from './PageFrame';
import { spentText } from './usage-text';

/** Lists teams with what each has spent today, their budgets and their weights. */
export function TeamsView({ client }: { readonly client: AdministrationClient }) {
  const paging = usePaging();
  const { query } = paging;
  const load = useCallback(async () => {
    const list = await client.get<Page & { teams: readonly Team[] }>(`/teams${query}`);
    return { list, ...(await client.usageOf(list.teams)) };
  }, [client, query]);
  const { value, problem, notice, run } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} notice={notice} />
      <AddForm
        label="New team"
        onAdd={(name) => run(() => client.post('/teams', { name }), `${name} added.`)}
      />
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
            onSave={(next) =>
              void run(() => client.put(`/teams/${id}/budget`, next), 'Budget saved.')
            }
          />
          <TeamFields
            team={value.list.teams.find((team) => team.id === id) ?? { id, name }}
            onSave={(change) =>
              void run(() => client.patch(`/teams/${id}`, change), `${name} saved.`)
            }
          />
          <ConfirmedButton
            verb="Delete"
            about={name}
            warning="Only a team without people can be deleted. Its calls stay in the usage, and its name in the audit."
            onConfirm={() => void run(() => client.delete(`/teams/${id}`), `${name} deleted.`)}
          />
        </Card>
      ))}
    </div>
  );
}

interface TeamFieldsProps {
  readonly team: Team;
  onSave(change: Partial<Team>): void;
}

/** The fields of a team's name and weight. Only what has changed is sent. */
function TeamFields({ team, onSave }: TeamFieldsProps) {
  const [name, setName] = useState(team.name);
  const [weight, setWeight] = useState(team.weight ?? 1);
  const change = {
    ...(name.trim() !== team.name && { name: name.trim() }),
    ...(weight !== (team.weight ?? 1) && { weight }),
  };
  return (
    <FormRow onSubmit={() => onSave(change)}>
      <NameField label="Name" spoken={`Name, ${team.name}`} value={name} onChange={setName} />
      <Field label="Weight" hint="Calls in one turn beside other teams">
        <Select
          aria-label={`Weight, ${team.name}`}
          value={weight}
          onChange={(_event, { value }) => setWeight(Number(value))}
        >
          {WEIGHTS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Field>
      <Button
        type="submit"
        aria-label={`Save ${team.name}`}
        disabled={name.trim() === '' || Object.keys(change).length === 0}
      >
        Save
      </Button>
    </FormRow>
  );
}

const WEIGHTS = Array.from({ length: 10 }, (_, index) => index + 1);

export type TeamPage = Page & { readonly teams: readonly Team[] };

/** If there are more teams than this, people type the name instead of choosing it. */
export const MOST_CHOICES = 200;

interface TeamChoiceProps {
  /** Whose team it is, for screen readers. Left out for a person who does not exist yet. */
  readonly owner?: string;
  readonly teams: TeamPage | undefined;
  /** A team's ID or name; "" for no team. */
  readonly team: string;
  onChange(team: string): void;
}

export function TeamChoice({ owner, teams, team, onChange }: TeamChoiceProps) {
  const label = owner === undefined ? 'Team' : `Team, ${owner}`;
  return (
    <Field label="Team">
      {(teams?.next ?? null) === null ? (
        <Select aria-label={label} value={team} onChange={(_event, { value }) => onChange(value)}>
          <option value="">None</option>
          {teams?.teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <Input aria-label={label} value={team} onChange={(_event, { value }) => onChange(value)} />
      )}
    </Field>
  );
}
