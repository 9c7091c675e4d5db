import {
  Button,
  Card,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Subtitle2,
  Tab,
  TabList,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useState, type ComponentType } from 'react';
import { CsvImport, type CsvReport } from './CsvImport';
import { ForgetAnswers } from './ForgetAnswers';
import { AddForm } from './FormRow';
import {
  AdministrationClient,
  type ListedModel,
  saveText,
  type TeamCatalogue,
} from './gateway-client';
import { ProblemBar, Row } from './PageFrame';
import { PeopleView } from './PeopleView';
import { RequestsView, ScoresView } from './RequestsView';
import { SignedInPage, type SignInDoor } from './SignInCard';
import { SettingsView } from './SettingsView';
import { TeamsView } from './TeamsView';
import { UsageView } from './UsageView';
import { useLoaded } from './use-loaded';

const useCatalogueStyles = makeStyles({
  view: { display: 'grid', gap: '16px' },
  section: { display: 'grid', gap: '8px', justifyItems: 'start' },
  // By default, a grid item is as wide as its content.
  wide: { justifySelf: 'stretch', minWidth: 0, overflowWrap: 'anywhere' },
  text: { margin: 0 },
});

const useAuditStyles = makeStyles({
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  entry: { overflowWrap: 'anywhere' },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Entries shown at once. The CSV has all of them. */
const SHOWN = 200;

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
  return <SignedInPage door={DOOR}>{(client) => <Views client={client} />}</SignedInPage>;
}

function Views({ client }: { readonly client: AdministrationClient }) {
  const [shown, setShown] = useState('Usage');
  const { View } = VIEWS.find(({ name }) => name === shown) ?? (VIEWS[0] as (typeof VIEWS)[number]);
  return (
    <>
      <StoreNotice client={client} />
      <TabList
        style={{ flexWrap: 'wrap' }}
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
  );
}

/**
 * Says that the gateway sends no calls because its store has lost data. A person can resume them.
 */
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
  readonly text: string;
}

/** Lists who did what, the latest first. */
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
      <Row>
        <Button onClick={() => void run(save)}>Save as CSV</Button>
        {before !== '' && <Button onClick={() => setBefore('')}>Latest</Button>}
        {next !== null && <Button onClick={() => setBefore(next)}>Older</Button>}
      </Row>
      {value?.entries.length === 0 && <Text>Nothing has been changed yet.</Text>}
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

/** The attribute names and models that everybody finds in their pane. */
function CatalogueView({ client }: { readonly client: AdministrationClient }) {
  const styles = useCatalogueStyles();
  const load = useCallback(() => client.get<TeamCatalogue>('/catalogue'), [client]);
  const { value, problem, notice, run } = useLoaded(load);
  const { names = 0, models = [] } = value ?? {};
  const [id, setId] = useState('');
  const [note, setNote] = useState('');
  const save = (next: readonly ListedModel[]): Promise<boolean> =>
    run(() => client.put('/catalogue/models', { models: next }), 'Models saved.');
  return (
    <div className={styles.view}>
      <ProblemBar problem={problem} notice={notice} />
      <section className={styles.section} aria-label="Attributes">
        <Subtitle2 as="h2">Attributes</Subtitle2>
        <Text>
          {names === 0
            ? 'No attributes listed. Upload a CSV.'
            : `${names.toLocaleString()} ${names === 1 ? 'attribute' : 'attributes'} listed for everybody. A new file replaces them.`}
        </Text>
        <CsvImport
          label="Upload attributes"
          template={{
            columns: ['name', 'title', 'topic', 'unit', 'meaning'],
            examples: ['w_pop_tt,Population,people,people,People who live within a walk'],
          }}
          run={run}
          send={async (csv) => {
            const { names: added, ...report } = await client.put<
              Omit<CsvReport, 'added'> & { names: number }
            >('/catalogue/names', { csv });
            return { ...report, added };
          }}
        />
        {names > 0 && (
          <Button
            onClick={() => void run(() => client.delete('/catalogue/names'), 'Attributes removed.')}
          >
            Remove attributes
          </Button>
        )}
      </section>
      <section className={styles.section} aria-label="Models">
        <Subtitle2 as="h2">Models</Subtitle2>
        <AddForm
          label="New model"
          onAdd={async (name) => {
            const isSaved = await save([...models, { id: id.trim(), name, note: note.trim() }]);
            if (isSaved) {
              setId('');
              setNote('');
            }
            return isSaved;
          }}
        >
          <Field label="Model ID">
            <Input value={id} onChange={(_event, data) => setId(data.value)} />
          </Field>
          <Field label="Note">
            <Input value={note} onChange={(_event, data) => setNote(data.value)} />
          </Field>
        </AddForm>
        {models.map((model) => (
          <Card key={model.id} aria-label={model.name} className={styles.wide}>
            <Subtitle2 as="h3" className={styles.text}>
              {model.name}
            </Subtitle2>
            <p className={styles.text}>ID: {model.id}</p>
            {model.note !== '' && <p className={styles.text}>{model.note}</p>}
            <div>
              <Button
                aria-label={`Remove ${model.name}`}
                onClick={() => void save(models.filter((each) => each !== model))}
              >
                Remove
              </Button>
            </div>
          </Card>
        ))}
      </section>
      <ForgetAnswers client={client} run={run} />
    </div>
  );
}
