import { largest } from '../async/extremes';
import { addressIn } from './address-columns';
import type { TextsOf, UnsureRole } from './address-columns';
import type { CellContent } from './cell';
import {
  fits,
  isCoordinate,
  isHome,
  isStreet,
  ownerCost,
  withPincodeInside,
} from './column-candidates';
import type { BlockColumn, Candidate } from './column-candidates';
import { cellNumber, columnContent } from './column-content';
import { columnIndex } from './column-letters';
import { pairIn } from './coordinate-pair';
import { degreesIn } from './degrees';
import type { DecimalStyle } from './degrees';
import { guessedPair, inOrder, isIndia } from './guessed-pair';
import type { GuessedPair } from './guessed-pair';
import {
  CITY,
  COUNTRY,
  isAxisHeader,
  isGenericHeader,
  isLongitudeFirst,
  mayHoldStreets,
  meaningOf,
  STREET,
} from './header-words';
import type { ColumnRole } from './header-words';
import { findList, nextList } from './list-frame';
import type { PincodeRule } from './pincode';
import { placeTextsIn } from './place-words';
import { isGrouped, isLastSummed } from './row-issues';

/** The cells of a list, from a sheet or a file. */
export interface ListBlock {
  /** By row. */
  readonly values: readonly (readonly CellContent[])[];
  /** What is known of the first row; undefined if it is to be guessed. */
  readonly table: { readonly isHeaderFirst: boolean } | undefined;
  /** Columns that hold values from Locus, by index. */
  readonly ownColumns?: ReadonlyMap<number, string>;
}

/** A block of cells read as a list: its header, its columns and their roles. */
export interface BlockColumns {
  readonly hasHeader: boolean;
  readonly columns: readonly BlockColumn[];
  /** The best column for each role; no column has two. The address is its main part. */
  readonly roles: Readonly<Partial<Record<ColumnRole, number>>>;
  /** The columns of the address in its order: house, street, locality, city, state. */
  readonly parts: readonly number[];
  /** No column holds pincodes, but most addresses end with one. */
  readonly isPincodeInAddress: boolean;
  /** How the coordinates are written, decided for both columns as a whole. */
  readonly decimals: DecimalStyle;
  /** Columns whose headers name a role that their content does not fit. */
  readonly mismatches: readonly RoleMismatch[];
  /** No header names the columns of the places: they only look like coordinates or addresses. */
  readonly isGuessed: boolean;
  /** What some column seems to hold, though neither a header nor the content says which one. */
  readonly unsure: readonly UnsureRole[];
  /** A column has the names of the fields: each row holds one field of all places. */
  readonly isTurned: boolean;
  /** The row, from 0, that is the header of another list below this one. */
  readonly nextList: number | undefined;
  /** A town, a district or a pincode that stands only in the first row of each group. */
  readonly grouped: number | undefined;
  /** The last row holds the sum or the mean of those above. */
  readonly isLastSummed: boolean;
  /** The columns of another place in each row, whose headers say as much: `end_lat`, `end_lng`. */
  readonly alternatives: readonly number[];
}

export interface RoleMismatch {
  readonly role: ColumnRole;
  readonly column: number;
}

/**
 * Guesses the roles, for a person to correct: headers count first, then what the columns hold.
 * Finds both latitude and longitude, or neither.
 */
export function readColumns(block: ListBlock, pincodes: PincodeRule = 'india'): BlockColumns {
  const hasHeader = block.table?.isHeaderFirst ?? beginsWithHeader(block.values);
  const [first = []] = block.values;
  const rows = hasHeader ? block.values.slice(1) : block.values;
  const cellsOf = (column: number): readonly CellContent[] =>
    rows.map((row) => row[column] ?? null);
  const headers = first.map((cell) => (hasHeader ? textOf(cell) : ''));
  const columns = headers.map((header, index) => ({
    index,
    header,
    isUnnamed: saysNothing(headers, index),
    content: columnContent(cellsOf(index)),
  }));
  // A value from Locus is not a place, whatever its number looks like.
  const others = columns.filter(({ index }) => block.ownColumns?.has(index) !== true);
  const found = rolesOf(others, pincodes, ({ index }) => placeTextsIn(cellsOf(index)));
  const { latitude, longitude, pair, address, pincode } = found.roles;
  const isCode = columns[found.alternatives[0] ?? -1]?.content.isPincode === true;
  const chosen =
    latitude === undefined ? [pair ?? (isCode ? pincode : address)] : [latitude, longitude];
  const isOther = (column: number, at: number): boolean => {
    const isPair = latitude !== undefined && columns[column]?.content.isPair === true;
    return rows.some((row) => {
      const [one, other] = [row[column] ?? null, row[chosen[at] ?? -1] ?? null];
      return isPair ? isElsewhere(one, other) : !isSame(one, other);
    });
  };
  const large = found.parts.filter(
    (column) => (meaningOf(headers[column] ?? '')?.part ?? 0) >= CITY,
  );
  return {
    hasHeader,
    columns,
    grouped: [...large, pincode].find(
      (column) =>
        column !== undefined &&
        column !== address &&
        isGrouped(headers, rows, column, address ?? -1),
    ),
    isLastSummed:
      latitude !== undefined &&
      longitude !== undefined &&
      isLastSummed(headers, rows, latitude, longitude),
    nextList: hasHeader
      ? nextList(
          columns.map(({ header }) => header),
          rows,
        )
      : undefined,
    ...found,
    // A table joined with itself has each place twice.
    alternatives: found.alternatives.slice(0, chosen.length).some(isOther)
      ? found.alternatives
      : [],
  };
}

/** Numbers that differ by less than ten metres are of one place, rounded. */
function isSame(one: CellContent, other: CellContent): boolean {
  return one === other || Math.abs(Number(one) - Number(other)) < 0.0001;
}

/** Whether a pair is more than a kilometre from a latitude; if one is not known, it is not. */
function isElsewhere(pair: CellContent, latitude: CellContent): boolean {
  const { lat } = pairIn(textOf(pair)) ?? {};
  const degrees = degreesIn(textOf(latitude))?.degrees ?? cellNumber(latitude);
  return lat !== undefined && degrees !== undefined && Math.abs(lat - degrees) > 0.01;
}

/** As a list without titles above it is found. */
function beginsWithHeader(values: readonly (readonly CellContent[])[]): boolean {
  const frame = findList(values);
  return frame.kind === 'list' && frame.headerRow === 0;
}

function rolesOf(
  columns: readonly BlockColumn[],
  pincodes: PincodeRule,
  textsOf: TextsOf,
): Omit<BlockColumns, 'hasHeader' | 'columns' | 'nextList' | 'grouped' | 'isLastSummed'> {
  const meant = columns.flatMap((column) => {
    const meaning = meaningOf(column.header);
    if (meaning === undefined || (meaning.part === COUNTRY && isHome(column))) return [];
    return [{ ...meaning, column }];
  });
  const hasStreet = meant.some((each) => isStreet(each) && fits(each, pincodes));
  const candidates = meant.map((each) => withPincodeInside(each, hasStreet, pincodes));
  const fitting = candidates.filter((candidate) => fits(candidate, pincodes));
  const { pair: named, alternative } = namedPair(columns, fitting);
  const pairs = named.length > 0 ? [] : pairColumns(columns, fitting);
  // Beside latitudes and longitudes, a column of pairs may be another place.
  const alsoPair = fitting
    .filter(
      ({ role, column }) => alternative.length === 0 && role === 'pair' && column.content.isPair,
    )
    .map(({ column }) => column)
    .slice(0, 1);
  const [pair] = pairs;
  const isTurned = columns.some(namesFields);
  const unnamed = columns.filter((column) => column.isUnnamed && column !== pair && !isTurned);
  const unknown = columns.filter(({ header, isUnnamed }) => !isUnnamed && mayHoldStreets(header));
  const {
    parts: all,
    pincode,
    unsure,
    alternatives,
  } = addressIn({ unnamed, unknown }, fitting, pair, textsOf);
  // Towns alone are no better places than coordinates that cannot be read.
  const isBroken =
    named.length === 0 && candidates.some((each) => isCoordinate(each) && !fitting.includes(each));
  const isVague = pincode === undefined && !fitting.some(isStreet);
  const parts = isBroken && isVague ? [] : all;
  // A header that names the places outweighs numbers that only look like coordinates.
  const isNamed = [pincode, pair, ...parts].some((column) => (column?.header ?? '') !== '');
  const address = parts.find((column) => meaningOf(column.header)?.part === STREET) ?? parts[0];
  const naming = Math.max(0, largest(parts.map(({ content }) => content.namingPincode)));
  const isWhole = address !== undefined && (pincode !== undefined || naming > 0);
  // Coordinates that most rows lack, or 0, 0 throughout, are no reason to leave addresses alone.
  const isSparse = isWhole && 2 * placedIn(named[0]) < address.content.filled;
  const sure = isSparse ? NO_PAIR.pair : named;
  const [latitude, longitude] =
    sure.length > 0 || isNamed || isTurned || fitting.some(isCoordinate)
      ? sure
      : guessedPair(columns);
  const found = { latitude, longitude, pair, address, pincode };
  const roles = Object.fromEntries(
    Object.entries(found).flatMap(([role, column]) =>
      column === undefined ? [] : [[role, column.index]],
    ),
  );
  return {
    roles,
    isTurned,
    parts: parts.map(({ index }) => index),
    decimals: [latitude, longitude].some((column) => column?.content.decimals === 'comma')
      ? 'comma'
      : 'point',
    isGuessed:
      latitude === undefined
        ? pair === undefined && [address, pincode].some((column) => column?.isUnnamed)
        : sure.length === 0,
    unsure: isBroken ? [] : unsure,
    alternatives: (sure.length > 0
      ? [...alternative, ...alsoPair]
      : pair !== undefined
        ? pairs.slice(1, 2)
        : alternatives
    ).map(({ index }) => index),
    isPincodeInAddress:
      pincode === undefined && naming > 0 && naming >= (address?.content.filled ?? 0) / 2,
    mismatches: candidates.flatMap(({ role, column }) =>
      fitting.some((other) => other.column === column) ? [] : [{ role, column: column.index }],
    ),
  };
}

function placedIn(latitude: BlockColumn | undefined): number {
  const { filled = 0, smallest, largest } = latitude?.content ?? {};
  return smallest === 0 && largest === 0 ? 0 : filled;
}

/** The names of the rows, in a list whose places stand beside each other. */
function namesFields({ header, content }: BlockColumn): boolean {
  const names = [header, ...content.labels].filter((name) => name.length > 1);
  const roles = names.flatMap((name) => {
    const meaning = meaningOf(name);
    // "Long Beach" and "MG Road" are values.
    return meaning?.owner === '' && meaning.role !== 'pair' ? [meaning.role] : [];
  });
  return new Set(roles).size > 1;
}

/** "To" beside "From" is no letter of a column, nor are "PE" and "PB"; "B" and "C" are. */
function saysNothing(headers: readonly string[], index: number): boolean {
  const letters = headers.map((header) =>
    /^[a-z]{1,2}$/i.test(header) ? columnIndex(header) : undefined,
  );
  const own = letters[index];
  if (own === undefined) return isGenericHeader(headers[index] ?? '');
  return own === index || letters[index - 1] === own - 1 || letters[index + 1] === own + 1;
}

type Pair = GuessedPair<BlockColumn>;

/** The pair that two headers name with the same other words, or one header over both columns. */
function namedPair(
  columns: readonly BlockColumn[],
  fitting: readonly Candidate[],
): { readonly pair: Pair; readonly alternative: Pair } {
  const latitudes = fitting.filter(({ role }) => role === 'latitude');
  const longitudes = fitting.filter(({ role }) => role === 'longitude');
  const pairs = latitudes.flatMap((lat) =>
    longitudes.flatMap((lng) => {
      if (lat.owner !== lng.owner && lat.owner !== '' && lng.owner !== '') return [];
      // An x beside a latitude and a longitude belongs to a y, if to anything.
      const axes = [lat, lng].filter(({ column: { header } }) => isAxisHeader(header)).length;
      if (axes === 1) return [];
      const strangeness = (lat.owner === lng.owner ? 0 : 1) + axes;
      return [{ lat, lng, cost: strangeness * 10 + ownerCost(lat.owner) + ownerCost(lng.owner) }];
    }),
  );
  const [best, ...others] = pairs.sort((a, b) => a.cost - b.cost);
  if (best !== undefined) {
    const { lat, lng } = best;
    // X and Y are the axes of pictures and charts, too: only India's numbers tell.
    const areAxes = /^[xy]$/i.test(lat.column.header) && /^[xy]$/i.test(lng.column.header);
    // `EPSG:4326`, in a column of its own.
    const isLabelled = columns.some(({ content: { labels } }) => /4326$/.test(labels.join()));
    if (
      areAxes &&
      !isLabelled &&
      !isIndia(lat.column, lng.column) &&
      !isIndia(lng.column, lat.column)
    ) {
      return NO_PAIR;
    }
    const equal = others.filter(
      ({ lat, lng, cost }) =>
        cost === best.cost && lat.column.content.filled > 0 && lng.column.content.filled > 0,
    );
    // Of `lat`, `lng` and `longitude` two pairs share the first.
    const alternative =
      equal.find(
        ({ lat, lng }) => lat.column !== best.lat.column && lng.column !== best.lng.column,
      ) ?? equal[0];
    return {
      pair: [best.lat.column, best.lng.column],
      alternative:
        alternative === undefined ? [] : [alternative.lat.column, alternative.lng.column],
    };
  }
  if (latitudes.length > 0 || longitudes.length > 0) return NO_PAIR;
  for (const { role, column } of fitting) {
    const next = columns[columns.indexOf(column) + 1];
    if (role !== 'pair' || next === undefined) continue;
    if (!column.content.isDegrees || !next.content.isDegrees) continue;
    // In `coordinates.0` and `coordinates.1` only numbers can tell which comes first.
    const isOrderClear = isIndia(column, next) || isIndia(next, column);
    const isOther = fitting.some((each) => each.role === 'pair' && each.column === next);
    if (next.header !== '' && !(isOther && isOrderClear)) continue;
    const pair: Pair = isLongitudeFirst(column.header) ? [next, column] : inOrder(column, next);
    return { pair, alternative: [] };
  }
  return NO_PAIR;
}

const NO_PAIR = { pair: [], alternative: [] } as const;

/** Columns with both numbers each, the best first, and others whose headers say as much as its. */
function pairColumns(
  columns: readonly BlockColumn[],
  fitting: readonly Candidate[],
): readonly BlockColumn[] {
  const named = fitting
    .filter(({ role, column }) => role === 'pair' && column.content.isPair)
    .sort((one, other) => ownerCost(one.owner) - ownerCost(other.owner));
  const [best] = named;
  if (best !== undefined) {
    const cost = ownerCost(best.owner);
    return named.filter(({ owner }) => ownerCost(owner) === cost).map(({ column }) => column);
  }
  return columns.filter(
    ({ header, isUnnamed, content }) =>
      content.isFinePair && (isUnnamed || meaningOf(header)?.role === 'address'),
  );
}

function textOf(cell: CellContent): string {
  return typeof cell === 'string' ? cell.trim() : '';
}
