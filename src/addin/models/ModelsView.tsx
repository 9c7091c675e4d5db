import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';

import type { WorkbookModel } from '../spreadsheet/scoring-model';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneBoundary } from '../pane/parts/PaneBoundary';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useModelChanges } from './use-model-changes';
import { ModelFormSection } from './ModelFormSection';
import { ModelListSection } from './ModelListSection';
import { TrialSection } from './TrialSection';
import { t } from '../../engine/language/speech';
import { aliasKey } from '../workbook/workbook-model';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useLatest } from '../pane/parts/use-latest';
import { Stack, Text, Title } from '../pane/parts/layout';

/** What the form is about: a model to change, or a new one. */
type Edited = { readonly model: WorkbookModel | undefined };

/** The workbook's scoring models: naming them, and trying one. Enrich puts scores beside a list. */
export function ModelsView({ ports, goToView }: PaneViewProps) {
  const { workbook, host, scores } = ports;
  const state = useStoreValue(workbook);
  const changes = useModelChanges(ports);
  const [edited, setEdited] = useState<Edited>();
  const root = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  const { models, defaultModel } = state.settings;

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
    const { model } = edited;
    return (
      <PaneBoundary>
        <ModelFormSection
          key={model?.alias ?? ''}
          model={model}
          others={models.filter(({ alias }) => alias !== model?.alias)}
          notice={changes.notice}
          isSaving={changes.isBusy}
          onSave={(next) => void save(next)}
          onChange={() => {
            // The question was about what was typed before; a refusal stands until the next try.
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
          samples={ports.isSampleData() ? (host.sampleModels ?? []) : []}
          onAdd={() => open(undefined)}
          onEdit={open}
          onScore={({ alias }) => goToView('enrich', { alias })}
          onReadAgain={() => void workbook.read()}
        />
      </PaneBoundary>
      <PaneBoundary>
        <TeamModelsSection
          ports={ports}
          own={models}
          isBusy={changes.isBusy || state.reading.kind !== 'read'}
          onAdd={(model) => void changes.put(model, undefined)}
        />
      </PaneBoundary>
      {models.length > 0 && (
        <PaneBoundary>
          <TrialSection
            models={models}
            defaultModel={defaultModel}
            scores={scores}
            host={host}
            dateFormat={ports.preferences.current().dateFormat}
          />
        </PaneBoundary>
      )}
    </div>
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
  text: { whiteSpace: 'pre-line' },
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
