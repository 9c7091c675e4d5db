import { useMemo, useRef, useState } from 'react';
import { guessChoice, type PlaceChoice } from '../../engine/places/place-choice';
import type { PincodeRule } from '../../engine/places/pincode';
import { useLatest } from '../pane/parts/use-latest';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { PanePorts } from '../pane/parts/pane-ports';
import { withAddedColumns } from './added-columns';
import { readPlaceList, type HeaderRow, type PlaceList } from './place-list';
import { readSelectedList, type ListReading, type RowSpan } from './selected-list';
import type { ChosenSources, Source } from './score-choice';
import type { BlockReading, SheetBlock } from '../spreadsheet/sheet';

/** A list as it was understood, and the ways to correct that. */
export interface ListChoice {
  readonly list: PlaceList;
  /** All that is selected, with what stands above and beside the list. */
  readonly region: SheetBlock;
  readonly choice: PlaceChoice;
  /** What a person chose for variables, by the model's alias; columns for the others are guessed. */
  readonly variables: ReadonlyMap<string, ChosenSources>;
  /** Hidden rows are part of the list. */
  readonly includesHidden: boolean;
  /** Rows in which a variable is blank get its default; otherwise they get no score. */
  readonly fillsBlank: boolean;
  setHeader(header: HeaderRow): void;
  setIncludesHidden(includesHidden: boolean): void;
  setFillsBlank(fillsBlank: boolean): void;
  setChoice(choice: PlaceChoice): void;
  setVariable(alias: string, name: string, source: Source | undefined): void;
}

/** A person's corrections of one list; they do not apply to another. */
interface Corrections {
  /** Where the list begins: it stays the same list when it gains columns or rows. */
  readonly corner: string;
  readonly header?: HeaderRow;
  readonly includesHidden?: boolean;
  readonly fillsBlank?: boolean;
  readonly choice?: PlaceChoice;
  readonly variables?: ListChoice['variables'];
}

/** Undefined while no list is selected. Each part is the same object until it changes. */
export function useListChoice(
  reading: BlockReading | undefined,
  pincodes: PincodeRule,
): ListChoice | undefined {
  const [corrections, setCorrections] = useState<Corrections>();
  const block = reading?.kind === 'block' ? reading.block : undefined;
  const corner = block && JSON.stringify([block.sheet, block.row, block.column]);
  const own = corrections?.corner === corner ? corrections : undefined;
  const header = own?.header;
  const list = useMemo(
    () => block && readPlaceList(block, header, pincodes),
    [block, header, pincodes],
  );
  const guessed = useMemo(() => list && guessChoice(list), [list]);
  if (block === undefined || corner === undefined) return undefined;
  if (list === undefined || guessed === undefined) return undefined;
  const variables = own?.variables ?? NONE;
  return {
    list,
    region: block,
    choice: own?.choice ?? guessed,
    variables,
    includesHidden: own?.includesHidden ?? false,
    fillsBlank: own?.fillsBlank ?? false,
    setIncludesHidden: (includesHidden) => setCorrections({ ...own, corner, includesHidden }),
    setFillsBlank: (fillsBlank) => setCorrections({ ...own, corner, fillsBlank }),
    // Drops the other corrections: with another header, other columns may be guessed.
    setHeader: (next) => setCorrections({ corner, header: next }),
    setChoice: (choice) => setCorrections({ ...own, corner, choice }),
    setVariable(alias, name, source) {
      const chosen = new Map(variables.get(alias)).set(name, source);
      setCorrections({ ...own, corner, variables: new Map(variables).set(alias, chosen) });
    },
  };
}

const NONE: ListChoice['variables'] = new Map();

export interface SelectedList {
  /** Undefined while it is first read. */
  readonly reading: BlockReading | undefined;
  /** The rows of the list that are selected; undefined: all are meant. */
  readonly rows: RowSpan | undefined;
  /** The row of the sheet, from 0, where its places go on after blank rows. */
  readonly below: number | undefined;
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
}: Pick<PanePorts['host'], 'selection' | 'sheet' | 'cells'>): SelectedList {
  const address = useStoreValue(selection);
  const shown = useRef<string>(undefined);
  const { result, again } = useLatest(() => {
    if (address !== undefined && address === shown.current) return undefined;
    shown.current = undefined;
    return read(sheet, address);
  }, [sheet, address]);
  return {
    reading: result?.reading,
    rows: result?.rows,
    below: result?.below,
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

async function read(
  sheet: PanePorts['host']['sheet'],
  address: string | undefined,
): Promise<ListReading> {
  const selected = await readSelectedList(sheet, address, { rows: ROWS_READ });
  const { reading } = selected;
  if (reading.kind !== 'block') return selected;
  const block = await withAddedColumns(reading.block, sheet);
  return { ...selected, reading: { ...reading, block } };
}
