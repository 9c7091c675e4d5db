import type { ColumnRole } from './column-roles';

/** The role that a header names, in the ways people write it; undefined for any other header. */
export function roleOfHeader(header: string): ColumnRole | undefined {
  const words = header
    // "storeLat" is two words.
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const text = words.join(' ');
  if (words.length === 1 && text === 'y') return 'latitude';
  if (words.length === 1 && text === 'x') return 'longitude';
  return ROLES.find(([, names]) => names.some((name) => ` ${text} `.includes(` ${name} `)))?.[0];
}

/** In the order in which they count: "address pincode" is a pincode. */
const ROLES: readonly (readonly [ColumnRole, readonly string[]])[] = [
  ['latitude', ['lat', 'latitude']],
  ['longitude', ['lng', 'lon', 'long', 'longitude']],
  [
    'pincode',
    ['pin', 'pincode', 'pin code', 'postal code', 'postcode', 'post code', 'zip', 'zipcode'],
  ],
  ['address', ['address', 'addr', 'street', 'location', 'locality', 'place']],
];
