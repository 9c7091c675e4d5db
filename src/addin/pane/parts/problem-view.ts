import type { FormulaFix, ProblemCode } from '../../functions/problems';
import type { ValueStore } from './use-store-value';

/** The problems, grouped, at a pace that a person can read and a page can draw. */
export interface ProblemBoard extends ValueStore<ProblemView> {
  /** Call when a person turns to the list: a selected cell may have been emptied. */
  readonly lookAgain: () => void;
}

/** The workbook's problems as the pane shows them: few enough to draw, however many there are. */
export interface ProblemView {
  readonly cellCount: number;
  /** The codes with the most cells first. */
  readonly groups: readonly ProblemGroup[];
}

export interface ProblemGroup {
  readonly code: ProblemCode;
  readonly cellCount: number;
  /** Missing values; more than the cells if a formula fills several. */
  readonly valueCount: number;
  /** The first hundred cells in order, those with the same message together. */
  readonly messages: readonly ProblemMessage[];
  /** Cells of the group that are not among the messages. */
  readonly hiddenCount: number;
  /** Fixes for some of the formulas. */
  readonly fixes: readonly FormulaFix[];
}

export interface ProblemMessage {
  readonly message: string;
  readonly addresses: readonly string[];
}
