import { countedText } from '../engine/language/speech';
import { planOf, type Engine, type Plan, type Question } from '../engine/lookup';
import { Interrupted, type CommandPorts, askYes, hasPerson } from './command-ports';
import { readWanted, reportOutages, wantedColumns, type EnrichOptions } from './enrich-options';
import { enrichTable, type RunCounts } from './enrichment';
import { EXIT, type ExitCode, UsageError } from './exit-code';
import { STANDARD } from './input-file';
import { KeySet } from './key-set';
import type { OutputColumns } from './output-columns';
import { prepareRun, type PreparedRun } from './prepared-run';
import type { Reporter } from './reporter';
import { missingQuestions, type RowAsking, type RowReader, type RowReading } from './row-reader';
import {
  leftOutText,
  type PlannedCalls,
  planText,
  type Progress,
  type RowsLeftOut,
  type WhyLeftOut,
} from './reporter';
import type { Table, TableRow } from './table';
import { createTableWriter } from './table-files';

/** More calls than this need a person's approval. */
const APPROVED_CALLS = 500;
const REPORTED_EVERY_MS = 200;
/** How long a run waits for calls in flight after Ctrl+C. */
const SETTLE_MS = 10_000;

/**
 * Runs `locus enrich`, which adds columns.
 *
 * @throws FileFault, UsageError, or Interrupted if the run can be resumed.
 */
export async function enrich(
  path: string,
  options: EnrichOptions,
  ports: CommandPorts,
  report: Reporter,
): Promise<ExitCode> {
  const output = options.output ?? STANDARD;
  return withRun(path, output, options, ports, report, async (run, signal, halt) => {
    const isApproved = options.yes === true || options.maxCalls !== undefined;
    const engine = isApproved ? undefined : run.service.engine;
    const survey = await surveyTable(run.table, run.reader, run.columns, engine, signal);
    reportLeftOut(survey, options, report);
    if (!isApproved) await approve(survey, path, options, ports);
    return new EnrichRun(run, survey, options, ports, report).carryOut(output, signal, halt);
  });
}

/** Runs `locus plan`, which says what `enrich` would cost, and asks for nothing. */
export async function plan(
  path: string,
  options: EnrichOptions,
  ports: CommandPorts,
  report: Reporter,
): Promise<ExitCode> {
  return withRun(path, undefined, options, ports, report, async (run, signal) => {
    const { table, reader, columns, service } = run;
    const survey = await surveyTable(table, reader, columns, service.engine, signal);
    reportLeftOut(survey, options, report);
    const planned = plannedCalls(survey, options);
    const { rows } = survey;
    ports.output.write(
      options.json === true
        ? `${JSON.stringify({ event: 'plan', rows, ...planned })}\n`
        : `${planText(planned)}\n`,
    );
    return EXIT.done;
  });
}

/** If every row is asked for, people need no line about it. */
function reportLeftOut({ left, rows }: Survey, { json }: EnrichOptions, report: Reporter): void {
  if (rows === 0)
    report({ event: 'notice', message: 'The list has no rows: there is nothing to ask for.' });
  if (json === true || leftOutText(left) !== undefined) report({ event: 'rows', ...left });
}

/** Ends a run with an error. */
type Halt = (error: Error) => void;

/** Opens what a run needs, carries it out until it ends or is halted, and closes everything. */
async function withRun(
  path: string,
  output: string | undefined,
  options: EnrichOptions,
  ports: CommandPorts,
  report: Reporter,
  carryOut: (run: PreparedRun, signal: AbortSignal, halt: Halt) => Promise<ExitCode>,
): Promise<ExitCode> {
  const closing: (() => unknown)[] = [];
  const halting = new AbortController();
  const halt: Halt = (error) => halting.abort(error);
  const onClose = (close: () => unknown): void => void closing.unshift(close);
  try {
    const run = await prepareRun(path, output, { options, ports, report, halt, onClose });
    const signal = AbortSignal.any([ports.interrupted, halting.signal]);
    try {
      return await carryOut(run, signal, halt);
    } catch (error) {
      // Whatever ended the run, answers to calls in flight are kept when they arrive.
      await run.service.settle(SETTLE_MS);
      throw error;
    }
  } finally {
    for (const close of closing) await close();
  }
}

const KEY_REFUSED = 'The service rejected your key. Check LOCUS_KEY or --key-file.';

/** @throws UsageError unless the run takes few calls or a person agrees. */
async function approve(
  survey: Survey,
  path: string,
  options: EnrichOptions,
  ports: CommandPorts,
): Promise<void> {
  const planned = plannedCalls(survey, options);
  if (planned.calls <= APPROVED_CALLS) return;
  const isAsked = path !== STANDARD && hasPerson(ports);
  if (isAsked && (await askYes(`${planText(planned)}. Continue?`, ports))) return;
  const more = isAsked ? 'Nothing was asked.' : 'Add --yes to agree, or --max-calls N.';
  throw new UsageError(`This takes ${planText(planned)}. ${more}`);
}

function plannedCalls({ plan: planned }: Survey, { price }: EnrichOptions): PlannedCalls {
  const { calls = 0, values = 0, known = 0 } = planned ?? {};
  return { calls, values, known, ...(price !== undefined && { price: calls * price }) };
}

class EnrichRun {
  private readonly counts: RunCounts = {
    rows: 0,
    done: 0,
    failed: 0,
    skipped: 0,
    overBudget: 0,
    foundNames: new Set(),
    emptyNames: new Set(),
    settled: 0,
  };

  private readonly startedAt: number;

  constructor(
    private readonly run: PreparedRun,
    private readonly survey: Survey,
    private readonly options: EnrichOptions,
    private readonly ports: CommandPorts,
    private readonly report: Reporter,
  ) {
    this.startedAt = ports.clock.elapsed();
  }

  async carryOut(output: string, signal: AbortSignal, halt: Halt): Promise<ExitCode> {
    const { table, reader, columns, service, folder, place } = this.run;
    const { engine } = service;
    const total = this.survey.rows;
    const tell = (): void => this.report({ event: 'progress', total, ...this.progress() });
    // The ticker also keeps the process alive while only a retry is due.
    const ticker = setInterval(tell, REPORTED_EVERY_MS);
    const stopWatching = reportOutages(engine.activity, this.report);
    try {
      const { output: standard } = this.ports;
      const writer = await createTableWriter(
        output,
        columns.columns,
        wantedColumns(readWanted(this.options)),
        table,
        folder,
        standard,
        place,
      );
      await enrichTable({
        onKeyRefused: () => halt(new UsageError(KEY_REFUSED)),
        table,
        reader,
        output: columns,
        writer,
        engine,
        isGateway: () => service.isGateway,
        mostAsked: service.mostAsked,
        signal,
        counts: this.counts,
      });
      await table.check();
      await writer.finish();
    } catch (error) {
      if (error instanceof Interrupted) throw new Interrupted(this.interruptedText());
      throw error;
    } finally {
      clearInterval(ticker);
      stopWatching();
    }
    folder?.remove();
    await this.reportUnknownNames();
    const exitCode = this.exitCode();
    this.report({ event: 'end', output, exitCode, ...this.progress() });
    return exitCode;
  }

  /** Reports names for which no row got a value, because a misspelt name wastes every call. */
  private async reportUnknownNames(): Promise<void> {
    const { foundNames, emptyNames } = this.counts;
    const { names } = this.run;
    const empty = [...emptyNames].filter((name) => !foundNames.has(name));
    if (empty.length > 0) await (await names.open()).whenLoaded();
    for (const name of empty) {
      const nearest = names.nearest(name);
      const advice = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
      this.report({ event: 'notice', message: `No row got a value for “${name}”.${advice}` });
    }
  }

  private progress(): Progress {
    // Calls that the service turned away cost nothing.
    const { callsSpent, callsUnanswered } = this.run.service.engine.activity.snapshot();
    const calls = callsSpent + callsUnanswered;
    const { rows, done, failed, skipped, settled } = this.counts;
    const width = wantedColumns(readWanted(this.options)).length;
    const { price } = this.options;
    const elapsedMs = this.ports.clock.elapsed() - this.startedAt;
    const left = this.survey.places - settled;
    const isUnderWay = settled > 0 && left > 0;
    return {
      ...{ rows, done, failed, skipped },
      calls,
      saved: Math.max(0, done * width - calls),
      ...(price !== undefined && { price: calls * price }),
      ...(isUnderWay && { secondsLeft: Math.ceil((elapsedMs / settled / 1000) * left) }),
    };
  }

  private exitCode(): ExitCode {
    if (this.counts.overBudget > 0) return EXIT.overBudget;
    return this.counts.failed > 0 ? EXIT.someFailed : EXIT.done;
  }

  private interruptedText(): string {
    const { rows } = this.counts;
    const done = `${countedText(rows, 'row')} of ${countedText(this.survey.rows, 'row')} were done`;
    return `Interrupted: ${done}. Run the same command again to continue; nothing is paid for twice.`;
  }
}

/** Counts of all rows, read as the run will read them. Nothing is asked. */
interface Survey {
  readonly rows: number;
  /** The rows that the run will not ask for. */
  readonly left: RowsLeftOut;
  /** The number of distinct places or scores to ask for. */
  readonly places: number;
  /** The calls that the run will make; undefined without an engine. */
  readonly plan: Plan | undefined;
}

/**
 * @param engine looks up what is known already; without one, calls are not counted.
 * @throws FileFault if the file is malformed, or the signal's reason.
 */
async function surveyTable(
  table: Table,
  reader: RowReader,
  output: OutputColumns,
  engine: Pick<Engine, 'knows'> | undefined,
  signal: AbortSignal,
): Promise<Survey> {
  let total = 0;
  const leavesOut: Partial<Record<WhyLeftOut, number>> = {};
  const rowNumbers: Partial<Record<WhyLeftOut, number[]>> = {};
  const { firstRow = 1, hiddenRows = 0 } = table;
  const leave = (row: TableRow, reading: Exclude<RowReading, RowAsking>): void => {
    const why = reading.kind === 'bad' ? reading.what : (table.leftOut?.(row) ?? 'noPlace');
    leavesOut[why] = (leavesOut[why] ?? 0) + 1;
    const numbers = (rowNumbers[why] ??= []);
    if (numbers.length < MOST_NUMBERS) numbers.push(firstRow + total - 1);
  };
  const keys = new KeySet();
  const calls = new CallCount(engine);
  for await (const rows of table.rows()) {
    for (const row of rows) {
      total += 1;
      const known = output.known(row);
      if (known?.isDone === true) continue;
      const reading = reader(row);
      if (reading.kind === 'ask') {
        const { key, questions } = missingQuestions(reading, known);
        if (keys.add(key)) calls.add(questions());
      } else leave(row, reading);
    }
    await calls.count(false);
    signal.throwIfAborted();
  }
  await calls.count(true);
  const hidden = leavesOut.hidden === undefined ? hiddenRows : 0;
  const left = { rows: total, leavesOut, rowNumbers, hidden };
  return { rows: total, left, places: keys.size, plan: calls.plan };
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

/** How many places are counted at once, each with its names. */
const AT_ONCE = 500;
