import type { KeyValue, SchemaElement } from 'hyparquet';
import { FileFault } from './table';

/** How a value is read, so that nothing of it is lost on the way to the output. */
function readAs(element: SchemaElement): SchemaElement {
  if (isText(element)) return { ...bytesOf(element), converted_type: 'UTF8' };
  return isOpaque(element) ? bytesOf(element) : element;
}

/** The same for all elements of a column. Of a decimal its whole number is read. */
export function columnReadAs(elements: readonly SchemaElement[]): SchemaElement[] {
  if (decimalScale(elements) === undefined) return elements.map(readAs);
  return elements.map(bytesOf);
}

/**
 * How many digits of a column are behind the point; undefined if it is no column of decimals.
 *
 * @throws FileFault for longer ones within lists and the like, which would lose digits.
 */
export function decimalScale(elements: readonly SchemaElement[]): number | undefined {
  const [column, inner] = elements;
  if (column === undefined) return undefined;
  if (inner === undefined && column.repetition_type !== 'REPEATED') {
    return isDecimal(column) ? (scaleOf(column).scale ?? 0) : undefined;
  }
  const isLong = (each: SchemaElement): boolean => (scaleOf(each).precision ?? 0) > SAFE_DIGITS;
  if (!elements.some((each) => isDecimal(each) && isLong(each))) return undefined;
  throw new FileFault(
    `Column “${column.name}” has lists of decimals with more than ${SAFE_DIGITS} digits, which can’t be kept. Remove it first.`,
  );
}

/** As many as a number keeps. */
const SAFE_DIGITS = 15;

function isDecimal({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL';
}

function scaleOf(element: SchemaElement): Pick<SchemaElement, 'scale' | 'precision'> {
  return element.logical_type?.type === 'DECIMAL' ? element.logical_type : element;
}

/** @throws FileFault for a column that can’t be written. */
export function checkWritable(elements: readonly SchemaElement[]): void {
  const inner = elements.find(
    ({ type, repetition_type }) => type !== undefined && repetition_type === 'REPEATED',
  );
  if (inner === undefined) return;
  throw new FileFault(
    `Column “${elements[0]?.name ?? ''}” repeats its values in an old way that can’t be written as Parquet. Write a CSV, or remove it first.`,
  );
}

/** How its values are written. */
export function writtenAs(element: SchemaElement): SchemaElement {
  if (element.type === 'INT96') return { ...element, ...MICROSECONDS };
  if (!isDecimal(element)) return readAs(element);
  const { scale = 0, precision = 0 } = scaleOf(element);
  return { ...element, converted_type: 'DECIMAL', scale, precision };
}

/** In place of INT96, which has long been abandoned. Nanoseconds would end in 2262. */
const MICROSECONDS = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MICROS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
} as const;

/** What the output says that they are. */
export function declaredAs(element: SchemaElement): SchemaElement {
  return isText(element) || isOpaque(element) ? element : writtenAs(element);
}

/** Nothing orders such bytes, so there is no least and no greatest. */
export function isOpaque({ converted_type, logical_type }: SchemaElement): boolean {
  const kind = logical_type?.type ?? converted_type;
  return kind === 'GEOMETRY' || kind === 'GEOGRAPHY' || kind === 'BSON';
}

/** JSON is kept as it is written: parsed, long numbers would lose digits. */
function isText({ type, converted_type, logical_type }: SchemaElement): boolean {
  const kind = logical_type?.type ?? converted_type;
  return type === 'BYTE_ARRAY' && (kind === 'JSON' || kind === 'ENUM');
}

/** Without what says how the bytes are meant. */
function bytesOf({ name, type, type_length, repetition_type }: SchemaElement): SchemaElement {
  return {
    name,
    ...(type !== undefined && { type }),
    ...(type_length !== undefined && { type_length }),
    ...(repetition_type !== undefined && { repetition_type }),
  };
}

/** What is said of a file and still is true with more columns: `geo`, say, but no schema. */
export function lastingMetadata(metadata: readonly KeyValue[] = []): KeyValue[] {
  return metadata.filter(({ key }) => !OF_SCHEMA.test(key));
}

/** Programs believe these rather than the file's own schema. */
const OF_SCHEMA =
  /^(?:pandas|ARROW:schema|org\.apache\.spark\..*|(?:parquet\.)?avro\.schema|iceberg\.schema)$/;
