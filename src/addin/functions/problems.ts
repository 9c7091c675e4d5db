import type { LookupErrorCode } from '../../engine/lookup';
import type { CellRegister, Located } from './cell-register';

/** The cells whose last calculation ended in an error, for the pane to list and retry. */
export type Problems = CellRegister<Problem>;

/** One error code in one cell's formula, and how many of its elements have it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly count: number;
  /** What would correct the formula. */
  readonly fix?: FormulaFix;
}

/** `not-shown`: the cell was answered, and the host goes on showing that it is busy. */
export type ProblemCode = LookupErrorCode | 'not-shown';

export const NOT_SHOWN: Problem = {
  code: 'not-shown',
  message: 'Excel still shows #BUSY! in place of the result: Locus calculates the cell again.',
  count: 1,
};

/**
 * `swap` latitude for longitude · `spelling` of a function · `quotes` around a name · `name:…` the
 * attribute that was meant · `name:…:…` the same, and the title that stands in its place,
 * in lower case
 */
export type FormulaFix = 'swap' | 'spelling' | 'quotes' | NameFix;
export type NameFix = `name:${string}`;

/** The name that this fix writes; undefined for any other fix. */
export function nameMeantBy(fix: FormulaFix | undefined): string | undefined {
  return NAME_FIX.exec(fix ?? '')?.[1];
}

/** The title, in lower case, that this fix replaces by the name, perhaps cut with “…”; undefined for a name. */
export function titleMeantBy(fix: FormulaFix | undefined): string | undefined {
  return NAME_FIX.exec(fix ?? '')?.[2];
}

const NAME_FIX = /^name:([^:]*)(?::(.*))?$/s;

export type CellProblem = Located<Problem>;
