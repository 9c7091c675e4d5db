import { useState } from 'react';

import { readModelDraft, toModelDraft } from '../workbook/workbook-model';
import type { ModelDraft, ModelRefusal, VariableDraft } from '../workbook/workbook-model';
import type { WorkbookModel } from '../spreadsheet/scoring-model';

/** A model while a person types it. */
export interface ModelForm {
  readonly draft: ModelDraft;
  /** What is wrong; empty until a person has tried to save. */
  readonly refusals: readonly ModelRefusal[];
  change(change: Partial<Omit<ModelDraft, 'variables'>>): void;
  changeVariable(index: number, change: Partial<VariableDraft>): void;
  addVariable(): void;
  removeVariable(index: number): void;
  /** The model; undefined if anything is wrong, and the refusals show from now on. */
  read(): WorkbookModel | undefined;
}

const EMPTY: ModelDraft = { alias: '', modelId: '', note: '', variables: [] };

/** @param others the models whose aliases are taken. */
export function useModelForm(
  first: WorkbookModel | undefined,
  others: readonly WorkbookModel[],
): ModelForm {
  const [draft, setDraft] = useState(() => (first === undefined ? EMPTY : toModelDraft(first)));
  const [hasTried, setHasTried] = useState(false);
  const reading = readModelDraft(draft, others);

  function setVariables(change: (before: readonly VariableDraft[]) => VariableDraft[]): void {
    setDraft((before) => ({ ...before, variables: change(before.variables) }));
  }

  return {
    draft,
    refusals: hasTried && reading.kind === 'refused' ? reading.refusals : [],
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    changeVariable: (index, change) =>
      setVariables((before) =>
        before.map((variable, at) => (at === index ? { ...variable, ...change } : variable)),
      ),
    addVariable: () =>
      setVariables((before) => [...before, { name: '', kind: 'number', fallback: '' }]),
    removeVariable: (index) => setVariables((before) => before.filter((_, at) => at !== index)),
    read() {
      setHasTried(true);
      return reading.kind === 'model' ? reading.model : undefined;
    },
  };
}
