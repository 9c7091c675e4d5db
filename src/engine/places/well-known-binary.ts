/**
 * The point in a geometry's bytes as hexadecimal, as PostGIS and GeoParquet write them: longitude
 * and latitude in degrees. Undefined for lines and areas, and for coordinates in metres.
 */
export function pointInHex(text: string): { lat: number; lng: number } | undefined {
  const [, hex] = HEX.exec(text) ?? [];
  if (hex === undefined || hex.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  }
  const view = new DataView(bytes.buffer);
  const isLittle = bytes[0] === 1;
  const type = view.getUint32(1, isLittle);
  const hasReference = (type & WITH_REFERENCE) !== 0;
  const start = hasReference ? 9 : 5;
  const isDegrees = !hasReference || DEGREES.has(view.getUint32(5, isLittle));
  // 1001, 2001 and 3001 are points with a height or a measure.
  const isPoint = (type & 0x0fff_ffff) % 1000 === 1;
  if (!isPoint || !isDegrees || bytes.length < start + 16) return undefined;
  const lng = view.getFloat64(start, isLittle);
  const lat = view.getFloat64(start + 8, isLittle);
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : undefined;
}

/** Whether bytes are a shape that is no place: a line, an area, or a point of nothing. */
export function isPlacelessShape(bytes: Uint8Array): boolean {
  const [order = 2] = bytes;
  if (bytes.length < 9 || order > 1) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const type = (view.getUint32(1, order === 1) & 0x0fff_ffff) % 1000;
  if (type !== 1) return type >= 2 && type <= LAST_TYPE;
  return bytes.length >= 21 && Number.isNaN(view.getFloat64(bytes.length - 8, order === 1));
}

/** Shapes have numbers from 1, a point, to 17, a triangle. */
const LAST_TYPE = 17;

/** A point takes 21 bytes at least, and 41 at most. */
const HEX = /^(?:\\x|0x)?(0[01][0-9a-f]{40,80})$/i;
const WITH_REFERENCE = 0x2000_0000;
/** Coordinate systems in degrees: 4326 is WGS 84, and 0 names none. */
const DEGREES: ReadonlySet<number> = new Set([0, 4326]);
