import {
  FluentProvider,
  makeStyles,
  Tab,
  TabList,
  teamsHighContrastTheme,
  Title2,
  tokens,
  webDarkTheme,
  webLightTheme,
} from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';
import { useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import type { AdministrationClient } from './administration-client';
import { AuditView } from './AuditView';
import { CatalogueView } from './CatalogueView';
import { PeopleView } from './PeopleView';
import { ScoresView } from './ScoresView';
import { SettingsView } from './SettingsView';
import { SignIn } from './SignIn';
import { StoreNotice } from './StoreNotice';
import { TeamsView } from './TeamsView';
import { UsageView } from './UsageView';

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
  const [shown, setShown] = useState('Usage');
  const { View } = VIEWS.find(({ name }) => name === shown) ?? (VIEWS[0] as (typeof VIEWS)[number]);
  return (
    <FluentProvider theme={theme} className={styles.root}>
      <main className={styles.page}>
        {client === undefined ? (
          <SignIn onSignedIn={setClient} />
        ) : (
          <>
            <Title2 as="h1">Locus gateway</Title2>
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
