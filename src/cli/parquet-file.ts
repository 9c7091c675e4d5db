import { parquetMetadataAsync, parquetRead } from 'hyparquet';
import type { AsyncBuffer, FileMetaData, KeyValue, SchemaElement } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ExactDecimal } from './exact-decimal';
import type { InputFile } from './input-file';
import { columnReadAs, decimalScale, lastingMetadata } from './parquet-types';
import { PreciseDate } from './precise-date';
import { FileFault } from './table';
import type { Table, TableRow } from './table';

export interface ParquetFile extends Table {
  /** For each column its schema elements, the column's own first. */
  readonly schema: readonly (readonly SchemaElement[])[];
  /** The file's metadata that also holds for an output. */
  readonly metadata: readonly KeyValue[];
}

/** A `.parquet` file, read some rows at a time. */
export async function openParquetFile(input: InputFile): Promise<ParquetFile> {
  const file = bufferOf(input);
  const metadata = await attempt(input, () => parquetMetadataAsync(file, { geoparquet: false }));
  const schema = columnsOf(metadata.schema);
  const read = { ...metadata, schema: readSchema(metadata.schema, schema) };
  const scales = schema.map(decimalScale);
  const columns = schema.map(([column]) => column?.name ?? '');
  const total = Number(metadata.num_rows);
  return {
    columns,
    schema,
    metadata: lastingMetadata(metadata.key_value_metadata),
    found: ['Parquet'],
    async *rows() {
      for (let start = 0; start < total; start += ROWS_AT_ONCE) {
        const end = Math.min(total, start + ROWS_AT_ONCE);
        const rows = await attempt(input, () => rowsOf(file, read, start, end));
        yield withDecimals(rows, scales);
      }
    },
    check: () => input.check(),
    close: () => input.close(),
  };
}

/** Each read unpacks a long row group again: more rows at once take more memory, but less time. */
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
      timestampFromMicroseconds: (value) => PreciseDate.of(value, 1_000n),
      timestampFromNanoseconds: (value) => PreciseDate.of(value, 1_000_000n),
    },
    geoparquet: false,
    // Bytes that are not declared as text may be anything.
    utf8: false,
    onComplete: (read: readonly TableRow[]) => (rows = read),
  });
  return rows;
}

function readSchema(
  [root]: readonly SchemaElement[],
  columns: readonly (readonly SchemaElement[])[],
): SchemaElement[] {
  return [...(root === undefined ? [] : [root]), ...columns.flatMap(columnReadAs)];
}

/** @param scales by column; undefined for a column that is not decimal. */
function withDecimals(
  rows: readonly TableRow[],
  scales: readonly (number | undefined)[],
): readonly TableRow[] {
  if (scales.every((scale) => scale === undefined)) return rows;
  return rows.map((row) =>
    row.map((value, column) => {
      const scale = scales[column];
      return scale === undefined ? value : (ExactDecimal.of(value, scale) ?? null);
    }),
  );
}

async function attempt<T>({ name }: InputFile, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it failed';
    throw new FileFault(`Can’t read ${name} as a Parquet file: ${why}.`);
  }
}

/** The elements are a flattened tree: each says how many children follow it. */
function columnsOf([root, ...elements]: readonly SchemaElement[]): SchemaElement[][] {
  const columns: SchemaElement[][] = [];
  let at = 0;
  const endOf = (index: number): number => {
    let end = index + 1;
    for (let child = 0; child < (elements[index]?.num_children ?? 0); child += 1) end = endOf(end);
    return end;
  };
  for (let child = 0; child < (root?.num_children ?? 0); child += 1) {
    const end = endOf(at);
    columns.push(elements.slice(at, end));
    at = end;
  }
  return columns;
}
