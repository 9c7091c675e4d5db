import type { Place } from '../../engine/lookup';
import { blankTailCut } from './blank-tail';
import { commonSize } from './broadcast';
import { readCoordinates } from '../../engine/places/coordinates';
import type { Faulty, Reading } from '../../engine/places/fault';
import { countOf } from './grid';
import type { Grid, Size } from './grid';

/** An argument that may be a single cell, or as large as the others. */
export interface Part extends Size {
  /** What a person calls it. */
  readonly label: string;
  /** The size without the blank tail of whole columns. */
  used(): Size;
}

/** Where values are wanted: one or more arguments that together name places. */
export interface Locations {
  readonly parts: readonly Part[];
  place(index: number): Reading<Place>;
}

export function coordinateLocations(lat: Grid, lng: Grid): Locations {
  return {
    parts: [partOf('latitude', lat), partOf('longitude', lng)],
    place: (index) => readCoordinates(lat.cell(index), lng.cell(index)),
  };
}

export function partOf(label: string, grid: Grid): Part {
  const { rows, columns } = grid;
  return { label, rows, columns, used: () => blankTailCut(grid) };
}

/**
 * The size that locations and the other arguments share, without the blank tail of whole columns.
 * If the locations are ranges, they decide where the tail begins.
 */
export function sharedSize(locations: Locations, others: readonly Part[] = []): Size | Faulty {
  const size = commonSize([...locations.parts, ...others]);
  if ('kind' in size) return size;
  const ranges = locations.parts.filter(isRange);
  const deciding = ranges.length > 0 ? ranges : others.filter(isRange);
  return deciding.length === 0 ? size : largest(deciding.map((part) => part.used()));
}

function largest(sizes: readonly Size[]): Size {
  return {
    rows: Math.max(...sizes.map(({ rows }) => rows)),
    columns: Math.max(...sizes.map(({ columns }) => columns)),
  };
}

function isRange(part: Part): boolean {
  return countOf(part) > 1;
}
