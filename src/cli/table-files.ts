import { extname } from 'node:path';
import type { Writable } from 'node:stream';
import type { KeyValue, SchemaElement } from 'hyparquet';
import { fileKindFault } from '../engine/places/file-kinds';
import type { PlaceColumns } from '../engine/places/place-choice';
import { columnsOf } from '../engine/places/place-row';
import { textBytes } from '../engine/places/escaped-bytes';
import type { TextEncoding } from '../engine/places/text-encoding';
import { columnKinds, inputColumns } from './column-kinds';
import { openDelimitedFile, type DelimitedStyle } from './delimited-file';
import { openGeojsonFile } from './geojson-file';
import { openInput, STANDARD, type InputFile } from './input-file';
import { openInputText, startOf } from './input-text';
import { createJsonWriter, jsonKindOf, openNdjsonFile, type JsonTable } from './json-file';
import { createOutputFile, createOutputStream, type OutputFile } from './output-file';
import type { ListChoice } from './list-choice';
import type { RunFolder } from './output-file';
import { createPointReader } from './row-reader';
import { FileFault, type ReadTable, type Table, type TableRow, type TableWriter } from './table';
import { UsageError } from './exit-code';
import { checkXlsxRow, createXlsxWriter } from './xlsx-writer';
import { valueText } from './value-text';

/** A table, and what else its file format has. */
export interface OpenTable extends Table, Partial<Pick<JsonTable, 'jsonKind' | 'collection'>> {
  readonly style?: DelimitedStyle;
  /** The file's mode. */
  readonly mode?: number | undefined;
  readonly schema?: readonly (readonly SchemaElement[])[];
  readonly metadata?: readonly KeyValue[];
}

/**
 * Opens a file. The format is recognised by the file's content, not by its name.
 *
 * @param encoding the encoding of a text file, if a person has named it.
 * @throws FileFault
 */
export async function openTable(
  path: string,
  input: NodeJS.ReadableStream,
  choice: ListChoice = {},
  encoding?: TextEncoding,
): Promise<OpenTable> {
  const file = await openInput(path, input);
  const ofFile = { mode: file.mode, check: () => file.check(), close: () => file.close() };
  try {
    const bytes = await endsOf(file);
    const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
    const json = jsonKindOf(startOf(bytes.subarray(0, END_BYTES), encoding));
    if (json !== undefined) {
      const text = await openInputText(file, encoding);
      const isLines = json.kind === 'ndjson';
      const table = isLines ? openNdjsonFile(text) : openGeojsonFile(text, json.isApart);
      return { ...(await table), ...ofFile };
    }
    const fault = start === 'PAR1' ? undefined : fileKindFault(bytes);
    if (fault !== undefined) throw new FileFault(`${file.name}: ${fault}`);
    return { ...(await openAs(start, file, choice, encoding)), ...ofFile };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The libraries of formats take 25 MB, so they are loaded only when a file needs them. */
async function openAs(
  start: string,
  file: InputFile,
  choice: ListChoice,
  encoding: TextEncoding | undefined,
): Promise<ReadTable> {
  if (start === 'PAR1') {
    const { openParquetFile } = await import(/* webpackMode: "eager" */ './parquet-file');
    return openParquetFile(file);
  }
  if (start !== 'PK\x03\x04') return openDelimitedFile(await openInputText(file, encoding), choice);
  const { openXlsxFile } = await import(/* webpackMode: "eager" */ './xlsx-file');
  return openXlsxFile(file, choice);
}

/** A small file as a whole; the start and the end of any other. */
async function endsOf({ file, bytes }: InputFile): Promise<Uint8Array> {
  const start = Buffer.alloc(Math.min(bytes, END_BYTES));
  const end = Buffer.alloc(Math.min(bytes - start.length, END_BYTES));
  await file.read(start, 0, start.length, 0);
  await file.read(end, 0, end.length, bytes - end.length);
  return Buffer.concat([start, end]);
}

const END_BYTES = 1_000_000;

/**
 * Creates a writer for the format that the output's name asks for.
 *
 * @param values the names of the columns with values.
 * @param place the columns of the places, which become points if the format has points.
 * @throws FileFault or UsageError
 */
export async function createTableWriter(
  path: string,
  columns: readonly string[],
  values: readonly string[],
  input: OpenTable,
  folder: RunFolder | undefined,
  standard: Writable,
  place?: PlaceColumns,
): Promise<TableWriter> {
  // An output that is not a file, such as `/dev/stdout`, has no format.
  const format = folder === undefined ? undefined : formatOf(path);
  const output =
    path === STANDARD
      ? createOutputStream(standard)
      : createOutputFile(path, folder?.part ?? path, input.mode);
  // In these columns, 12.90 is the number 12.9.
  const degrees = new Set(place?.kind === 'coordinates' ? columnsOf(place) : []);
  if (format === 'parquet') {
    const {
      metadata = [],
      schema = input.isText === true ? [] : await columnKinds(input, degrees),
    } = input;
    const names = input.columns;
    const { createParquetWriter } = await import(/* webpackMode: "eager" */ './parquet-writer');
    return createParquetWriter(output, columns, names, schema, new Set(values), [...metadata]);
  }
  if (format === 'xlsx') {
    const kinds = await columnKinds(input, degrees, checkXlsxRow);
    return createXlsxWriter(output, columns, input, { kinds, degrees }, values);
  }
  const json = format === undefined ? input.jsonKind : JSON_KINDS.find((kind) => kind === format);
  if (json !== undefined) {
    const from = inputColumns(columns, input.columns);
    const pointOf = place && createPointReader(input, place, from);
    return createJsonWriter(output, json, columns, input.collection, pointOf, values);
  }
  const style = input.style ?? PLAIN_STYLE;
  const isTabbed = format === 'tsv' || (format === undefined && style.delimiter === '\t');
  const delimiter = isTabbed ? '\t' : style.delimiter === '\t' ? ',' : style.delimiter;
  const isUnquoted = style.isUnquoted && delimiter === style.delimiter;
  return createDelimitedWriter(output, columns, { ...style, delimiter, isUnquoted });
}

/**
 * Returns the format that a file's name asks for.
 *
 * @throws UsageError
 */
export function formatOf(path: string): FileFormat {
  const format = FORMATS[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new UsageError(`Can’t write ${path}: use ${Object.keys(FORMATS).join(', ')}.`);
}

type FileFormat = 'csv' | 'tsv' | 'parquet' | 'xlsx' | 'ndjson' | 'geojson';

const JSON_KINDS: readonly JsonTable['jsonKind'][] = ['ndjson', 'geojson'];

const FORMATS: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.tsv': 'tsv',
  '.parquet': 'parquet',
  '.xlsx': 'xlsx',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
};

/** Writes a file of delimited text, in UTF-8. */
async function createDelimitedWriter(
  output: OutputFile,
  columns: readonly string[],
  { delimiter, newline, hasMark, isUnquoted }: DelimitedStyle,
): Promise<TableWriter> {
  const quoted = (text: string): string => {
    // Cells of such an input contain neither, but messages may.
    if (isUnquoted) return text.replaceAll(delimiter, ' ').replace(/[\r\n]+/g, ' ');
    const isOpen = text.includes(delimiter) || NEEDS_QUOTES.test(text);
    return isOpen ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lineOf = (row: TableRow): string => {
    let line = '';
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) line += delimiter;
      line += quoted(valueText(row[index]));
    }
    // Readers skip an empty line.
    return (line === '' && !isUnquoted ? '""' : line) + newline;
  };
  const write = (rows: readonly TableRow[]): Promise<void> => {
    let text = '';
    for (const row of rows) text += lineOf(row);
    return output.write(textBytes(text));
  };
  await output.write(textBytes(hasMark ? '\uFEFF' : ''));
  await write([columns]);
  return { write, finish: () => output.finish() };
}

const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** For an input that was not delimited text. */
const PLAIN_STYLE: DelimitedStyle = {
  ...{ delimiter: ',', newline: '\n', isUnquoted: false, hasMark: false },
};
