import { formulaTokens } from '../spreadsheet/formula-tokens';
import type { FormulaToken } from '../spreadsheet/formula-tokens';
import { locusName } from '../spreadsheet/locus-calls';

/** An attribute's name that is being typed inside the quotes of a formula. */
export interface TypedName {
  /** What stands there up to the caret. */
  readonly text: string;
  /** Where it begins in the formula, and where it ends: behind the caret, in the middle of a name. */
  readonly from: number;
  readonly to: number;
}

/** Undefined where the caret is not in the quotes of an argument that takes names. */
export function nameAtCaret(formula: string, caret: number): TypedName | undefined {
  if (!formula.startsWith('=')) return undefined;
  const tokens = formulaTokens(formula.slice(0, caret)).filter(({ kind }) => kind !== 'space');
  const last = tokens.at(-1);
  // A text that has no end up to the caret.
  if (last?.kind !== 'unknown' || !last.text.startsWith('"')) return undefined;
  if (!takesNames(tokens)) return undefined;
  const [text = ''] = /[^",]*$/.exec(last.text) ?? [];
  const typed = text.trimStart();
  const [rest = ''] = /^[a-z0-9_]*/i.exec(formula.slice(caret)) ?? [];
  return { text: typed, from: caret - typed.length, to: caret + rest.length };
}

/** The same formula with the name in it, and where the caret is then. */
export function withName(formula: string, { from, to }: TypedName, name: string) {
  return { formula: formula.slice(0, from) + name + formula.slice(to), caret: from + name.length };
}

/** Whether the innermost open bracket is one of a function of ours, at its argument for names. */
function takesNames(tokens: readonly FormulaToken[]): boolean {
  const open: { readonly at: number; argument: number }[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'operator') continue;
    const inner = open.at(-1);
    if (text === '(' || text === '{') open.push({ at: index - 1, argument: 0 });
    else if (text === ')' || text === '}') open.pop();
    else if (text === ',' && inner !== undefined) inner.argument += 1;
  }
  const inner = open.at(-1);
  return inner !== undefined && NAMES_AT[locusName(tokens, inner.at) ?? ''] === inner.argument;
}

const NAMES_AT: Readonly<Record<string, number>> = { LOCATTR: 2, LOCATTR_ADDRESS: 2 };
