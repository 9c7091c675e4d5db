import { formulaCalls, tokensText } from './formula-calls';
import { formulaTokens } from './formula-tokens';
import type { FormulaToken } from './formula-tokens';

/** A call of a Locus function. */
export interface LocusCall {
  /** In upper case. */
  readonly name: string;
  /** As the formula writes them. */
  readonly args: readonly string[];
}

/** Whether a formula calls a Locus function. */
export function callsLocus(formula: unknown): formula is string {
  if (typeof formula !== 'string' || !formula.startsWith('=') || !MAYBE.test(formula)) return false;
  const tokens = formulaTokens(formula);
  return tokens.some((_, at) => locusName(tokens, at) !== undefined);
}

/** Every call of a Locus function, nested ones included. */
export function locusCalls(formula: string): LocusCall[] {
  const tokens = formulaTokens(formula);
  return formulaCalls(tokens).flatMap(({ at, args }) => {
    const name = locusName(tokens, at);
    if (name === undefined) return [];
    const texts = args.map(([from, to]) => tokensText(tokens.slice(from, to)).trim());
    return [{ name, args: texts }];
  });
}

/**
 * Which Locus function this token calls, in upper case; undefined for any other, even one of the
 * same name in another workbook. A workbook made elsewhere has Excel's `_xldudf_` before the names.
 */
export function locusName(tokens: readonly FormulaToken[], at: number): string | undefined {
  const { kind, text = '' } = tokens[at] ?? {};
  if (kind !== 'function' || tokens[at - 1]?.kind === 'sheet') return undefined;
  return ownName(text);
}

/** The Locus function of this name, in upper case, whatever stands around it. */
export function ownName(text: string): string | undefined {
  return OURS.exec(text)?.[1]?.toUpperCase();
}

/** Rules out most formulas without splitting them into tokens. */
const MAYBE = /LOC(?:ATTR|SCORE|VARS|CATALOG)/i;
const OURS = /^(?:_xldudf_)?(LOC(?:ATTR|ATTR_ADDRESS|SCORE|SCORE_COORDS|VARS|CATALOG))$/i;
