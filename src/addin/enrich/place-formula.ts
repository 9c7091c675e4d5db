import type { AddressColumns, PlaceColumns } from '../../engine/places/place-choice';

/** Writes a column as the formula refers to it: `$B2`, or `B2:B201`. */
export type Reference = (column: number) => string;

/** The place in a formula for attributes: `LOCATTR($B2,$C2`, still open. */
export function attributeCall(place: PlaceColumns, at: Reference): string {
  if (place.kind !== 'address') return `LOCATTR(${coordinatesOf(place, at)}`;
  const address = joinedText(place.parts.map(at));
  // The function finds the pincode in an address that stands in both places.
  const pincode = place.pincode === undefined ? address : at(place.pincode);
  return `LOCATTR_ADDRESS(${address},${pincode}`;
}

/** The place in a formula for a score; an address ends with its pincode. */
export function scoreCall(model: string, place: PlaceColumns, at: Reference): string {
  if (place.kind !== 'address') return `LOCSCORE_COORDS(${model},${coordinatesOf(place, at)}`;
  return `LOCSCORE(${model},${addressToScore(place, at)}`;
}

function coordinatesOf(
  place: Exclude<PlaceColumns, { readonly kind: 'address' }>,
  at: Reference,
): string {
  // The function reads a pair that stands alone.
  if (place.kind === 'pair') return `${at(place.pair)},""`;
  const { latitude, longitude, decimals } = place;
  const cells = [at(latitude), at(longitude)];
  return (decimals === 'comma' ? cells.map((cell) => `SUBSTITUTE(${cell},",",".")`) : cells).join();
}

function addressToScore({ parts, pincode }: AddressColumns, at: Reference): string {
  const address = joinedText(parts.map(at));
  if (pincode === undefined) return address;
  // In a line of its own the function reads it as strictly as a pincode of its own.
  return `${address}&IF(${parts.map(at).join('&')}="","",CHAR(10)&"PIN "&${at(pincode)})`;
}

/**
 * `B4, C4, D4` in every version of Excel, which had no TEXTJOIN before 2019: a blank cell leaves no
 * comma behind, and what the cells before it say already is not repeated. Plus signs in place of OR,
 * which would look at a whole range at once.
 */
function joinedText(cells: readonly string[]): string {
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return only;
  const pieces = cells.map((cell, index) => {
    const before = cells.slice(0, index).join('&" "&');
    const words = `LOWER(" "&SUBSTITUTE(${before},","," ")&" ")`;
    const isSaid = index === 0 ? '' : `+ISNUMBER(FIND(LOWER(" "&${cell}&" "),${words}))`;
    return index === 0
      ? `IF(${cell}="","",", "&${cell})`
      : `IF((${cell}="")${isSaid},"",", "&${cell})`;
  });
  return `MID(${pieces.join('&')},3,1000)`;
}
