import type { SheetBlock } from '../spreadsheet/sheet';
import { readColumns } from '../places/column-roles';
import type { BlockColumns } from '../places/column-roles';

/** A selection read as a list of places. Column numbers are those of the block. */
export interface PlaceList {
  readonly block: SheetBlock;
  readonly columns: BlockColumns;
}

/** @param hasHeader what a person says about the first row; if undefined, it is guessed. */
export function readPlaceList(block: SheetBlock, hasHeader?: boolean): PlaceList {
  if (hasHeader === undefined) return { block, columns: readColumns(block) };
  const table = { name: '', isHeaderFirst: hasHeader };
  return { block, columns: readColumns({ ...block, table }) };
}
