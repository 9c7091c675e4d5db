import type { SavedWorkbook } from './saved-workbook';

/**
 * Where a workbook that came from a file keeps, under `custom`, what the workbench left out on
 * opening it: the file itself still holds it.
 */
const FIELD = 'locusLeftOut';

/** In words for people, such as "macros". A workbook from elsewhere may hold anything there. */
export function leftOutIn(saved: Pick<SavedWorkbook, 'custom'>): string[] {
  const kept: unknown = saved.custom?.[FIELD];
  return Array.isArray(kept) ? kept.filter((words) => typeof words === 'string') : [];
}

export function withLeftOut(saved: SavedWorkbook, leftOut: readonly string[]): SavedWorkbook {
  if (leftOut.length === 0) return saved;
  return { ...saved, custom: { ...saved.custom, [FIELD]: [...leftOut] } };
}
