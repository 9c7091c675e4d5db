import {
  targetKey,
  type Found,
  type Missing,
  type Outcome,
  type OutcomeListener,
  type Question,
  type TimeSlicer,
  type Work,
} from '../../engine/lookup';
import { faultOf, type Fault } from '../../engine/language/cell-fault';
import { oneFault, type Element, type Elements } from './elements';
import { fitsOneResult } from '../spreadsheet/block-writing';
import { faulty } from '../../engine/places/fault';
import type { CellErrorKind } from '../../engine/language/cell-messages';
import type { CellError } from '../spreadsheet/host';
import type { CellReport, CellReports } from './cell-reports';
import type { FunctionHost } from './function-host';
import type { Size } from './argument-grid';
import type { Calculation } from './invocation';
import { unknownModel } from './names';
import type { Problem, StaleValue } from './problems';

/** What a host accepts as a cell: never null, NaN or undefined. */
export type Shown = number | string | CellError;

export type MakeCellError = (kind: CellErrorKind, message: string) => CellError;

/** What formulas need to find and show their values. */
export interface FormulaParts {
  readonly engine: FunctionHost['engine'];
  readonly spending: FunctionHost['spending'];
  readonly slicer: TimeSlicer;
  readonly reports: CellReports;
  readonly renewals: FunctionHost['renewals'];
  readonly longestResult: number;
  readonly cellError: MakeCellError;
  /** The known name that the person probably meant. */
  nearest(name: string): string | undefined;
  /** The model of the workbook that the person probably meant. */
  nearestModel(written: string): string | undefined;
  /** Settles when all known names are loaded; undefined once they are. */
  namesLoading(): Promise<void> | undefined;
}

/** Reads a formula's arguments; returns a promise if something must be loaded first. */
export type ReadElements<First, Second, Third> = (
  first: First,
  second: Second,
  third: Third,
) => Elements | Promise<Elements>;

/**
 * A formula that waits for its turn. A host starts 100,000 of these in one task, and all of them
 * outlive it, so the garbage collector copies every byte that each one holds, which is most of that
 * task's cost. So this holds only the arguments, unread, and a reader that all formulas share.
 */
export class QueuedFormula<First, Second, Third> implements Work {
  private calculating: FormulaCalculation | undefined = undefined;

  constructor(
    private readonly parts: FormulaParts,
    private readonly calculation: Calculation,
    private readonly show: (rows: Shown[][]) => void,
    private readonly read: ReadElements<First, Second, Third>,
    private readonly first: First,
    private readonly second: Second,
    private readonly third: Third,
  ) {}

  step(): boolean {
    if (this.calculating === undefined) {
      this.calculating = new FormulaCalculation(this.parts, this.calculation, this.show);
      this.calculating.begin(() => this.read(this.first, this.second, this.third));
    }
    return this.calculating.step();
  }
}

/**
 * Turns a formula's elements into what it shows. Known values appear without a call; the engine is
 * asked for the rest together. Ends when the last of them settles, by the engine's deadline.
 *
 * 100,000 of these may wait for answers at once, so nothing of the arguments is kept once the last
 * question has been asked.
 */
class FormulaCalculation implements Work {
  private elements: Elements | undefined = undefined;
  private grid: ResultGrid | undefined = undefined;
  private next = 0;
  private unsettled = 0;
  private firstQuestion: Question | undefined = undefined;
  /** Whether this calculation is held for a person; undefined until it has something to ask. */
  private isHeld: boolean | undefined = undefined;

  constructor(
    private readonly parts: FormulaParts,
    private readonly calculation: Calculation,
    private readonly show: (rows: Shown[][]) => void,
  ) {}

  begin(read: () => Elements | Promise<Elements>): void {
    try {
      // From now on, an older calculation of this cell no longer counts.
      this.parts.reports.begin(this.calculation);
      const elements = read();
      if (!(elements instanceof Promise)) this.take(elements);
      else elements.then((loaded) => this.resume(loaded)).catch(() => this.fail());
    } catch {
      this.fail();
    }
  }

  step(): boolean {
    try {
      return this.elements !== undefined && this.takeNext(this.elements);
    } catch {
      this.fail();
      return false;
    }
  }

  /** The engine's answer to a question. */
  conclude(position: number, question: Question, outcome: Outcome): void {
    try {
      if (outcome.kind === 'missing') this.explainMissing(position, question);
      else this.settle(position, this.shownOf(question, outcome), question);
    } catch {
      this.fail();
    }
  }

  private resume(loaded: Elements): void {
    this.take(loaded);
    this.parts.slicer.run(this);
  }

  private take(given: Elements): void {
    const { cellError, longestResult } = this.parts;
    // Before anything is asked and paid for.
    const elements = fitsOneResult(given.count, longestResult) ? given : oneFault(TOO_LONG.fault);
    this.elements = elements;
    this.grid = new ResultGrid(cellError, elements);
    this.unsettled = elements.count;
  }

  private takeNext(elements: Elements): boolean {
    const index = this.next;
    this.next += 1;
    const hasMore = this.next < elements.count;
    if (!hasMore) this.elements = undefined;
    const element = elements.element(index);
    const position = elements.position(index);
    if (element.kind === 'question') this.ask(position, element.question, element.unmet);
    else {
      if (!this.calculation.isPreview) this.parts.spending?.expectedCame();
      this.settle(position, element);
    }
    return hasMore;
  }

  private ask(position: number, question: Question, unmet: Fault | undefined): void {
    const { isPreview, signal } = this.calculation;
    const { engine } = this.parts;
    this.firstQuestion ??= question;
    const newerThan = isPreview
      ? undefined
      : this.parts.renewals?.newerThan(this.calculation.address);
    const known = newerThan === undefined ? engine.peek(question, !isPreview) : undefined;
    if (known !== undefined) this.conclude(position, question, known);
    else if (isPreview) this.settle(position, PREVIEWING);
    else if (signal.aborted) this.settle(position, CANCELLED, question);
    else if (unmet !== undefined) this.settle(position, { kind: 'fault', fault: unmet });
    else if (this.mustHold(this.firstQuestion)) {
      this.settle(position, CHANGING, question);
    } else {
      const options = newerThan === undefined ? { signal } : { signal, newerThan };
      engine.request(question, new AskedElement(this, position, question), options);
    }
  }

  private mustHold(first: Question): boolean {
    const { address } = this.calculation;
    if (address === undefined) return false;
    return (this.isHeld ??= this.parts.reports.changing.asks(address, first));
  }

  /** Whether the hold may be due to a formula that asks for something new each time. */
  private isChanging(): boolean {
    const { address } = this.calculation;
    return address !== undefined && this.parts.reports.changing.isChanging(address);
  }

  private shownOf(question: Question, outcome: Exclude<Outcome, Missing>): Element | number {
    if (outcome.kind === 'found') {
      if (outcome.isStale) this.grid?.countStale(outcome, question);
      return Number.isFinite(outcome.value) ? outcome.value : UNREADABLE;
    }
    const { error } = outcome;
    if (error.code === 'unknown-model' && question.kind === 'score') {
      const meant = this.parts.nearestModel(question.model);
      if (meant !== undefined) return unknownModel(question.model, meant);
    }
    const isHeld = outcome.kind === 'refused' && error.code === 'held';
    if (isHeld && this.isChanging()) return CHANGING;
    return { kind: 'fault', fault: faultOf(error, question) };
  }

  /**
   * Only a missing value needs the known names. Searching thousands of them is work for the slicer.
   */
  private explainMissing(position: number, question: Question): void {
    const { parts } = this;
    const inTurn = (): void =>
      parts.slicer.later(() => {
        try {
          const meant = question.kind === 'attribute' ? parts.nearest(question.name) : undefined;
          const near = meant === undefined ? {} : { meant };
          const fault = faultOf({ code: 'no-value', ...near }, question);
          this.settle(position, { kind: 'fault', fault });
        } catch {
          this.fail();
        }
      });
    const loading = parts.namesLoading();
    if (loading === undefined) inTurn();
    else loading.then(inTurn).catch(() => this.fail());
  }

  /** @param question what to ask again if this is a fault. */
  private settle(position: number, shown: Element | number, question?: Question): void {
    const { grid, parts, calculation } = this;
    if (grid === undefined) return;
    grid.show(position, shown, question);
    this.unsettled -= 1;
    if (this.unsettled > 0) return;
    const rows = grid.within(parts.longestResult);
    const report = calculation.signal.aborted ? undefined : grid.report();
    parts.reports.end(calculation, report);
    if (report !== undefined)
      parts.renewals?.ended(calculation.address, report.stale !== undefined);
    this.show(rows);
  }

  /**
   * Nothing here should throw. If something does, the cell shows an error, because otherwise Excel
   * would lose the text and the workbench its grid. If the host cannot make an error either, the
   * cell shows the message as text.
   */
  private fail(): void {
    const { parts, calculation } = this;
    const { kind, message } = UNEXPECTED;
    try {
      parts.reports.end(calculation, { problems: [{ ...UNEXPECTED, count: 1 }] });
      this.show([[parts.cellError(kind, message)]]);
    } catch {
      this.show([[message]]);
    }
  }
}

/** An element that waits for its answer. */
class AskedElement implements OutcomeListener {
  constructor(
    private readonly calculation: FormulaCalculation,
    private readonly position: number,
    private readonly question: Question,
  ) {}

  handleOutcome(outcome: Outcome): void {
    this.calculation.conclude(this.position, this.question, outcome);
  }
}

const UNEXPECTED: Fault = {
  code: 'invalid-argument',
  kind: 'value',
  message: "Locus couldn't calculate this formula: check its arguments.",
};

const PREVIEWING: Element = { kind: 'fault', fault: faultOf({ code: 'previewing' }) };
const CHANGING: Element = {
  kind: 'fault',
  fault: {
    ...faultOf({ code: 'held' }),
    message:
      'Its arguments change with every calculation: use fixed values, or retry in the Locus pane.',
  },
};
const CANCELLED: Element = { kind: 'fault', fault: faultOf({ code: 'cancelled' }) };
const UNREADABLE: Element = { kind: 'fault', fault: faultOf({ code: 'unreadable-reply' }) };

/** What a formula shows as its answers arrive, and what to report about it. */
class ResultGrid {
  private readonly rows: Shown[][];
  private readonly columns: number;
  private stale: (StaleValue & { readonly targets: string[] }) | undefined = undefined;
  /** Created with the first error: most formulas have none. */
  private faults: Faults | undefined = undefined;

  constructor(
    private readonly cellError: MakeCellError,
    { rows, columns }: Size,
  ) {
    this.rows = new Array<Shown[]>(rows);
    this.columns = columns;
  }

  show(position: number, shown: Element | number, question?: Question): void {
    const { columns, rows } = this;
    const row = (rows[Math.floor(position / columns)] ??= new Array<Shown>(columns).fill(''));
    row[position % columns] = this.shownCell(shown, question);
  }

  countStale({ at, unrenewed }: Found, question: Question): void {
    const { count = 0, oldestAt = at, targets = [] } = this.stale ?? {};
    targets.push(targetOf(question));
    const code = unrenewed?.error.code;
    this.stale = { count: count + 1, oldestAt: Math.min(oldestAt, at), code, targets };
  }

  /**
   * The rows, or one error where they are longer than that as JSON: the error that all of them
   * show, if it is one. Nineteen of the longest texts are never too long, even if JSON writes six
   * characters for each of theirs.
   */
  within(longest: number): Shown[][] {
    const { rows, columns } = this;
    const isShort = longest === Infinity || rows.length * columns < 20;
    if (isShort || JSON.stringify(rows).length <= longest) return rows;
    const [shown, other] = new Set(rows.flat());
    const isOneError = other === undefined && typeof shown === 'object';
    return [[isOneError ? shown : this.shownCell(TOO_LONG)]];
  }

  report(): CellReport {
    return { problems: this.faults?.problems() ?? NO_PROBLEMS, stale: this.stale };
  }

  private shownCell(shown: Element | number, question?: Question): Shown {
    if (typeof shown === 'number') return shown;
    switch (shown.kind) {
      case 'text':
        return shown.text;
      case 'number':
        return shown.number;
      case 'fault':
        return (this.faults ??= new Faults(this.cellError)).errorOf(shown.fault, question);
      default:
        return '';
    }
  }
}

const TOO_LONG = faulty(
  'The result is too large for Excel on the web',
  'use fewer rows or attributes in one formula',
);

const NO_PROBLEMS: readonly Problem[] = [];

/** The errors of one formula, and how often each code occurs. */
class Faults {
  private readonly counts = new Map<string, { fault: Fault; count: number; targets: string[] }>();
  private readonly errors = new Map<string, CellError>();

  constructor(private readonly cellError: MakeCellError) {}

  errorOf(fault: Fault, question: Question | undefined): CellError {
    const counted = this.counts.get(fault.code) ?? { fault, count: 0, targets: [] };
    this.counts.set(fault.code, counted);
    counted.count += 1;
    if (question !== undefined) counted.targets.push(targetOf(question));
    // Equal faults in a column share one object.
    const key = `${fault.kind} ${fault.message}`;
    const error = this.errors.get(key) ?? this.cellError(fault.kind, fault.message);
    this.errors.set(key, error);
    return error;
  }

  problems(): readonly Problem[] {
    return [...this.counts.values()].map(({ fault: { code, message }, count, targets }) => ({
      code,
      message,
      count,
      ...(targets.length > 0 && { targets }),
    }));
  }
}

/**
 * The question's key without today's date: it is asked again on the day on which a person retries.
 */
function targetOf(question: Question): string {
  return targetKey({ today: () => '' }, question);
}
