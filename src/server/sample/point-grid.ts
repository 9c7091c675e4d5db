import { kilometresBetween } from './point';
import type { Point } from './point';

/** Points in cells of a twentieth of a degree, so that those about a place are found quickly. */
export interface PointGrid<T extends Point> {
  /** Visits every point within that distance; some visited points may lie a little further. */
  forEachAbout(place: Point, kilometres: number, visit: (point: T) => void): void;
  /** The nearest ones within that distance, nearest first; equally near ones in the given order. */
  nearest(place: Point, count: number, withinKm: number): readonly Neighbour<T>[];
}

export interface Neighbour<T> {
  readonly point: T;
  readonly kilometres: number;
}

const CELLS_PER_DEGREE = 20;
/** At 37.5 degrees north a degree of longitude is shortest: 88 km. */
const KM_PER_CELL = 4.4;
const COLUMNS = 360 * CELLS_PER_DEGREE;

export function createPointGrid<T extends Point>(points: readonly T[]): PointGrid<T> {
  const cells = new Map<number, T[]>();
  for (const point of points) {
    const cell = cellAt(rowOf(point), columnOf(point));
    const inCell = cells.get(cell);
    if (inCell) inCell.push(point);
    else cells.set(cell, [point]);
  }

  function forEachAbout(place: Point, kilometres: number, visit: (point: T) => void): void {
    const reach = Math.ceil(kilometres / KM_PER_CELL);
    for (let row = rowOf(place) - reach; row <= rowOf(place) + reach; row += 1) {
      for (let column = columnOf(place) - reach; column <= columnOf(place) + reach; column += 1) {
        cells.get(cellAt(row, column))?.forEach(visit);
      }
    }
  }

  function nearest(place: Point, count: number, withinKm: number): readonly Neighbour<T>[] {
    // Most places have neighbours close by; the wide search is for deserts and the sea.
    for (let kilometres = KM_PER_CELL; ; kilometres *= 2) {
      const limit = Math.min(kilometres, withinKm);
      const found: Neighbour<T>[] = [];
      forEachAbout(place, limit, (point) => {
        const away = kilometresBetween(place, point);
        if (away <= limit) found.push({ point, kilometres: away });
      });
      if (found.length >= count || limit >= withinKm) {
        return found.sort((a, b) => a.kilometres - b.kilometres).slice(0, count);
      }
    }
  }

  return { forEachAbout, nearest };
}

function rowOf(point: Point): number {
  return Math.floor(point.lat * CELLS_PER_DEGREE);
}

function columnOf(point: Point): number {
  return Math.floor(point.lng * CELLS_PER_DEGREE);
}

function cellAt(row: number, column: number): number {
  return row * COLUMNS + column;
}
