import { largest } from '../../engine/async/extremes';
import { useMemo, useRef, useState } from 'react';
import { t } from '../../engine/language/speech';
import type { BlockColumn } from '../../engine/places/column-candidates';
import type { PincodeRule } from '../../engine/places/pincode';
import {
  ownColumns,
  readPlaceList,
  readSelectedList,
  withAddedColumns,
  type ListReading,
  type PlaceList,
} from '../enrich';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';
import { useStoreValue } from '../pane/parts/use-store-value';
import { parseArea } from '../spreadsheet/cell-address';
import type { Sheet, SheetBlock } from '../spreadsheet/sheet';
import { readListRows, type ListRows } from './list-rows';
import type { Better, Criterion, Filter, Ranking } from './ranking-rule';

/** A filter as a person sets it: `between` is two conditions of the rule. */
export interface ChosenFilter {
  readonly id: number;
  readonly column: number;
  readonly condition: ChosenCondition;
  /** Undefined and "" let every place through. */
  readonly limit: number | string | undefined;
  /** The upper limit of `between`. */
  readonly upper?: number | undefined;
}

export type ChosenCondition = 'under' | 'over' | 'between' | 'is' | 'is-not';

/** What a person has chosen so far. */
export interface RankingChoice {
  readonly criteria: readonly Criterion[];
  readonly filters: readonly ChosenFilter[];
  /** The same object until something changes. */
  readonly ranking: Ranking;
  addCriteria(columns: readonly BlockColumn[]): void;
  changeCriterion(column: number, change: Partial<Omit<Criterion, 'column'>>): void;
  removeCriterion(column: number): void;
  addFilter(column: BlockColumn): void;
  changeFilter(id: number, change: Partial<Omit<ChosenFilter, 'id'>>): void;
  removeFilter(id: number): void;
}

/** @param onChange called when a person chooses something else. */
export function useRanking(onChange: () => void): RankingChoice {
  const [criteria, setCriteria] = useState<readonly Criterion[]>([]);
  const [filters, setFilters] = useState<readonly ChosenFilter[]>([]);
  const ranking = useMemo(
    () => ({ criteria, filters: filters.flatMap(conditionsOf) }),
    [criteria, filters],
  );
  const choose = (next: readonly Criterion[]): void => {
    setCriteria(next);
    onChange();
  };
  const filter = (next: readonly ChosenFilter[]): void => {
    setFilters(next);
    onChange();
  };
  return {
    criteria,
    filters,
    ranking,
    addCriteria: (columns) =>
      choose([
        ...criteria,
        ...columns.map(({ index, header }) => ({
          column: index,
          weight: 1,
          better: likelyBetter(header),
        })),
      ]),
    changeCriterion: (column, change) =>
      choose(criteria.map((one) => (one.column === column ? { ...one, ...change } : one))),
    removeCriterion: (column) => choose(criteria.filter((one) => one.column !== column)),
    addFilter: ({ index, content }) => {
      const condition = content.numbers > content.filled / 2 ? 'under' : 'is';
      const id = 1 + Math.max(0, largest(filters.map((one) => one.id)));
      filter([...filters, { id, column: index, condition, limit: undefined }]);
    },
    changeFilter: (id, change) =>
      filter(filters.map((one) => (one.id === id ? { ...one, ...change } : one))),
    removeFilter: (id) => filter(filters.filter((one) => one.id !== id)),
  };
}

function conditionsOf({ column, condition, limit = '', upper }: ChosenFilter): readonly Filter[] {
  if (condition !== 'between') return [{ column, condition, limit }];
  return [
    { column, condition: 'from', limit },
    { column, condition: 'to', limit: upper ?? '' },
  ];
}

/** A guess for a person to correct: nobody wants a higher rent. */
function likelyBetter(header: string): Better {
  return LESS.test(header) ? 'less' : 'more';
}

const LESS =
  /\b(?:rents?|costs?|prices?|fees?|deposit|distance|km|minutes|travel time|compet\w*|rivals?|risk|vacan\w*)\b|किराया|लागत|दूरी|प्रतिस्पर्धी/iu;

/** The list in which a person has selected something, with all of its rows. */
interface WholeList {
  /** Undefined until it is read, and if there is none. While it is read anew, it stays. */
  readonly found: FoundList | undefined;
  /** Why there is none; undefined until that is known. */
  readonly words: string | undefined;
  readAgain(): void;
}

export interface FoundList {
  readonly list: PlaceList;
  readonly rows: ListRows;
  /** The rows of the sheet that were selected in it, if it was found by them. */
  readonly selected: readonly number[];
  /** The row of the sheet, from 0, where its places continue after blank rows. */
  readonly below: number | undefined;
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
    const around = await readAround(selected, last.current, isKept, sheet);
    const { reading } = around;
    last.current = reading.kind === 'block' ? reading.block : undefined;
    return wholeOf(around, sheet, pincodes);
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
): Promise<ListReading> {
  const limits = { rows: ROWS_READ };
  const what = last && selectedIn(selected, last);
  const isSame = what === 'rows' || (isKept && what === 'nothing');
  const around =
    last !== undefined && isSame
      ? { reading: await sheet.readBlock(last.address, limits) }
      : await readSelectedList(sheet, selected, limits);
  const { reading } = around;
  if (reading.kind !== 'block') return around;
  const block = await withAddedColumns(reading.block, sheet);
  return { ...around, reading: { ...reading, block } };
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
  { reading, rows: meant, below }: ListReading,
  sheet: Sheet,
  pincodes: PincodeRule,
): Promise<FoundList | string> {
  if (reading.kind === 'failed') return reading.message;
  if (reading.kind === 'nothing') return t('Select a cell in your list.');
  const list = readPlaceList(reading.block, undefined, pincodes);
  const rows = await readListRows(list, sheet);
  if (rows.kind === 'failed') return rows.message;
  const block = { ...list.block, ownColumns: await ownColumns(list.block, sheet) };
  const selected = rows.rows
    .map(({ row }) => row)
    .filter((row) => meant !== undefined && row >= meant.first && row <= meant.last);
  return { list: { ...list, block }, rows, selected, below };
}
