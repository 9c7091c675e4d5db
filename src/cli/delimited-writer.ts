import type { DelimitedStyle } from './delimited-file';
import type { OutputFile } from './output-file';
import type { TableRow, TableWriter } from './table';
import { valueText } from './value-text';

/** Writes a file of delimited text, in UTF-8. */
export async function createDelimitedWriter(
  output: OutputFile,
  columns: readonly string[],
  { delimiter, newline, hasMark }: DelimitedStyle,
): Promise<TableWriter> {
  const quoted = (text: string): string =>
    text.includes(delimiter) || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lineOf = (row: TableRow): string => {
    let line = '';
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) line += delimiter;
      line += quoted(valueText(row[index]));
    }
    // Readers skip an empty line.
    return (line === '' ? '""' : line) + newline;
  };
  const write = (rows: readonly TableRow[]): Promise<void> => {
    let text = '';
    for (const row of rows) text += lineOf(row);
    return output.write(encoder.encode(text));
  };
  await output.write(encoder.encode(hasMark ? '\uFEFF' : ''));
  await write([columns]);
  return { write, finish: () => output.finish() };
}

const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;
const encoder = new TextEncoder();

/** For an input that was not delimited text. */
export const PLAIN_STYLE: DelimitedStyle = { delimiter: ',', newline: '\n', hasMark: false };
