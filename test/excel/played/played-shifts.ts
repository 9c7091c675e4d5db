import { cellKey, type PlayedWorkbook } from './played-workbook';

/** A person inserts or deletes columns: the cells at and behind them move. */
export function shiftColumns(workbook: PlayedWorkbook, name: string, at: number, by: number): void {
  const sheet = workbook.sheetNamed(name);
  if (sheet === undefined) throw new Error(`there is no sheet ${name}`);
  const moved = [...sheet.cells].flatMap(([key, cell]) => {
    const [row, column] = [Math.floor(key / COLUMNS), key % COLUMNS];
    if (column < at) return [[key, cell] as const];
    return column < at - by ? [] : [[cellKey(row, column + by), cell] as const];
  });
  sheet.cells.clear();
  for (const [key, cell] of moved) sheet.cells.set(key, cell);
}

const COLUMNS = 16_384;
