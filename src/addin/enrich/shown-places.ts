import { t } from '../../engine/language/speech';
import type { PlaceColumns } from '../../engine/places/place-choice';
import { showsOtherDegrees } from '../../engine/places/shown-degrees';
import { cellName, formatArea } from '../spreadsheet/cell-address';
import type { Sheet, SheetArea } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';

export interface ShownPlacesParts {
  readonly sheet: Pick<Sheet, 'readBlock'>;
  /** Lets the page draw and respond between two pieces of work. */
  turn?(): Promise<void>;
}

/**
 * Says which cell's number format shows something else than its number: 12.9 may be shown as
 * 12.9°S, while formulas get 12.9. Names the first such cell, in words; undefined if there is none.
 *
 * @param place columns of the area, from 0.
 */
export async function whyShownOtherwise(
  area: SheetArea,
  place: PlaceColumns | undefined,
  { sheet, turn }: ShownPlacesParts,
): Promise<string | undefined> {
  if (place?.kind !== 'coordinates') return undefined;
  for (let start = 0; start < area.rows; start += ROWS_READ) {
    if (start > 0) await turn?.();
    const rows = { row: area.row + start, rows: Math.min(ROWS_READ, area.rows - start) };
    for (const at of [place.latitude, place.longitude]) {
      const cells = { ...area, ...rows, column: area.column + at, columns: 1 };
      const reading = await sheet.readBlock(formatArea(toCellArea(cells)), {
        hasCellFormats: true,
      });
      if (reading.kind !== 'block') continue;
      const { row, column, values, cellFormats = [] } = reading.block;
      for (const [index, [value]] of values.entries()) {
        const format = cellFormats[index]?.[0] ?? '';
        if (typeof value !== 'number' || !showsOtherDegrees(value, format)) continue;
        return t(
          'The number format of {cell} shows other degrees than its number, which formulas read. Write a minus sign for S and W.',
          { cell: cellName(row + index, column) },
        );
      }
    }
  }
  return undefined;
}

const ROWS_READ = 10_000;
