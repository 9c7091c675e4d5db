import { readPlaceList, type PlaceList } from '../../../src/addin/enrich/place-list';
import type { SheetBlock } from '../../../src/addin/spreadsheet/sheet';
import type { PincodeRule } from '../../../src/engine/places/pincode';
import type { CellContent } from '../../../src/engine/places/cell';

/** A list as a sheet would give it, read whole unless `read` says how many rows. */
export function listOf(
  values: readonly (readonly CellContent[])[],
  {
    row = 0,
    column = 0,
    read = values.length,
    pincodes,
  }: {
    row?: number;
    column?: number;
    read?: number;
    pincodes?: PincodeRule | undefined;
  } = {},
): PlaceList {
  const block: SheetBlock = {
    sheet: 'Stores',
    row,
    column,
    rows: values.length,
    columns: values[0]?.length ?? 0,
    address: 'Stores!A1',
    values: values.slice(0, read),
    table: undefined,
  };
  return readPlaceList(block, undefined, pincodes);
}
