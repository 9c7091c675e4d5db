import { useEffect, useState } from 'react';

import type { Host } from '../../spreadsheet/host';
import type { BlockReading } from '../../spreadsheet/sheet';
import { useStoreValue } from '../store-value';

/** Rows that are looked at: enough to know the columns, also of the longest list. */
const ROWS_READ = 2_000;

/** What is selected now, read again whenever that changes; undefined while it is first read. */
export function useSelectedBlock({
  selection,
  sheet,
}: Pick<Host, 'selection' | 'sheet'>): BlockReading | undefined {
  const address = useStoreValue(selection);
  const [reading, setReading] = useState<BlockReading>();
  useEffect(() => {
    let isWanted = true;
    void sheet.readSelection({ rows: ROWS_READ }).then((next) => isWanted && setReading(next));
    return () => void (isWanted = false);
  }, [sheet, address]);
  return reading;
}
