import { smallest } from '../engine/async/extremes';
import { statSync } from 'node:fs';
import { countedText, countText } from '../engine/language/speech';
import { Interrupted, type CommandPorts } from './command-ports';
import { EXIT, type ExitCode, UsageError } from './exit-code';
import { STANDARD } from './input-file';
import { STATUS_COLUMN, addedColumns } from './output-columns';
import { PART_COLUMN, readPartMark, type PartMark } from './part-table';
import { checkReplaced } from './prepared-run';
import type { Reporter } from './reporter';
import { openRunFolder } from './output-file';
import { FileFault, type TableRow, type TableWriter } from './table';
import { createTableWriter, formatOf, openTable, type OpenTable } from './table-files';
import { valueText } from './value-text';

export interface MergeOptions {
  readonly output?: string;
  readonly force?: boolean;
  /** Writes what is there, although rows are missing. */
  readonly partial?: boolean;
}

/**
 * `locus merge`: puts the parts of `enrich --part` together, in the order of the whole file. It makes
 * no call. Without all rows it writes nothing, unless a person says so, and says what is missing.
 *
 * @throws FileFault or UsageError; Interrupted
 */
export async function mergeParts(
  paths: readonly string[],
  { output = STANDARD, force, partial }: MergeOptions,
  ports: CommandPorts,
  report: Reporter,
): Promise<ExitCode> {
  await checkReplaced(output, force === true);
  const parts: PartRows[] = [];
  const folder = await openRunFolder(output);
  try {
    if (folder !== undefined) formatOf(output);
    for (const path of paths) {
      if (!hasNoLines(path)) parts.push(await PartRows.open(path, ports.input));
    }
    const [first] = parts;
    if (first === undefined) throw new UsageError('No part has any rows.');
    const columns = mergedColumns(parts);
    for (const part of parts) part.arrange(columns);
    const status = columns.indexOf(STATUS_COLUMN);
    const writer = await createTableWriter(
      output,
      columns,
      addedColumns(first.columns.slice(first.markAt)),
      mergedTable(parts, first, columns),
      folder,
      ports.output,
    );
    const merge = new Merge(parts, writer, ports.interrupted, status);
    await merge.run();
    const { missing, failed, rows } = merge;
    if (missing.rows > 0 && partial !== true) {
      throw new FileFault(`${missing.text} Nothing was written; --partial writes the rest.`);
    }
    await writer.finish();
    folder?.remove();
    if (missing.rows > 0) report({ event: 'notice', message: missing.text });
    const again =
      failed === 0 ? '' : ` ${countedText(failed, 'row')} failed: enrich it to ask again.`;
    report({
      event: 'notice',
      message: `${countedText(rows, 'row')} of ${countedText(parts.length, 'part')} merged.${again}`,
    });
    return failed > 0 || missing.rows > 0 ? EXIT.someFailed : EXIT.done;
  } finally {
    for (const part of parts) await part.table.close();
    folder?.release();
  }
}

/** Lines of JSON have no header: a part to which no row fell is an empty file. */
function hasNoLines(path: string): boolean {
  const isLines = /\.(?:ndjson|jsonl)$/i.test(path);
  return isLines && statSync(path, { throwIfNoEntry: false })?.size === 0;
}

/**
 * The columns of all parts. They are the same, but of lines of JSON, where a field that no row of a
 * part has is not in it.
 *
 * @throws FileFault
 */
function mergedColumns(parts: readonly PartRows[]): readonly string[] {
  const [first, ...others] = parts;
  const isLoose = parts.every(({ table }) => table.jsonKind === 'ndjson');
  const added = (part: PartRows): readonly string[] => part.columns.slice(part.markAt);
  const compared = (part: PartRows): string => JSON.stringify(isLoose ? added(part) : part.columns);
  for (const part of others) {
    if (first !== undefined && compared(part) !== compared(first)) {
      throw new FileFault(`${part.path} has other columns than ${first.path}.`);
    }
  }
  const own = parts.flatMap((part) => part.columns.slice(0, part.markAt));
  return isLoose && first !== undefined
    ? [...new Set([...own, ...added(first)])]
    : (first?.columns ?? []);
}

/** The parts as one table, in no order, whose columns decide the types of the output's. */
function mergedTable(
  parts: readonly PartRows[],
  { table, markAt }: PartRows,
  columns: readonly string[],
): OpenTable {
  return {
    ...table,
    columns,
    ...(table.schema !== undefined && { schema: table.schema.filter((_, at) => at !== markAt) }),
    async *rows() {
      for (const part of parts) yield* part.all();
    },
  };
}

/** The rows of one part, one after the other. */
class PartRows {
  /** The columns of the merged file. */
  readonly columns: readonly string[];
  head: { readonly mark: PartMark; readonly row: TableRow } | undefined;
  private batch: readonly TableRow[] = [];
  /** Where each column of the merged file is in this one; -1 for nowhere. */
  private places: readonly number[] = [];
  private at = 0;
  private readonly rows: AsyncIterator<readonly TableRow[]>;

  private constructor(
    readonly path: string,
    readonly table: OpenTable,
    readonly markAt: number,
  ) {
    this.columns = table.columns.filter((_, index) => index !== markAt);
    this.rows = table.rows()[Symbol.asyncIterator]();
  }

  static async open(path: string, input: NodeJS.ReadableStream): Promise<PartRows> {
    // Locus wrote it, so its first line is the header, whatever the next ones look like.
    const table = await openTable(path, input, { headerRow: 0 });
    const markAt = table.columns.indexOf(PART_COLUMN);
    if (markAt === -1) {
      await table.close();
      throw new FileFault(`${path} isn’t a part: it has no column “${PART_COLUMN}”.`);
    }
    const part = new PartRows(path, table, markAt);
    part.arrange(part.columns);
    await part.next();
    return part;
  }

  /** @param columns of the merged file. */
  arrange(columns: readonly string[]): void {
    const shift = (at: number): number => (at >= this.markAt ? at + 1 : at);
    // By their places, since two columns of a file may have one name.
    const isOwn = columns.every((name, at) => name === this.columns[at]);
    this.places = columns.map((name, at) => shift(isOwn ? at : this.columns.indexOf(name)));
  }

  /** The row that is next, in the merged file's columns. */
  get row(): TableRow {
    return this.arranged(this.head?.row ?? []);
  }

  async *all(): AsyncGenerator<readonly TableRow[]> {
    for await (const rows of this.table.rows()) yield rows.map((row) => this.arranged(row));
  }

  private arranged(row: TableRow): TableRow {
    return this.places.map((at) => row[at]);
  }

  /** Reads the next row into `head`. */
  async next(): Promise<void> {
    while (this.at === this.batch.length) {
      const { value, done } = await this.rows.next();
      if (done === true) {
        this.head = undefined;
        return;
      }
      this.batch = value as readonly TableRow[];
      this.at = 0;
    }
    const row = this.batch[this.at] as TableRow;
    this.at += 1;
    const mark = readPartMark(row[this.markAt]);
    const before = this.head?.mark.row ?? 0;
    if (mark === undefined || mark.row > mark.rows || mark.row <= before) {
      const said = valueText(row[this.markAt]).slice(0, 60);
      throw new FileFault(
        `${this.path}: “${PART_COLUMN}” says “${said}” after row ${countText(before)}. Was the part sorted or edited?`,
      );
    }
    this.head = { mark, row };
  }
}

class Merge {
  rows = 0;
  failed = 0;
  private readonly heads = new Map<number, PartRows>();
  private readonly seen = new Set<number>();
  private whole: PartMark | undefined;
  private firstMissing = 0;

  constructor(
    private readonly parts: readonly PartRows[],
    private readonly writer: TableWriter,
    private readonly interrupted: AbortSignal,
    private readonly status: number,
  ) {}

  get missing(): { readonly rows: number; readonly text: string } {
    const { rows = 0, of = 0 } = this.whole ?? {};
    const missing = rows - this.rows;
    const absent = Array.from({ length: of }, (_, at) => at + 1).filter((at) => !this.seen.has(at));
    const which = absent
      .slice(0, MOST_NAMED)
      .map((at) => `${at}/${of}`)
      .join(', ');
    const more =
      absent.length > MOST_NAMED ? ` and ${countText(absent.length - MOST_NAMED)} more` : '';
    const where =
      absent.length === 0
        ? `the first is row ${countText(this.firstMissing)}`
        : `there is no ${absent.length === 1 ? 'part' : 'row of the parts'} ${which}${more}`;
    return {
      rows: missing,
      text: `${countedText(missing, 'row')} of ${countText(rows)} are missing: ${where}.`,
    };
  }

  async run(): Promise<void> {
    for (const part of this.parts) this.place(part);
    let batch: TableRow[] = [];
    for (let number = 1; this.heads.size > 0; number += 1) {
      const part = this.heads.get(number);
      if (part?.head === undefined) {
        if (this.firstMissing === 0) this.firstMissing = number;
        // To the next row that is there.
        number = smallest(this.heads.keys()) - 1;
        continue;
      }
      const { row } = part;
      batch.push(row);
      this.rows += 1;
      if (valueText(row[this.status]) === 'failed') this.failed += 1;
      this.heads.delete(number);
      await part.next();
      this.place(part);
      if (batch.length < ROWS_AT_ONCE) continue;
      if (this.interrupted.aborted) throw new Interrupted('Interrupted: nothing was written.');
      await this.writer.write(batch);
      batch = [];
    }
    if (this.firstMissing === 0) this.firstMissing = this.rows + 1;
    await this.writer.write(batch);
  }

  private place(part: PartRows): void {
    if (part.head === undefined) return;
    const { mark } = part.head;
    this.whole ??= mark;
    const isOther =
      mark.file !== this.whole.file || mark.rows !== this.whole.rows || mark.of !== this.whole.of;
    if (isOther) {
      const [first] = this.parts;
      throw new FileFault(
        `${part.path} is a part of another file, or of another number of parts, than ${first?.path ?? ''}.`,
      );
    }
    const twin = this.heads.get(mark.row);
    if (twin !== undefined) {
      throw new FileFault(`${twin.path} and ${part.path} both hold row ${countText(mark.row)}.`);
    }
    this.seen.add(mark.index);
    this.heads.set(mark.row, part);
  }
}

const ROWS_AT_ONCE = 1000;
const MOST_NAMED = 5;
