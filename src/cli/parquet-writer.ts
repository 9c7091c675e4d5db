import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { ExactDecimal } from './exact-decimal';
import type { OutputFile } from './output-file';
import { checkWritable, declaredAs, isOpaque, writtenAs } from './parquet-types';
import { PreciseDate } from './precise-date';
import type { TableRow, TableWriter } from './table';
import { valueText } from './value-text';

/**
 * Writes a `.parquet` file. Columns of a Parquet input keep their types; others are numbers or
 * text.
 *
 * @param known the schema elements of the input's columns, by name.
 * @param numbers the names of the columns with values.
 * @param kvMetadata the metadata that the file declares.
 * @throws FileFault for a column that can’t be written.
 */
export function createParquetWriter(
  output: OutputFile,
  columns: readonly string[],
  known: ReadonlyMap<string, readonly SchemaElement[]>,
  numbers: ReadonlySet<string>,
  kvMetadata: KeyValue[],
): TableWriter {
  const elements = columns.map(
    (name) => known.get(name) ?? [numbers.has(name) ? numberOf(name) : textOf(name)],
  );
  elements.forEach(checkWritable);
  const root = { name: 'root', num_children: columns.length };
  const buffer = new ByteWriter();
  const schema = [root, ...elements.flat().map(writtenAs)];
  const writer = new ParquetWriter({ writer: buffer, schema, kvMetadata });
  let waiting: TableRow[] = [];

  async function flush(): Promise<void> {
    await output.write(new Uint8Array(buffer.buffer, 0, buffer.index));
    buffer.index = 0;
  }

  async function writeGroup(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    const columnData = columns.map((name, index) => {
      const [element] = elements[index] ?? [];
      const statistics = elements[index]?.some(isOpaque) !== true;
      return { name, statistics, data: rows.map((row) => writable(row[index], element)) };
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
      // Declared only now: the writer would convert values that are bytes already.
      writer.schema = [root, ...elements.flat().map(declaredAs)];
      await writer.finish();
      await flush();
      await output.finish();
    },
  };
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
  if (value === null || value === undefined) return null;
  if (value instanceof ExactDecimal) return value.digits;
  if (value instanceof PreciseDate) {
    return element?.type === 'INT96' ? value.microseconds : value.steps;
  }
  if (element?.converted_type === 'UTF8') return valueText(value);
  if (typeof value !== 'string' || element?.type !== 'DOUBLE') return value;
  return value === '' ? null : Number(value);
}
