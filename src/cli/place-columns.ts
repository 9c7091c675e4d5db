import { largest as largestOf } from '../engine/async/extremes';
import { ADDRESS_SWAPPED, isOtherAddress } from '../engine/places/addresses';
import { isNothing } from '../engine/places/blank-words';
import { readCell } from '../engine/places/cell';
import type { CellContent } from '../engine/places/cell';
import { columnContent, isSite, isSize } from '../engine/places/column-content';
import { readColumns } from '../engine/places/column-roles';
import type { BlockColumn } from '../engine/places/column-candidates';
import type { UnsureRole } from '../engine/places/address-columns';
import type { BlockColumns, RoleMismatch } from '../engine/places/column-roles';
import { CITY, isAxisHeader, meaningOf, roleOfHeader } from '../engine/places/header-words';
import { leftOut } from '../engine/places/list-frame';
import type { ColumnRole } from '../engine/places/header-words';
import { LOOK_SWAPPED } from '../engine/places/coordinates';
import { degreesIn } from '../engine/places/degrees';
import { choiceFault, completeColumns, guessChoice } from '../engine/places/place-choice';
import type { PlaceChoice, PlaceColumns } from '../engine/places/place-choice';
import { columnsOf, readPlaceCells, sentText } from '../engine/places/place-row';
import { pincodeIn } from '../engine/places/pincode';
import type { PincodeRule } from '../engine/places/pincode';
import { isPlacelessShape } from '../engine/places/well-known-binary';
import { exactQuotation } from '../engine/language/quotation';
import { countText } from '../engine/language/speech';
import { doubtOf, type HowNamed } from './doubtful-places';
import { pairsApart, pointColumns } from './feature-points';
import type { PlacedTable } from './feature-points';
import { columnOf, type NamedColumns } from './named-columns';
import { CONVERT_TO_WGS_84 } from './table';
import type { Table, TableRow } from './table';
import { UsageError } from './exit-code';
import { toCellContent } from './value-text';

export interface FoundColumns {
  readonly place: PlaceColumns;
  /** What the columns contain, for people: `address “Street”, “City”`. */
  readonly names: Readonly<Record<string, string>>;
  /** What is sent for the first row with a place: `Hill Road, Mumbai 400050`. */
  readonly sends: string | undefined;
  /** A notice for people: `The pincode is found in the address: 48 of 50 rows.` */
  readonly notice: string | undefined;
}

/**
 * Finds the columns of the places.
 *
 * @throws UsageError if there are none, or if it is not clear which ones they are.
 */
export async function findPlaceColumns(
  table: PlacedTable,
  given: NamedColumns,
  needsPincode: boolean,
  pincodes: PincodeRule = 'india',
): Promise<FoundColumns> {
  const isGiven = Object.keys(given).length > 0;
  // A feature's point is its place, whatever its properties are called.
  const named = isGiven ? given : pointColumns(table);
  const head = (await headOf(table)).map((row) => {
    const isRemark = table.leftOut?.(row) === 'remark';
    return row.map((value, column) =>
      isRemark || table.otherSystem?.(column) ? null : placeContent(value),
    );
  });
  const values = [headerOf(table), ...head];
  const found = readColumns({ values, table: { isHeaderFirst: true } }, pincodes);
  const list = new List(table, head, found);
  const isGuessed = Object.keys(named).length === 0;
  list.checkNext();
  if (!isGiven && !isGuessed) list.checkPoints();
  const choice = isGuessed ? list.guessed(needsPincode) : list.named(named);
  const place = completeColumns(choice, needsPincode);
  const fault = choiceFault(choice, needsPincode, found);
  if (place === undefined) throw new UsageError(list.incompleteText(fault ?? ''));
  if (fault !== undefined) throw new UsageError(fault);
  list.checkSwapped(place);
  list.checkDoubts(place, { isGiven, isGuessed }, pincodes);
  return { place, ...list.described(place, pincodes, isGuessed) };
}

/** Lines and areas among points say nothing about a column. */
function placeContent(value: unknown): CellContent {
  return value instanceof Uint8Array && isPlacelessShape(value) ? null : toCellContent(value);
}

/**
 * The headers, "" for columns without one. A column of geometries is no place if its coordinates
 * are in metres, or in degrees of another globe, so its header is dropped.
 */
function headerOf({ columns, place, otherSystem }: Table): readonly string[] {
  const isSilent = (column: number): boolean =>
    place?.headerRow === 'none' || otherSystem?.(column) !== undefined;
  return columns.map((name, column) => (isSilent(column) ? '' : name));
}

/** The first rows of a file, with what was found in them. */
class List {
  constructor(
    private readonly table: PlacedTable,
    private readonly head: readonly (readonly CellContent[])[],
    private readonly found: BlockColumns,
  ) {}

  /** @throws UsageError */
  named(named: NamedColumns): PlaceChoice {
    const roles: Partial<Record<ColumnRole, number>> = Object.fromEntries(
      Object.entries(named).map(([role, column]) => [role, columnOf(this.table.columns, column)]),
    );
    const contents = Object.values(roles).map((column) =>
      columnContent(this.head.map((row) => row[column] ?? null)),
    );
    const { latitude, longitude, pair, address, pincode } = roles;
    const isCoordinates = latitude !== undefined || longitude !== undefined;
    const isComma = isCoordinates && contents.some(({ decimals }) => decimals === 'comma');
    const naming = address === undefined ? 0 : (this.columns[address]?.content.namingPincode ?? 0);
    return {
      kind: isCoordinates ? 'coordinates' : pair === undefined ? 'address' : 'pair',
      roles,
      decimals: isComma ? 'comma' : 'point',
      isPincodeInAddress: pincode === undefined && naming > 0,
    };
  }

  /** @throws UsageError if a column is named like a place but contains something else. */
  guessed(needsPincode: boolean): PlaceChoice {
    const { roles, mismatches, isPincodeInAddress, isTurned, unsure } = this.found;
    const { latitude, pair, address, pincode } = roles;
    const isLocated = latitude !== undefined || pair !== undefined;
    const joined = this.joinedText();
    if (joined !== undefined) throw new UsageError(joined);
    // What is missing then is said of the list as a whole.
    if (!isLocated && isTurned) return this.choice();
    if (!isLocated && unsure[0] !== undefined) throw new UsageError(this.unsureText(unsure[0]));
    if (!isLocated && address === undefined && pincode === undefined) {
      throw new UsageError(
        this.systemText() ?? this.mismatchText(mismatches) ?? this.nothingText(),
      );
    }
    const lacksPincode = needsPincode && pincode === undefined && !isPincodeInAddress;
    const missing = lacksPincode ? 'pincode' : address === undefined ? 'address' : undefined;
    const wrong = mismatches.filter(({ role }) => role === missing);
    const text = isLocated ? undefined : this.mismatchText(wrong);
    if (text !== undefined) throw new UsageError(text);
    this.checkRivals();
    return this.choice();
  }

  /** Says that a file was opened with the wrong separator, so that all columns are in one. */
  private joinedText(): string | undefined {
    const [name = '', other] = this.table.columns;
    const separator = [';', '\t', '|', ','].find((each) => name.split(each).length > 2) ?? '';
    if (other !== undefined || separator === '') return undefined;
    const { length } = name.split(separator);
    const alike = this.head.filter(
      ([cell]) => textOf(cell ?? null).split(separator).length === length,
    );
    return alike.length > this.head.length / 2
      ? `All columns stand in one, “${exactQuotation(name, 40)}”. Split them at “${separator}” first.`
      : undefined;
  }

  private choice(): PlaceChoice {
    return guessChoice({ block: { columns: this.table.columns.length }, columns: this.found });
  }

  /** @throws UsageError if another list begins below, whose cells would be read as this list's. */
  checkNext(): void {
    const { nextList } = this.found;
    if (nextList === undefined) return;
    const first = this.table.firstRow ?? 1;
    const [title = ''] = (this.head[nextList] ?? []).map(textOf).filter((text) => text !== '');
    throw new UsageError(
      `Another list begins in row ${countText(first + nextList)}, “${exactQuotation(title, 40)}”. Name the rows of one, such as --range A1:F${first + nextList - 1}.`,
    );
  }

  /** @throws UsageError if most features' points are not where their properties say. */
  checkPoints(): void {
    const pairs = pairsApart(this.table, this.head, this.found);
    if (pairs !== undefined) throw this.rivals(...pairs, '--lat and --lng');
  }

  /** @throws UsageError if each row has two places, and it is not clear which one is meant. */
  private checkRivals(): void {
    const { roles, alternatives } = this.found;
    if (alternatives.length === 0) return;
    const { latitude, longitude, pair, address, pincode } = roles;
    const isCode = this.columns[alternatives[0] ?? -1]?.content.isPincode === true;
    const [chosen, options] =
      latitude !== undefined
        ? [
            [latitude, longitude],
            `--lat and --lng${alternatives.length === 1 ? ', or --pair' : ''}`,
          ]
        : pair !== undefined
          ? [[pair], '--pair']
          : [[isCode ? pincode : address], '--address and --pincode'];
    throw this.rivals(
      chosen.map((column) => column ?? 0),
      alternatives,
      options,
    );
  }

  private rivals(one: readonly number[], other: readonly number[], options: string): UsageError {
    const named = (columns: readonly number[]): string =>
      columns.map((column) => this.quoted(column)).join(' and ');
    return new UsageError(
      `Each row has two places: ${named(one)}, or ${named(other)}. Name one by ${options}.`,
    );
  }

  /** Says what each column holds, since no header does. */
  private unsureText(role: UnsureRole): string {
    const columns = this.table.columns.map((name, column) => {
      const filled = this.head.map((row) => textOf(row[column] ?? null)).find(Boolean) ?? '';
      return filled === '' ? `“${name}”` : `“${name}” (${exactQuotation(filled, 24)})`;
    });
    const what = role === 'address' ? 'addresses' : 'pincodes';
    return `Locus can’t tell which column has the ${what}, as no header says so. Name it: --address and --pincode. The columns are ${columns.join(', ')}.`;
  }

  private systemText(): string | undefined {
    const { columns, otherSystem } = this.table;
    const [text] = columns.flatMap((name, column) => {
      const system = otherSystem?.(column);
      return system === undefined ? [] : [`The shapes of column “${name}” are in ${system}.`];
    });
    return text && `${text} ${CONVERT_TO_WGS_84}`;
  }

  /** @throws UsageError if nearly every row shows that two columns or numbers are swapped. */
  checkSwapped(place: PlaceColumns): void {
    const [one, other] =
      place.kind === 'coordinates'
        ? [place.latitude, place.longitude]
        : place.kind === 'pair'
          ? [place.pair, place.pair]
          : [place.parts[0] ?? 0, place.pincode];
    if (other === undefined) return;
    const readings = this.readings(place).filter(({ kind }) => kind !== 'blank');
    const isSwapped = (reading: (typeof readings)[number]): boolean =>
      reading.kind === 'fault' && reading.fault.message.includes('look swapped');
    const all = place.kind === 'address' ? ADDRESS_SWAPPED : LOOK_SWAPPED;
    const isAddress = place.kind === 'address' && this.areAddressesSwapped(one, other);
    if (!isAddress && readings.filter(isSwapped).length <= readings.length / 2) return;
    if (place.kind === 'pair') {
      throw new UsageError(`${this.quoted(one)}: ${all}. Write the latitude first.`);
    }
    const [lat, lng] =
      place.kind === 'coordinates' ? ['--lat', '--lng'] : ['--address', '--pincode'];
    const option = (column: number): string =>
      this.isTwice(this.nameOf(column)) ? String(column + 1) : `"${this.nameOf(column)}"`;
    const right = `${lat} ${option(other)} ${lng} ${option(one)}`;
    throw new UsageError(`${this.quoted(one)} and ${this.quoted(other)}: ${all}. Write ${right}.`);
  }

  /** @throws UsageError */
  checkDoubts(place: PlaceColumns, how: HowNamed, pincodes: PincodeRule): void {
    const doubt = doubtOf(place, {
      table: this.table,
      head: this.head,
      quoted: (columns) => columns.map((column) => this.quoted(column)).join(' and '),
      read: this.readings(place).flatMap((each) => (each.kind === 'read' ? each.value : [])),
      pincodes,
      ...how,
    });
    if (doubt !== undefined) throw new UsageError(doubt);
  }

  described(
    place: PlaceColumns,
    pincodes: PincodeRule,
    isGuessed: boolean,
  ): Omit<FoundColumns, 'place'> {
    const readings = this.readings(place, pincodes);
    const first = readings.find(({ kind }) => kind === 'read');
    const isWithin = place.kind === 'address' && place.pincodeGoes === 'within';
    const filled = readings.filter(({ kind }) => kind !== 'blank');
    const read = filled.filter(({ kind }) => kind === 'read').length;
    const of = `${countText(read)} of ${countText(filled.length)} rows`;
    const names = Object.entries(place).flatMap(([role, column]) => {
      const columns = Array.isArray(column) ? (column as readonly number[]) : [column];
      const isColumn = columns.every((each) => typeof each === 'number');
      const label = role === 'parts' ? 'address' : role;
      return isColumn
        ? [[label, columns.map((each) => this.shownName(Number(each))).join(' + ')]]
        : [];
    });
    return {
      names: Object.fromEntries(names) as Record<string, string>,
      sends: first?.kind === 'read' ? sentText(first.value) : undefined,
      notice: isWithin
        ? `The pincode is found in the address: ${of}${readings.length < HEAD_ROWS ? '' : ' at the top'}.`
        : isGuessed
          ? (this.withoutPincodeText(place) ?? this.withoutTownText(place))
          : undefined,
    };
  }

  /** Warns that a score's addresses are sent without a pincode although a column has that name. */
  private withoutPincodeText(place: PlaceColumns): string | undefined {
    const code = this.found.mismatches.find(({ role }) => role === 'pincode');
    if (place.kind !== 'address' || place.pincode !== undefined || code === undefined) {
      return undefined;
    }
    return `${this.mismatchFinding(code)}. Addresses are sent without it; --pincode names a column.`;
  }

  /** Warns that some addresses are sent without a town and a pincode, unlike the others. */
  private withoutTownText(place: PlaceColumns): string | undefined {
    if (place.kind !== 'address') return undefined;
    const { parts, pincode = -1 } = place;
    const town = parts.find((part) => meaningOf(this.nameOf(part))?.part === CITY);
    if (town === undefined) return undefined;
    const isBlank = (row: readonly CellContent[], column: number): boolean =>
      isNothing(textOf(row[column] ?? null));
    const lacking = this.head.filter(
      (row) =>
        isBlank(row, town) &&
        isBlank(row, pincode) &&
        !parts.every((part) => isBlank(row, part)) &&
        leftOut(this.table.columns, row) === undefined,
    );
    return lacking.length === 0
      ? undefined
      : `${this.quoted(town)} is blank in ${countText(lacking.length)} of ${countText(this.head.length)} rows, whose addresses are sent without it.`;
  }

  private get columns(): readonly BlockColumn[] {
    return this.found.columns;
  }

  private readings(place: PlaceColumns, pincodes?: PincodeRule) {
    const wanted = columnsOf(place);
    return this.head.map((row) =>
      readPlaceCells(
        place,
        wanted.map((column) => readCell(row[column] ?? null)),
        pincodes,
        'degrees',
      ),
    );
  }

  private areAddressesSwapped(address: number, pincode: number): boolean {
    const [first, second] = [this.columns[address]?.content, this.columns[pincode]?.content];
    return first?.isPincode === true && second?.isText === true;
  }

  private mismatchText(mismatches: readonly RoleMismatch[]): string | undefined {
    const [worst] = [...mismatches].sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
    if (worst === undefined) return undefined;
    const { header = '', content } = this.columns[worst.column] ?? {};
    if (worst.role === 'pincode') {
      const others =
        content?.isCode === true ? ', allow other countries’ codes, --pincodes any' : '';
      return `${this.mismatchFinding(worst)}. Correct the column${others}, or name another: ${OPTIONS}.`;
    }
    if (isAxisHeader(header)) return `${this.mismatchFinding(worst)}. ${CONVERT_TO_WGS_84}`;
    if (content?.isScaled === true) {
      if (SEMICIRCLES.test(header)) {
        return `${this.mismatchFinding(worst, 'semicircles')}: multiply by 180 and divide by 2^31.`;
      }
      const powers = mismatches.flatMap(({ role, column }) => {
        const { isScaled, smallest, largest } = this.columns[column]?.content ?? content;
        return role !== 'pincode' && isScaled ? [powerOf(Math.max(-smallest, largest), role)] : [];
      });
      const power = largestOf(powers);
      // 125818 may be 12°58'18" just as well as 12.5818 × 10^4.
      if (power > 4) {
        return `${this.mismatchFinding(worst, `degrees × 10^${power}`)}: divide by ${countText(10 ** power)}.`;
      }
    }
    return `${this.mismatchFinding(worst)}. Correct the column, or name another: ${OPTIONS}.`;
  }

  /** `“Lat” holds no degrees, such as “12 m” in row 7` */
  private mismatchFinding({ role, column }: RoleMismatch, holds?: string): string {
    const cells = this.head.map((row) => row[column] ?? null);
    const isWrong = WRONG[role];
    const row = cells.findIndex((cell) => textOf(cell) !== '' && isWrong(textOf(cell)));
    const example = `, such as “${exactQuotation(textOf(cells[row] ?? null), 40)}” in row ${countText(row + (this.table.firstRow ?? 1))}`;
    const { isPair } = this.columns[column]?.content ?? {};
    const isShape = cells.some((cell) => /\p{L}{4}/u.test(textOf(cell).replace(POINT, '')));
    const pair = isPair ? 'longitudes before latitudes' : isShape ? 'no points' : LACKS.pair;
    const what = holds ?? (role === 'pair' ? pair : LACKS[role]);
    // Each cell can be read by itself, but not all of them in one way: 12,97 and 12.98.
    return `${this.quoted(column)} holds ${what}${row < 0 ? ' throughout' : example}`;
  }

  private nothingText(): string {
    const filled = this.columns.filter(({ content }) => content.filled > 0);
    const named = (role: ColumnRole): string | undefined =>
      filled.find(({ header }) => roleOfHeader(header) === role)?.header;
    const [latitude, longitude] = [named('latitude'), named('longitude')];
    const half = latitude ?? longitude;
    if (half !== undefined && (latitude === undefined || longitude === undefined)) {
      const [has, lacks] = ['latitudes', 'longitudes'];
      const [first, other] = latitude === undefined ? [lacks, has] : [has, lacks];
      return `“${half}” has ${first}, and no column is named as ${other}. ${this.optionsText()}`;
    }
    const pair = filled.find(({ content }) => content.isPair);
    if (pair !== undefined) {
      return `“${pair.header}” has coordinates, but is not called so: --pair names it.`;
    }
    const code = filled.find(({ header }) => CODES.test(header));
    const finding =
      code === undefined
        ? 'No column looks like a place.'
        : `“${code.header}” has codes, which are no addresses to the service.`;
    return `${finding} ${this.optionsText()}`;
  }

  incompleteText(fault: string): string {
    return this.found.isTurned ? fault : `${fault} ${this.optionsText()}`;
  }

  private optionsText(): string {
    const columns = this.table.columns.map((column) => `“${column}”`).join(', ');
    return `Name them: ${OPTIONS}. The columns are ${columns}.`;
  }

  private nameOf(column: number): string {
    return this.table.columns[column] ?? '';
  }

  /** A header that is merged across columns is the name of the first one. */
  private shownName(column: number): string {
    return this.nameOf(column) || `column ${column + 1}`;
  }

  /** The column's name, and its number if another column has the same name. */
  private quoted(column: number): string {
    const name = this.nameOf(column);
    return this.isTwice(name) ? `“${name}” (column ${column + 1})` : `“${name}”`;
  }

  private isTwice(name: string): boolean {
    return this.table.columns.filter((column) => column === name).length > 1;
  }
}

const OPTIONS = '--lat and --lng, or --address and --pincode';
/** Watches write degrees in semicircles: 2^31 of them are 180°. */
const SEMICIRCLES = /semicircle|^position_l(?:at|ong)$/i;
const CODES =
  /\b(?:plus ?codes?|open location code|mgrs|geo ?hash|what ?3 ?words|w3w|h3|digi ?pins?|eloc)\b/i;
/** A point in another system is no shape of another kind. */
const POINT = /^(?:SRID=\d+; ?)?POINT\b/i;
const ORDER: readonly ColumnRole[] = ['latitude', 'longitude', 'pair', 'pincode', 'address'];

const LACKS: Readonly<Record<ColumnRole, string>> = {
  latitude: 'no degrees',
  longitude: 'no degrees',
  pair: 'no latitudes and longitudes',
  pincode: 'no pincodes',
  address: 'no addresses',
};

function isNoDegrees(text: string): boolean {
  const { degrees } = degreesIn(text, 'comma') ?? {};
  return degrees === undefined || Math.abs(degrees) > 180;
}

const WRONG: Readonly<Record<ColumnRole, (text: string) => boolean>> = {
  latitude: isNoDegrees,
  longitude: isNoDegrees,
  pair: () => true,
  pincode: (text) => pincodeIn(text) === undefined,
  address: (text) => !/\p{L}/u.test(text) || isOtherAddress(text) || isSite(text) || isSize(text),
};

/**
 * Returns the smallest power of ten that makes a number a coordinate: 129352000 is 12.9352 × 10^7.
 * For a latitude alone the power may be too small: only a longitude of 7762450 beside it shows that
 * 129352 is 1.29 × 10^5.
 */
function powerOf(largest: number, role: ColumnRole): number {
  const limit = role === 'longitude' ? 180 : 90;
  return [4, 5, 6, 7].find((power) => largest / 10 ** power <= limit) ?? 7;
}

function textOf(cell: CellContent): string {
  return typeof cell === 'object' ? (cell?.error ?? '') : String(cell).trim();
}

/** The first rows, enough to see what a column contains. */
async function headOf(table: Table): Promise<readonly TableRow[]> {
  const head: TableRow[] = [];
  for await (const rows of table.rows()) {
    for (const row of rows.slice(0, HEAD_ROWS - head.length)) head.push(row);
    if (head.length >= HEAD_ROWS) break;
  }
  return head;
}

const HEAD_ROWS = 1000;
