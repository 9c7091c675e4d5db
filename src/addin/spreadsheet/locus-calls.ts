import { formulaTokens, type FormulaToken } from './formula-tokens';
import { FUNCTION_NAMES, type LocusCall } from './signatures';

export type { LocusCall };

/** Whether a formula calls a Locus function. */
export function callsLocus(formula: unknown): formula is string {
  if (typeof formula !== 'string' || !formula.startsWith('=') || !MAYBE.test(formula)) return false;
  const tokens = formulaTokens(formula);
  return tokens.some((_, at) => locusName(tokens, at) !== undefined);
}

/** Whether a cell shows this error only until it has its result. */
export function isCalculating(error: string): boolean {
  return CALCULATING.has(error);
}

const CALCULATING: ReadonlySet<string> = new Set(['#BUSY!', '#GETTING_DATA', '#CONNECT!']);

/** Returns every call of a Locus function, nested calls included. */
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
 * Returns the formula as a person types it. Where Excel does not know our functions, it puts text
 * before their names, such as in `[2]!_xldudf_LOCATTR`. This removes that text.
 */
export function asTyped(formula: string): string {
  const tokens = formulaTokens(formula);
  const typed: string[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const isUnknown = STORED.test(text) && locusName(tokens, at) !== undefined;
    if (isUnknown) {
      const before = tokens[at - 1];
      const isElsewhere = before?.text === '!' || before?.kind === 'sheet';
      if (isElsewhere) typed.pop();
      if (isElsewhere && tokens[at - 2]?.kind === 'brackets') typed.pop();
    }
    typed.push(isUnknown ? text.replace(STORED, '') : text);
  }
  return typed.join('');
}

/**
 * Returns the name of the Locus function that this token calls, in upper case; undefined for any
 * other function, even one of the same name in another workbook. A workbook made elsewhere has
 * Excel's `_xldudf_` before the names; the other workbook, if any, is then where Excel looked.
 */
export function locusName(tokens: readonly FormulaToken[], at: number): string | undefined {
  const { kind, text = '' } = tokens[at] ?? {};
  if (kind !== 'function') return undefined;
  if (tokens[at - 1]?.kind === 'sheet' && !STORED.test(text)) return undefined;
  return ownName(text);
}

/** Returns the name of the Locus function in this text, in upper case; undefined if it has none. */
export function ownName(text: string): string | undefined {
  return OURS.exec(text)?.[1]?.toUpperCase();
}

/** Rules out most formulas without splitting them into tokens. */
const MAYBE = new RegExp(FUNCTION_NAMES.join('|'), 'i');
const STORED = /^_xldudf_/i;
const OURS = new RegExp(`^(?:_xldudf_)?(${FUNCTION_NAMES.join('|')})$`, 'i');

/** A call in a formula, as indices of its tokens. */
interface FormulaCall {
  /** Index of the function's name. */
  readonly at: number;
  /** Arguments that end in a comma or a bracket: if the formula breaks off, the last is missing. */
  readonly args: readonly TokenRange[];
}

/** The indices of a range's first token, and of the token after its last. */
export type TokenRange = readonly [from: number, to: number];

/** Returns all calls, nested calls included, in the order in which their names appear. */
export function formulaCalls(tokens: readonly FormulaToken[]): FormulaCall[] {
  const calls: FormulaCall[] = [];
  const open: { readonly args: TokenRange[]; from: number }[] = [];
  let at = -1;
  for (const [index, { kind, text }] of tokens.entries()) {
    const bracket = open.at(-1);
    if (kind === 'operator' && '({'.includes(text)) {
      const args: TokenRange[] = [];
      open.push({ args, from: index + 1 });
      if (tokens[at]?.kind === 'function') calls.push({ at, args });
    } else if (kind === 'operator' && ',)}'.includes(text) && bracket !== undefined) {
      bracket.args.push([bracket.from, index]);
      bracket.from = index + 1;
      if (text !== ',') open.pop();
    }
    if (kind !== 'space') at = index;
  }
  return calls;
}

/** Returns the index of a range's only token, apart from spaces; undefined if there is not one. */
export function soleToken(
  tokens: readonly FormulaToken[],
  [from, to]: TokenRange,
): number | undefined {
  let sole: number | undefined;
  for (let at = from; at < to; at += 1) {
    if (tokens[at]?.kind === 'space') continue;
    if (sole !== undefined) return undefined;
    sole = at;
  }
  return sole;
}

/** Joins tokens to the text that they were split from. */
export function tokensText(tokens: readonly FormulaToken[]): string {
  return tokens.map(({ text }) => text).join('');
}
