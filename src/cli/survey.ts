import { planOf } from '../lookup';
import type { Engine, Plan, Question } from '../lookup';
import { KeySet } from './key-set';
import type { OutputColumns } from './output-columns';
import { missingQuestions } from './row-asking';
import type { RowReader } from './row-reader';
import type { Table } from './table';

/** Counts all rows, read as the run will read them. Nothing is asked. */
export interface Survey {
  readonly rows: number;
  /** Rows that are done already, if the file is an output of Locus. */
  readonly done: number;
  readonly blank: number;
  readonly bad: number;
  /** Distinct places or scores to ask for. */
  readonly places: number;
  /** The calls that the run will take; undefined without an engine. */
  readonly plan: Plan | undefined;
}

/**
 * @param engine looks up what is known already; without one, calls are not counted.
 * @throws FileFault if the file is malformed, or the signal's reason.
 */
export async function surveyTable(
  table: Table,
  reader: RowReader,
  output: OutputColumns,
  engine: Pick<Engine, 'knows'> | undefined,
  signal: AbortSignal,
): Promise<Survey> {
  const counts = { rows: 0, done: 0, blank: 0, bad: 0 };
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
        counts[reading.kind] += 1;
        continue;
      }
      const { key, questions } = missingQuestions(reading, known);
      if (keys.add(key)) calls.add(questions());
    }
    await calls.count(false);
    signal.throwIfAborted();
  }
  await calls.count(true);
  return { ...counts, places: keys.size, plan: calls.plan };
}

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
