import { groupBy } from '../engine/async/groups';
import { rowParts } from './payload-limits';

/** One cell of a sheet, zero-based. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells within one sheet. */
export interface Area extends Cell {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Returns a few rectangles that cover the cells, in order. None has more cells than one request
 * takes.
 *
 * @param gap how many other cells in between a rectangle may cover: reading a few more is cheaper
 *   than asking for another range.
 */
export function coveringAreas(cells: readonly Cell[], gap: number): Area[] {
  const columns = groupBy(cells, ({ column }) => column);
  const areas: Widening[] = [];
  const latest = new Map<string, Widening>();
  for (const [column, own] of [...columns].sort(([one], [other]) => one - other)) {
    const inColumn = own.map(({ row }) => row);
    for (const { start, rows } of runsOf(inColumn, gap)) {
      // A run in the same rows as one in the column before widens its rectangle.
      const key = `${start},${rows}`;
      const beside = latest.get(key);
      if (beside !== undefined && beside.column + beside.columns === column) beside.columns += 1;
      else {
        const area = { row: start, column, rows, columns: 1 };
        areas.push(area);
        latest.set(key, area);
      }
    }
  }
  return inRequests(areas);
}

/** Splits the areas so that none has more cells than one request takes. */
export function inRequests(areas: readonly Area[]): Area[] {
  return areas.flatMap((area) =>
    rowParts(area.rows, area.columns).map(({ start, count }) => ({
      ...area,
      row: area.row + start,
      rows: count,
    })),
  );
}

/** Splits the area in two, by rows if it has several; undefined for a single cell. */
export function halves(area: Area): [Area, Area] | undefined {
  const { row, column, rows, columns } = area;
  if (rows > 1) {
    const upper = Math.ceil(rows / 2);
    return [
      { ...area, rows: upper },
      { ...area, row: row + upper, rows: rows - upper },
    ];
  }
  if (columns === 1) return undefined;
  const left = Math.ceil(columns / 2);
  return [
    { ...area, columns: left },
    { ...area, column: column + left, columns: columns - left },
  ];
}

interface Widening extends Area {
  columns: number;
}

interface Run {
  readonly start: number;
  readonly rows: number;
}

function runsOf(rows: readonly number[], gap: number): Run[] {
  const runs: { start: number; rows: number }[] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && row <= last.start + last.rows + gap) {
      last.rows = Math.max(last.rows, row - last.start + 1);
    } else runs.push({ start: row, rows: 1 });
  }
  return runs;
}
