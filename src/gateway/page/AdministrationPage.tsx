import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Tab,
  TabList,
  Title2,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useState, type ComponentType } from 'react';
import { AdministrationClient, saveText } from './administration-client';
import { CatalogueView } from './CatalogueView';
import { PageFrame, ProblemBar } from './PageFrame';
import { PeopleView } from './PeopleView';
import { RequestsView, ScoresView } from './RequestsView';
import { SignInCard, type SignInDoor } from './SignInCard';
import { SettingsView } from './SettingsView';
import { TeamsView } from './TeamsView';
import { UsageView } from './UsageView';
import { useLoaded } from './use-loaded';

const useAuditStyles = makeStyles({
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  entry: { overflowWrap: 'anywhere' },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Entries on a page; the CSV has all. */
const SHOWN = 200;

const useStyles = makeStyles({
  tabs: { flexWrap: 'wrap' },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '8px' },
});

const VIEWS: readonly {
  readonly name: string;
  readonly View: ComponentType<{ readonly client: AdministrationClient }>;
}[] = [
  { name: 'Usage', View: UsageView },
  { name: 'People', View: PeopleView },
  { name: 'Teams', View: TeamsView },
  { name: 'Requests', View: RequestsView },
  { name: 'Catalogue', View: CatalogueView },
  { name: 'Scores', View: ScoresView },
  { name: 'Audit', View: AuditView },
  { name: 'Settings', View: SettingsView },
];

const DOOR: SignInDoor<AdministrationClient> = {
  path: '/admin',
  title: 'Locus gateway',
  hint: 'The gateway printed the first administrator’s token when it first started.',
  label: 'Administrator’s token',
  open: (token) => new AdministrationClient(token),
  check: (client) => client.get('/session'),
};

/** The gateway's administration. */
export function AdministrationPage() {
  const styles = useStyles();
  const [client, setClient] = useState<AdministrationClient>();
  const signOut = async (): Promise<void> => {
    await client?.delete('/session').catch(() => undefined);
    setClient(undefined);
  };
  const [shown, setShown] = useState('Usage');
  const { View } = VIEWS.find(({ name }) => name === shown) ?? (VIEWS[0] as (typeof VIEWS)[number]);
  return (
    <PageFrame>
      {client === undefined ? (
        <SignInCard<AdministrationClient> door={DOOR} onSignedIn={setClient} />
      ) : (
        <>
          <div className={styles.head}>
            <Title2 as="h1">Locus gateway</Title2>
            <Button onClick={() => void signOut()}>Sign out</Button>
          </div>
          <StoreNotice client={client} />
          <TabList
            className={styles.tabs}
            selectedValue={shown}
            onTabSelect={(_event, { value }) => setShown(String(value))}
          >
            {VIEWS.map(({ name }) => (
              <Tab key={name} value={name}>
                {name}
              </Tab>
            ))}
          </TabList>
          <View client={client} />
        </>
      )}
    </PageFrame>
  );
}

/** Shown while the gateway sends no calls because its store has lost data. A person resumes them. */
export function StoreNotice({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(() => client.get<{ hasForgotten: boolean }>('/store'), [client]);
  const { value, run } = useLoaded(load);
  if (value?.hasForgotten !== true) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        Calls are stopped. The gateway’s store has lost data: it was emptied, replaced, or restored
        from an older copy. Check budgets and tokens, then resume. Every budget for today then
        counts as used up.
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void run(() => client.post('/store/confirm'))}>Resume calls</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

interface Entry {
  readonly id: string;
  readonly at: number;
  readonly by: string;
  readonly about: string;
  /** A sentence that says it all. */
  readonly text: string;
}

/** Who did what, the latest first. */
function AuditView({ client }: { readonly client: AdministrationClient }) {
  const styles = useAuditStyles();
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
