import { usedNames } from '../enrich';
import { useLatest } from '../pane/parts/use-latest';
import type { Sheet } from '../spreadsheet/sheet';

/** The names in the workbook's formulas, the latest first; read whenever the view is shown. */
export function useUsedNames(sheet: Pick<Sheet, 'formulas' | 'readBlock'>): ReadonlySet<string> {
  return useLatest(async () => new Set(await usedNames(sheet)), [sheet]).result ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
