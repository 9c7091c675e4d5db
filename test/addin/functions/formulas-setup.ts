import { createFormulas } from '../../../src/addin/functions/formulas';
import type { Formulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import type { Invocation } from '../../../src/addin/functions/invocation';
import { createCellRegister, type Problems } from '../../../src/addin/functions/problems';
import type { Shown } from '../../../src/addin/functions/formula-calculation';
import { HandClock } from '../../engine/lookup/hand-clock';
import { FakeEngine } from './fake-engine';
import { TestCellError, shownRows, type FunctionHost } from './test-host';

/** The formulas over a fake engine, and a way to type one into a cell. */
export interface Setup {
  readonly engine: FakeEngine;
  readonly clock: HandClock;
  readonly problems: Problems;
  readonly formulas: Formulas;
  /** LOCATTR at one place, in a cell. */
  type(address: string, names: string, invocation?: Partial<Typed>): Typing;
}

export interface Typed extends Invocation {
  address: string;
  isInValuePreview: unknown;
  onCanceled?: () => void;
}

export interface Typing {
  readonly invocation: Typed;
  readonly result: Promise<unknown[][]>;
}

export function setUp(changes: Partial<FunctionHost> = {}): Setup {
  const engine = new FakeEngine();
  const clock = new HandClock();
  const problems: Problems = createCellRegister();
  const host: FunctionHost = {
    engine,
    clock,
    problems,
    cellError: (kind, message) => new TestCellError(kind, message),
    modelId: () => undefined,
    ...changes,
  };
  const formulas = createFormulas(host);
  return {
    engine,
    clock,
    problems,
    formulas,
    type(address, names, changed = {}) {
      const invocation: Typed = { address, isInValuePreview: false, ...changed };
      const result = formulas.attributes([[12]], [[77]], [[names]], beginCalculation(invocation));
      return { invocation, result: result.then((rows: Shown[][]) => shownRows(rows)) };
    },
  };
}

/** Lets every promise that can settle do so. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
