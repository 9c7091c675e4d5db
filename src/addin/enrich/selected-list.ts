import type { CellContent } from '../../engine/places/cell';
import { leftOut, textOf } from '../../engine/places/list-frame';
import { completeColumns, guessChoice } from '../../engine/places/place-choice';
import { columnsOf, readPlaceRow } from '../../engine/places/place-row';
import { formatArea, isWithin, parseArea } from '../spreadsheet/cell-address';
import type { BlockReading, ReadLimits, Sheet, SheetBlock } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { readPlaceList } from './place-list';

/** The list that a selection means. */
export interface ListReading {
  readonly reading: BlockReading;
  /** The rows that are meant. Left out: all. */
  readonly rows?: RowSpan;
  /**
   * The row of the sheet, from 0, where its places continue after blank rows. Undefined if they
   * don't.
   */
  readonly below?: number | undefined;
}

/** Rows of the sheet, from 0, with both ends. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Finds the list that a selection means. Rows of a list without its header mean the list with its
 * header, and of it these rows. If the selection includes a header that names the columns of
 * places, the selection is the list.
 */
export async function readSelectedList(
  sheet: Pick<Sheet, 'readSelection' | 'readBlock'>,
  address: string | undefined,
  limits: ReadLimits,
): Promise<ListReading> {
  const reading = await sheet.readSelection(limits);
  if (reading.kind !== 'block') return { reading };
  const selected = reading.block;
  const area = parseArea(address ?? '');
  const isCell = area?.startRow === area?.endRow && area?.startColumn === area?.endColumn;
  // A person who selects several cells shows where the list ends.
  if (area !== undefined && isCell) return { reading, below: await placesBelow(selected, sheet) };
  const { hasHeader, isGuessed, roles } = readPlaceList(selected).columns;
  const hasPlaces = [roles.latitude, roles.address, roles.pincode].some((at) => at !== undefined);
  if (hasHeader && hasPlaces && !isGuessed) return { reading };
  const around = await sheet.readSelection({ ...limits, isAround: true });
  if (around.kind !== 'block') return { reading };
  const { block, columns, headRows } = readPlaceList(around.block);
  const places = { ...block, row: block.row + headRows, rows: block.rows - headRows };
  const isPart = isWithin(toCellArea(selected), toCellArea(places));
  if (!columns.hasHeader || !isPart) return { reading };
  const isWhole = selected.rows === places.rows;
  const rows = { first: selected.row, last: selected.row + selected.rows - 1 };
  return { reading: around, ...(!isWhole && { rows }) };
}

/** A spreadsheet ends a list at a blank row, but a person may not. */
async function placesBelow(
  found: SheetBlock,
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<number | undefined> {
  const list = readPlaceList(found);
  const where = completeColumns(guessChoice(list), false);
  if (where === undefined || !list.columns.hasHeader) return undefined;
  const area = { ...list.block, row: found.row + found.rows, rows: ROWS_BELOW };
  const reading = await sheet.readBlock(formatArea(toCellArea(area)));
  if (reading.kind !== 'block') return undefined;
  const { row, values } = reading.block;
  const placeIn = (cells: readonly CellContent[]) =>
    readPlaceRow(
      where,
      columnsOf(where).map((column) => cells[column] ?? null),
    );
  const next = values.findIndex((cells) => placeIn(cells).kind !== 'blank');
  const cells = values[next];
  if (cells === undefined || placeIn(cells).kind !== 'place') return undefined;
  const headers = (list.block.values[0] ?? []).map(textOf);
  // Totals below a list are no place.
  return leftOut(headers, cells) === undefined ? row + next : undefined;
}

/** Cells further down are something else. */
const ROWS_BELOW = 4;
