import type { ConvertedType, KeyValue, SchemaElement } from 'hyparquet';
import { FileFault } from './table';
import { StoredNumber, StoredTime, StoredValue } from './value-text';

/**
 * Returns the schema element for reading a value and for writing it. Text and whole numbers keep
 * their type; anything else is handled as it is stored, so that nothing is lost on the way to the
 * output.
 */
export function handledAs(element: SchemaElement): SchemaElement {
  const { type, num_children: children } = element;
  const whole = wholeNumberOf(element);
  if (whole !== undefined) return { ...plainOf(element), converted_type: whole };
  if (isText(element)) return { ...plainOf(element), converted_type: 'UTF8' };
  const isList = type === undefined && kindOf(element) === 'LIST';
  return {
    ...plainOf(element),
    ...(children !== undefined && { num_children: children }),
    ...(isList && { converted_type: 'LIST' }),
  };
}

/** Returns the schema element for writing its values. */
export function writtenAs(element: SchemaElement): SchemaElement {
  if (element.type === 'INT96') return { ...plainOf(element), type: 'INT64' };
  const isGroup = element.type === undefined && kindOf(element) === 'MAP';
  return { ...handledAs(element), ...(isGroup && { converted_type: 'MAP' }) };
}

/**
 * Returns the schema element that the output declares.
 *
 * Whole numbers are declared only in the old way. In the new way, the library writes the width as
 * 32 bits instead of 8, and other programs then refuse the file.
 */
export function declaredAs(element: SchemaElement): SchemaElement {
  if (element.type === 'INT96') return { ...plainOf(element), ...MICROSECONDS };
  const whole = wholeNumberOf(element);
  if (whole === undefined) return element;
  const { field_id: id } = element;
  return { ...plainOf(element), ...(id !== undefined && { field_id: id }), converted_type: whole };
}

const MICROSECONDS = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MICROS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
} as const;

/** The declared type of a value. The newer of the two declarations counts. */
function kindOf({ converted_type, logical_type }: SchemaElement): string | undefined {
  return logical_type?.type ?? converted_type;
}

function scaleOf(element: SchemaElement): Pick<SchemaElement, 'scale'> {
  return element.logical_type?.type === 'DECIMAL' ? element.logical_type : element;
}

/** @param parts how many parts each entry has. */
function isMap(element: SchemaElement, parts: number): boolean {
  return kindOf(element) === 'MAP' && parts === 2;
}

/**
 * Whether the library orders values by their declared type, so that it knows the smallest and the
 * largest.
 */
export function isOrdered(element: SchemaElement): boolean {
  const kind = kindOf(element);
  return kind === undefined || ORDERED.has(kind) || element.type === undefined;
}

const ORDERED: ReadonlySet<string> = new Set([
  ...['UTF8', 'STRING', 'DATE', 'TIME', 'TIME_MILLIS', 'TIME_MICROS'],
  ...['TIMESTAMP', 'TIMESTAMP_MILLIS', 'TIMESTAMP_MICROS'],
  ...['INTEGER', 'INT_8', 'INT_16', 'INT_32', 'INT_64', 'UINT_8', 'UINT_16', 'UINT_32', 'UINT_64'],
]);

/**
 * Checks a column.
 *
 * @throws FileFault for a column that can't be written.
 */
export function checkWritable(elements: readonly SchemaElement[]): void {
  const inner = elements.find(
    ({ type, repetition_type }) => type !== undefined && repetition_type === 'REPEATED',
  );
  if (inner === undefined) return;
  throw new FileFault(
    `Column “${elements[0]?.name ?? ''}” repeats its values in an old way that can’t be written as Parquet. Write a CSV, or remove it first.`,
  );
}

/**
 * Whether a value is text. JSON is handled as text, because parsing it would lose digits of long
 * numbers.
 */
export function isText(element: SchemaElement): boolean {
  return element.type === 'BYTE_ARRAY' && TEXTS.has(kindOf(element) ?? '');
}

const TEXTS: ReadonlySet<string> = new Set(['UTF8', 'STRING', 'JSON', 'ENUM']);

/** The old name of a whole number's width and sign: `UINT_16`. */
function wholeNumberOf({ converted_type, logical_type }: SchemaElement): ConvertedType | undefined {
  if (logical_type?.type === 'INTEGER') {
    const { bitWidth, isSigned } = logical_type;
    return `${isSigned ? '' : 'U'}INT_${bitWidth}` as ConvertedType;
  }
  return converted_type !== undefined && /^U?INT_/.test(converted_type)
    ? converted_type
    : undefined;
}

/** The element without what says how to interpret its bytes. */
function plainOf({ name, type, type_length, repetition_type }: SchemaElement): SchemaElement {
  return {
    name,
    ...(type !== undefined && { type }),
    ...(type_length !== undefined && { type_length }),
    ...(repetition_type !== undefined && { repetition_type }),
  };
}

/**
 * Returns the metadata that stays true when columns are added: `geo`, for example, but no schema.
 */
export function lastingMetadata(metadata: readonly KeyValue[] = []): KeyValue[] {
  return metadata.filter(({ key }) => !OF_SCHEMA.test(key));
}

/** Programs trust these more than the file's own schema. */
const OF_SCHEMA =
  /^(?:pandas|ARROW:schema|org\.apache\.spark\..*|(?:parquet\.)?avro\.schema|iceberg\.schema)$/;

/** Turns a stored value into one that a person can read. */
export type ValueReader = (stored: unknown) => unknown;

/** A column, or a part of one. */
export interface Tree {
  readonly element: SchemaElement;
  readonly children: readonly Tree[];
  /** The column's own element, and those of all its parts. */
  readonly elements: readonly SchemaElement[];
}

/** Builds the tree from elements, each of which says how many children follow it. */
export function treeOf(elements: readonly SchemaElement[]): Tree {
  const [element = { name: '' }] = elements;
  const children: Tree[] = [];
  let end = 1;
  while (children.length < (element.num_children ?? 0) && end < elements.length) {
    const child = treeOf(elements.slice(end));
    children.push(child);
    end += child.elements.length;
  }
  return { element, children, elements: elements.slice(0, end) };
}

/**
 * Returns a reader for values; undefined if they can be used as they are stored.
 *
 * @param zone the time zone that the file names.
 */
export function valueReader(tree: Tree, zone: string | undefined): ValueReader | undefined {
  const one = orNothing(singleReader(tree, zone));
  return tree.element.repetition_type === 'REPEATED' ? eachOf(one) : one;
}

function singleReader(tree: Tree, zone: string | undefined): ValueReader | undefined {
  const { element, children } = tree;
  const [only] = children;
  if (only === undefined) return leafReader(element, zone);
  if (children.length === 1 && only.element.repetition_type === 'REPEATED') {
    if (isMap(element, only.children.length)) {
      const entries = singleReader(only, zone);
      return (stored) => mapOf((stored as Record<string, unknown>)[only.element.name], entries);
    }
    // The library gives a list’s items without the groups around them.
    if (kindOf(element) === 'LIST' && only.children.length <= 1) {
      const [item = only] = only.children;
      return eachOf(orNothing(singleReader(item, zone)));
    }
  }
  const readers = children.flatMap((child) => {
    const read = valueReader(child, zone);
    return read === undefined ? [] : [[child.element.name, read] as const];
  });
  if (readers.length === 0) return undefined;
  return (stored) => {
    const group = { ...(stored as Record<string, unknown>) };
    for (const [name, read] of readers) group[name] = read(group[name]);
    return group;
  };
}

function orNothing(read: ValueReader | undefined): ValueReader | undefined {
  return read && ((stored) => (stored === null || stored === undefined ? stored : read(stored)));
}

function eachOf(read: ValueReader | undefined): ValueReader | undefined {
  return read && ((stored) => (Array.isArray(stored) ? stored.map((item) => read(item)) : stored));
}

/** An object would turn its keys into text, and reorder those that look like numbers. */
function mapOf(stored: unknown, read: ValueReader | undefined): unknown {
  if (!Array.isArray(stored)) return stored;
  const entries = stored.map(
    (entry) => (read?.(entry) ?? entry) as { readonly key: unknown; readonly value: unknown },
  );
  return new Map(entries.map(({ key, value }) => [key, value]));
}

function leafReader(element: SchemaElement, zone: string | undefined): ValueReader | undefined {
  const { type } = element;
  if (type === 'FLOAT') return (stored) => shortest(stored as number);
  if (type === 'INT96') return (stored) => oldTime(stored as bigint, zone);
  switch (kindOf(element)) {
    case 'DECIMAL': {
      const { scale = 0 } = scaleOf(element);
      return (stored) => new StoredNumber(stored, decimalText(wholeOf(stored), scale));
    }
    case 'DATE':
      return (stored) => timeOf(stored, BigInt(stored as number) * NANOSECONDS_IN_DAY, { zone });
    case 'TIMESTAMP':
    case 'TIMESTAMP_MILLIS':
    case 'TIMESTAMP_MICROS': {
      const per = nanosecondsIn(element);
      const { logical_type: logical } = element;
      const isLocal = logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC;
      return (stored) => timeOf(stored, wholeOf(stored) * per, { zone, isLocal });
    }
    case 'TIME':
    case 'TIME_MILLIS':
    case 'TIME_MICROS': {
      const per = nanosecondsIn(element);
      return (stored) => new StoredValue(stored, clockText(wholeOf(stored) * per));
    }
    case 'INTERVAL':
      return (stored) => new StoredValue(stored, durationText(stored as Uint8Array));
    case 'UUID':
      return (stored) => new StoredValue(stored, identifierText(stored as Uint8Array));
    case 'FLOAT16':
      return (stored) => new StoredNumber(stored, String(halfOf(stored as Uint8Array)));
    default:
      return undefined;
  }
}

/**
 * Returns the shortest decimal of a 32-bit float: 12.9352, where a double would show
 * 12.935199737548828.
 */
function shortest(stored: number): number {
  for (let digits = 6; digits <= 8; digits += 1) {
    const short = Number(stored.toPrecision(digits));
    if (Math.fround(short) === stored) return short;
  }
  return Number.isFinite(stored) ? Number(stored.toPrecision(9)) : stored;
}

function wholeOf(stored: unknown): bigint {
  if (!(stored instanceof Uint8Array)) return BigInt(stored as number | bigint);
  const hex = Buffer.from(stored).toString('hex');
  return BigInt.asIntN(8 * stored.length, BigInt(`0x${hex || '0'}`));
}

function decimalText(whole: bigint, scale: number): string {
  const sign = whole < 0n ? '-' : '';
  const digits = String(whole)
    .slice(sign.length)
    .padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${sign}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}

const NANOSECONDS_IN_DAY = 86_400_000_000_000n;

function nanosecondsIn(element: SchemaElement): bigint {
  const { logical_type: logical, converted_type: converted } = element;
  const isTime = logical?.type === 'TIME' || logical?.type === 'TIMESTAMP';
  const unit = isTime ? logical.unit : converted?.replace(/^TIME(STAMP)?_/, '');
  return unit === 'NANOS' ? 1n : unit === 'MICROS' ? 1_000n : 1_000_000n;
}

/** INT96 is deprecated. An output gets microseconds, because nanoseconds would end in 2262. */
function oldTime(nanoseconds: bigint, zone: string | undefined): StoredTime {
  const microseconds = floored(nanoseconds, 1_000n);
  return timeOf(microseconds, nanoseconds, { zone });
}

/** @param isLocal whether the time is by a local clock, and not in UTC. */
function timeOf(
  stored: unknown,
  nanoseconds: bigint,
  { zone, isLocal = false }: { readonly zone: string | undefined; readonly isLocal?: boolean },
): StoredTime {
  const date = new Date(Number(floored(nanoseconds, 1_000_000n)));
  // Such as DuckDB’s infinity.
  if (Number.isNaN(date.getTime())) return new StoredTime(stored, String(stored), '');
  const [day = ''] = date.toISOString().split('T');
  const clock = clockText(
    nanoseconds - floored(nanoseconds, NANOSECONDS_IN_DAY) * NANOSECONDS_IN_DAY,
  );
  const text = clock === MIDNIGHT ? day : `${day}T${clock}${isLocal ? '' : 'Z'}`;
  return new StoredTime(stored, text, zone === undefined || isLocal ? day : dayIn(zone, date));
}

/** A plain division would round times before 1970 up. */
function floored(steps: bigint, per: bigint): bigint {
  return steps / per - (steps % per < 0n ? 1n : 0n);
}

const MIDNIGHT = '00:00:00.000';

/** With three, six or nine digits of a second: `10:30:00.000`. */
function clockText(nanoseconds: bigint): string {
  const seconds = nanoseconds / 1_000_000_000n;
  const pair = (number: bigint): string => String(number).padStart(2, '0');
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, '0');
  const clock = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map(pair).join(':');
  return `${clock}.${fraction.replace(/(?:000){1,2}$/, '')}`;
}

function dayIn(zone: string, date: Date): string {
  try {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    // Swedish writes a date as ISO does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...parts }).format(date);
  } catch {
    return date.toISOString().slice(0, 10);
  }
}

/** Months, days and milliseconds, as ISO 8601 writes them: `P1M3DT7200S`. */
function durationText(stored: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = stored;
  const numbers = new DataView(buffer, byteOffset, byteLength);
  const [months = 0, days = 0, milliseconds = 0] = [0, 4, 8].map((at) =>
    numbers.getUint32(at, true),
  );
  const time = milliseconds === 0 ? '' : `T${String(milliseconds / 1_000)}S`;
  const date = `${months === 0 ? '' : `${String(months)}M`}${days === 0 ? '' : `${String(days)}D`}`;
  return date + time === '' ? 'PT0S' : `P${date}${time}`;
}

function identifierText(stored: Uint8Array): string {
  const hex = Buffer.from(stored).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** One bit is the sign, five the exponent, ten the fraction. */
function halfOf(stored: Uint8Array): number {
  const bits = (stored[0] ?? 0) + (stored[1] ?? 0) * 256;
  const sign = bits >= 32_768 ? -1 : 1;
  const exponent = Math.floor(bits / 1_024) % 32;
  const fraction = bits % 1_024;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return (sign * fraction) / 2 ** 24;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1_024);
}
