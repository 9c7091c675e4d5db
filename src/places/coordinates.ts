import { MAX_LATITUDE, MAX_LONGITUDE } from '../contract/limits';
import { coordinatePlace } from '../lookup';
import type { Place } from '../lookup';
import type { Cell } from './cell';
import { BLANK, read, refused, unusable } from './fault';
import type { Reading } from './fault';
import { quotation } from './quotation';

/**
 * A pair of coordinates in degrees. Blank if both are blank or both are 0: two blank cells arrive
 * as zeros on the desktop, and 0, 0 is open sea off Ghana.
 */
export function readCoordinates(latCell: Cell, lngCell: Cell): Reading<Place> {
  const lat = readDegrees('Latitude', latCell);
  const lng = readDegrees('Longitude', lngCell);
  if (lat.kind === 'fault') return lat;
  if (lng.kind === 'fault') return lng;
  if (isNothing(lat) && isNothing(lng)) return BLANK;
  if (lat.kind === 'blank') return refused('Latitude is blank', 'enter both, or leave both blank');
  if (lng.kind === 'blank') return refused('Longitude is blank', 'enter both, or leave both blank');
  return inRange(lat.value, lng.value);
}

/** @param label what a fault calls the cell. */
export function readDegrees(label: string, cell: Cell): Reading<number> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'number') return read(cell.number);
  if (cell.kind !== 'text') return unusable(label, cell, 'degrees as a number, like 12.9352');
  const number = NUMBER.test(cell.text) ? Number(cell.text) : NaN;
  if (Number.isFinite(number)) return read(number);
  const finding = `${label} "${quotation(cell.text)}" is not a number`;
  const advice = /^[+-]?\d+,\d+$/.test(cell.text) ? 'use a decimal point' : 'use decimal degrees';
  return refused(finding, `${advice}, like 12.9352`);
}

/** Plain decimals, with or without an exponent: `Number` alone would also read "0x1F" and "". */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function isNothing(degrees: Reading<number>): boolean {
  return degrees.kind === 'blank' || (degrees.kind === 'read' && degrees.value === 0);
}

/** How a message ends, without its full stop, if the pair only makes sense the other way round. */
export const LOOK_SWAPPED = 'latitude and longitude look swapped';

function inRange(lat: number, lng: number): Reading<Place> {
  const finding =
    outside('Latitude', lat, MAX_LATITUDE) ??
    outside('Longitude', lng, MAX_LONGITUDE) ??
    (isArctic(lat, lng) ? `Latitude ${lat} is in the Arctic` : undefined);
  if (finding === undefined) return read(coordinatePlace(lat, lng));
  const wouldFit = Math.abs(lat) <= MAX_LONGITUDE && Math.abs(lng) <= MAX_LATITUDE;
  return refused(finding, wouldFit ? LOOK_SWAPPED : 'correct it');
}

function outside(label: string, degrees: number, limit: number): string | undefined {
  if (Math.abs(degrees) <= limit) return undefined;
  return `${label} ${degrees} is outside -${limit} to ${limit}`;
}

/** Swapped pairs from nearly all of India lie in the open sea north of Europe's last town. */
function isArctic(lat: number, lng: number): boolean {
  return lat > 71.3 && Math.abs(lng - 22) < 16;
}
