import { t } from '../language/speech';
import type { BlockColumns, ColumnRole } from './column-roles';

/** Which columns hold a list's places, as guessed or as corrected by a person. */
export interface PlaceChoice {
  readonly kind: PlaceKind;
  /** Column numbers within the block, including those of the kind that is not chosen. */
  readonly roles: Readonly<Partial<Record<ColumnRole, number>>>;
}

export type PlaceKind = 'coordinates' | 'address';

/** All the columns that a formula needs. Numbers are those of the block. */
export type PlaceColumns =
  | { readonly kind: 'coordinates'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'address'; readonly address: number; readonly pincode: number | undefined };

/** Prefers coordinates, which are exact; a single column can only hold addresses. */
export function guessChoice({
  block,
  columns: { roles },
}: {
  readonly block: { readonly columns: number };
  readonly columns: Pick<BlockColumns, 'roles'>;
}): PlaceChoice {
  const hasAddress = roles.address !== undefined || roles.pincode !== undefined;
  const isAddress = roles.latitude === undefined && (hasAddress || block.columns === 1);
  return { kind: isAddress ? 'address' : 'coordinates', roles };
}

/**
 * Undefined while a column is missing.
 *
 * @param needsPincode attributes of an address do, a score does not.
 */
export function completeColumns(
  { kind, roles }: PlaceChoice,
  needsPincode: boolean,
): PlaceColumns | undefined {
  const { latitude, longitude, address, pincode } = roles;
  if (kind === 'coordinates') {
    return latitude === undefined || longitude === undefined
      ? undefined
      : { kind, latitude, longitude };
  }
  if (address === undefined || (needsPincode && pincode === undefined)) return undefined;
  return { kind, address, pincode };
}

/** What is missing or wrong, in words; undefined if nothing is. */
export function choiceFault(
  { kind, roles }: PlaceChoice,
  needsPincode: boolean,
): string | undefined {
  const { latitude, longitude, address, pincode } = roles;
  if (kind === 'coordinates') {
    if (latitude === undefined && longitude === undefined) {
      return t('Choose the latitude and longitude columns.');
    }
    if (latitude === undefined) return t('Choose the latitude column.');
    if (longitude === undefined) return t('Choose the longitude column.');
    return latitude === longitude
      ? t('Latitude and longitude can’t be the same column.')
      : undefined;
  }
  if (address === undefined) return t('Choose the address column.');
  if (needsPincode && pincode === undefined) {
    return t('Choose the pincode column. The service needs a pincode with each address.');
  }
  return address === pincode ? t('Address and pincode can’t be the same column.') : undefined;
}

/** Converts columns of the block to columns of the sheet. */
export function inSheet(columns: PlaceColumns, blockColumn: number): PlaceColumns {
  if (columns.kind === 'coordinates') {
    const { kind, latitude, longitude } = columns;
    return { kind, latitude: latitude + blockColumn, longitude: longitude + blockColumn };
  }
  const { kind, address, pincode } = columns;
  return {
    kind,
    address: address + blockColumn,
    pincode: pincode === undefined ? undefined : pincode + blockColumn,
  };
}

/** The roles with latitude and longitude swapped. */
export function swappedRoles({
  latitude,
  longitude,
  ...others
}: PlaceChoice['roles']): PlaceChoice['roles'] {
  return {
    ...others,
    ...(longitude !== undefined && { latitude: longitude }),
    ...(latitude !== undefined && { longitude: latitude }),
  };
}
