import { Badge, Button, Card, Field, Select, Subtitle2 } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { AdministrationClient, Page, Person, Prices, UsageRow } from './gateway-client';
import { BudgetFields, BudgetWarnings } from './BudgetFields';
import { ConfirmedButton } from './ConfirmedButton';
import { CsvImport, type CsvReport } from './CsvImport';
import { AddForm, FormRow, NameField } from './FormRow';
import { NewPeopleBudget } from './NewPeopleBudget';
import { ProblemBar, Row } from './PageFrame';
import { PAGE, Pager, usePaging } from './Pager';
import { MOST_CHOICES, TeamChoice, type TeamPage } from './TeamsView';
import { TokenList } from './TokenList';
import { useLoaded, type Run } from './use-loaded';
import { spentText } from './usage-text';

/** Adds people, and shows each person's spending, budget and tokens. */
export function PeopleView({ client }: { readonly client: AdministrationClient }) {
  const [team, setTeam] = useState('');
  const paging = usePaging();
  const { query } = paging;
  const load = useCallback(async () => {
    const [list, teams] = await Promise.all([
      client.get<Page & { people: readonly Person[] }>(`/people${query}`),
      client.get<TeamPage>(`/teams?limit=${MOST_CHOICES}`),
    ]);
    const usage = await client.usageOf(list.people);
    // Only an administrator of everything gets the account's usage.
    return { list, teams, usage, isAll: usage.account !== undefined };
  }, [client, query]);
  const { value, problem, notice, run } = useLoaded(load);
  const add = (name: string): Promise<boolean> =>
    run(async () => {
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
          return client.post<CsvReport>('/people/import', { csv });
        }}
      />
      {value?.isAll === true && <NewPeopleBudget client={client} prices={value.usage.prices} />}
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

interface PersonCardProps {
  readonly client: AdministrationClient;
  readonly person: Person;
  readonly usage: UsageRow | undefined;
  readonly prices: Prices;
  readonly teams: TeamPage;
  readonly run: Run;
}

function PersonCard({ client, person, usage, prices, teams, run }: PersonCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, teamName, role, isDisabled, isLastAdministrator } = person;
  const change = (what: object, notice: string): void =>
    void run(() => client.patch(`/people/${id}`, what), notice);
  return (
    <Card aria-label={name}>
      <Row>
        <Subtitle2 as="h2">{name}</Subtitle2>
        {teamName !== undefined && <Badge appearance="outline">{teamName}</Badge>}
        {role !== 'person' && <Badge>{ROLES[role] ?? role}</Badge>}
        {isDisabled && <Badge color="danger">disabled</Badge>}
      </Row>
      <span>{spentText(usage ?? NOTHING_SPENT, prices)}</span>
      <BudgetWarnings warnings={usage?.warnings ?? []} prices={prices} />
      <Row>
        <Button
          aria-expanded={isOpen}
          aria-label={`Manage ${name}’s tokens and budget`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Manage
        </Button>
        {isDisabled && (
          <Button
            aria-label={`Enable ${name}`}
            onClick={() => change({ isDisabled: false }, `${name} enabled.`)}
          >
            Enable
          </Button>
        )}
        {!isDisabled && isLastAdministrator !== true && (
          <ConfirmedButton
            verb="Disable"
            about={name}
            warning="Their tokens stop working at once."
            onConfirm={() => change({ isDisabled: true }, `${name} disabled.`)}
          />
        )}
        {isLastAdministrator !== true && (
          <ConfirmedButton
            verb="Delete"
            about={name}
            warning="Their tokens stop working for good. Their calls stay in the usage, and their name in the audit."
            onConfirm={() => void run(() => client.delete(`/people/${id}`), `${name} deleted.`)}
          />
        )}
        {isLastAdministrator === true && (
          <span>The only administrator: can’t be disabled or deleted.</span>
        )}
      </Row>
      {isOpen && (
        <>
          <DetailFields person={person} teams={teams} onSave={change} />
          <BudgetFields
            owner={name}
            budget={usage?.budget}
            prices={prices}
            onSave={(budget) =>
              void run(() => client.put(`/people/${id}/budget`, budget), 'Budget saved.')
            }
          />
          <TokenList client={client} person={id} />
        </>
      )}
    </Card>
  );
}

interface DetailFieldsProps {
  readonly person: Person;
  readonly teams: TeamPage;
  onSave(change: object, notice: string): void;
}

/** The fields of a person's name, team and role. Only what has changed is sent. */
function DetailFields({ person, teams, onSave }: DetailFieldsProps) {
  const before = { name: person.name, team: person.team ?? '', role: person.role };
  const [typed, setTyped] = useState(before);
  const { name, team, role } = typed;
  const change = {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(team !== before.team && { team: team === '' ? null : team }),
    ...(role !== before.role && { role }),
  };
  return (
    <FormRow onSubmit={() => onSave(change, `${name.trim()} saved.`)}>
      <NameField
        label="Name"
        spoken={`Name, ${person.name}`}
        value={name}
        onChange={(value) => setTyped({ ...typed, name: value })}
      />
      <TeamChoice
        owner={person.name}
        teams={teams}
        team={team}
        onChange={(value) => setTyped({ ...typed, team: value })}
      />
      <Field label="Role">
        <Select
          aria-label={`Role, ${person.name}`}
          value={role}
          onChange={(_event, { value }) => setTyped({ ...typed, role: value })}
        >
          {Object.entries(ROLES).map(([each, title]) => (
            <option key={each} value={each}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        type="submit"
        aria-label={`Save ${person.name}`}
        disabled={name.trim() === '' || Object.keys(change).length === 0}
      >
        Save
      </Button>
    </FormRow>
  );
}

const ROLES: Readonly<Record<string, string>> = {
  person: 'Person',
  'team-administrator': 'Administrator of their team',
  administrator: 'Administrator',
};

/** For a person who was added since the usage was read. */
const NOTHING_SPENT = { booked: 0, price: 0 };
