import { useEffect, useRef, useState } from 'react';

import { withAddedColumns } from './own-columns';
import type { Host } from '../spreadsheet/host';
import type { BlockReading } from '../spreadsheet/sheet';
import { useStoreValue } from '../pane/parts/use-store-value';

export interface SelectedList {
  /** Undefined while it is first read. */
  readonly reading: BlockReading | undefined;
  /** Reads the selection again. */
  readAgain(): void;
  /** Shows a cell, and keeps to the list although that selects the cell. Rejects if it cannot. */
  show(address: string): Promise<void>;
}

/** Rows to read: enough to recognise the columns, even in the longest list. */
const ROWS_READ = 2_000;

/** The list that is selected, read again whenever the selection changes. */
export function useSelectedList({
  selection,
  sheet,
  cells,
}: Pick<Host, 'selection' | 'sheet' | 'cells'>): SelectedList {
  const address = useStoreValue(selection);
  const [reading, setReading] = useState<BlockReading>();
  const [times, setTimes] = useState(0);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (address !== undefined && address === shown.current) return undefined;
    shown.current = undefined;
    let isWanted = true;
    const read = async (): Promise<BlockReading> => {
      const next = await sheet.readSelection({ rows: ROWS_READ });
      if (next.kind !== 'block') return next;
      return { ...next, block: await withAddedColumns(next.block, sheet) };
    };
    void read().then((next) => isWanted && setReading(next));
    return () => void (isWanted = false);
  }, [sheet, address, times]);
  return {
    reading,
    readAgain() {
      shown.current = undefined;
      setTimes((before) => before + 1);
    },
    show(cell) {
      shown.current = cell;
      return cells.goTo(cell);
    },
  };
}
