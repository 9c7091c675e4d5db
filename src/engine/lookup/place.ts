/**
 * Where a value is wanted: a coordinate pair, or an address with its pincode.
 *
 * `key` is the place's canonical text: coordinates have 6 decimals (about 0.1 m); addresses are
 * trimmed, in lower case, with single spaces and without invisible characters. The other fields
 * hold what the first asker wrote, because these are sent, and the key is not.
 */
export type Place = CoordinatePlace | AddressPlace;

export interface CoordinatePlace {
  readonly kind: 'coordinates';
  readonly key: string;
  /** Degrees, -90 to 90. */
  readonly lat: number;
  /** Degrees, -180 to 180. */
  readonly lng: number;
}

export interface AddressPlace {
  readonly kind: 'address';
  readonly key: string;
  /** Trimmed, otherwise as written. */
  readonly address: string;
  /** Trimmed; empty if none was given (scores take none). */
  readonly pincode: string;
}

const MICRODEGREES = 1e6;

/** Makes a place of two coordinates. The caller checks that both are finite and in range. */
export function coordinatePlace(lat: number, lng: number): CoordinatePlace {
  // -0 becomes 0, so both zeros have one key. `join`, because V8 would keep a template of this
  // length in pieces, for as long as the place lives.
  const key = [Math.round(lat * MICRODEGREES), Math.round(lng * MICRODEGREES)].join(',');
  return { kind: 'coordinates', key, lat, lng };
}

export function addressPlace(address: string, pincode = ''): AddressPlace {
  const written = address.trim();
  const code = pincode.trim();
  // Folding removes line breaks, so one can separate the two parts.
  return {
    kind: 'address',
    key: `${fold(code)}\n${fold(written)}`,
    address: written,
    pincode: code,
  };
}

/**
 * Joiners and other marks that nobody sees make no other place.
 *
 * @param text trimmed.
 */
function fold(text: string): string {
  const seen = ASCII.test(text)
    ? text
    : text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
  return seen.replace(/\s+/gu, ' ').toLowerCase();
}

const ASCII = /^[\0-\x7f]*$/;
