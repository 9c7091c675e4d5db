import { Badge, Button, Card, makeStyles, Subtitle2 } from '@fluentui/react-components';
import { useState } from 'react';
import type { AdministrationClient, Person, Prices, UsageRow } from './administration-client';
import { BudgetFields } from './BudgetFields';
import { BudgetWarnings } from './BudgetWarnings';
import { TokenList } from './TokenList';
import { ConfirmedButton } from './ConfirmedButton';
import { spentText } from './usage-text';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
});

interface PersonCardProps {
  readonly client: AdministrationClient;
  readonly person: Person;
  readonly usage: UsageRow | undefined;
  readonly prices: Prices;
  run(doing: () => Promise<unknown>): Promise<void>;
}

export function PersonCard({ client, person, usage, prices, run }: PersonCardProps) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, teamName, role, isDisabled, isLastAdministrator } = person;
  const setDisabled = (isWanted: boolean): void =>
    void run(() => client.patch(`/people/${id}`, { isDisabled: isWanted }));
  return (
    <Card aria-label={name}>
      <div className={styles.row}>
        <Subtitle2 as="h2">{name}</Subtitle2>
        {teamName !== undefined && <Badge appearance="outline">{teamName}</Badge>}
        {role !== 'person' && <Badge>{role}</Badge>}
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
          <Button aria-label={`Enable ${name}`} onClick={() => setDisabled(false)}>
            Enable
          </Button>
        )}
        {!isDisabled && isLastAdministrator !== true && (
          <ConfirmedButton
            verb="Disable"
            about={name}
            warning="Their tokens stop working at once."
            onConfirm={() => setDisabled(true)}
          />
        )}
        {isLastAdministrator === true && <span>The only administrator: can’t be disabled.</span>}
      </div>
      {isOpen && (
        <>
          <BudgetFields
            owner={name}
            budget={usage?.budget}
            prices={prices}
            onSave={(budget) => void run(() => client.put(`/people/${id}/budget`, budget))}
          />
          <TokenList client={client} person={id} />
        </>
      )}
    </Card>
  );
}

/** For a person who was added since the usage was read. */
const NOTHING_SPENT = { booked: 0, price: 0 };
