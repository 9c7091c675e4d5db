import { largest } from '../../engine/async/extremes';
import type { Place } from '../../engine/lookup';
import { readCoordinates } from '../../engine/places/coordinates';
import { faulty, type Faulty, type Reading } from '../../engine/places/fault';
import { blankTailCut, countOf, sizeText, type Grid, type Size } from './argument-grid';
import { readAddress, readAddressWithPincode } from '../../engine/places/addresses';
import type { PincodeRule } from '../../engine/places/pincode';

/** An argument that must be a single cell, or as large as the others. */
export interface Sized extends Size {
  /** What a person calls it: `latitude`. */
  readonly label: string;
}

/** Such an argument with its cells. */
export interface Part extends Sized {
  readonly grid: Grid;
}

/** Where values are wanted: one or more arguments that together name places. */
export interface Locations {
  readonly parts: readonly Part[];
  /** The place of one location; locations are numbered in reading order. */
  place(index: number): Reading<Place>;
}

/** Locations by latitude and longitude, in degrees. */
export function coordinateLocations(lat: Grid, lng: Grid): Locations {
  return {
    parts: [partOf('latitude', lat), partOf('longitude', lng)],
    place: (index) => readCoordinates(lat.cell(index), lng.cell(index)),
  };
}

/** @param size what the cells count as: a range of names and values counts as one cell. */
export function partOf(label: string, grid: Grid, { rows, columns }: Size = grid): Part {
  return { label, rows, columns, grid };
}

/**
 * The size that locations and the other arguments share, without the blank tail of whole columns.
 * If the locations are ranges, they decide where the tail begins.
 */
export function sharedSize(locations: Locations, others: readonly Part[] = []): Size | Faulty {
  const size = commonSize(others.length === 0 ? locations.parts : [...locations.parts, ...others]);
  if ('kind' in size || countOf(size) === 1) return size;
  const ranges = locations.parts.filter(isRange);
  const deciding = ranges.length > 0 ? ranges : others.filter(isRange);
  return largestSize(deciding.map(({ grid }) => blankTailCut(grid)));
}

/** The size that all arguments have or stretch to, or a fault that names the two that differ. */
function commonSize(arguments_: readonly Sized[]): Size | Faulty {
  const first = arguments_.find(isRange);
  if (first === undefined) return ONE_CELL;
  const other = arguments_.find(
    (size) => isRange(size) && (size.rows !== first.rows || size.columns !== first.columns),
  );
  if (other === undefined) return { rows: first.rows, columns: first.columns };
  const finding = `${capital(first.label)} is ${sizeText(first)} and ${other.label} ${sizeText(other)}`;
  return faulty(finding, 'make them the same size, or use a single cell for one');
}

const ONE_CELL: Size = { rows: 1, columns: 1 };

function largestSize(sizes: readonly Size[]): Size {
  return {
    rows: largest(sizes.map(({ rows }) => rows)),
    columns: largest(sizes.map(({ columns }) => columns)),
  };
}

function isRange(size: Size): boolean {
  return countOf(size) > 1;
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Locations by postal address and pincode.
 *
 * @param rule whether postal codes of other countries are let through. @default 'india'
 */
export function addressLocations(address: Grid, pincode: Grid, rule?: PincodeRule): Locations {
  return {
    parts: [partOf('address', address), partOf('pincode', pincode)],
    place: (index) => readAddressWithPincode(address.cell(index), pincode.cell(index), rule),
  };
}

/** Locations by postal address alone, which may contain the pincode: a score takes no pincode. */
export function scoredAddressLocations(address: Grid, rule?: PincodeRule): Locations {
  return {
    parts: [partOf('address', address)],
    place: (index) => readAddress(address.cell(index), rule),
  };
}
