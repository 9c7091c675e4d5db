import type { Engine, Question } from '../engine/lookup';
import { errorCell, type KnownRow, type OutputColumns, type RowStatus } from './output-columns';
import { codeOf, outcomeOf } from './outcome-text';
import { RecentOutcomes, type AskedRow, type RowOutcome } from './recent-outcomes';
import { missingQuestions, type RowReader } from './row-reader';
import type { Table, TableRow, TableWriter } from './table';

/** Rows by how they ended. `done`, `failed` and `skipped` add up to `rows`. */
export interface RowCounts {
  rows: number;
  done: number;
  failed: number;
  skipped: number;
}

/** Everything that a run counts. */
export interface RunCounts extends RowCounts {
  /** Rows that lack a value because calls or credits ran out. */
  overBudget: number;
  /** Attributes that have a value at one place at least. */
  readonly foundNames: Set<string>;
  /** Names for which a place had no value, or which the service refused. */
  readonly emptyNames: Set<string>;
  /** Distinct places or scores whose questions have settled. */
  settled: number;
}

export interface EnrichmentParts {
  readonly table: Table;
  readonly reader: RowReader;
  readonly output: OutputColumns;
  readonly writer: TableWriter;
  readonly engine: Pick<Engine, 'ask'>;
  /** Whether the service is known to be a gateway. */
  readonly isGateway: () => boolean;
  /** How many distinct places or scores may be asked for at once. */
  readonly mostAsked: number;
  /** Ends the run, which then throws the signal's reason. */
  readonly signal: AbortSignal;
  /** Called when the service refuses the key: every further call would fail. */
  readonly onKeyRefused: () => void;
  /** Updated as the run proceeds. */
  readonly counts: RunCounts;
}

/** The most rows that wait for an answer. */
const MOST_ROWS = 6_000;
/** The most outcomes remembered. */
const MOST_REMEMBERED = 400_000;
/** Rows written at once. */
const WRITTEN_AT_ONCE = 1_000;

/**
 * Asks for rows, few at a time, and writes them in order.
 *
 * @throws FileFault, or the signal's reason
 */
export async function enrichTable(parts: EnrichmentParts): Promise<void> {
  const run = new Enrichment(parts);
  for await (const rows of parts.table.rows()) {
    for (const row of rows) {
      run.begin(row);
      if (run.isFull) await run.room();
    }
    await run.writeSettled();
  }
  await run.end();
}

/** A row not yet written; `asked` is undefined if it asks nothing. */
interface WaitingRow {
  readonly row: TableRow;
  readonly known: KnownRow | undefined;
  readonly asked: AskedRow | undefined;
  readonly isAsked: readonly boolean[] | undefined;
  readonly status: RowStatus;
  readonly error: string;
}

class Enrichment {
  /** In the order of the rows. Those before `first` have been written. */
  private waiting: WaitingRow[] = [];
  private first = 0;
  private asked = 0;
  private wake = (): void => {};
  private readonly recent = new RecentOutcomes(MOST_REMEMBERED);

  constructor(private readonly parts: EnrichmentParts) {
    parts.signal.addEventListener('abort', () => this.wake(), { once: true });
  }

  get isFull(): boolean {
    return this.waiting.length - this.first >= MOST_ROWS || this.asked >= this.parts.mostAsked;
  }

  begin(row: TableRow): void {
    const { output, reader } = this.parts;
    const known = output.known(row);
    const ended = (status: RowStatus, error = ''): void => {
      this.waiting.push({ row, known, asked: undefined, isAsked: undefined, status, error });
    };
    if (known?.isDone === true) return ended('done');
    const reading = reader(row);
    if (reading.kind === 'blank') return ended('skipped');
    if (reading.kind === 'bad') return ended('failed', reading.message);
    const { key, questions, isAsked, width } = missingQuestions(reading, known);
    const asked = this.recent.find(key, width) ?? this.ask(key, questions());
    this.waiting.push({ row, known, asked, isAsked, status: 'done', error: '' });
  }

  /** Resolves when more rows may be read. */
  async room(): Promise<void> {
    while (this.isFull) {
      await this.writeSettled();
      if (this.isFull) await this.nextSettled();
    }
  }

  async end(): Promise<void> {
    await this.writeSettled();
    while (this.waiting[this.first] !== undefined) {
      await this.nextSettled();
      await this.writeSettled();
    }
  }

  /** Writes the settled rows at the head. */
  async writeSettled(): Promise<void> {
    for (;;) {
      this.parts.signal.throwIfAborted();
      const rows: TableRow[] = [];
      while (rows.length < WRITTEN_AT_ONCE) {
        const next = this.waiting[this.first];
        if (next === undefined) break;
        if (next.asked !== undefined && next.asked.outcome === undefined) break;
        rows.push(this.written(next));
        this.first += 1;
      }
      if (this.first > MOST_ROWS || this.first === this.waiting.length) {
        this.waiting = this.waiting.slice(this.first);
        this.first = 0;
      }
      if (rows.length === 0) return;
      await this.parts.writer.write(rows);
    }
  }

  /** Resolves when any row has settled: a slow one at the head keeps no others from being asked. */
  private async nextSettled(): Promise<void> {
    const { signal } = this.parts;
    // It may have settled since it was last looked at.
    const isPending = this.waiting[this.first]?.asked?.outcome === undefined;
    if (isPending && !signal.aborted) await new Promise<void>((resolve) => (this.wake = resolve));
    signal.throwIfAborted();
  }

  private ask(key: string, questions: readonly Question[]): AskedRow {
    const { counts } = this.parts;
    this.asked += 1;
    const asked: AskedRow = { outcome: undefined };
    const answers = questions.map((question) => this.parts.engine.ask(question));
    void Promise.all(answers).then((outcomes) => {
      this.asked -= 1;
      counts.settled += 1;
      const outcome = outcomeOf(outcomes, questions, this.parts.isGateway());
      asked.outcome = outcome;
      this.recent.settle(key, outcome);
      outcomes.forEach((each, index) => {
        const question = questions[index];
        if (question?.kind !== 'attribute') return;
        if (each.kind === 'found') counts.foundNames.add(question.name);
        // A budget or an outage says nothing about a name.
        else if (each.kind === 'missing' || codeOf(each) === 'rejected') {
          counts.emptyNames.add(question.name);
        }
      });
      const isRefused = outcomes.some((each) => codeOf(each) === 'key-refused');
      if (isRefused) this.parts.onKeyRefused();
      this.wake();
    });
    this.recent.add(key, asked);
    return asked;
  }

  private written({ row, known, asked, isAsked, ...ended }: WaitingRow): TableRow {
    const { output, counts } = this.parts;
    const { outcome } = asked ?? {};
    const error = errorOf(outcome, ended.error, known, isAsked, output.wanted);
    const status = error === '' || ended.status === 'skipped' ? ended.status : 'failed';
    counts.rows += 1;
    counts[status] += 1;
    if (outcome?.isOverBudget === true) counts.overBudget += 1;
    return output.row(row, valuesOf(outcome, known, isAsked), status, error);
  }
}

function errorOf(
  outcome: RowOutcome | undefined,
  placeError: string,
  known: KnownRow | undefined,
  isAsked: readonly boolean[] | undefined,
  wanted: readonly string[],
): string {
  const earlier = known?.earlier ?? '';
  if (outcome === undefined) {
    if (placeError === '' || earlier === '') return placeError;
    return errorCell(placeError, wanted, wanted, earlier);
  }
  if (outcome.error === '') return earlier;
  if (!outcome.isWhole) return `${earlier} ${outcome.error}`.trimStart();
  const asked = wanted.filter((_, index) => isAsked?.[index] ?? true);
  return errorCell(outcome.error, asked, wanted, earlier);
}

function valuesOf(
  outcome: RowOutcome | undefined,
  known: KnownRow | undefined,
  isAsked: readonly boolean[] | undefined,
): readonly unknown[] | undefined {
  if (isAsked === undefined) return outcome?.values ?? known?.values;
  let next = 0;
  return isAsked.map((is, index) => (is ? outcome?.values[next++] : known?.values[index]));
}
