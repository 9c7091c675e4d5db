import { Button, Card, makeStyles, Subtitle2, Text } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Circle20Regular } from '@fluentui/react-icons';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { AddForm } from './AddForm';
import type { AdministrationClient, Page, Person, Team } from './administration-client';
import { ProblemBar } from './ProblemBar';
import type { Settings } from './SettingsView';
import { MadeToken } from './TokenList';
import { useLoaded } from './use-loaded';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '16px', margin: 0, padding: 0, listStyle: 'none' },
  step: { display: 'grid', gap: '8px', overflowWrap: 'anywhere' },
  title: { display: 'flex', gap: '8px', alignItems: 'center' },
});

/** From an empty gateway to a colleague's first value: a team, a person, a token. */
export function FirstSteps({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const [made, setMade] = useState<string>();
  const load = useCallback(async () => {
    const [{ teams }, { people }, { publicUrl }] = await Promise.all([
      client.get<Page & { teams: readonly Team[] }>('/teams?limit=1'),
      client.get<Page & { people: readonly Person[] }>('/people?limit=50'),
      client.get<Settings>('/settings'),
    ]);
    const person = people.find(({ role }) => role === 'person');
    return { team: teams[0], person, publicUrl };
  }, [client]);
  const { value, problem, notice, run } = useLoaded(load);
  if (value === undefined) return <ProblemBar problem={problem} />;
  const { team, person, publicUrl } = value;
  const make = async (id: string): Promise<void> => {
    const label = 'First token';
    setMade((await client.post<{ token: string }>(`/people/${id}/tokens`, { label })).token);
  };
  return (
    <Card role="region" aria-label="First steps">
      <Subtitle2 as="h2">Three steps to the first value</Subtitle2>
      <ProblemBar problem={problem} notice={notice} />
      <ol className={styles.list}>
        <Step
          title={team === undefined ? 'Add a team' : `Team: ${team.name}`}
          isDone={team !== undefined}
        >
          {team === undefined && (
            <AddForm
              label="Team’s name"
              onAdd={(name) => void run(() => client.post('/teams', { name }), `${name} added.`)}
            />
          )}
        </Step>
        <Step
          title={person === undefined ? 'Add a person' : `Person: ${person.name}`}
          isDone={person !== undefined}
        >
          {person === undefined && team !== undefined && (
            <AddForm
              label="Person’s name"
              onAdd={(name) =>
                void run(
                  () => client.post('/people', { name, team: team.id }),
                  `${name} added to ${team.name}.`,
                )
              }
            />
          )}
        </Step>
        <Step title="Give them a token" isDone={made !== undefined}>
          {made === undefined ? (
            person !== undefined && (
              <div>
                <Button appearance="primary" onClick={() => void run(() => make(person.id))}>
                  Make a token for {person.name}
                </Button>
              </div>
            )
          ) : (
            <>
              <MadeToken token={made} />
              <Text>
                Send it to {person?.name} with this address: <strong>{publicUrl}</strong>. It opens
                Locus in the browser, where the token goes into Settings as the key.
              </Text>
              <Text>Set a budget for them under People. Their calls will show here.</Text>
            </>
          )}
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  const styles = useStyles();
  return (
    <li className={styles.step}>
      <div className={styles.title}>
        {isDone ? <CheckmarkCircle20Filled aria-label="Done" /> : <Circle20Regular />}
        <strong>{title}</strong>
      </div>
      {children}
    </li>
  );
}
