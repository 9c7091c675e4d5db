import { Button, Card, makeStyles, Subtitle2, Text } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { Settings } from './SettingsView';
import { BudgetFields } from './BudgetFields';
import { AddForm } from './FormRow';
import type { AdministrationClient, Budget, BudgetField, Prices } from './gateway-client';
import { ProblemBar, Row } from './PageFrame';
import { useLoaded } from './use-loaded';

type Limits = Partial<Budget>;
type GroupLimits = Limits & { readonly group: string };

interface Defaults {
  readonly person: Limits;
  readonly groups: readonly GroupLimits[];
}

interface NewPeopleBudgetProps {
  readonly client: AdministrationClient;
  readonly prices: Prices;
}

/** The budget with which new people begin. It is loaded when somebody opens it. */
export function NewPeopleBudget(props: NewPeopleBudgetProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Row>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Budget for new people
        </Button>
      </Row>
      {isOpen && <DefaultsCard {...props} />}
    </>
  );
}

const useStyles = makeStyles({
  group: { display: 'grid', gap: '8px', justifyItems: 'start', overflowWrap: 'anywhere' },
});

function DefaultsCard({ client, prices }: NewPeopleBudgetProps) {
  const styles = useStyles();
  const load = useCallback(async () => {
    const [defaults, { signIn }] = await Promise.all([
      client.get<Defaults>('/defaults'),
      client.get<Settings>('/settings'),
    ]);
    return { defaults, signIn };
  }, [client]);
  const { value, problem, notice, run } = useLoaded(load);
  if (value === undefined) return <ProblemBar problem={problem} />;
  const { person, groups } = value.defaults;
  const save = (next: Partial<Defaults>, done: string): Promise<boolean> =>
    run(() => client.put('/defaults', { person, groups, ...next }), done);
  const withLimits = (group: string, limits: Limits): readonly GroupLimits[] =>
    groups.map((each) => (each.group === group ? { group, ...limits } : each));
  return (
    <Card role="region" aria-label="Budget for new people">
      <ProblemBar problem={problem} notice={notice} />
      <Text>
        Everybody you add, import or let sign in begins with this budget. People who are there
        already keep theirs.
      </Text>
      <BudgetFields
        owner="new people"
        budget={budgetOf(person)}
        prices={prices}
        onSave={(limits) => void save({ person: limits }, 'Budget for new people saved.')}
      />
      {(value.signIn !== '' || groups.length > 0) && (
        <>
          <Text>
            Members of a group of your company’s sign-in begin with the group’s limits instead. The
            first group in this list that somebody is in counts. A limit that a group leaves empty
            is the one above.
          </Text>
          {groups.map(({ group, ...limits }) => (
            <section key={group} aria-label={group} className={styles.group}>
              <Subtitle2 as="h3">{group}</Subtitle2>
              <BudgetFields
                owner={group}
                budget={budgetOf(limits)}
                prices={prices}
                emptyText="as above"
                onSave={(next) => void save({ groups: withLimits(group, next) }, `${group} saved.`)}
              />
              <Button
                aria-label={`Remove ${group}`}
                onClick={() =>
                  void save(
                    { groups: groups.filter((each) => each.group !== group) },
                    `${group} removed.`,
                  )
                }
              >
                Remove
              </Button>
            </section>
          ))}
          <AddForm
            label="Group’s name or ID"
            onAdd={(group) => save({ groups: [...groups, { group }] }, `${group} added.`)}
          />
        </>
      )}
    </Card>
  );
}

const NO_LIMIT: Readonly<Record<BudgetField, null>> = {
  callsPerDay: null,
  callsPerMonth: null,
  pricePerDay: null,
  pricePerMonth: null,
};

function budgetOf(limits: Limits): Budget {
  return { ...NO_LIMIT, ...limits };
}
