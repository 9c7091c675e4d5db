import {
  Button,
  Card,
  Field,
  Input,
  makeStyles,
  Subtitle2,
  Text,
} from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { AddForm } from './FormRow';
import type { AdministrationClient, ListedModel, TeamCatalogue } from './administration-client';
import { CsvImport } from './CsvImport';
import { useLoaded } from './use-loaded';
import { ProblemBar } from './PageFrame';

const useStyles = makeStyles({
  view: { display: 'grid', gap: '16px' },
  section: { display: 'grid', gap: '8px', justifyItems: 'start' },
  // By default, a grid item is as wide as its content.
  wide: { justifySelf: 'stretch', minWidth: 0, overflowWrap: 'anywhere' },
  text: { margin: 0 },
});

/** The attribute names and models that everybody finds in their pane. */
export function CatalogueView({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const load = useCallback(() => client.get<TeamCatalogue>('/catalogue'), [client]);
  const { value, problem, notice, run } = useLoaded(load);
  const { names = 0, models = [] } = value ?? {};
  const [id, setId] = useState('');
  const [note, setNote] = useState('');
  const save = (next: readonly ListedModel[]): Promise<void> =>
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
            const report = await client.put<NamesReport>('/catalogue/names', { csv });
            return { ...report, taken: report.names };
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
          onAdd={(name) => {
            void save([...models, { id: id.trim(), name, note: note.trim() }]);
            setId('');
            setNote('');
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
    </div>
  );
}

interface NamesReport {
  readonly names: number;
  readonly refused: number;
  readonly lines: readonly { readonly line: number; readonly reason: string }[];
}
