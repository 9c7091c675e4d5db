/**
 * The time zone of each column that has one, by its number, from the schema that Arrow and pandas
 * write beside Parquet’s own: there a time says no more than whether it is in UTC.
 *
 * The schema is a Flatbuffer: https://arrow.apache.org/docs/format/Columnar.html#schema-message
 */
export function arrowZones(base64: string | undefined): ReadonlyMap<number, string> {
  const zones = new Map<number, string>();
  if (base64 === undefined) return zones;
  try {
    const bytes = Buffer.from(base64, 'base64');
    const start = bytes.readInt32LE(0) === -1 ? 8 : 4;
    const schema = targetOf(bytes, start + bytes.readUInt32LE(start), MESSAGE_HEADER);
    const fields = schema === undefined ? undefined : targetOf(bytes, schema, SCHEMA_FIELDS);
    const count = fields === undefined ? 0 : bytes.readUInt32LE(fields);
    for (let index = 0; index < count; index += 1) {
      const at = (fields ?? 0) + 4 + 4 * index;
      const field = at + bytes.readUInt32LE(at);
      const kind = placeOf(bytes, field, FIELD_KIND);
      if (kind === undefined || bytes[kind] !== TIMESTAMP) continue;
      const type = targetOf(bytes, field, FIELD_TYPE);
      const zone = type === undefined ? undefined : targetOf(bytes, type, TIMESTAMP_ZONE);
      if (zone === undefined) continue;
      zones.set(index, bytes.toString('utf8', zone + 4, zone + 4 + bytes.readUInt32LE(zone)));
    }
  } catch {
    // Not a schema that we know: its times are in UTC, as Parquet has them.
  }
  return zones;
}

/** The number of each entry in its table. */
const MESSAGE_HEADER = 2;
const SCHEMA_FIELDS = 1;
const FIELD_KIND = 2;
const FIELD_TYPE = 3;
const TIMESTAMP_ZONE = 1;
/** The kind of a field that is a timestamp. */
const TIMESTAMP = 10;

/** Where a table has an entry; undefined if it has none. */
function placeOf(bytes: Buffer, table: number, entry: number): number | undefined {
  const entries = table - bytes.readInt32LE(table);
  const slot = 4 + 2 * entry;
  if (slot >= bytes.readUInt16LE(entries)) return undefined;
  const offset = bytes.readUInt16LE(entries + slot);
  return offset === 0 ? undefined : table + offset;
}

/** Where a table, a string or a list begins that an entry refers to. */
function targetOf(bytes: Buffer, table: number, entry: number): number | undefined {
  const place = placeOf(bytes, table, entry);
  return place === undefined ? undefined : place + bytes.readUInt32LE(place);
}
