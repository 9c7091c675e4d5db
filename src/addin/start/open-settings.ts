import { createWorkbookStore } from '../workbook/workbook-store';
import type { WorkbookStore, WorkbookStoreOptions } from '../workbook/workbook-store';
import { createWorkbookModels } from './workbook-models';
import type { WorkbookModels, WorkbookModelsParts } from './workbook-models';

/** The open workbook's settings, and its models as formulas use them. */
export interface OpenSettings {
  readonly store: WorkbookStore;
  readonly models: WorkbookModels;
}

export type OpenSettingsParts = WorkbookStoreOptions & Omit<WorkbookModelsParts, 'store'>;

export function openSettings(parts: OpenSettingsParts): OpenSettings {
  const store = createWorkbookStore(parts);
  return { store, models: createWorkbookModels({ ...parts, store }) };
}
