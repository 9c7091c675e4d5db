import type { WorkbookModel } from '../spreadsheet/scoring-model';
import type { WorkbookStore } from '../workbook/workbook-store';

/**
 * The model to begin with: the workbook's own, else the first of the samples, which are added to
 * it. Undefined if there is none, or none can be added.
 */
export async function firstModel(
  workbook: WorkbookStore,
  samples: readonly WorkbookModel[] = [],
): Promise<WorkbookModel | undefined> {
  const { models, defaultModel } = workbook.current().settings;
  const own = defaultModel ?? models[0];
  if (own !== undefined || samples.length === 0) return own;
  const saving = await workbook.edit(samples.map((model) => ({ kind: 'put-model', model })));
  return saving.kind === 'saved' ? samples[0] : undefined;
}
