import {
  Badge,
  Button,
  Field,
  Input,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import {
  Add20Regular,
  Delete20Regular,
  Edit20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';

import type { WorkbookModel } from '../spreadsheet/host';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useModelChanges, type ModelChanges } from './use-model-changes';
import { ModelFormSection } from './ModelFormSection';
import { TrialSection } from './TrialSection';
import { t } from '../../engine/language/speech';
import { usedModels, type UsedModel } from './used-models';
import { useSheetChanges } from '../pane/parts/use-sheet-changes';
import type { Sheet } from '../spreadsheet/sheet';
import { aliasKey } from '../workbook/workbook-model';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneBoundary, PaneSection } from '../pane/parts/PaneSection';
import { useLatest } from '../pane/parts/use-latest';
import { Actions, Heading, Stack, Text, Title } from '../pane/parts/layout';
import type { WorkbookState } from '../workbook/workbook-store';
import { readingMessage, variablesText } from './model-messages';
import { NoticeLine } from '../pane/parts/NoticeLine';

/** What the form is about: a model to change, or a new one, of which something may be known. */
type Edited = { readonly model: WorkbookModel | undefined; readonly known?: WorkbookModel };

/** The workbook's scoring models: naming them, and trying one. Enrich puts scores beside a list. */
export function ModelsView({ ports, goToView }: PaneViewProps) {
  const { workbook, host } = ports;
  const preferences = useStoreValue(ports.preferences);
  const state = useStoreValue(workbook);
  const changes = useModelChanges(ports);
  const [edited, setEdited] = useState<Edited>();
  const root = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  const { models, defaultModel } = state.settings;
  const samples = ports.isSampleData() ? (host.sampleModels ?? []) : [];
  const all = useUsedModels(host.sheet);
  const used = all.filter(
    ({ name }) =>
      state.settings.modelOf(name) === undefined && models.every(({ modelId }) => modelId !== name),
  );

  useEffect(() => {
    // The form has closed: returns the focus to the list.
    if (wasEditing.current && edited === undefined) {
      root.current?.querySelector<HTMLElement>('[data-add-model]')?.focus();
    }
    wasEditing.current = edited !== undefined;
  }, [edited]);

  function open(model: WorkbookModel | undefined, isOpen = true): void {
    changes.dismiss();
    setEdited(isOpen ? { model } : undefined);
  }

  async function save(model: WorkbookModel): Promise<void> {
    if (await changes.put(model, edited?.model)) setEdited(undefined);
  }

  if (edited !== undefined) {
    const { model, known } = edited;
    return (
      <PaneBoundary>
        <ModelFormSection
          key={model?.alias ?? ''}
          model={model}
          known={known}
          others={models.filter(({ alias }) => alias !== model?.alias)}
          notice={changes.notice}
          isSaving={changes.isBusy}
          onSave={(next) => void save(next)}
          onChange={() => {
            // The question was about what was typed before; a fault shows until the next try.
            if (changes.notice?.isQuestion === true) changes.dismiss();
          }}
          onCancel={() => open(undefined, false)}
        />
      </PaneBoundary>
    );
  }
  return (
    <div ref={root}>
      <PaneBoundary>
        <ModelListSection
          state={state}
          changes={changes}
          samples={samples}
          hasUsed={used.length > 0}
          onAdd={() => open(undefined)}
          onEdit={open}
          onScore={({ alias }) => goToView('enrich', { alias })}
          onReadAgain={() => void workbook.read()}
        />
        <UsedModelsSection
          used={used}
          samples={samples}
          isBusy={changes.isBusy || state.reading.kind !== 'read'}
          onName={(known) => {
            changes.dismiss();
            setEdited({ model: undefined, known });
          }}
        />
        <TeamModelsSection
          ports={ports}
          own={models}
          isBusy={changes.isBusy || state.reading.kind !== 'read'}
          onAdd={(model) => void changes.put(model, undefined)}
        />
        {models.length > 0 && (
          <TrialSection
            models={models}
            defaultModel={defaultModel}
            ports={ports}
            preferences={preferences}
            host={host}
          />
        )}
      </PaneBoundary>
    </div>
  );
}

/** Read whenever the view is shown, and when the sheet may have changed. */
function useUsedModels(sheet: Sheet): readonly UsedModel[] {
  const { result = NONE_USED, again } = useLatest(() => usedModels(sheet), [sheet]);
  useSheetChanges(again);
  return result;
}

const NONE_USED: readonly UsedModel[] = [];

interface UsedModelsSectionProps {
  /** Those that the workbook has no name for. */
  readonly used: readonly UsedModel[];
  readonly samples: readonly WorkbookModel[];
  readonly isBusy: boolean;
  /** A person wants to name it. */
  onName(model: WorkbookModel): void;
}

/** Models that formulas ask by their id: what is asked, and the way to a name for it. */
function UsedModelsSection({ used, samples, isBusy, onName }: UsedModelsSectionProps) {
  const styles = useStyles();
  if (used.length === 0) return null;
  const rest = used.length - MOST_SHOWN;
  return (
    <PaneSection title={t('Used in this workbook')}>
      <Text tone="quiet">
        {t(
          'Formulas use these models by ID. Add one to give it a name and to score lists with it.',
        )}
      </Text>
      <Stack as="ul">
        {used.slice(0, MOST_SHOWN).map(({ name, formulas }) => {
          const known = samples.find(({ modelId }) => modelId === name);
          return (
            <li key={name} className={styles.item}>
              <div className={styles.words}>
                <Title>{known?.alias ?? name}</Title>
                <Text tone="quiet">
                  {known === undefined
                    ? t('{count, plural, one {# formula} other {# formulas}}', { count: formulas })
                    : t('{name} in {formulas, plural, one {# formula} other {# formulas}}', {
                        name,
                        formulas,
                      })}
                </Text>
              </div>
              <Button
                size="small"
                className={styles.add}
                icon={<Add20Regular />}
                aria-label={t('Add {alias}', { alias: name })}
                disabledFocusable={isBusy}
                onClick={() =>
                  onName(known ?? { alias: '', modelId: name, note: '', variables: [] })
                }
              >
                {t('Add')}
              </Button>
            </li>
          );
        })}
      </Stack>
      {rest > 0 && <Text tone="quiet">{t('and {rest} more', { rest })}</Text>}
    </PaneSection>
  );
}

interface TeamModelsSectionProps {
  readonly ports: Pick<PanePorts, 'connection' | 'teamModels'>;
  /** The workbook's models, which are not offered again. */
  readonly own: readonly WorkbookModel[];
  readonly isBusy: boolean;
  onAdd(model: WorkbookModel): void;
}

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
  },
  words: { flexGrow: 1, minWidth: 0 },
  add: { flexShrink: 0 },
  text: { whiteSpace: 'pre-line' },
  root: { paddingBottom: tokens.spacingVerticalXS, overflowWrap: 'anywhere' },
  title: { minWidth: 0, flexGrow: 1 },
  actions: { marginTop: tokens.spacingVerticalXS },
});

/** Behind a gateway: the models that it lists for everybody. Otherwise nothing. */
function TeamModelsSection({ ports, own, isBusy, onAdd }: TeamModelsSectionProps) {
  const styles = useStyles();
  const listed = useTeamModels(ports);
  const missing = listed.filter(({ modelId }) => own.every((model) => model.modelId !== modelId));
  if (missing.length === 0) return null;
  return (
    <PaneSection title={t('Your team’s models')}>
      <Stack as="ul">
        {missing.map((model) => (
          <li key={model.modelId} className={styles.item}>
            <div className={styles.words}>
              <Title>{model.alias}</Title>
              {model.note !== '' && (
                <Text tone="quiet" className={styles.text}>
                  {model.note}
                </Text>
              )}
            </div>
            <Button
              size="small"
              className={styles.add}
              icon={<Add20Regular />}
              aria-label={t('Add {alias}', { alias: model.alias })}
              disabledFocusable={isBusy}
              onClick={() => onAdd({ ...model, alias: freeAlias(model.alias, own) })}
            >
              {t('Add')}
            </Button>
          </li>
        ))}
      </Stack>
    </PaneSection>
  );
}

/** The workbook may use this alias for another model, whose formulas must not change. */
function freeAlias(alias: string, own: readonly WorkbookModel[]): string {
  const taken = new Set(own.map((model) => aliasKey(model.alias)));
  let free = alias;
  for (let number = 2; taken.has(aliasKey(free)); number += 1) free = `${alias} ${number}`;
  return free;
}

function useTeamModels({
  connection,
  teamModels,
}: TeamModelsSectionProps['ports']): readonly WorkbookModel[] {
  const { result: models = [], again } = useLatest(teamModels, [teamModels]);
  useEffect(() => connection.subscribe(again), [connection, again]);
  return models;
}

interface ModelListSectionProps {
  readonly state: WorkbookState;
  readonly changes: ModelChanges;
  /** Models of the sample service; empty if the values are real. */
  readonly samples: readonly WorkbookModel[];
  /** Formulas ask models that are listed below. */
  readonly hasUsed: boolean;
  onAdd(): void;
  onEdit(model: WorkbookModel): void;
  /** A person wants the model's scores beside a list. */
  onScore(model: WorkbookModel): void;
  onReadAgain(): void;
}

/** With more models than this, a search box appears. */
const MANY = 8;
const MOST_SHOWN = 100;

/** The models that travel with the workbook. */
function ModelListSection(props: ModelListSectionProps) {
  const { state, changes, samples, hasUsed, onAdd, onEdit, onScore, onReadAgain } = props;
  const { settings, reading } = state;
  const [search, setSearch] = useState('');
  const actions = useRef<HTMLDivElement>(null);
  const isLocked = reading.kind === 'newer' || reading.kind === 'failed';
  const words = readingMessage(reading);
  const found = settings.models.filter((model) => isFound(model, search));
  const shown = found.slice(0, MOST_SHOWN);
  const missing = samples.filter(({ alias }) => settings.modelOf(alias) === undefined);
  /** The pressed button is gone: the focus goes to this one, beside the notice and its undo. */
  async function whenDone(change: Promise<boolean>): Promise<void> {
    if (await change) actions.current?.querySelector('button')?.focus();
  }

  return (
    <PaneSection title={t('Models')}>
      {words !== undefined && <Text>{words}</Text>}
      {reading.kind === 'reading' && <Spinner size="small" label={t('Reading this workbook…')} />}
      {reading.kind === 'failed' && (
        <Actions>
          <Button onClick={onReadAgain}>{t('Read again')}</Button>
        </Actions>
      )}
      {settings.models.length === 0 && hasUsed && reading.kind !== 'reading' && (
        <Text tone="quiet">
          {t('No model has a name yet. The models that this workbook uses are below.')}
        </Text>
      )}
      {settings.models.length === 0 && !hasUsed && reading.kind !== 'reading' && (
        <Text tone="quiet">
          {t(
            'No models yet. A model scores a place. Add one, then use its name in this workbook’s formulas: =LOCSCORE("Shops", A2).',
          )}
        </Text>
      )}
      {settings.models.length > MANY && (
        <Field label={t('Find a model')}>
          <Input
            type="search"
            contentBefore={<Search20Regular />}
            value={search}
            onChange={(_event, { value }) => setSearch(value)}
          />
        </Field>
      )}
      {shown.length > 0 && (
        <Stack as="ul">
          {shown.map((model) => (
            <ModelItem
              key={model.alias}
              model={model}
              isDefault={model === settings.defaultModel}
              isLocked={isLocked}
              onEdit={() => onEdit(model)}
              onScore={() => onScore(model)}
              onRemove={() => void whenDone(changes.remove(model, model === settings.defaultModel))}
              onMakeDefault={() => void whenDone(changes.makeDefault(model))}
            />
          ))}
        </Stack>
      )}
      {settings.models.length > 0 && found.length === 0 && <Text>{t('No matching models.')}</Text>}
      {found.length > shown.length && (
        <Text tone="quiet">
          {t('and {rest} more. Type to find them.', { rest: found.length - shown.length })}
        </Text>
      )}
      <NoticeLine notice={changes.notice} isBusy={changes.isBusy} />
      {!isLocked && (
        <Actions ref={actions}>
          <Button
            appearance={settings.models.length === 0 ? 'primary' : 'secondary'}
            icon={<Add20Regular />}
            data-add-model=""
            disabledFocusable={changes.isBusy}
            onClick={onAdd}
          >
            {t('Add a model')}
          </Button>
          {missing.length > 0 && (
            <Button
              disabledFocusable={changes.isBusy || reading.kind === 'reading'}
              onClick={() => void whenDone(changes.add(missing))}
            >
              {t('Add sample models')}
            </Button>
          )}
        </Actions>
      )}
    </PaneSection>
  );
}

function isFound({ alias, modelId, note }: WorkbookModel, search: string): boolean {
  const text = `${alias} ${modelId} ${note}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface ModelItemProps {
  readonly model: WorkbookModel;
  readonly isDefault: boolean;
  readonly isLocked: boolean;
  onEdit(): void;
  onScore(): void;
  onRemove(): void;
  onMakeDefault(): void;
}

/** One model of the workbook, and what can be done with it. */
function ModelItem(props: ModelItemProps) {
  const { model, isDefault, isLocked, onEdit, onScore, onRemove, onMakeDefault } = props;
  const { alias, modelId, note } = model;
  const styles = useStyles();
  return (
    <Stack as="li" gap="XXS" className={styles.root}>
      <Heading>
        <Title className={styles.title}>{alias}</Title>
        {isDefault && <Badge appearance="tint">{t('Default')}</Badge>}
        {!isLocked && (
          <>
            <Button
              appearance="subtle"
              icon={<Edit20Regular />}
              aria-label={t('Change {alias}', { alias })}
              onClick={onEdit}
            />
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={t('Remove {alias}', { alias })}
              onClick={onRemove}
            />
          </>
        )}
      </Heading>
      <Text tone="quiet">{t('Model ID: {modelId}', { modelId })}</Text>
      {note !== '' && <Text>{note}</Text>}
      {model.variables.length > 0 && (
        <Text tone="quiet">{t('Needs {variables}', { variables: variablesText(model) })}</Text>
      )}
      <Actions className={styles.actions}>
        <Button size="small" aria-label={t('Score a list: {alias}', { alias })} onClick={onScore}>
          {t('Score a list')}
        </Button>
        {!isDefault && !isLocked && (
          <Button
            size="small"
            aria-label={t('Make default: {alias}', { alias })}
            onClick={onMakeDefault}
          >
            {t('Make default')}
          </Button>
        )}
      </Actions>
    </Stack>
  );
}
