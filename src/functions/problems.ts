import type { LookupErrorCode } from '../lookup';

/** The cells whose last calculation ended in an error, for the pane to list and retry. */
export interface Problems {
  /** Replaces what was known of the cell; an empty list means that it is well. */
  report(address: string, problems: readonly Problem[]): void;
  list(): readonly CellProblem[];
  /** Takes cells out before they are recalculated: those that fail again report again. */
  forget(addresses: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

/** One code within one cell's formula, and how many of its elements have it. */
export interface Problem {
  readonly code: LookupErrorCode;
  readonly message: string;
  readonly count: number;
}

export interface CellProblem extends Problem {
  /** As the host writes it: `Sheet1!B2`. */
  readonly address: string;
}
