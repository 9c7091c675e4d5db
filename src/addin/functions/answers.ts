import type {
  LookupError,
  LookupErrorCode,
  Outcome,
  Question,
  TimeSlicer,
  Work,
} from '../../engine/lookup';
import { faultOf } from '../../engine/language/cell-fault';
import { oneFault } from './elements';
import type { Element, Elements } from './elements';
import type { Fault } from '../../engine/language/cell-fault';
import { fitsOneResult } from '../spreadsheet/block-writing';
import type { FunctionHost } from './function-host';
import type { Calculation } from './invocation';
import type { Reports } from './reports';
import { ShownGrid, TOO_LONG } from './shown-grid';
import type { MakeCellError, Shown } from './shown-grid';

export interface Answerer {
  readonly engine: FunctionHost['engine'];
  readonly slicer: TimeSlicer;
  readonly reports: Reports;
  readonly longestResult: number;
  readonly cellError: MakeCellError;
  /** The known name that the person probably meant. */
  nearest(name: string): string | undefined;
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
 * Turns a formula's elements into what it shows. Known values appear without a call; the engine is
 * asked for the rest together. Ends when the last of them settles, by the engine's deadline.
 * Created when the formula's turn comes, because reading arguments is work too.
 */
export class Answering implements Work {
  private report: ReturnType<Reports['begin']> | undefined;
  private elements: Elements | undefined;
  private grid: ShownGrid | undefined;
  private next = 0;
  private unsettled = 0;
  private firstQuestion: Question | undefined;
  /** Whether this calculation is held for a person; undefined until it has something to ask. */
  private isHeld: boolean | undefined;

  constructor(
    private readonly answerer: Answerer,
    private readonly calculation: Calculation,
    private readonly show: (rows: Shown[][]) => void,
    private readonly read: () => Elements | Promise<Elements>,
  ) {}

  step(): boolean {
    try {
      if (this.elements === undefined) this.begin();
      return this.elements !== undefined && this.takeNext(this.elements);
    } catch {
      this.fail();
      return false;
    }
  }

  private begin(): void {
    const { address, isPreview } = this.calculation;
    // From now on, an older calculation of this cell no longer counts.
    this.report = this.answerer.reports.begin(isPreview ? undefined : address);
    const elements = this.read();
    if (!(elements instanceof Promise)) {
      this.take(elements);
      return;
    }
    elements
      .then((known) => {
        this.take(known);
        this.answerer.slicer.run(this);
      })
      .catch(() => this.fail());
  }

  private take(given: Elements): void {
    const { cellError, longestResult } = this.answerer;
    // Before anything is asked and paid for.
    const elements = fitsOneResult(given.count, longestResult) ? given : oneFault(TOO_LONG.fault);
    this.elements = elements;
    this.grid = new ShownGrid(cellError, elements);
    this.unsettled = elements.count;
  }

  private takeNext(elements: Elements): boolean {
    const index = this.next;
    this.next += 1;
    const element = elements.element(index);
    if (element.kind === 'question') this.ask(index, element.question);
    else this.settle(index, element);
    return this.next < elements.count;
  }

  private ask(index: number, question: Question): void {
    const { isPreview, signal } = this.calculation;
    const { engine } = this.answerer;
    const first = (this.firstQuestion ??= question);
    const known = engine.peek(question, !isPreview);
    if (known !== undefined) this.conclude(index, question, known);
    else if (isPreview) this.settle(index, PREVIEWING);
    else if (signal.aborted) this.settle(index, CANCELLED);
    else if (this.mustHold(first)) this.settle(index, CHANGING);
    else {
      engine
        .ask(question, { signal })
        .then((outcome) => this.conclude(index, question, outcome))
        .catch(() => this.fail());
    }
  }

  private mustHold(first: Question): boolean {
    const { address } = this.calculation;
    if (address === undefined) return false;
    return (this.isHeld ??= this.answerer.reports.changing.asks(address, first));
  }

  /** Whether the hold may be due to a formula that asks for something new each time. */
  private isChanging(): boolean {
    const { address } = this.calculation;
    return address !== undefined && this.answerer.reports.changing.isChanging(address);
  }

  private conclude(index: number, question: Question, outcome: Outcome): void {
    if (outcome.kind === 'found' && outcome.isStale) this.grid?.isStale(outcome.at);
    if (outcome.kind === 'refused' && outcome.error.code === 'held' && this.isChanging()) {
      this.settle(index, CHANGING);
      return;
    }
    const settle = (): void => this.settle(index, shownOf(this.answerer, question, outcome));
    if (outcome.kind !== 'missing') {
      settle();
      return;
    }
    // Only a missing value needs the known names. Searching thousands of them is work for the
    // slicer.
    const inTurn = (): void => this.answerer.slicer.run(new Once(settle, () => this.fail()));
    const loading = this.answerer.namesLoading();
    if (loading === undefined) inTurn();
    else loading.then(inTurn).catch(() => this.fail());
  }

  private settle(index: number, shown: Element | number): void {
    const { elements, grid } = this;
    if (elements === undefined || grid === undefined) return;
    grid.show(elements.position(index), shown);
    this.unsettled -= 1;
    if (this.unsettled > 0) return;
    const rows = grid.within(this.answerer.longestResult);
    this.report?.(this.calculation.signal.aborted ? undefined : grid.told());
    this.show(rows);
  }

  /**
   * Nothing here should throw. If something does, the cell shows an error, because otherwise Excel
   * would lose the text and the workbench its grid. If the host cannot make an error either, the
   * cell shows the message as text.
   */
  private fail(): void {
    const { kind, message } = UNEXPECTED;
    try {
      this.report?.({ problems: [{ ...UNEXPECTED, count: 1 }] });
      this.show([[this.answerer.cellError(kind, message)]]);
    } catch {
      this.show([[message]]);
    }
  }
}

/** One step that may throw. */
class Once implements Work {
  constructor(
    private readonly run: () => void,
    private readonly fail: () => void,
  ) {}

  step(): boolean {
    try {
      this.run();
    } catch {
      this.fail();
    }
    return false;
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

function shownOf(answerer: Answerer, question: Question, outcome: Outcome): Element | number {
  switch (outcome.kind) {
    case 'found':
      return Number.isFinite(outcome.value)
        ? outcome.value
        : { kind: 'fault', fault: faultOf({ code: 'unreadable-reply' }) };
    case 'missing':
      return { kind: 'fault', fault: noValue(answerer, question) };
    case 'refused':
    case 'failed':
      return {
        kind: 'fault',
        fault: faultOf({ ...subjectOf(question, outcome.error.code), ...outcome.error }),
      };
  }
}

function noValue(answerer: Answerer, question: Question): Fault {
  const meant = question.kind === 'attribute' ? answerer.nearest(question.name) : undefined;
  return faultOf(meant === undefined ? { code: 'no-value' } : { code: 'no-value', about: meant });
}

/** What the error is about, as the person wrote it, for when the engine does not say. */
function subjectOf(question: Question, code: LookupErrorCode): Pick<LookupError, 'about'> {
  if (question.kind === 'attribute') return { about: question.name };
  // A rejected score does not say which argument was wrong.
  return code === 'rejected' ? {} : { about: question.model };
}
