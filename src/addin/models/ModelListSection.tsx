import {
  Badge,
  Button,
  Field,
  SearchBox,
  Spinner,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { WorkbookModel } from '../spreadsheet/scoring-model';
import type { WorkbookState } from '../workbook/workbook-store';
import { PaneSection } from '../pane/parts/PaneSection';
import type { ModelChanges } from './use-model-changes';
import { readingMessage, variablesText } from './model-messages';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { Actions, Heading, Stack, Text, Title } from '../pane/parts/layout';

export interface ModelListSectionProps {
  readonly state: WorkbookState;
  readonly changes: ModelChanges;
  /** Models of the sample service; empty if the values are real. */
  readonly samples: readonly WorkbookModel[];
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
export function ModelListSection(props: ModelListSectionProps) {
  const { state, changes, samples, onAdd, onEdit, onScore, onReadAgain } = props;
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
      {settings.models.length === 0 && reading.kind !== 'reading' && (
        <Text tone="quiet">
          {t(
            'No models yet. A model scores a place. Add one, then use its name in this workbook’s formulas: =LOCSCORE("Shops", A2).',
          )}
        </Text>
      )}
      {settings.models.length > MANY && (
        <Field label={t('Find a model')}>
          <SearchBox
            dismiss={{ 'aria-label': t('Clear') }}
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

const useStyles = makeStyles({
  root: { paddingBottom: tokens.spacingVerticalXS, overflowWrap: 'anywhere' },
  title: { minWidth: 0, flexGrow: 1 },
  actions: { marginTop: tokens.spacingVerticalXS },
});

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
