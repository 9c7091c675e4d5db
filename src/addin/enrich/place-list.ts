import { t } from '../../engine/language/speech';
import { readColumns, type BlockColumns, type ListBlock } from '../../engine/places/column-roles';
import { columnLetters } from '../../engine/places/column-letters';
import { findList } from '../../engine/places/list-frame';
import type { PincodeRule } from '../../engine/places/pincode';
import { formatArea } from '../spreadsheet/cell-address';
import type { SheetBlock } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';

/** A selection that was read as a list of places. Column numbers are those of the block. */
export interface PlaceList {
  /** Only the list, without what is above or beside it in the selection. */
  readonly block: SheetBlock;
  readonly columns: BlockColumns;
  /** The rows above the first place: the header, and its units if they have their own row. */
  readonly headRows: number;
  /** The columns of another list of places in the selection: `E:G`. */
  readonly beside?: string;
}

/** The row of the sheet with the headers, from 0, or that there is none. */
export type HeaderRow = number | 'none';

/**
 * Returns a column's title: `Rent`, or `Column C` if it has no header.
 *
 * @param column the list's column, from 0.
 */
export function columnTitle({ block, columns }: PlaceList, column: number): string {
  const header = columns.columns[column]?.header ?? '';
  if (header !== '') return header;
  return t('Column {letters}', { letters: columnLetters(block.column + column) });
}

/**
 * Reads a selection as a list.
 *
 * @param header what a person says. Undefined: the header is found.
 */
export function readPlaceList(
  selected: SheetBlock,
  header?: HeaderRow,
  pincodes?: PincodeRule,
): PlaceList {
  const asked = typeof header === 'number' ? header - selected.row : header;
  const frame = findList(selected.values, asked);
  const { headerRow, firstRow, firstColumn, lastColumn } =
    frame.kind === 'list' ? frame : { ...WHOLE, lastColumn: selected.columns - 1 };
  const other = frame.kind === 'list' ? frame.beside : undefined;
  const beside = other && {
    beside: other.map((column) => columnLetters(selected.column + column)).join(':'),
  };
  const isAsked = header !== undefined;
  // A table knows where its header is, and so does a list that fills the selection.
  if (!isAsked && (selected.table !== undefined || (headerRow ?? firstRow) === 0)) {
    const columns = readColumns(withoutUnits(selected, firstRow), pincodes);
    return { block: selected, columns, headRows: headOf(columns.hasHeader, firstRow), ...beside };
  }
  const first = headerRow ?? firstRow;
  const block = partOf(selected, { row: first, column: firstColumn, lastColumn });
  const table = { isHeaderFirst: headerRow !== undefined };
  const columns = readColumns(withoutUnits({ ...block, table }, firstRow - first), pincodes);
  return { block, columns, headRows: headOf(columns.hasHeader, firstRow - first), ...beside };
}

/** A row of units or column numbers below the header says nothing about the columns. */
function withoutUnits(block: ListBlock, rows: number): ListBlock {
  const [header = []] = block.values;
  return rows > 1 ? { ...block, values: [header, ...block.values.slice(rows)] } : block;
}

const WHOLE = { headerRow: undefined, firstRow: 0, firstColumn: 0 };

function headOf(hasHeader: boolean, rows: number): number {
  return hasHeader ? Math.max(1, rows) : 0;
}

function partOf(
  selected: SheetBlock,
  from: { readonly row: number; readonly column: number; readonly lastColumn: number },
): SheetBlock {
  const area = {
    sheet: selected.sheet,
    row: selected.row + from.row,
    column: selected.column + from.column,
    rows: selected.rows - from.row,
    columns: from.lastColumn - from.column + 1,
  };
  const own = [...(selected.ownColumns ?? [])].map(
    ([column, name]) => [column - from.column, name] as const,
  );
  return {
    ...area,
    address: formatArea(toCellArea(area)),
    values: selected.values
      .slice(from.row)
      .map((row) => row.slice(from.column, from.lastColumn + 1)),
    table: selected.table,
    ...(selected.ownColumns && { ownColumns: new Map(own) }),
  };
}
