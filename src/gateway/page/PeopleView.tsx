import { useCallback, useState } from 'react';
import { AddForm } from './FormRow';
import type { AdministrationClient, ImportReport, Page, Person } from './administration-client';
import { CsvImport } from './CsvImport';
import { useLoaded } from './use-loaded';
import { PAGE, Pager, usePaging } from './Pager';
import { PersonCard } from './PersonCard';
import { ProblemBar } from './PageFrame';
import { MOST_CHOICES, TeamChoice, type TeamPage } from './TeamsView';

/** Adds people, and shows what each has spent, their budget and their tokens. */
export function PeopleView({ client }: { readonly client: AdministrationClient }) {
  const [team, setTeam] = useState('');
  const paging = usePaging();
  const { query } = paging;
  const load = useCallback(async () => {
    const [list, teams] = await Promise.all([
      client.get<Page & { people: readonly Person[] }>(`/people${query}`),
      client.get<TeamPage>(`/teams?limit=${MOST_CHOICES}`),
    ]);
    return { list, teams, usage: await client.usageOf(list.people) };
  }, [client, query]);
  const { value, problem, notice, run } = useLoaded(load);
  const add = (name: string): void =>
    void run(async () => {
      await client.post('/people', { name, ...(team === '' ? {} : { team }) });
      // Otherwise the new person might be on another page.
      if ((value?.list.total ?? 0) >= PAGE) paging.find(name);
    }, `${name} added.`);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} notice={notice} />
      <AddForm label="New person" onAdd={add}>
        <TeamChoice teams={value?.teams} team={team} onChange={setTeam} />
      </AddForm>
      <CsvImport
        label="Import a CSV"
        template={{
          columns: ['name', 'team', 'role', 'oid'],
          examples: ['Asha Rao,Research,person,', 'Binod Das,Research,team-administrator,'],
        }}
        run={run}
        send={async (csv) => {
          const { added, ...report } = await client.post<ImportReport>('/people/import', { csv });
          const lines = report.lines.flatMap(({ line, reason }) =>
            reason === undefined ? [] : [{ line, reason }],
          );
          return { ...report, taken: added, lines };
        }}
      />
      <Pager label="Find people by name, team or ID" paging={paging} list={value?.list} />
      {value?.list.people.map((person) => (
        <PersonCard
          key={person.id}
          client={client}
          person={person}
          usage={value.usage.people.find(({ id }) => id === person.id)}
          prices={value.usage.prices}
          teams={value.teams}
          run={run}
        />
      ))}
    </div>
  );
}
