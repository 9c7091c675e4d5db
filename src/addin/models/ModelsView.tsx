import { useEffect, useRef, useState } from 'react';

import type { WorkbookModel } from '../spreadsheet/scoring-model';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneBoundary } from '../pane/parts/PaneBoundary';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useModelChanges } from './use-model-changes';
import { ModelFormSection } from './ModelFormSection';
import { ModelListSection } from './ModelListSection';
import { TeamModelsSection } from './TeamModelsSection';
import { TrialSection } from './TrialSection';

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
