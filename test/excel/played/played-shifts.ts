import { anchorArea, anchorText } from '../../../src/addin/spreadsheet/sheet-region';
import { shiftedArea } from '../../addin/values/grid-shifts';
import type { Shift } from '../../addin/values/grid-shifts';
import { cellKey } from './played-workbook';
import type { PlayedWorkbook } from './played-workbook';

/** A person inserts or deletes rows or columns: cells move, and names follow them. */
export function shiftPlayed(workbook: PlayedWorkbook, name: string, shift: Shift): void {
  const sheet = workbook.sheetNamed(name);
  if (sheet === undefined) throw new Error(`there is no sheet ${name}`);
  const moved = [...sheet.cells].flatMap(([key, cell]) => {
    const one = { sheet: name, row: Math.floor(key / COLUMNS), column: key % COLUMNS };
    const area = shiftedArea({ ...one, rows: 1, columns: 1 }, shift);
    return area === undefined ? [] : [[cellKey(area.row, area.column), cell] as const];
  });
  sheet.cells.clear();
  for (const [key, cell] of moved) sheet.cells.set(key, cell);
  for (const item of workbook.texts.names.get('') ?? []) {
    const area = anchorArea(item.formula);
    if (area?.sheet.toLowerCase() !== name.toLowerCase()) continue;
    const now = shiftedArea(area, shift);
    item.formula = now === undefined ? '=#REF!' : `=${anchorText(now)}`;
  }
}

/** A sheet's new name, as names have it too. */
export function renamePlayed(workbook: PlayedWorkbook, name: string, next: string): void {
  const sheet = workbook.sheetNamed(name);
  if (sheet !== undefined) sheet.name = next;
  for (const item of workbook.texts.names.get('') ?? []) {
    const area = anchorArea(item.formula);
    if (area?.sheet.toLowerCase() !== name.toLowerCase()) continue;
    item.formula = `=${anchorText({ ...area, sheet: next })}`;
  }
}

const COLUMNS = 16_384;
