import { useState } from 'react';

import type { WorkbookModel } from '../../spreadsheet/scoring-model';

export interface ModelChoice {
  /** At least one. */
  readonly models: readonly WorkbookModel[];
  readonly defaultModel: WorkbookModel | undefined;
}

/** The model that a person chose while it is there, else the default, else the first. */
export function useChosenModel({
  models,
  defaultModel,
}: ModelChoice): [WorkbookModel | undefined, (model: WorkbookModel) => void] {
  const [alias, setAlias] = useState<string>();
  const chosen = models.find((model) => model.alias === alias);
  return [chosen ?? defaultModel ?? models[0], (model) => setAlias(model.alias)];
}
