import type { KeyValue, SchemaElement } from 'hyparquet';

/** How a column is read, so that nothing of its values is lost on the way to the output. */
export function readAs(element: SchemaElement): SchemaElement {
  if (isText(element)) return { ...bytesOf(element), converted_type: 'UTF8' };
  return isOpaque(element) ? bytesOf(element) : element;
}

/** How its values are written. */
export function writtenAs(element: SchemaElement): SchemaElement {
  return readAs(element);
}

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
