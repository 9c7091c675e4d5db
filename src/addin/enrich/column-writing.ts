import { shortList, t } from '../../engine/language/speech';
import { formatArea, MAX_COLUMNS } from '../spreadsheet/cell-address';
import { columnLetters } from '../../engine/places/column-letters';
import type { Notice } from '../pane/parts/use-noticed-steps';
import type { ShownPrice } from '../spreadsheet/shown-price';
import type {
  BlockToWrite,
  CellInput,
  Sheet,
  SheetArea,
  WriteResult,
  WrittenBlock,
} from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { shortAddress } from './place-rows';
import { undoBlock } from './undo';

/** Columns to add beside a list. */
export interface AddedColumns {
  readonly list: SheetArea;
  readonly hasHeader: boolean;
  /** The number of the first new column, in the sheet. */
  readonly column: number;
  /** Makes their cells, in pieces, for the column in which they begin. */
  cells(column: number, turn: () => Promise<void>): Promise<BlockToWrite>;
}

export interface AddingParts {
  readonly sheet: Pick<Sheet, 'write' | 'undo' | 'foreseeUndo' | 'readBlock'>;
  readonly price: ShownPrice;
  turn(): Promise<void>;
  /**
   * Approves the calls that the person has seen. Returns a function that withdraws the approval if
   * nothing was written.
   */
  approve?: (() => () => void) | undefined;
  /** Brings the new columns into view. */
  reveal?: ((address: string) => void) | undefined;
  /** Runs a step that a person takes later, and shows its notice. */
  later(run: () => Promise<Notice>): void;
}

/** Writes the new columns, unless cells there are in use. The notice offers to undo it. */
export async function addColumns(added: AddedColumns, parts: AddingParts): Promise<Notice> {
  const { sheet, turn, later } = parts;
  const { list, hasHeader, column } = added;
  const block = await added.cells(column, turn);
  // All rows have the same formula, so checking the first one is enough.
  if (block.cells.slice(0, 2).flat().some(isTooLong)) return { tone: 'bad', text: tooLong() };
  const headerLike = hasHeader ? list.column + list.columns - 1 : undefined;
  const withdraw = parts.approve?.();
  const result = await sheet.write({ ...block, headerLike }, { price: parts.price });
  if (result.kind !== 'written') withdraw?.();
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  if (result.kind === 'occupied') {
    const free = await freeColumn(list, column, sheet);
    const text = occupiedMessage(result);
    if (free === undefined) return { tone: 'bad', text };
    return {
      tone: 'bad',
      text,
      action: {
        title: t('Begin in column {column}', { column: columnLetters(free) }),
        run: () => later(() => addColumns({ ...added, column: free }, parts)),
        isThere: undefined,
      },
    };
  }
  const { written } = result;
  parts.reveal?.(result.address);
  return {
    tone: 'good',
    text: t('{cells, plural, one {# column} other {# columns}} added in {address}.', {
      cells: block.cells[0]?.length ?? 0,
      address: result.address,
    }),
    address: result.address,
    action: undoColumns(written, parts),
  };
}

/** Returns the action that removes new columns. Cells that were changed since stay. */
export function undoColumns(
  written: WrittenBlock,
  parts: Pick<AddingParts, 'sheet' | 'later'>,
): NonNullable<Notice['action']> {
  return undoBlock(written, parts, {
    done: t('Columns removed.'),
    except: (count) => {
      const kept = t('{kept, plural, one {# cell} other {# cells}}', { kept: count });
      return t('Columns removed, except {kept} changed since.', { kept });
    },
  });
}

/** Excel's limit, in characters. */
const MAX_FORMULA = 8_192;
const tooLong = (): string =>
  t(
    'Nothing was added, because the formula would be too long. Choose fewer attributes, or clear “One formula for all attributes”.',
  );

function isTooLong(cell: CellInput): boolean {
  return typeof cell === 'string' && cell.length > MAX_FORMULA;
}

export function occupiedMessage({
  addresses,
  count,
}: Extract<WriteResult, { kind: 'occupied' }>): string {
  const shown = shortList(addresses.map(shortAddress), undefined, count);
  return t('Nothing was added, because {shown} would be overwritten.', { shown });
}

/** How many columns to search for a free one. */
const COLUMNS_LOOKED_AT = 500;

/**
 * Finds the first column from `column` on that is empty beside the list's rows, as are all columns
 * to its right.
 */
export async function freeColumn(
  list: SheetArea,
  column: number,
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<number | undefined> {
  const columns = Math.min(COLUMNS_LOOKED_AT, MAX_COLUMNS - column);
  const area = formatArea(toCellArea({ ...list, column, columns }));
  const reading = await sheet.readBlock(area, { rows: 1 });
  if (reading.kind === 'failed') return undefined;
  const free = reading.kind === 'block' ? reading.block.column + reading.block.columns : column;
  return free < MAX_COLUMNS ? free : undefined;
}
