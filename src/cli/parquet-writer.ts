import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { inputColumns, numberOf, type ColumnKind } from './column-kinds';
import type { OutputFile } from './output-file';
import { checkWritable, declaredAs, isOrdered, isText, writtenAs } from './parquet-types';
import type { TableRow, TableWriter } from './table';
import { StoredNumber, StoredValue, valueText } from './value-text';

/** The types of an input's columns: schema elements for a Parquet file, a kind for any other. */
export type InputTypes = readonly (readonly SchemaElement[] | ColumnKind)[];

/**
 * Writes a Parquet file. Columns of a Parquet input keep their types; others are numbers, truth
 * values or text.
 *
 * @param input the names of the input's columns.
 * @param numbers the names of the columns with values.
 * @param kvMetadata the metadata that the file declares.
 * @throws FileFault for a column that can't be written.
 */
export function createParquetWriter(
  output: OutputFile,
  columns: readonly string[],
  input: readonly string[],
  types: InputTypes,
  numbers: ReadonlySet<string>,
  kvMetadata: KeyValue[],
): TableWriter {
  const elements = elementsOf(columns, input, types, numbers);
  elements.forEach(checkWritable);
  const root = { name: 'root', num_children: columns.length };
  const buffer = new ByteWriter();
  // The library tells columns apart by their names, of which a file may have several alike.
  const schema = elements.flatMap((tree, column) =>
    tree.map((element, index) => ({
      ...writtenAs(element),
      ...(index === 0 && { name: String(column) }),
    })),
  );
  const writer = new ParquetWriter({ writer: buffer, schema: [root, ...schema], kvMetadata });
  const isAlone = columns.map((name) => columns.indexOf(name) === columns.lastIndexOf(name));
  let waiting: TableRow[] = [];

  async function flush(): Promise<void> {
    await output.write(new Uint8Array(buffer.buffer, 0, buffer.index));
    buffer.index = 0;
  }

  async function writeGroup(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    const columnData = elements.map((tree, index) => {
      const data = rows.map((row) => writable(row[index], tree[0]));
      const isBroken = tree.some(isText) && data.some((value) => value instanceof Uint8Array);
      const statistics = isAlone[index] === true && tree.every(isOrdered) && !isBroken;
      return { name: String(index), statistics, data };
    });
    await writer.write({ columnData, rowGroupSize: rows.length });
    await flush();
  }

  return {
    async write(rows) {
      for (const row of rows) waiting.push(row);
      if (waiting.length >= ROWS_IN_GROUP) await writeGroup();
    },
    async finish() {
      await writeGroup();
      // Declared only at the end, because the writer would convert values that are already stored.
      writer.schema = [root, ...elements.flat().map(declaredAs)];
      for (const { meta_data: chunk } of writer.row_groups.flatMap((group) => group.columns)) {
        const [column = '', ...inner] = chunk?.path_in_schema ?? [];
        if (chunk !== undefined) chunk.path_in_schema = [columns[Number(column)] ?? '', ...inner];
      }
      await writer.finish();
      await flush();
      await output.finish();
    },
  };
}

function elementsOf(
  columns: readonly string[],
  input: readonly string[],
  types: InputTypes,
  numbers: ReadonlySet<string>,
): (readonly SchemaElement[])[] {
  const from = inputColumns(columns, input);
  return columns.map((name, column) => {
    const own = types[from[column] ?? -1] ?? 'text';
    if (typeof own !== 'string') return own;
    const kind = own === 'text' && numbers.has(name) ? 'number' : own;
    return [{ name, ...TYPES[kind], repetition_type: 'OPTIONAL' }];
  });
}

const TYPES = {
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<ColumnKind, Partial<SchemaElement>>;

const ROWS_IN_GROUP = 50_000;

/** A value from a text file is text, even in a column of numbers. */
function writable(value: unknown, element: SchemaElement | undefined): unknown {
  if (element !== undefined && isText(element) && !(value instanceof Uint8Array)) {
    return value === null || value === undefined ? null : valueText(value);
  }
  if (element?.type !== 'DOUBLE') return storedOf(value);
  if (typeof value === 'string') return value === '' ? null : Number(value);
  // Such as 12.90 in JSON, which is stored as text.
  return value instanceof StoredNumber ? (numberOf(value) ?? null) : storedOf(value);
}

function storedOf(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || value instanceof Uint8Array) return value;
  if (value instanceof StoredValue) return value.stored;
  if (Array.isArray(value)) return value.map(storedOf);
  if (value instanceof Map) {
    return Array.from(value, ([key, inner]) => ({ key: storedOf(key), value: storedOf(inner) }));
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storedOf(part)]));
}
