import { Field, Select } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { AddForm } from './AddForm';
import type { AdministrationClient, ImportReport, Person, Usage } from './administration-client';
import { CsvImport } from './CsvImport';
import { useLoaded } from './loaded';
import { PersonCard } from './PersonCard';
import { ProblemBar } from './ProblemBar';

/** Adds people, and shows what each has spent, their budget and their tokens. */
export function PeopleView({ client }: { readonly client: AdministrationClient }) {
  const [team, setTeam] = useState('');
  const load = useCallback(async () => {
    const [usage, { people }] = await Promise.all([
      client.get<Usage>('/usage'),
      client.get<{ people: readonly Person[] }>('/people'),
    ]);
    return { usage, people };
  }, [client]);
  const { value, problem, act } = useLoaded(load);
  const add = (name: string): void =>
    void act(() => client.post('/people', { name, ...(team === '' ? {} : { team }) }));
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <AddForm label="New person" onAdd={add}>
        <Field label="Team">
          <Select value={team} onChange={(_event, data) => setTeam(data.value)}>
            <option value="">None</option>
            {value?.usage.teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </AddForm>
      <CsvImport
        label="Import a CSV"
        act={act}
        send={async (csv) => {
          const { added, ...report } = await client.post<ImportReport>('/people/import', { csv });
          const lines = report.lines.flatMap(({ line, reason }) =>
            reason === undefined ? [] : [{ line, reason }],
          );
          return { ...report, taken: added, lines };
        }}
      />
      {value?.people.map((person) => (
        <PersonCard
          key={person.id}
          client={client}
          person={person}
          usage={value.usage.people.find(({ id }) => id === person.id)}
          prices={value.usage.prices}
          act={act}
        />
      ))}
    </div>
  );
}
