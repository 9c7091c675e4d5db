import type { FileHandle } from 'node:fs/promises';
import Papa from 'papaparse';
import { openDelimitedText } from '../catalogue/delimited-text';
import { countText } from '../spreadsheet/count-text';
import type { InputFile } from './input-file';
import { FileFault } from './table';
import type { Table, TableRow } from './table';
import { detectEncoding, fileChunks } from './text-encoding';
import type { TextEncoding } from './text-encoding';

/** What it takes to write a file in the same style. */
export interface DelimitedStyle {
  readonly delimiter: string;
  readonly newline: '\n' | '\r\n';
  /** The text began with a byte order mark, or was in an encoding that needs one. */
  readonly hasMark: boolean;
}

export interface DelimitedFile extends Table {
  readonly style: DelimitedStyle;
}

/** Opens a `.csv` or `.tsv` file, and detects its encoding, separator and line endings. */
export async function openDelimitedFile(input: InputFile): Promise<DelimitedFile> {
  const { file } = input;
  const encoding = await detectEncoding(file);
  const head = await headOf(file, encoding);
  if (head.trim() === '') throw new FileFault(`${input.name} is empty.`);
  const { delimiter, firstLine } = openDelimitedText(head);
  const layout = { input, encoding, delimiter, firstLine };
  let columns: readonly string[] = [];
  for await (const [header] of rowsOf(layout)) {
    if (header === undefined) continue;
    columns = header.map((cell) => cell.trim());
    break;
  }
  return {
    columns,
    found: [encoding.name, SEPARATORS[delimiter] ?? `separated by ${delimiter}`],
    style: {
      delimiter,
      newline: /\r\n/.test(head) ? '\r\n' : '\n',
      hasMark: encoding.markLength > 0 || encoding.label !== 'utf-8',
    },
    async *rows() {
      let isHeader = true;
      for await (const rows of rowsOf(layout, columns)) {
        // Lines above the header are no rows, also where an empty line is an empty cell.
        const header = isHeader ? rows.findIndex((row) => !isEmptyLine(row)) : 0;
        if (header < 0) continue;
        yield isHeader ? rows.slice(header + 1) : rows;
        isHeader = false;
      }
    },
    check: () => input.check(),
    close: () => input.close(),
  };
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'separated by commas',
  ';': 'separated by semicolons',
  '\t': 'separated by tabs',
  '|': 'separated by vertical bars',
};

interface Layout {
  readonly input: InputFile;
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  /** 2 after a `sep=…` line, else 1. */
  readonly firstLine: number;
}

async function headOf(file: FileHandle, { label, markLength }: TextEncoding): Promise<string> {
  for await (const chunk of fileChunks(file, markLength)) {
    return new TextDecoder(label).decode(chunk, { stream: true });
  }
  return '';
}

/** @param columns if given, every row must have a cell for each. */
async function* rowsOf(
  { input, encoding, delimiter, firstLine }: Layout,
  columns?: readonly string[],
): AsyncGenerator<readonly string[][]> {
  const decoder = new TextDecoder(encoding.label);
  const position = { row: 0, line: firstLine };
  let rest = '';
  let isFirst = true;
  const parse = (text: string, isLast: boolean): readonly string[][] => {
    const piece = new Piece(text, delimiter, { ...position }, input.name);
    const { rows, length } = piece.read(isLast, columns);
    position.row += rows.length;
    if (!isLast) position.line += lineBreaksIn(text, length);
    rest = text.slice(length);
    // Skip empty lines, except in a file of one column, where they are empty cells.
    if (columns?.length === 1 || !rows.some(isEmptyLine)) return rows;
    return rows.filter((row) => !isEmptyLine(row));
  };
  let held = '';
  for await (const chunk of fileChunks(input.file, encoding.markLength)) {
    let text = held + decoder.decode(chunk, { stream: true });
    // The `\n` of a `\r\n` may be in the next chunk.
    held = text.endsWith('\r') ? '\r' : '';
    if (held !== '') text = text.slice(0, -1);
    let plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (isFirst && firstLine === 2) plain = plain.slice(plain.indexOf('\n') + 1);
    isFirst = false;
    yield parse(rest + plain, false);
    if (rest.length > LONGEST_ROW) {
      const { row } = position;
      parse(rest, true);
      throw new FileFault(
        `${input.name}, row ${countText(row)}: it has more than ${countText(LONGEST_ROW)} characters.`,
        row,
      );
    }
  }
  const end = rest + (decoder.decode() + held).replace(/\r\n?/g, '\n');
  if (end !== '') yield parse(end, true);
}

/** In UTF-16 units. A longer row means a quotation mark that was never closed. */
const LONGEST_ROW = 4_000_000;

/** Where a piece begins in the file: the rows before it, header included, and its line number. */
interface Position {
  readonly row: number;
  readonly line: number;
}

/** A piece of the file's text. */
class Piece {
  constructor(
    private readonly text: string,
    private readonly delimiter: string,
    private readonly start: Position,
    private readonly fileName: string,
  ) {}

  /** Whole rows, and how much of the text they take up. */
  read(
    isLast: boolean,
    columns: readonly string[] | undefined,
  ): { readonly rows: readonly string[][]; readonly length: number } {
    const { data: rows, errors, meta } = this.parse(this.text, isLast);
    const [quote] = errors;
    if (quote !== undefined) throw this.brokenQuote(quote, rows);
    if (columns !== undefined) {
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index] as string[];
        if (row.length !== columns.length && !isEmptyLine(row)) {
          throw this.otherLength(index, row, columns);
        }
      }
    }
    return { rows, length: isLast ? this.text.length : meta.cursor };
  }

  private parse(text: string, isLast: boolean, preview = 0): Papa.ParseResult<string[]> {
    // Papa's fast mode counts the rows of a preview differently.
    const mode = preview > 0 ? { preview, fastMode: false } : {};
    const parser = new Papa.Parser({ delimiter: this.delimiter, newline: '\n', ...mode });
    return parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
  }

  private brokenQuote(
    { code, row = 0, index = 0 }: Papa.ParseError,
    rows: readonly string[][],
  ): FileFault {
    const from = this.startOf(row);
    const isOpen = code === 'MissingQuotes';
    const broken = isOpen
      ? rows[row]
      : this.parse(this.text.slice(from, Math.max(from + 1, index)), true).data[0];
    const column = Math.max(1, broken?.length ?? 1);
    const what = isOpen
      ? 'a quotation mark opens and never closes'
      : 'a quotation mark is out of place';
    const advice = 'Write a quotation mark inside a cell twice, and one around the cell';
    return this.fault(row, column, what, advice);
  }

  private otherLength(index: number, row: readonly string[], columns: readonly string[]) {
    const wanted = columns.length;
    const column = Math.min(row.length, wanted) + 1;
    const cells = `there are ${countText(row.length)} cells, and the header has ${countText(wanted)}`;
    const missing = columns[row.length];
    const what = row.length < wanted ? `${cells}: “${missing ?? ''}” is missing` : cells;
    return this.fault(index, column, what, 'Correct the row');
  }

  private fault(index: number, column: number, what: string, advice: string): FileFault {
    const row = this.start.row + index;
    const line = this.start.line + lineBreaksIn(this.text, this.startOf(index));
    const where =
      row === 0
        ? `header (line ${countText(line)})`
        : `row ${countText(row)} (line ${countText(line)})`;
    return new FileFault(
      `${this.fileName}, ${where}, column ${countText(column)}: ${what}. ${advice}.`,
      row,
      column,
    );
  }

  /** The offset where a row's text begins. */
  private startOf(index: number): number {
    return index === 0 ? 0 : this.parse(this.text, false, index).meta.cursor;
  }
}

function isEmptyLine(row: TableRow): boolean {
  return row.length === 1 && row[0] === '';
}

function lineBreaksIn(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
