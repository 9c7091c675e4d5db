import { useRef } from 'react';

import { t } from '../../engine/language/speech';
import type { PincodeRule } from '../../engine/places/pincode';
import { ownColumns, readPlaceList, withAddedColumns, type PlaceList } from '../enrich';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';
import { useStoreValue } from '../pane/parts/use-store-value';
import { parseArea } from '../spreadsheet/cell-address';
import type { BlockReading, Sheet, SheetBlock } from '../spreadsheet/sheet';
import { readListRows, type ListRows } from './list-rows';

/** The list in which a person has selected something, with all of its rows. */
export interface WholeList {
  /** Undefined until it is read, and if there is none. While it is read anew, it stays. */
  readonly found: FoundList | undefined;
  /** Why there is none; undefined until that is known. */
  readonly words: string | undefined;
  readAgain(): void;
}

export interface FoundList {
  readonly list: PlaceList;
  readonly rows: ListRows;
}

/** @param isKept stays with the list that was read last, whatever a person selects. */
export function useWholeList(
  { host: { selection, sheet }, preferences }: Pick<PanePorts, 'host' | 'preferences'>,
  isKept: boolean,
): WholeList {
  const { pincodes } = useStoreValue(preferences);
  const selected = useStoreValue(selection);
  const last = useRef<SheetBlock>(undefined);
  const { result, again } = useLatest(async () => {
    const reading = await readAround(selected, last.current, isKept, sheet);
    last.current = reading.kind === 'block' ? reading.block : undefined;
    return wholeOf(reading, sheet, pincodes);
  }, [selected, isKept, sheet, pincodes]);
  const isFound = typeof result === 'object';
  return {
    found: isFound ? result : undefined,
    words: isFound ? undefined : result,
    readAgain: again,
  };
}

/** Rows to read: enough to recognise the columns, even in the longest list. */
const ROWS_READ = 2_000;

/**
 * The list around what is selected. Rows selected within the list of before are places to look at,
 * and no list of their own; a cell within it shows how far the list reaches by now.
 */
async function readAround(
  selected: string | undefined,
  last: SheetBlock | undefined,
  isKept: boolean,
  sheet: Sheet,
): Promise<BlockReading> {
  const limits = { rows: ROWS_READ };
  const what = last && selectedIn(selected, last);
  const isSame = what === 'rows' || (isKept && what === 'nothing');
  const reading =
    last !== undefined && isSame
      ? await sheet.readBlock(last.address, limits)
      : await sheet.readSelection(limits);
  if (reading.kind !== 'block') return reading;
  return { ...reading, block: await withAddedColumns(reading.block, sheet) };
}

/** What of a list is selected; `nothing` also if more than it is. */
function selectedIn(selected: string | undefined, list: SheetBlock): 'cell' | 'rows' | 'nothing' {
  const area = parseArea(selected ?? '');
  if (area === undefined || area.sheet !== list.sheet) return 'nothing';
  const { startRow, endRow, startColumn, endColumn } = area;
  const isInside = startRow >= list.row && endRow < list.row + list.rows;
  if (!isInside) return 'nothing';
  if (startRow === endRow && startColumn === endColumn) {
    const isBeside = startColumn < list.column || startColumn >= list.column + list.columns;
    return isBeside ? 'nothing' : 'cell';
  }
  const isSmaller = startRow > list.row || endRow < list.row + list.rows - 1;
  return isSmaller ? 'rows' : 'nothing';
}

/** @returns words for the person if there is no list. */
async function wholeOf(
  reading: BlockReading,
  sheet: Sheet,
  pincodes: PincodeRule,
): Promise<FoundList | string> {
  if (reading.kind === 'failed') return reading.message;
  if (reading.kind === 'nothing') return t('Select a cell in your list.');
  const list = readPlaceList(reading.block, undefined, pincodes);
  const rows = await readListRows(list, sheet);
  if (rows.kind === 'failed') return rows.message;
  const block = { ...list.block, ownColumns: await ownColumns(list.block, sheet) };
  return { list: { ...list, block }, rows };
}
