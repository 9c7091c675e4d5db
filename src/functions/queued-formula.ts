import type { Work } from '../lookup';
import { Answering } from './answers';
import type { Answerer, ReadElements } from './answers';
import type { Calculation } from './invocation';
import type { Shown } from './shown-grid';

/**
 * A formula whose turn has not come. A host begins 100,000 of these in one task, all of which
 * outlive it: that copies every byte that is held for each, which is most of what the task costs.
 * So this holds the arguments as they are, and a way to read them that all formulas share.
 */
export class QueuedFormula<First, Second, Third> implements Work {
  private answering: Answering | undefined = undefined;

  constructor(
    private readonly answerer: Answerer,
    private readonly calculation: Calculation,
    private readonly show: (rows: Shown[][]) => void,
    private readonly read: ReadElements<First, Second, Third>,
    private readonly first: First,
    private readonly second: Second,
    private readonly third: Third,
  ) {}

  step(): boolean {
    this.answering ??= new Answering(this.answerer, this.calculation, this.show, () =>
      this.read(this.first, this.second, this.third),
    );
    return this.answering.step();
  }
}
