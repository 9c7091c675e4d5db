import type { ConvertedType, KeyValue, SchemaElement } from 'hyparquet';
import { FileFault } from './table';

/**
 * The schema element to read a value as, and to write it as: text and whole numbers as such,
 * anything else as it is stored, so that nothing is lost on the way to the output.
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

/** The schema element to write its values as. */
export function writtenAs(element: SchemaElement): SchemaElement {
  if (element.type === 'INT96') return { ...plainOf(element), type: 'INT64' };
  const isGroup = element.type === undefined && kindOf(element) === 'MAP';
  return { ...handledAs(element), ...(isGroup && { converted_type: 'MAP' }) };
}

/**
 * The schema element that the output declares.
 *
 * Whole numbers are declared in the old way alone: the library writes the width of the new way as
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

/** What a value is said to be; the newer of the two ways to say it counts. */
export function kindOf({ converted_type, logical_type }: SchemaElement): string | undefined {
  return logical_type?.type ?? converted_type;
}

export function scaleOf(element: SchemaElement): Pick<SchemaElement, 'scale'> {
  return element.logical_type?.type === 'DECIMAL' ? element.logical_type : element;
}

/** @param parts how many parts each entry has. */
export function isMap(element: SchemaElement, parts: number): boolean {
  return kindOf(element) === 'MAP' && parts === 2;
}

/** Whether the library orders the values as their kind does, and so knows the least and the most. */
export function isOrdered(element: SchemaElement): boolean {
  const kind = kindOf(element);
  return kind === undefined || ORDERED.has(kind) || element.type === undefined;
}

const ORDERED: ReadonlySet<string> = new Set([
  ...['UTF8', 'STRING', 'DATE', 'TIME', 'TIME_MILLIS', 'TIME_MICROS'],
  ...['TIMESTAMP', 'TIMESTAMP_MILLIS', 'TIMESTAMP_MICROS'],
  ...['INTEGER', 'INT_8', 'INT_16', 'INT_32', 'INT_64', 'UINT_8', 'UINT_16', 'UINT_32', 'UINT_64'],
]);

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

/** JSON is kept as it is written: parsed, long numbers would lose digits. */
export function isText(element: SchemaElement): boolean {
  return element.type === 'BYTE_ARRAY' && TEXTS.has(kindOf(element) ?? '');
}

const TEXTS: ReadonlySet<string> = new Set(['UTF8', 'STRING', 'JSON', 'ENUM']);

/** The old name of a whole number’s width and sign: `UINT_16`. */
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

/** Metadata that stays true when columns are added: `geo`, for example, but no schema. */
export function lastingMetadata(metadata: readonly KeyValue[] = []): KeyValue[] {
  return metadata.filter(({ key }) => !OF_SCHEMA.test(key));
}

/** Programs trust these over the file's own schema. */
const OF_SCHEMA =
  /^(?:pandas|ARROW:schema|org\.apache\.spark\..*|(?:parquet\.)?avro\.schema|iceberg\.schema)$/;
