import { MAX_LATITUDE, MAX_LONGITUDE } from '../contract/limits';
import { coordinatePlace } from '../lookup';
import type { Place } from '../lookup';
import type { Cell } from './cell';
import { isArctic, isEmptyPoint, NORTHERNMOST, pairIn } from './coordinate-pair';
import type { CoordinatePair } from './coordinate-pair';
import { degreesIn } from './degrees';
import type { DecimalStyle } from './degrees';
import { BLANK, read, faulty, unusable } from './fault';
import type { Faulty, Reading } from './fault';
import { foldedText } from './folded-text';
import { isNothing } from './blank-words';
import { exactQuotation } from '../language/quotation';

/**
 * What a coordinate of 0 is. `blank`: nothing, because Excel on the desktop passes a blank cell as
 * 0 · `degrees`: the equator or the meridian, in files and requests, which can leave a value out.
 */
export type ZeroRule = 'blank' | 'degrees';

/**
 * Reads a pair of coordinates in degrees. Blank if both are blank or 0, and a fault if only one of
 * them is blank: 12.9352 alone is half a place. The first cell may also contain both,
 * `12.9352, 77.6245`, as formulas beside a column of pairs pass them.
 */
export function readCoordinates(
  latCell: Cell,
  lngCell: Cell,
  decimals: DecimalStyle = 'point',
  zero: ZeroRule = 'blank',
): Reading<Place> {
  if (lngCell.kind === 'blank' && latCell.kind === 'text') {
    const pair = pairIn(latCell.text);
    if (pair !== undefined) return placeOf(pair, zero);
  }
  const lat = readDegrees('Latitude', latCell, decimals);
  const lng = readDegrees('Longitude', lngCell, decimals);
  if (lat.kind === 'fault') return lat;
  if (lng.kind === 'fault') return lng;
  const isWhole = lat.kind === 'read' && lng.kind === 'read';
  const pair = { lat: degreesOrZero(lat), lng: degreesOrZero(lng) };
  return placeOf(pair, isWhole ? zero : 'blank');
}

/** Reads a pair in one cell, such as `12.9352, 77.6245` or `POINT(77.6245 12.9352)`. */
export function readPair(cell: Cell, zero: ZeroRule = 'blank'): Reading<Place> {
  if (cell.kind === 'blank' || (cell.kind === 'number' && cell.number === 0)) return BLANK;
  const advice = 'use a latitude and a longitude, like 12.9352, 77.6245';
  if (cell.kind !== 'text') return unusable('The pair', cell, advice);
  if (isNothing(cell.text) || isEmptyPoint(cell.text)) return BLANK;
  const pair = pairIn(cell.text);
  if (pair === undefined) return faulty(`"${exactQuotation(cell.text)}" is not a pair`, advice);
  return placeOf(pair, zero);
}

function placeOf({ lat, lng }: CoordinatePair, zero: ZeroRule): Reading<Place> {
  if (lat === 0 && lng === 0) return BLANK;
  if (zero === 'degrees') return inRange(lat, lng);
  if (lat === 0) return faulty('Latitude is blank or 0', ENTER_BOTH);
  if (lng === 0) return faulty('Longitude is blank or 0', ENTER_BOTH);
  return inRange(lat, lng);
}

const ENTER_BOTH = 'enter both, or leave both blank';

function degreesOrZero(degrees: Exclude<Reading<number>, Faulty>): number {
  return degrees.kind === 'read' ? degrees.value : 0;
}

/**
 * Reads degrees from one cell.
 *
 * @param label what a fault calls the cell: `Latitude` or `Longitude`, or "" if either will do.
 */
export function readDegrees(
  label: string,
  cell: Cell,
  decimals: DecimalStyle = 'point',
): Reading<number> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'number') return read(cell.number);
  if (cell.kind !== 'text') return unusable(label, cell, 'use degrees as a number, like 12.9352');
  const { text } = cell;
  const found = degreesIn(text, decimals);
  if (found === undefined) return isNothing(text) ? BLANK : unreadable(label, text);
  const { axis = label, degrees } = found;
  if (axis === label || label === '') return read(degrees);
  const shown = exactQuotation(text);
  const finding =
    axis === 'Latitude'
      ? `Longitude "${shown}" is north or south`
      : `Latitude "${shown}" is east or west`;
  return faulty(finding, LOOK_SWAPPED);
}

function unreadable(label: string, text: string): Reading<number> {
  const shown = exactQuotation(text);
  if (THOUSANDS.test(foldedText(text))) {
    return faulty(`${label} "${shown}" is in the thousands`, 'use decimal degrees, like 12.9352');
  }
  if (pairIn(text) !== undefined) {
    return faulty(`${label} "${shown}" is a pair`, 'put latitude and longitude in separate cells');
  }
  return faulty(`${label} "${shown}" is not a number`, adviceFor(foldedText(text)));
}

function adviceFor(text: string): string {
  if (DECIMAL_COMMA.test(text)) return 'use a decimal point, like 12.9352';
  return ATTRIBUTE.test(text)
    ? 'attributes go after the longitude'
    : 'use decimal degrees, like 12.9352';
}

const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** `1,234.5`: one number, with commas between its thousands. */
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/;

/** Words joined by underscores, as attributes are named and no coordinate is written. */
const ATTRIBUTE = /^[a-z]+(?:_[a-z0-9]+)+$/i;

/**
 * The end of the message, without its full stop, if the pair only makes sense the other way round.
 */
export const LOOK_SWAPPED = 'latitude and longitude look swapped';

function inRange(lat: number, lng: number): Reading<Place> {
  const finding =
    outside('Latitude', lat, MAX_LATITUDE) ??
    outside('Longitude', lng, MAX_LONGITUDE) ??
    (isArctic(lat, lng) ? `Latitude ${lat} is in the Arctic` : undefined);
  if (finding === undefined) return read(coordinatePlace(lat, lng));
  const canBeSwapped = Math.abs(lat) <= MAX_LONGITUDE && Math.abs(lng) <= MAX_LATITUDE;
  // Swapped, 129.352, 77.61 would be in the Arctic: it is more likely 12.9352 with its point in the
  // wrong place.
  const looksSwapped = canBeSwapped && Math.abs(lng) <= NORTHERNMOST;
  if (canBeSwapped) return faulty(finding, looksSwapped ? LOOK_SWAPPED : CORRECT_OR_SWAP);
  const power = powerOf(lat, lng);
  if (power === undefined) return faulty(finding, 'correct it');
  return faulty(finding, `it looks like degrees × 10^${power}; use decimal degrees`);
}

const CORRECT_OR_SWAP = 'correct it, or swap latitude and longitude';

function outside(label: string, degrees: number, limit: number): string | undefined {
  if (Math.abs(degrees) <= limit) return undefined;
  return `${label} ${degrees} is outside -${limit} to ${limit}`;
}

/** Some exports write 12.9352 as 129352000, which is degrees × 10^7. */
function powerOf(lat: number, lng: number): number | undefined {
  if (!Number.isInteger(lat) || !Number.isInteger(lng)) return undefined;
  return [5, 6, 7].find((power) => {
    const [north, east] = [Math.abs(lat) / 10 ** power, Math.abs(lng) / 10 ** power];
    return north <= MAX_LATITUDE && east <= MAX_LONGITUDE && Math.max(north, east) >= 1;
  });
}
