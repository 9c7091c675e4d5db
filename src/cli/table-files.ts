import { extname } from 'node:path';
import type { Writable } from 'node:stream';
import type { DelimitedStyle } from './delimited-file';
import { openDelimitedFile } from './delimited-file';
import { createDelimitedWriter, PLAIN_STYLE } from './delimited-writer';
import { openInput, STANDARD } from './input-file';
import { createOutputFile, createOutputStream } from './output-file';
import type { RunFolder } from './run-folder';
import type { Table, TableWriter } from './table';
import { UsageError } from './usage-error';

type FileFormat = 'csv' | 'tsv';

export interface OpenTable extends Table {
  readonly style?: DelimitedStyle;
}

/** By the file's name. @throws UsageError */
function formatOf(path: string): FileFormat {
  const extension = extname(path).toLowerCase();
  const format = FORMATS[extension];
  if (format === undefined) {
    throw new UsageError(
      `${path} is of no kind that can be used here: ${Object.keys(FORMATS).join(', ')}.`,
    );
  }
  return format;
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.tsv': 'tsv',
};

/** @throws FileFault or UsageError */
export async function openTable(path: string, input: NodeJS.ReadableStream): Promise<OpenTable> {
  if (path !== STANDARD) formatOf(path);
  const file = await openInput(path, input);
  try {
    return await openDelimitedFile(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws FileFault */
export function createTableWriter(
  path: string,
  columns: readonly string[],
  input: OpenTable,
  folder: RunFolder | undefined,
  standard: Writable,
): Promise<TableWriter> {
  const isStandard = path === STANDARD;
  const output = isStandard
    ? createOutputStream(standard)
    : createOutputFile(path, folder?.part ?? path);
  const style = input.style ?? PLAIN_STYLE;
  // What is no file, such as `/dev/stdout`, has no kind.
  const format = folder === undefined ? undefined : formatOf(path);
  const delimiter =
    format === 'tsv' ? '\t' : style.delimiter === '\t' && format === 'csv' ? ',' : style.delimiter;
  return createDelimitedWriter(output, columns, { ...style, delimiter });
}
