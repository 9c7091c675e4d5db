import type { CellContent } from '../../engine/places/cell';
import { cellNumber } from '../../engine/places/column-content';
import { leftOut } from '../../engine/places/list-frame';
import type { BlockColumn } from '../../engine/places/column-candidates';
import { measuresFirst } from '../../engine/places/measure-words';
import { t } from '../../engine/language/speech';
import type { PlaceList } from '../enrich';
import { formatArea } from '../spreadsheet/cell-address';
import type { CannotDo, Sheet } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';

/** A place of the list, with the cells of its row. */
export interface ListRow {
  /** The row of the sheet, from 0. */
  readonly row: number;
  readonly cells: readonly CellContent[];
}

export interface ListRows {
  readonly kind: 'rows';
  readonly rows: readonly ListRow[];
  /** Rows of sums within the list. Their numbers are not those of places. */
  readonly totals: readonly number[];
}

/** Reads all rows of a list with a place: no blank ones, totals, remarks or repeated headers. */
export async function readListRows(
  { block, columns, headRows }: PlaceList,
  sheet: Pick<Sheet, 'readBlock'>,
): Promise<ListRows | CannotDo> {
  let { values } = block;
  if (values.length < block.rows) {
    const reading = await sheet.readBlock(formatArea(toCellArea(block)));
    if (reading.kind === 'failed') return reading;
    values = reading.kind === 'block' ? reading.block.values : [];
  }
  const headers = columns.columns.map(({ header }) => header);
  const rows: ListRow[] = [];
  const totals: number[] = [];
  values.slice(headRows).forEach((cells, index) => {
    const row = block.row + headRows + index;
    const reason = leftOut(headers, cells);
    if (reason === 'total') totals.push(row);
    if (reason !== undefined || cells.every((cell) => cell === null || cell === '')) return;
    rows.push({ row, cells });
  });
  return { kind: 'rows', rows, totals };
}

/**
 * Returns the columns by which places can be compared: numbers that say neither where a place is
 * nor which one it is. A column that Locus fills counts even before it has its values.
 */
export function measureColumns({ block, columns, headRows }: PlaceList): readonly BlockColumn[] {
  const { latitude, longitude, pincode } = columns.roles;
  const isOwn = ({ index }: BlockColumn): boolean => block.ownColumns?.has(index) === true;
  const numeric = columns.columns.filter(
    (column) =>
      ![latitude, longitude, pincode].includes(column.index) &&
      ((column.content.numbers > 0 && column.content.numbers >= column.content.filled / 2) ||
        isOwn(column)),
  );
  const rows = block.values.slice(headRows);
  return measuresFirst(numeric, (column) =>
    isOwn(column) ? undefined : rows.map((cells) => cells[column.index] ?? null),
  );
}

/** Returns what a row is called: its first text, or else its number. */
export function rowLabel({ row, cells }: ListRow): string {
  const text = cells.find((cell) => typeof cell === 'string' && cellNumber(cell) === undefined);
  const label = typeof text === 'string' ? text.trim() : '';
  return label === '' ? t('Row {row}', { row: row + 1 }) : label;
}
