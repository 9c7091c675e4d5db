import { useRef } from 'react';

import { withAddedColumns } from './added-columns';
import type { Host } from '../spreadsheet/host';
import type { BlockReading } from '../spreadsheet/sheet';
import { useLatest } from '../pane/parts/use-latest';
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
  const shown = useRef<string>(undefined);
  const { result: reading, again } = useLatest(() => {
    if (address !== undefined && address === shown.current) return undefined;
    shown.current = undefined;
    return read(sheet);
  }, [sheet, address]);
  return {
    reading,
    readAgain() {
      shown.current = undefined;
      again();
    },
    show(cell) {
      shown.current = cell;
      return cells.goTo(cell);
    },
  };
}

async function read(sheet: Host['sheet']): Promise<BlockReading> {
  const reading = await sheet.readSelection({ rows: ROWS_READ });
  if (reading.kind !== 'block') return reading;
  return { ...reading, block: await withAddedColumns(reading.block, sheet) };
}
