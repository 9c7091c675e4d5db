import { DECIMAL, degreesIn } from './degrees';
import type { DecimalStyle } from './degrees';
import { foldedText, LONGEST_NUMBERS } from './folded-text';
import { isAboutIndia } from './india';
import { pointInHex } from './well-known-binary';

/** Latitude and longitude in degrees. */
export interface CoordinatePair {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Reads a pair in one text: `12.9352, 77.6245`, in brackets, with decimal commas (`12,9352;
 * 77,6245`), in degrees, minutes and seconds, as `{"lat": 12.9, "lng": 77.6}` or `geo:12.9,77.6`,
 * or as `POINT(77.6 12.9)` and GeoJSON, which put the longitude first. Undefined if the text is no
 * pair, or can be read in more than one way.
 */
export function pairIn(text: string): CoordinatePair | undefined {
  if (text.length > LONGEST_NUMBERS) return undefined;
  // A layer of points may be written as groups of one point each.
  const folded = foldedText(text).replace(SINGLE_GROUP, '$1POINT$2($3)');
  const [, east, north] = LONGITUDE_FIRST.exec(folded) ?? [];
  if (east !== undefined && north !== undefined) return pairOf(north, east, 'point');
  const [, lat, lng] = LABELLED.exec(folded) ?? [];
  if (lat !== undefined && lng !== undefined) return pairOf(lat, lng, 'point');
  const [, second, first] = LABELLED_TURNED.exec(folded) ?? [];
  if (first !== undefined && second !== undefined) return pairOf(first, second, 'point');
  const [, ...survey] = SURVEYED.exec(folded) ?? [];
  const [south = 0, west = 0, height = 0, accuracy = 0] = survey.map(Number);
  // 12.9 77.5 13.1 77.7 are the corners of an area.
  const isArea =
    Math.abs(height - south) < LARGEST_AREA && Math.abs(accuracy - west) < LARGEST_AREA;
  if (survey.length > 0) return isArea ? undefined : { lat: south, lng: west };
  const point = pointInHex(folded);
  if (point !== undefined) return point;
  const bare = folded.replace(GEO, '');
  const [, inner = bare] = BRACKETS.exec(bare) ?? [];
  // 12,93 is one number rather than two, and so is 1,30E+01.
  if (DECIMAL.test(inner.replace(',', '.'))) return undefined;
  const found = splitsOf(inner).flatMap(([first, second]) => waysToRead(first, second));
  const [pair] = found;
  const isSure = found.every(({ lat, lng }) => lat === pair?.lat && lng === pair.lng);
  if (pair === undefined || !isSure) return undefined;
  return bare.startsWith('[') && !/[NSEW]/i.test(inner) ? inJson(pair) : pair;
}

/**
 * In JSON, `[2.35, 48.85]` is Paris to some programs and a place off Somalia to others. Only
 * India's longitudes can be told from latitudes.
 */
function inJson({ lat, lng }: CoordinatePair): CoordinatePair | undefined {
  if (isArctic(lat, lng)) return { lat: lng, lng: lat };
  return Math.abs(lng) > NORTHERNMOST ? { lat, lng } : undefined;
}

/** Whether a pair is in the open sea north of Europe's last town and, if swapped, about India. */
export function isArctic(lat: number, lng: number): boolean {
  return lat > NORTHERNMOST && isAboutIndia(lng, lat);
}

/** `{"lat": 12.9, 'lng': 77.6}`, `Lat: 12.9, Long: 77.6` and `Lat 12.9 Long 77.6`. */
function labelled(one: string, other: string): RegExp {
  const number = String.raw`["']? ?[:=]? ?([-+\d.]+)°?`;
  return new RegExp(
    String.raw`^\{? ?["']?${one}${number} ?[,;]? ?["']?${other}${number} ?\}?$`,
    'i',
  );
}

/** Splits a text at every separator, and before and after a letter: `12.9N77.6E`. */
function splitsOf(text: string): (readonly [string, string])[] {
  return [...text.matchAll(SEPARATOR)]
    .map(({ 0: { length }, index }) => [text.slice(0, index), text.slice(index + length)] as const)
    .filter(([first, second]) => first !== '' && second !== '');
}

function waysToRead(first: string, second: string): CoordinatePair[] {
  const plain = pairOf(first, second, 'point') ?? pairOf(first, second, 'comma');
  if (plain !== undefined) return [plain];
  // Only letters can say that the longitude comes first.
  const turned = /[NSEW]/i.test(first + second) ? pairOf(second, first, 'point') : undefined;
  return turned === undefined ? [] : [turned];
}

function pairOf(north: string, east: string, decimals: DecimalStyle): CoordinatePair | undefined {
  const lat = degreesIn(north, decimals);
  const lng = degreesIn(east, decimals);
  if (lat === undefined || lng === undefined) return undefined;
  if (lat.axis === 'Longitude' || lng.axis === 'Latitude') return undefined;
  return { lat: lat.degrees, lng: lng.degrees };
}

/** Whether a text is an empty point of WKT: `POINT EMPTY`. */
export function isEmptyPoint(text: string): boolean {
  return /^(?:SRID=\d+; ?)?(?:MULTI)?POINT ?(?:ZM?|M)? ?EMPTY$/i.test(text.trim());
}

/** The latitude of Europe's northernmost town. Nearly all of India's longitudes are larger. */
export const NORTHERNMOST = 71.3;
/** `POINT(77.6 12.9)`, also in PostGIS' spelling with SRID, and `"coordinates": [77.6, 12.9]`. */
const LONGITUDE_FIRST =
  /(?:^(?:SRID=4326; ?)?POINT ?(?:ZM?|M)? ?\( ?|"coordinates" ?: ?\[ ?)([-+\d.e]+)(?: ?, ?| )([-+\d.e]+)(?:[ ,]+[-+\d.e]+){0,2} ?[)\]]/i;
const SINGLE_GROUP = /^(SRID=4326; ?)?MULTIPOINT ?(ZM?|M|) ?\( ?\(?([^(),]*)\)? ?\)$/i;
/** As surveys on phones write a place, its height and its accuracy: `12.9352 77.6245 920.1 4.5`. */
const SURVEYED = /^(-?\d+\.\d+) (-?\d+\.\d+) (-?\d+(?:\.\d+)?) (\d+(?:\.\d+)?)$/;
/** In degrees, along each side. */
const LARGEST_AREA = 20;
const LABELLED = labelled('lat(?:itude)?', '(?:lng|long?|longitude)');
const LABELLED_TURNED = labelled('(?:lng|long?|longitude)', 'lat(?:itude)?');
const GEO = /^geo:|(?<=\d);(?:u|crs)=.*$/gi;
const BRACKETS = /^[([{<] ?(.*?) ?[)\]}>]$/;
const SEPARATOR = / ?[,;|/] ?| |(?<=[NSEW])(?=\d)|(?<=\d)(?=[NSEW])/gi;
