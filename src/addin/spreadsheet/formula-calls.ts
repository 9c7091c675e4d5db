import type { FormulaToken } from './formula-tokens';

/** A call in a formula, as indices of its tokens. */
export interface FormulaCall {
  /** Index of the function's name. */
  readonly at: number;
  /** Arguments that end in a comma or a bracket: if the formula breaks off, the last is missing. */
  readonly args: readonly TokenRange[];
}

/** The first token, and the one after the last. */
export type TokenRange = readonly [from: number, to: number];

/** All calls, nested ones included, in the order in which their names appear. */
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

/** The index of the only token in a range, spaces aside; undefined if there is none or another. */
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

export function tokensText(tokens: readonly FormulaToken[]): string {
  return tokens.map(({ text }) => text).join('');
}
