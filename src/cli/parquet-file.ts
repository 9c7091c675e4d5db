import {
  parquetMetadataAsync,
  parquetRead,
  type AsyncBuffer,
  type FileMetaData,
  type KeyValue,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { isRecord } from '../engine/contract/json-checks';
import type { InputFile } from './input-file';
import { objectIn } from '../engine/contract/json-text';
import {
  handledAs,
  lastingMetadata,
  treeOf,
  valueReader,
  type Tree,
  type ValueReader,
} from './parquet-types';
import { FileFault, type ReadTable, type TableRow } from './table';
import { StoredValue } from './value-text';

export interface ParquetFile extends ReadTable {
  /** The schema elements of each column, the column's own first. */
  readonly schema: readonly (readonly SchemaElement[])[];
  /** The file's metadata that stays true for an output. */
  readonly metadata: readonly KeyValue[];
}

/** Opens a Parquet file, which is read some rows at a time. */
export async function openParquetFile(input: InputFile): Promise<ParquetFile> {
  const file = bufferOf(input);
  const metadata = await attempt(input, () => parquetMetadataAsync(file, { geoparquet: false }));
  const { children: trees } = treeOf(metadata.schema);
  for (const tree of trees) checkNames(tree);
  const schema = trees.map(({ elements }) => elements);
  const numbered = numberedColumns(metadata, schema);
  const arrow = metadata.key_value_metadata?.find(({ key }) => key === 'ARROW:schema');
  const zones = arrowZones(arrow?.value);
  const shapes = schema.map((elements) =>
    geometryColumn(elements, metadata.key_value_metadata ?? []),
  );
  const readers = trees.map((tree, index) =>
    shapes[index]?.isPairs === true ? pointOfPair : valueReader(tree, zones.get(index)),
  );
  const columns = trees.map(({ element }) => element.name);
  const total = Number(metadata.num_rows);
  return {
    columns,
    schema,
    metadata: lastingMetadata(metadata.key_value_metadata),
    found: ['Parquet'],
    otherSystem: (column) => shapes[column]?.otherSystem,
    async *rows() {
      for (let start = 0; start < total; start += ROWS_AT_ONCE) {
        const end = Math.min(total, start + ROWS_AT_ONCE);
        yield await attempt(input, async () =>
          readable(await rowsOf(file, numbered, start, end), readers),
        );
      }
    },
  };
}

/**
 * A long row group is unpacked again for each read. More rows at once take more memory and less
 * time.
 */
const ROWS_AT_ONCE = 50_000;

function bufferOf({ file, bytes }: InputFile): AsyncBuffer {
  return {
    byteLength: bytes,
    async slice(start, end = bytes) {
      const length = Math.max(0, end - start);
      const buffer = new ArrayBuffer(length);
      await file.read(new Uint8Array(buffer), 0, length, start);
      return buffer;
    },
  };
}

async function rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  rowStart: number,
  rowEnd: number,
): Promise<readonly TableRow[]> {
  let rows: readonly TableRow[] = [];
  await parquetRead({
    ...{ file, metadata, rowStart, rowEnd, compressors },
    parsers: {
      // That of INT96, which has no other type.
      timestampFromNanoseconds: (nanoseconds) => nanoseconds,
      stringFromBytes: textOrBytes,
    },
    geoparquet: false,
    // Bytes that are not declared as text may be anything.
    utf8: false,
    onComplete: (read: readonly TableRow[]) => (rows = read),
  });
  return rows;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes that are declared as text but are no text would be lost. */
function textOrBytes(bytes: Uint8Array): unknown {
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes;
  }
}

/** The library tells columns apart by name, but a file may have several columns of one name. */
function numberedColumns(
  metadata: FileMetaData,
  columns: readonly (readonly SchemaElement[])[],
): FileMetaData {
  const [root] = metadata.schema;
  const schema = columns.flatMap((elements, column) =>
    elements.map((element, index) => ({
      ...handledAs(element),
      ...(index === 0 && { name: String(column) }),
    })),
  );
  const leaves = columns.flatMap((elements, column) =>
    elements.filter(({ num_children }) => num_children === undefined).map(() => String(column)),
  );
  const groups = metadata.row_groups.map((group) => ({
    ...group,
    columns: group.columns.map((chunk, leaf) => {
      if (chunk.meta_data === undefined) return chunk;
      const path = [leaves[leaf] ?? '', ...chunk.meta_data.path_in_schema.slice(1)];
      return { ...chunk, meta_data: { ...chunk.meta_data, path_in_schema: path } };
    }),
  }));
  return {
    ...metadata,
    schema: root === undefined ? schema : [root, ...schema],
    row_groups: groups,
  };
}

/** @throws FileFault for parts of a column that have one name. */
function checkNames({ element, children }: Tree, column = element.name): void {
  const parts = children.map((child) => child.element.name);
  const twice = parts.find((part, index) => parts.indexOf(part) !== index);
  if (twice !== undefined) {
    throw new FileFault(
      `Column “${column}” has two parts “${twice}”, which can’t be kept. Remove it first.`,
    );
  }
  for (const child of children) checkNames(child, column);
}

function readable(
  rows: readonly TableRow[],
  readers: readonly (ValueReader | undefined)[],
): readonly TableRow[] {
  if (readers.every((reader) => reader === undefined)) return rows;
  return rows.map((row) => row.map((value, column) => readers[column]?.(value) ?? value));
}

async function attempt<T>({ name }: InputFile, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it failed';
    throw new FileFault(`Can’t read ${name} as a Parquet file: ${why}.`);
  }
}

/**
 * Returns the time zone of each column that has one, by the column's number. It is in the schema
 * that Arrow and pandas write beside Parquet's own, which only says whether a time is in UTC.
 *
 * The schema is a Flatbuffer: https://arrow.apache.org/docs/format/Columnar.html#schema-message
 */
function arrowZones(base64: string | undefined): ReadonlyMap<number, string> {
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
    // The schema has an unknown form. Its times are in UTC, as in Parquet.
  }
  return zones;
}

/** The number of each entry within its table. */
const MESSAGE_HEADER = 2;
const SCHEMA_FIELDS = 1;
const FIELD_KIND = 2;
const FIELD_TYPE = 3;
const TIMESTAMP_ZONE = 1;
/** The kind of a field that is a timestamp. */
const TIMESTAMP = 10;

/** The offset of a table's entry; undefined if the table has none. */
function placeOf(bytes: Buffer, table: number, entry: number): number | undefined {
  const entries = table - bytes.readInt32LE(table);
  const slot = 4 + 2 * entry;
  if (slot >= bytes.readUInt16LE(entries)) return undefined;
  const offset = bytes.readUInt16LE(entries + slot);
  return offset === 0 ? undefined : table + offset;
}

/** The offset of the table, string or list to which an entry refers. */
function targetOf(bytes: Buffer, table: number, entry: number): number | undefined {
  const place = placeOf(bytes, table, entry);
  return place === undefined ? undefined : place + bytes.readUInt32LE(place);
}

/** What a Parquet file says about a column of geometries. */
interface GeometryColumn {
  /** The reference system of its coordinates, if it is not WGS 84 in degrees: `EPSG:32643`. */
  readonly otherSystem: string | undefined;
  /** Whether its points are pairs of numbers, x and y, rather than bytes. */
  readonly isPairs: boolean;
}

/**
 * Reads GeoParquet's metadata (https://geoparquet.org/releases/v1.1.0) or, since its version 2, the
 * type of the column. A file that names no reference system is in WGS 84.
 *
 * @param element the column's own schema element.
 */
function geometryColumn(
  [element]: readonly SchemaElement[],
  metadata: readonly KeyValue[],
): GeometryColumn | undefined {
  const geo = objectIn(metadata.find(({ key }) => key === 'geo')?.value ?? '')?.['columns'];
  const said = isRecord(geo) && element !== undefined ? geo[element.name] : undefined;
  if (isRecord(said)) {
    return { otherSystem: otherSystem(said['crs']), isPairs: said['encoding'] === 'point' };
  }
  const type = element?.logical_type;
  if (type?.type !== 'GEOMETRY' && type?.type !== 'GEOGRAPHY') return undefined;
  return { otherSystem: otherSystem(type.crs), isPairs: false };
}

/** @param crs PROJJSON, or a name such as `EPSG:4326`. */
function otherSystem(crs: unknown): string | undefined {
  if (!isRecord(crs)) {
    return typeof crs === 'string' && !WGS_84.test(crs) ? crs : undefined;
  }
  const { id, name } = crs;
  const code = isRecord(id) ? `${String(id['authority'])}:${String(id['code'])}` : undefined;
  return WGS_84.test(code ?? String(name)) ? undefined : (code ?? String(name));
}

/** With or without a height. `srid:0` names no system. */
const WGS_84 = /^(?:OGC:CRS84h?|EPSG:4326|EPSG:4979|srid:4326|srid:0|WGS 84(?: \(CRS84\))?)$/i;

/** Writes a point of a column of pairs as text: `POINT (77.6 12.9)`. */
function pointOfPair(stored: unknown): unknown {
  if (!isRecord(stored)) return stored;
  const { x, y } = stored;
  const isPoint = Number.isFinite(x) && Number.isFinite(y);
  return new StoredValue(stored, isPoint ? `POINT (${String(x)} ${String(y)})` : '');
}
