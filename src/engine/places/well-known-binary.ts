/**
 * Reads the point of a geometry in hexadecimal, as PostGIS and GeoParquet write it: longitude and
 * latitude in degrees. Undefined for lines and areas, and for coordinates in metres.
 */
export function pointInHex(text: string): { lat: number; lng: number } | undefined {
  const [, hex] = HEX.exec(text) ?? [];
  if (hex === undefined || hex.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  }
  const { view, type, start, isLittle } = shapeIn(bytes);
  const isDegrees = start === PLAIN_START || DEGREES.has(view.getUint32(5, isLittle));
  if (!isDegrees) return undefined;
  // A group of points is a place only if it has a single point.
  const isAlone =
    type === MULTIPOINT && bytes.length >= start + 9 && view.getUint32(start, isLittle) === 1;
  const point = isAlone ? shapeIn(bytes.subarray(start + 4)) : { view, type, start, isLittle };
  if (point.type !== POINT || point.view.byteLength < point.start + 16) return undefined;
  const lng = point.view.getFloat64(point.start, point.isLittle);
  const lat = point.view.getFloat64(point.start + 8, point.isLittle);
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : undefined;
}

/**
 * Whether bytes are a shape that is no place: a line, an area, several points, or an empty point.
 */
export function isPlacelessShape(bytes: Uint8Array): boolean {
  const [order = 2] = bytes;
  if (bytes.length < 9 || order > 1) return false;
  const { view, type, start, isLittle } = shapeIn(bytes);
  if (type === MULTIPOINT) return bytes.length < start + 4 || view.getUint32(start, isLittle) !== 1;
  if (type !== POINT) return type >= 2 && type <= LAST_TYPE;
  return bytes.length >= 21 && Number.isNaN(view.getFloat64(bytes.length - 8, isLittle));
}

interface Shape {
  readonly view: DataView;
  /** The kind of geometry, without its height, measure and reference system. */
  readonly type: number;
  /** The offset of its first coordinate or part. */
  readonly start: number;
  readonly isLittle: boolean;
}

function shapeIn(bytes: Uint8Array): Shape {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = bytes[0] === 1;
  const type = view.getUint32(1, isLittle);
  const start = (type & WITH_REFERENCE) === 0 ? PLAIN_START : PLAIN_START + 4;
  // 1001, 2001 and 3001 are points with a height or a measure.
  return { view, type: (type & 0x0fff_ffff) % 1000, start, isLittle };
}

const POINT = 1;
const MULTIPOINT = 4;
/** Shapes have numbers from 1, a point, to 17, a triangle. */
const LAST_TYPE = 17;
const PLAIN_START = 5;
const WITH_REFERENCE = 0x2000_0000;

/** A point takes 21 bytes at least, and one of several 54 at most. */
const HEX = /^(?:\\x|0x)?(0[01][0-9a-f]{40,106})$/i;
/** Coordinate systems in degrees: 4326 is WGS 84, and 0 names none. */
const DEGREES: ReadonlySet<number> = new Set([0, 4326]);
