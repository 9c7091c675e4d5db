import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { saveText } from './administration-client';
import type { AdministrationClient } from './administration-client';
import { useLoaded } from './use-loaded';
import { ProblemBar } from './ProblemBar';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  entry: { overflowWrap: 'anywhere' },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface Entry {
  readonly id: string;
  readonly at: number;
  readonly by: string;
  readonly about: string;
  /** A sentence that says it all. */
  readonly text: string;
}

/** Who did what, the latest first. */
export function AuditView({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const [before, setBefore] = useState('');
  const load = useCallback(
    () =>
      client.get<{ entries: readonly Entry[]; next: string | null }>(
        `/audit?limit=${SHOWN}${before === '' ? '' : `&before=${before}`}`,
      ),
    [client, before],
  );
  const { value, problem, run } = useLoaded(load);
  const next = value?.next ?? null;
  const save = async (): Promise<void> =>
    saveText('audit.csv', await client.text('/audit?format=csv'));
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      <div className={styles.buttons}>
        <Button onClick={() => void run(save)}>Save as CSV</Button>
        {before !== '' && <Button onClick={() => setBefore('')}>Latest</Button>}
        {next !== null && <Button onClick={() => setBefore(next)}>Older</Button>}
      </div>
      <ul className={styles.list}>
        {value?.entries.map(({ id, at, by, about, text }) => (
          <li key={id} className={styles.entry}>
            <div>{text}</div>
            <div className={styles.small}>
              {new Date(at).toLocaleString()} · {about} · by {by}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Entries on a page; the CSV has all. */
const SHOWN = 200;
