import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { OutputFile } from './output-file';
import { checkWritable, declaredAs, isOrdered, isText, writtenAs } from './parquet-types';
import { StoredValue } from './stored-value';
import type { TableRow, TableWriter } from './table';
import { valueText } from './value-text';

/**
 * Writes a `.parquet` file. Columns of a Parquet input keep their types; others are numbers or
 * text.
 *
 * @param known the schema elements of the input’s columns.
 * @param numbers the names of the columns with values.
 * @param kvMetadata the metadata that the file declares.
 * @throws FileFault for a column that can’t be written.
 */
export function createParquetWriter(
  output: OutputFile,
  columns: readonly string[],
  known: readonly (readonly SchemaElement[])[],
  numbers: ReadonlySet<string>,
  kvMetadata: KeyValue[],
): TableWriter {
  const elements = elementsOf(columns, known, numbers);
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
      // Declared only now: the writer would convert values that are stored already.
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

/** Of columns with one name, each has its own: they are in the order of the input. */
function elementsOf(
  columns: readonly string[],
  known: readonly (readonly SchemaElement[])[],
  numbers: ReadonlySet<string>,
): (readonly SchemaElement[])[] {
  const left = [...known];
  return columns.map((name) => {
    const at = left.findIndex(([column]) => column?.name === name);
    const [own] = at === -1 ? [] : left.splice(at, 1);
    return own ?? [numbers.has(name) ? numberOf(name) : textOf(name)];
  });
}

const ROWS_IN_GROUP = 50_000;

function numberOf(name: string): SchemaElement {
  return { name, type: 'DOUBLE', repetition_type: 'OPTIONAL' };
}

function textOf(name: string): SchemaElement {
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };
}

/** A value from a text file is text, even in a column of numbers. */
function writable(value: unknown, element: SchemaElement | undefined): unknown {
  if (element !== undefined && isText(element) && !(value instanceof Uint8Array)) {
    return value === null || value === undefined ? null : valueText(value);
  }
  if (typeof value !== 'string' || element?.type !== 'DOUBLE') return storedOf(value);
  return value === '' ? null : Number(value);
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
