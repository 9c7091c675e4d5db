import { useEffect, useState } from 'react';

import { usedNames } from '../enrich';
import type { Sheet } from '../spreadsheet/sheet';

/** The names in the workbook's formulas, the latest first; read whenever the view is shown. */
export function useUsedNames(sheet: Pick<Sheet, 'formulas' | 'readBlock'>): ReadonlySet<string> {
  const [used, setUsed] = useState<ReadonlySet<string>>(NONE);
  useEffect(() => {
    let isWanted = true;
    void usedNames(sheet).then((names) => isWanted && setUsed(new Set(names)));
    return () => void (isWanted = false);
  }, [sheet]);
  return used;
}

const NONE: ReadonlySet<string> = new Set();
