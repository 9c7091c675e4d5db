import type { Outcome, Question } from '../lookup';
import { faultOf } from './cell';
import type { Element, Elements } from './elements';
import type { Fault } from './fault';
import type { CellError, CellErrorKind, FunctionHost } from './function-host';
import type { Calculation } from './invocation';
import type { Problem } from './problems';
import type { CellReport } from './reports';
import type { StaleValue } from './stale-values';
import type { Turns } from './turns';

/** What a host takes for a cell: never null, never NaN, never undefined. */
export type Shown = number | string | CellError;

/** What a formula shows, and what is to be told of it. */
export interface Answer extends CellReport {
  readonly rows: Shown[][];
}

export interface Answerer {
  readonly engine: FunctionHost['engine'];
  readonly turns: Turns;
  cellError(kind: CellErrorKind, message: string): CellError;
  /** The known name that was probably meant. */
  nearest(name: string): string | undefined;
  /** Until all known names are there; undefined once they are. */
  namesLoading(): Promise<void> | undefined;
}

/**
 * Turns all elements of a formula into what it shows. What is known is shown without asking; the
 * rest is asked together. Ends when the last of them has, as the engine's deadline promises.
 * Arguments are read when it is this formula's turn, for that is work too.
 */
export function answer(
  answerer: Answerer,
  readElements: () => Elements,
  { isPreview, signal }: Calculation,
): Promise<Answer> {
  const { engine, turns } = answerer;
  return new Promise((resolve, reject) => {
    let sheet: Sheet | undefined;
    let elements: Elements | undefined;
    let next = 0;
    let settledCount = 0;

    function step(): boolean {
      const all = (elements ??= readElements());
      sheet ??= createSheet(answerer, all);
      const index = next;
      next += 1;
      const element = all.element(index);
      if (element.kind === 'question') ask(index, element.question);
      else settle(index, element);
      return next < all.count;
    }

    function settle(index: number, shown: Element | number): void {
      if (elements === undefined || sheet === undefined) return;
      sheet.show(elements.position(index), shown);
      settledCount += 1;
      if (settledCount === elements.count) resolve(sheet.answer());
    }

    function ask(index: number, question: Question): void {
      const known = engine.peek(question, !isPreview);
      if (known !== undefined) conclude(index, question, known);
      else if (isPreview) settle(index, PREVIEWING);
      else if (signal.aborted) settle(index, CANCELLED);
      else {
        engine
          .ask(question, { signal })
          .then((outcome) => conclude(index, question, outcome))
          .catch(reject);
      }
    }

    function conclude(index: number, question: Question, outcome: Outcome): void {
      if (outcome.kind === 'found' && outcome.isStale) sheet?.isStale(outcome.at);
      if (outcome.kind !== 'missing') {
        settle(index, shownOf(answerer, question, outcome));
        return;
      }
      // Only here are other names of use; looking through thousands for each cell takes turns.
      const show = (): void =>
        takeTurn(() => {
          settle(index, shownOf(answerer, question, outcome));
          return false;
        });
      const loading = answerer.namesLoading();
      if (loading === undefined) show();
      else loading.then(show).catch(reject);
    }

    function takeTurn(run: () => boolean): void {
      turns.run(() => {
        try {
          return run();
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
          return false;
        }
      });
    }

    takeTurn(step);
  });
}

const PREVIEWING: Element = { kind: 'fault', fault: faultOf({ code: 'previewing' }) };
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
      return { kind: 'fault', fault: faultOf({ about: subjectOf(question), ...outcome.error }) };
  }
}

function noValue(answerer: Answerer, question: Question): Fault {
  const meant = question.kind === 'attribute' ? answerer.nearest(question.name) : undefined;
  return faultOf(meant === undefined ? { code: 'no-value' } : { code: 'no-value', about: meant });
}

/** What a person wrote that an error may be about, where the engine does not say. */
function subjectOf(question: Question): string {
  return question.kind === 'attribute' ? question.name : question.model;
}

interface Sheet {
  show(position: number, shown: Element | number): void;
  /** One of the values is a last good one, of that time. */
  isStale(at: number): void;
  answer(): Answer;
}

function createSheet(
  { cellError }: Pick<Answerer, 'cellError'>,
  { rows: rowCount, columns }: Elements,
): Sheet {
  const rows: Shown[][] = new Array<Shown[]>(rowCount);
  const problems = new Map<string, { code: Problem['code']; message: string; count: number }>();
  const errors = new Map<Fault | string, CellError>();
  let stale: StaleValue | undefined;

  function errorOf(fault: Fault): CellError {
    const problem = problems.get(fault.code);
    if (problem === undefined) {
      problems.set(fault.code, { code: fault.code, message: fault.message, count: 1 });
    } else problem.count += 1;
    // A column of equal faults needs one object.
    const key = `${fault.kind} ${fault.message}`;
    const known = errors.get(key) ?? cellError(fault.kind, fault.message);
    errors.set(key, known);
    return known;
  }

  return {
    show(position, shown) {
      const row = (rows[Math.floor(position / columns)] ??= new Array<Shown>(columns).fill(''));
      row[position % columns] = shownCell(shown, errorOf);
    },
    isStale(at) {
      const { count = 0, oldestAt = at } = stale ?? {};
      stale = { count: count + 1, oldestAt: Math.min(oldestAt, at) };
    },
    answer: () => ({ rows, problems: [...problems.values()], stale }),
  };
}

function shownCell(shown: Element | number, errorOf: (fault: Fault) => CellError): Shown {
  if (typeof shown === 'number') return shown;
  switch (shown.kind) {
    case 'text':
      return shown.text;
    case 'fault':
      return errorOf(shown.fault);
    default:
      return '';
  }
}
