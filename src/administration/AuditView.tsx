import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { AdministrationClient } from './administration-client';
import { useLoaded } from './loaded';
import { ProblemBar } from './ProblemBar';
import { saveText } from './saved-text';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  entry: { overflowWrap: 'anywhere' },
  time: { color: tokens.colorNeutralForeground3 },
});

interface Entry {
  readonly at: number;
  readonly by: string;
  readonly act: string;
  readonly about: string;
  readonly detail: string;
}

/** Who did what, the latest first. */
export function AuditView({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const load = useCallback(() => client.get<{ entries: readonly Entry[] }>('/audit'), [client]);
  const { value, problem, act } = useLoaded(load);
  const save = async (): Promise<void> =>
    saveText('audit.csv', await client.text('/audit?format=csv'));
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <div>
        <Button onClick={() => void act(save)}>Save as CSV</Button>
      </div>
      <ul className={styles.list}>
        {value?.entries.slice(0, SHOWN).map(({ at, by, act: what, about, detail }, index) => (
          <li key={index} className={styles.entry}>
            <span className={styles.time}>{new Date(at).toLocaleString()}</span> {what}: {about}
            {detail !== '' && ` (${detail})`}, by {by}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Entries on the page; the CSV has the rest. */
const SHOWN = 200;
