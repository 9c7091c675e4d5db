import { t } from '../language/speech';
import type { BlockColumn } from './column-candidates';
import type { UnsureRole } from './address-columns';
import type { BlockColumns } from './column-roles';
import { coordinateIssue } from './coordinate-issues';
import type { CoordinateIssue } from './coordinate-issues';
import type { ColumnRole } from './header-words';
import type { DecimalStyle } from './degrees';

/** Which columns hold a list's places, as guessed or as corrected by a person. */
export interface PlaceChoice {
  readonly kind: PlaceKind;
  /** Column numbers within the block, including those of the kinds that are not chosen. */
  readonly roles: Readonly<Partial<Record<ColumnRole, number>>>;
  /** The columns of an address, in its order. Left out: the address is one column. */
  readonly parts?: readonly number[];
  /** Whether the addresses contain their pincodes. */
  readonly isPincodeInAddress?: boolean;
  readonly decimals?: DecimalStyle;
  /** Columns that the list seems to have. A person has to say which ones they are. */
  readonly unsure?: readonly UnsureRole[];
}

/**
 * How a list gives its places: in two columns of coordinates, in one column of pairs, or as
 * addresses.
 */
export type PlaceKind = 'coordinates' | 'pair' | 'address';

/** All the columns that a formula needs, by their numbers within the block. */
export type PlaceColumns =
  | {
      readonly kind: 'coordinates';
      readonly latitude: number;
      readonly longitude: number;
      /** @default 'point' */
      readonly decimals?: DecimalStyle;
    }
  | { readonly kind: 'pair'; readonly pair: number }
  | AddressColumns;

/** The columns of an address. */
export interface AddressColumns {
  readonly kind: 'address';
  /** At least one. Their texts are joined with ", " in this order. */
  readonly parts: readonly number[];
  readonly pincode: number | undefined;
  /**
   * Where the pincode goes. `apart`: into a field of its own, for attributes · `end`: to the end of
   * the address, if there is one, for scores · `within`: it is found in the address, then goes into
   * a field of its own.
   */
  readonly pincodeGoes: 'apart' | 'end' | 'within';
}

/**
 * Makes the first choice from what was read. It prefers coordinates, which are exact. A single
 * column without any can only be addresses.
 */
export function guessChoice({
  block,
  columns: { roles, parts, isPincodeInAddress, decimals, unsure },
}: {
  readonly block: { readonly columns: number };
  readonly columns: Pick<
    BlockColumns,
    'roles' | 'parts' | 'isPincodeInAddress' | 'decimals' | 'unsure'
  >;
}): PlaceChoice {
  const hasAddress =
    roles.address !== undefined || roles.pincode !== undefined || unsure.length > 0;
  const isOther = hasAddress || block.columns === 1;
  const other = isOther ? 'address' : 'coordinates';
  const kind =
    roles.latitude !== undefined ? 'coordinates' : roles.pair !== undefined ? 'pair' : other;
  return { kind, roles, parts, isPincodeInAddress, decimals, unsure };
}

/**
 * Returns the columns of a choice; undefined while one is missing.
 *
 * @param needsPincode true for attributes of an address, false for scores.
 */
export function completeColumns(
  { kind, roles, parts = [], isPincodeInAddress = false, decimals, unsure = [] }: PlaceChoice,
  needsPincode: boolean,
): PlaceColumns | undefined {
  const { latitude, longitude, pair, address, pincode } = roles;
  if (kind === 'pair') return pair === undefined ? undefined : { kind, pair };
  if (kind === 'coordinates') {
    return latitude === undefined || longitude === undefined
      ? undefined
      : { kind, latitude, longitude, ...(decimals === 'comma' && { decimals }) };
  }
  if (address === undefined || unsure.length > 0) return undefined;
  // A person who chooses another column for the address means that one.
  const all = (parts.includes(address) ? parts : [address]).filter((part) => part !== pincode);
  if (!needsPincode) return { kind, parts: all, pincode, pincodeGoes: 'end' };
  if (pincode !== undefined) return { kind, parts: all, pincode, pincodeGoes: 'apart' };
  return isPincodeInAddress ? { kind, parts: all, pincode, pincodeGoes: 'within' } : undefined;
}

/**
 * Says what is missing or wrong, for people to read; undefined if nothing is.
 *
 * @param list the list as it was read, with all its columns in order.
 */
export function choiceFault(
  choice: PlaceChoice,
  needsPincode: boolean,
  list: Pick<BlockColumns, 'columns' | 'nextList' | 'isTurned' | 'grouped' | 'isLastSummed'>,
): string | undefined {
  const { columns, nextList, isTurned } = list;
  const fault =
    columnsFault(choice, needsPincode, columns) ?? rowsFault(choice, needsPincode, list);
  if (isTurned && completeColumns(choice, needsPincode) === undefined) {
    return t('The list has its places in columns. Transpose it, so that each row is a place.');
  }
  return fault === undefined && nextList !== undefined
    ? t('Another list begins below this one. Select one of them.')
    : fault;
}

function rowsFault(
  choice: PlaceChoice,
  needsPincode: boolean,
  list: Pick<BlockColumns, 'columns' | 'grouped' | 'isLastSummed'>,
): string | undefined {
  if (choice.kind === 'coordinates' && list.isLastSummed) {
    return t('The last row is a total. Remove it.');
  }
  const column = columnToFill(choice, needsPincode, list);
  return column === undefined
    ? undefined
    : t('“{name}” is only in the first row of each group. Fill it down.', {
        name: list.columns[column]?.header ?? '',
      });
}

/**
 * Finds the column that has a value only in the first row of each group although the rows below
 * need it; undefined if there is none.
 */
export function columnToFill(
  { kind, roles, parts = [], isPincodeInAddress = false }: PlaceChoice,
  needsPincode: boolean,
  { grouped }: Pick<BlockColumns, 'grouped'>,
): number | undefined {
  // A pincode tells the town. For attributes, a row without a pincode is not sent at all.
  const missed =
    roles.pincode === undefined && !isPincodeInAddress
      ? parts
      : needsPincode
        ? []
        : [roles.pincode];
  return kind === 'address' && grouped !== undefined && missed.includes(grouped)
    ? grouped
    : undefined;
}

function columnsFault(
  { kind, roles, isPincodeInAddress = false, unsure = [] }: PlaceChoice,
  needsPincode: boolean,
  columns: readonly BlockColumn[],
): string | undefined {
  const { latitude, longitude, pair, address, pincode } = roles;
  if (kind === 'pair') {
    if (pair === undefined) return t('Choose the coordinates column.');
    return issueText(coordinateIssue(columns, { pair }));
  }
  if (kind === 'coordinates') {
    if (latitude === undefined && longitude === undefined) {
      return t('Choose the latitude and longitude columns.');
    }
    if (latitude === undefined) return t('Choose the latitude column.');
    if (longitude === undefined) return t('Choose the longitude column.');
    if (latitude === longitude) return t('Latitude and longitude can’t be the same column.');
    return issueText(coordinateIssue(columns, { latitude, longitude }));
  }
  if (unsure.includes('address')) {
    return t('Locus can’t tell which column has the addresses. Choose it.');
  }
  if (unsure.includes('pincode')) {
    return t('Locus can’t tell which column has the pincodes. Choose it.');
  }
  if (address === undefined) return t('Choose the address column.');
  if (needsPincode && pincode === undefined && !isPincodeInAddress) {
    return t('Choose the pincode column. The service needs a pincode with each address.');
  }
  return address === pincode ? t('Address and pincode can’t be the same column.') : undefined;
}

function issueText(issue: CoordinateIssue | undefined): string | undefined {
  switch (issue) {
    case 'unsigned':
      return t('Another column says S or W. Write a minus sign, or the letter, with the degrees.');
    case 'headed':
      return t('The header says S or W. Write a minus sign, or the letter, with the degrees.');
    case 'split':
      return t('The minutes are in another column. Write them with the degrees, as in 12°58\'18".');
    case 'packed':
      return t('The decimals look like minutes and seconds. Write 12.5818 as 12°58\'18".');
    case 'twins':
      return t('Latitude and longitude have the same numbers. Correct one of them.');
    case 'unit':
      return t('Latitude and longitude look like radians or gon. Convert them to degrees first.');
    case undefined:
      return undefined;
  }
}

/**
 * Converts columns of the block to columns of the sheet.
 *
 * @param blockColumn the sheet's column, from 0, in which the block begins.
 */
export function inSheet(columns: PlaceColumns, blockColumn: number): PlaceColumns {
  if (columns.kind === 'pair') return { ...columns, pair: columns.pair + blockColumn };
  if (columns.kind === 'coordinates') {
    const { latitude, longitude } = columns;
    return { ...columns, latitude: latitude + blockColumn, longitude: longitude + blockColumn };
  }
  const { parts, pincode } = columns;
  return {
    ...columns,
    parts: parts.map((part) => part + blockColumn),
    pincode: pincode === undefined ? undefined : pincode + blockColumn,
  };
}

/** Returns the roles with latitude and longitude swapped. */
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

/** Returns the choice that swaps two columns: latitude and longitude, or address and pincode. */
export function swappedChoice(choice: PlaceChoice): PlaceChoice {
  if (choice.kind !== 'address') return { ...choice, roles: swappedRoles(choice.roles) };
  const { address, pincode, ...others } = choice.roles;
  return {
    ...choice,
    parts: pincode === undefined ? [] : [pincode],
    roles: {
      ...others,
      ...(pincode !== undefined && { address: pincode }),
      ...(address !== undefined && { pincode: address }),
    },
  };
}
