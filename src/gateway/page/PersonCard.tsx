import {
  Badge,
  Button,
  Card,
  Field,
  makeStyles,
  Select,
  Subtitle2,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { AdministrationClient, Person, Prices, UsageRow } from './administration-client';
import { BudgetFields } from './BudgetFields';
import { BudgetWarnings } from './BudgetWarnings';
import { FormRow, NameField } from './FormRow';
import { ConfirmedButton } from './ConfirmedButton';
import { TeamChoice, type TeamPage } from './TeamsView';
import { TokenList } from './TokenList';
import type { Run } from './use-loaded';
import { spentText } from './usage-text';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
});

interface PersonCardProps {
  readonly client: AdministrationClient;
  readonly person: Person;
  readonly usage: UsageRow | undefined;
  readonly prices: Prices;
  readonly teams: TeamPage;
  readonly run: Run;
}

export function PersonCard({ client, person, usage, prices, teams, run }: PersonCardProps) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, teamName, role, isDisabled, isLastAdministrator } = person;
  const change = (what: object, notice: string): void =>
    void run(() => client.patch(`/people/${id}`, what), notice);
  return (
    <Card aria-label={name}>
      <div className={styles.row}>
        <Subtitle2 as="h2">{name}</Subtitle2>
        {teamName !== undefined && <Badge appearance="outline">{teamName}</Badge>}
        {role !== 'person' && <Badge>{ROLES[role] ?? role}</Badge>}
        {isDisabled && <Badge color="danger">disabled</Badge>}
      </div>
      <span>{spentText(usage ?? NOTHING_SPENT, prices)}</span>
      <BudgetWarnings warnings={usage?.warnings ?? []} prices={prices} />
      <div className={styles.row}>
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
      </div>
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

/** A person's name, team and role. Only what has changed is sent. */
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
