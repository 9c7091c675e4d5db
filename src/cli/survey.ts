import { planOf, type Engine, type Plan, type Question } from '../engine/lookup';
import { KeySet } from './key-set';
import type { OutputColumns } from './output-columns';
import { missingQuestions, type RowAsking, type RowReader, type RowReading } from './row-reader';
import type { RowsLeftOut, WhyLeftOut } from './run-event';
import type { Table, TableRow } from './table';

/** Counts all rows, read as the run will read them. Nothing is asked. */
export interface Survey {
  readonly rows: number;
  /** Rows that are done already, if the file is an output of Locus. */
  readonly done: number;
  /** What the run will not ask for. */
  readonly left: RowsLeftOut;
  /** Distinct places or scores to ask for. */
  readonly places: number;
  /** The calls that the run will take; undefined without an engine. */
  readonly plan: Plan | undefined;
}

/**
 * @param engine looks up what is known already; without one, calls are not counted.
 * @param tidy frees memory; called between some rows and the next.
 * @throws FileFault if the file is malformed, or the signal's reason.
 */
export async function surveyTable(
  table: Table,
  reader: RowReader,
  output: OutputColumns,
  engine: Pick<Engine, 'knows'> | undefined,
  signal: AbortSignal,
  tidy: () => void,
): Promise<Survey> {
  const counts = { rows: 0, done: 0 };
  const left = new LeftRows(table);
  const keys = new KeySet();
  const calls = new CallCount(engine);
  for await (const rows of table.rows()) {
    for (const row of rows) {
      counts.rows += 1;
      const known = output.known(row);
      if (known?.isDone === true) {
        counts.done += 1;
        continue;
      }
      const reading = reader(row);
      if (reading.kind !== 'ask') {
        left.add(row, reading, counts.rows);
        continue;
      }
      const { key, questions } = missingQuestions(reading, known);
      if (keys.add(key)) calls.add(questions());
    }
    await calls.count(false);
    tidy();
    signal.throwIfAborted();
  }
  await calls.count(true);
  return { ...counts, left: left.counted(counts.rows), places: keys.size, plan: calls.plan };
}

/** Counts rows that are not asked for, by why. */
class LeftRows {
  private readonly counts: Partial<Record<WhyLeftOut, number>> = {};
  private readonly numbers: Partial<Record<WhyLeftOut, number[]>> = {};

  constructor(private readonly table: Table) {}

  /** @param number from 1, among the rows. */
  add(row: TableRow, reading: Exclude<RowReading, RowAsking>, number: number): void {
    const why = reading.kind === 'bad' ? reading.what : (this.table.leftOut?.(row) ?? 'noPlace');
    this.counts[why] = (this.counts[why] ?? 0) + 1;
    const numbers = (this.numbers[why] ??= []);
    const { firstRow = 1 } = this.table;
    if (numbers.length < MOST_NUMBERS) {
      numbers.push(this.table.numberOf?.(row) ?? firstRow + number - 1);
    }
  }

  counted(rows: number): RowsLeftOut {
    const { counts, numbers } = this;
    const hidden = counts.hidden === undefined ? (this.table.hiddenRows ?? 0) : 0;
    return { rows, leavesOut: counts, rowNumbers: numbers, hidden };
  }
}

const MOST_NUMBERS = 5;

/** Counts calls, a few thousand questions at a time. */
class CallCount {
  private waiting: (readonly Question[])[] = [];
  private known = 0;
  private calls = 0;
  private values = 0;

  constructor(private readonly engine: Pick<Engine, 'knows'> | undefined) {}

  get plan(): Plan | undefined {
    if (this.engine === undefined) return undefined;
    return { calls: this.calls, values: this.values, known: this.known };
  }

  add(questions: readonly Question[]): void {
    if (this.engine !== undefined && questions.length > 0) this.waiting.push(questions);
  }

  async count(isLast: boolean): Promise<void> {
    while (this.waiting.length >= (isLast ? 1 : AT_ONCE)) {
      const some = this.waiting.splice(0, AT_ONCE);
      const known = (await this.engine?.knows(some.flat())) ?? [];
      let at = 0;
      const unknown = some.map(
        ({ length }) => known.slice(at, (at += length)).filter((isKnown) => !isKnown).length,
      );
      const plan = planOf(unknown, known.filter(Boolean).length);
      this.calls += plan.calls;
      this.values += plan.values;
      this.known += plan.known;
    }
  }
}

/** Places, each with its names. */
const AT_ONCE = 500;
