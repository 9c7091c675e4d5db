import type { Work } from '../../engine/lookup';
import { Answering } from './answers';
import type { Answerer, ReadElements } from './answers';
import type { Calculation } from './invocation';
import type { Shown } from './shown-grid';

/**
 * A formula that waits for its turn. A host starts 100,000 of these in one task, and all of them
 * outlive it, so the garbage collector copies every byte that each one holds, which is most of that
 * task's cost. So this holds only the arguments, unread, and a reader that all formulas share.
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
