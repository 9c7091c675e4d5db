import { formulaCalls, tokensText } from './formula-calls';
import { formulaTokens } from './formula-tokens';
import type { FormulaToken } from './formula-tokens';

/** A call of a function of ours. */
export interface LocusCall {
  /** In upper case. */
  readonly name: string;
  /** As they are written. */
  readonly args: readonly string[];
}

/** Whether a formula calls a function of ours. */
export function callsLocus(formula: unknown): formula is string {
  if (typeof formula !== 'string' || !formula.startsWith('=') || !MAYBE.test(formula)) return false;
  const tokens = formulaTokens(formula);
  return tokens.some((_, at) => locusName(tokens, at) !== undefined);
}

/** Every call of a function of ours, also one inside another formula. */
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
 * Which of our functions is called here, in upper case; undefined for any other, also one of the
 * same name in another workbook. A workbook made elsewhere holds the names with Excel's `_xldudf_`
 * before them.
 */
export function locusName(tokens: readonly FormulaToken[], at: number): string | undefined {
  const { kind, text = '' } = tokens[at] ?? {};
  if (kind !== 'function' || tokens[at - 1]?.kind === 'sheet') return undefined;
  return ownName(text);
}

/** The same by the name alone, where nothing else can be meant. */
export function ownName(text: string): string | undefined {
  return OURS.exec(text)?.[1]?.toUpperCase();
}

/** Most formulas need not be cut up to know. */
const MAYBE = /LOC(?:ATTR|SCORE|VARS|CATALOG)/i;
const OURS = /^(?:_xldudf_)?(LOC(?:ATTR|ATTR_ADDRESS|SCORE|SCORE_COORDS|VARS|CATALOG))$/i;
