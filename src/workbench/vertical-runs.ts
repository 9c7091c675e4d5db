import { groupBy } from '../engine/async/groups';
import type { FormulaCell } from './async-function';

/** Part of one column, in the shape of Univer's own ranges. */
export interface VerticalRun {
  readonly unitId: string;
  readonly sheetId: string;
  readonly range: {
    readonly startRow: number;
    readonly endRow: number;
    readonly startColumn: number;
    readonly endColumn: number;
  };
}

/**
 * Returns the same cells in few ranges. Univer compares every range with every other, so ten
 * thousand single cells would take it minutes.
 */
export function verticalRuns(cells: readonly FormulaCell[]): VerticalRun[] {
  const columns = groupBy(cells, ({ column, sheetId, unitId }) => `${column},${sheetId},${unitId}`);
  return [...columns.values()].flatMap(runsOfColumn);
}

function runsOfColumn(cells: readonly FormulaCell[]): VerticalRun[] {
  const [first] = cells;
  if (first === undefined) return [];
  const { unitId, sheetId, column } = first;
  const runs: { startRow: number; endRow: number }[] = [];
  for (const row of cells.map((cell) => cell.row).sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && row <= last.endRow + 1) last.endRow = row;
    else runs.push({ startRow: row, endRow: row });
  }
  return runs.map(({ startRow, endRow }) => ({
    unitId,
    sheetId,
    range: { startRow, endRow, startColumn: column, endColumn: column },
  }));
}
