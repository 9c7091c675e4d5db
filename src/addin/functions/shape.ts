import { sizeText } from './broadcast';
import { refused } from '../../engine/places/fault';
import type { Faulty } from '../../engine/places/fault';
import { countOf } from './grid';
import type { Size } from './grid';

/** How the answers to several names at several locations are laid out. */
export interface Shape extends Size {
  /** The index of a name's answer at a location, in this shape's reading order. */
  position(location: number, name: number): number;
}

/**
 * One location: laid out like the names. A column of locations: a row for each, a column for each
 * name. A row of locations: the transpose. A block of locations: one name only, and a block of
 * answers.
 */
export function shapeOf(locations: Size, names: Size): Shape | Faulty {
  const nameCount = countOf(names);
  if (countOf(locations) === 1) return { ...sizeOf(names), position: (_, name) => name };
  if (nameCount === 1) return { ...sizeOf(locations), position: (location) => location };
  if (locations.columns === 1) {
    return {
      rows: locations.rows,
      columns: nameCount,
      position: (location, name) => location * nameCount + name,
    };
  }
  if (locations.rows === 1) {
    const { columns } = locations;
    return {
      rows: nameCount,
      columns,
      position: (location, name) => name * columns + location,
    };
  }
  const finding = `There are ${sizeText(locations)} locations and ${String(nameCount)} names`;
  return refused(finding, 'use one name, or put the locations in a column');
}

function sizeOf({ rows, columns }: Size): Size {
  return { rows, columns };
}
