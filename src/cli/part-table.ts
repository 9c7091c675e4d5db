import { createHash } from 'node:crypto';
import type { RowReader } from './row-reader';
import type { TableRow } from './table';
import type { OpenTable } from './table-files';
import { UsageError } from './exit-code';
import { valueText } from './value-text';

/** Of a part's rows: which row of which file each is, so that `merge` can put them together. */
export const PART_COLUMN = 'locus_part';

/** `3/16`: the third of sixteen parts. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** @throws UsageError */
export function readPart(text: string): Part {
  const [, index = '', of = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim()) ?? [];
  const part = { index: Number(index), of: Number(of) };
  if (part.index >= 1 && part.index <= part.of) return part;
  throw new UsageError(`“${text}” isn’t a part: write --part 3/16 for the third of sixteen.`);
}

/** What the column says of a row. */
export interface PartMark extends Part {
  /** From 1, among the rows of the whole file. */
  readonly row: number;
  readonly rows: number;
  /** The same for all parts of one file. */
  readonly file: string;
}

export function readPartMark(value: unknown): PartMark | undefined {
  const [, index, of, row, rows, file = ''] = MARK.exec(valueText(value)) ?? [];
  if (row === undefined) return undefined;
  return { index: Number(index), of: Number(of), row: Number(row), rows: Number(rows), file };
}

const MARK = /^(\d+)\/(\d+) row (\d+) of (\d+) ([0-9a-f]{12})$/;

/**
 * The rows of a file whose question falls into a part, by its hash: equal places meet in one part, so
 * that all parts together make no more calls than the file would. Rows that ask nothing are dealt
 * out by their numbers. Each row says in a last column where it comes from; how many rows the file
 * has is known once all were read, as a run does before its first call.
 *
 * @throws UsageError if the file is a part itself.
 */
export function partOf(
  table: OpenTable,
  reader: RowReader,
  { index, of }: Part,
): { readonly table: OpenTable; readonly reader: RowReader } {
  if (table.columns.includes(PART_COLUMN)) {
    throw new UsageError(`The file is a part already: it has a column “${PART_COLUMN}”.`);
  }
  let whole: Pick<PartMark, 'rows' | 'file'> | undefined;
  const isInPart = (row: TableRow, number: number): boolean => {
    const reading = reader(row);
    const share = reading.kind === 'ask' ? hashOf(reading.key) : number;
    return share % of === index - 1;
  };

  async function* rows(): AsyncGenerator<readonly TableRow[]> {
    const hash = whole === undefined ? createHash('sha256') : undefined;
    hash?.update(JSON.stringify(table.columns));
    let number = 0;
    for await (const batch of table.rows()) {
      const own: TableRow[] = [];
      for (const row of batch) {
        number += 1;
        hash?.update(`${row.map(valueText).join('\t')}\n`);
        if (!isInPart(row, number)) continue;
        const { rows: all = 0, file = '' } = whole ?? {};
        own.push([...row, `${index}/${of} row ${number} of ${all} ${file}`]);
      }
      if (own.length > 0) yield own;
    }
    if (hash !== undefined) whole = { rows: number, file: hash.digest('hex').slice(0, 12) };
  }

  const { leftOut, firstRow = 1 } = table;
  return {
    reader: (row) => reader(row.slice(0, -1)),
    table: {
      ...table,
      columns: [...table.columns, PART_COLUMN],
      rows,
      numberOf: (row) => firstRow - 1 + Number(/ row (\d+) /.exec(valueText(row.at(-1)))?.[1]),
      ...(leftOut !== undefined && { leftOut: (row) => leftOut(row.slice(0, -1)) }),
    },
  };
}

function hashOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0);
}
