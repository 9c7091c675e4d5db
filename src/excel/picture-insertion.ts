import { formatArea } from '../addin/spreadsheet/cell-address';
import { fingerprint } from '../engine/async/fingerprint';
import type { InsertPicture } from '../addin/spreadsheet/host';
import { inExcel } from './failure';

/** Excel measures in points: 72 to an inch, where CSS has 96 pixels. */
const POINTS = 72 / 96;
/**
 * In points. Each further picture in one place is moved by this much, so that none hides another.
 */
const STEP = 12;
const LAST_COLUMN = 16_383;

/**
 * Puts a picture on a sheet, one empty column away from the cells that it belongs to, unless it is
 * there already.
 */
export const insertPicture: InsertPicture = ({ png, width, height, description, beside }) =>
  inExcel(async (context) => {
    const sheet = context.workbook.worksheets.getItem(beside.sheet);
    const column = Math.min(beside.column + beside.columns + 1, LAST_COLUMN);
    const cell = sheet.getCell(beside.row, column);
    cell.load('left,top');
    sheet.shapes.load('items/left,items/top,items/name');
    await context.sync();
    const at = { startRow: beside.row, endRow: beside.row, startColumn: column, endColumn: column };
    const inserted = {
      kind: 'inserted',
      address: formatArea({ sheet: beside.sheet, ...at }),
    } as const;
    const name = `locus-${fingerprint(inserted.address + png).toString(36)}`;
    // A button that was pressed twice: the same picture, not yet removed.
    if (sheet.shapes.items.some((shape) => shape.name === name)) return inserted;
    const { left, top } = freePlace(cell, sheet.shapes.items);
    const shape = sheet.shapes.addImage(png);
    // With a locked ratio, setting the height would change the width.
    shape.lockAspectRatio = false;
    shape.width = width * POINTS;
    shape.height = height * POINTS;
    shape.lockAspectRatio = true;
    shape.left = left;
    shape.top = top;
    shape.altTextDescription = description;
    shape.name = name;
    await context.sync();
    return inserted;
  });

interface Corner {
  readonly left: number;
  readonly top: number;
}

function freePlace({ left, top }: Corner, others: readonly Corner[]): Corner {
  const isTaken = others.some(
    (other) => Math.abs(other.left - left) < 1 && Math.abs(other.top - top) < 1,
  );
  return isTaken ? freePlace({ left: left + STEP, top: top + STEP }, others) : { left, top };
}
