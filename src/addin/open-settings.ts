import { createWorkbookStore } from '../workbook/workbook-store';
import type { WorkbookStore, WorkbookStoreOptions } from '../workbook/workbook-store';
import { createWorkbookModels } from './workbook-models';
import type { WorkbookModels, WorkbookModelsParts } from './workbook-models';

/** What the open workbook says about itself, and what formulas make of it. */
export interface OpenSettings {
  readonly store: WorkbookStore;
  readonly models: WorkbookModels;
}

export type OpenSettingsParts = WorkbookStoreOptions & Omit<WorkbookModelsParts, 'store'>;

export function openSettings(parts: OpenSettingsParts): OpenSettings {
  const store = createWorkbookStore(parts);
  return { store, models: createWorkbookModels({ ...parts, store }) };
}
