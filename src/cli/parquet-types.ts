import type { KeyValue, SchemaElement } from 'hyparquet';
import { FileFault } from './table';

/** The schema element to read a value as, so that nothing is lost on the way to the output. */
function readAs(element: SchemaElement): SchemaElement {
  if (isText(element)) return { ...bytesOf(element), converted_type: 'UTF8' };
  return isOpaque(element) ? bytesOf(element) : element;
}

/** The same for all elements of a column. A decimal is read as its unscaled whole number. */
export function columnReadAs(elements: readonly SchemaElement[]): SchemaElement[] {
  if (decimalScale(elements) === undefined) return elements.map(readAs);
  return elements.map(bytesOf);
}

/**
 * How many digits of a decimal column come after the point; undefined for any other column.
 *
 * @throws FileFault for long decimals in nested columns, such as lists, which would lose digits.
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

/** As many as a JavaScript number keeps. */
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

/** The schema element to write its values as. */
export function writtenAs(element: SchemaElement): SchemaElement {
  if (element.type === 'INT96') return { ...element, ...MICROSECONDS };
  if (!isDecimal(element)) return readAs(element);
  const { scale = 0, precision = 0 } = scaleOf(element);
  return { ...element, converted_type: 'DECIMAL', scale, precision };
}

/** Replaces INT96, which is long deprecated. Nanoseconds would end in 2262. */
const MICROSECONDS = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MICROS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
} as const;

/** The schema element that the output declares. */
export function declaredAs(element: SchemaElement): SchemaElement {
  return isText(element) || isOpaque(element) ? element : writtenAs(element);
}

/** Whether the values are bytes without an order, and so have no minimum or maximum. */
export function isOpaque({ converted_type, logical_type }: SchemaElement): boolean {
  const kind = logical_type?.type ?? converted_type;
  return kind === 'GEOMETRY' || kind === 'GEOGRAPHY' || kind === 'BSON';
}

/** JSON is kept as it is written: parsed, long numbers would lose digits. */
function isText({ type, converted_type, logical_type }: SchemaElement): boolean {
  const kind = logical_type?.type ?? converted_type;
  return type === 'BYTE_ARRAY' && (kind === 'JSON' || kind === 'ENUM');
}

/** The element without the types that say how to interpret its bytes. */
function bytesOf({ name, type, type_length, repetition_type }: SchemaElement): SchemaElement {
  return {
    name,
    ...(type !== undefined && { type }),
    ...(type_length !== undefined && { type_length }),
    ...(repetition_type !== undefined && { repetition_type }),
  };
}

/** Metadata that stays true when columns are added: `geo`, for example, but no schema. */
export function lastingMetadata(metadata: readonly KeyValue[] = []): KeyValue[] {
  return metadata.filter(({ key }) => !OF_SCHEMA.test(key));
}

/** Programs trust these over the file's own schema. */
const OF_SCHEMA =
  /^(?:pandas|ARROW:schema|org\.apache\.spark\..*|(?:parquet\.)?avro\.schema|iceberg\.schema)$/;
