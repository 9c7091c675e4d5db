import {
  Button,
  FluentProvider,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Tab,
  TabList,
  teamsHighContrastTheme,
  Title2,
  tokens,
  webDarkTheme,
  webLightTheme,
} from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import type { AdministrationClient } from './administration-client';
import { AuditView } from './AuditView';
import { CatalogueView } from './CatalogueView';
import { PeopleView } from './PeopleView';
import { SignInCard } from './SignInCard';
import { ScoresView } from './ScoresView';
import { SettingsView } from './SettingsView';
import { TeamsView } from './TeamsView';
import { UsageView } from './UsageView';
import { useLoaded } from './use-loaded';

const useStyles = makeStyles({
  root: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
  page: {
    maxWidth: '720px',
    margin: '0 auto',
    padding: '16px',
    boxSizing: 'border-box',
    display: 'grid',
    gap: '16px',
  },
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
  { name: 'Catalogue', View: CatalogueView },
  { name: 'Scores', View: ScoresView },
  { name: 'Audit', View: AuditView },
  { name: 'Settings', View: SettingsView },
];

/** The gateway's administration, light, dark or in high contrast as the system asks. */
export function AdministrationPage() {
  const styles = useStyles();
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  const [client, setClient] = useState<AdministrationClient>();
  const signOut = async (): Promise<void> => {
    await client?.delete('/session').catch(() => undefined);
    setClient(undefined);
  };
  const [shown, setShown] = useState('Usage');
  const { View } = VIEWS.find(({ name }) => name === shown) ?? (VIEWS[0] as (typeof VIEWS)[number]);
  return (
    <FluentProvider theme={theme} className={styles.root}>
      <main className={styles.page}>
        {client === undefined ? (
          <SignInCard onSignedIn={setClient} />
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
      </main>
    </FluentProvider>
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

const DARK = '(prefers-color-scheme: dark)';
const CONTRAST = '(forced-colors: active), (prefers-contrast: more)';

function currentTheme(): Theme {
  if (matchMedia(CONTRAST).matches) return teamsHighContrastTheme;
  return matchMedia(DARK).matches ? webDarkTheme : webLightTheme;
}

function onThemeChange(listener: () => void): () => void {
  const queries = [DARK, CONTRAST].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => queries.forEach((query) => query.removeEventListener('change', listener));
}
