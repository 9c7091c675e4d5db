import { formulaTokens, type FormulaToken } from '../addin/spreadsheet/formula-tokens';
import { locusName } from '../addin/spreadsheet/locus-calls';
import { positionOf } from '../addin/spreadsheet/signatures';

/** An attribute name that a person is typing inside a formula's quotes. */
export interface TypedName {
  /** The name from its start to the caret. */
  readonly text: string;
  /** Where the name begins and ends in the formula. The caret may be in the middle of it. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the name at the caret; undefined if the caret is not in the quotes of an argument for
 * names.
 */
export function nameAtCaret(formula: string, caret: number): TypedName | undefined {
  if (!formula.startsWith('=')) return undefined;
  const tokens = formulaTokens(formula.slice(0, caret)).filter(({ kind }) => kind !== 'space');
  const last = tokens.at(-1);
  // A text that does not end before the caret.
  if (last?.kind !== 'unknown' || !last.text.startsWith('"')) return undefined;
  if (!takesNames(tokens)) return undefined;
  const [text = ''] = /[^",]*$/.exec(last.text) ?? [];
  const typed = text.trimStart();
  const [rest = ''] = /^[a-z0-9_]*/i.exec(formula.slice(caret)) ?? [];
  return { text: typed, from: caret - typed.length, to: caret + rest.length };
}

/** Inserts the name into the formula. Returns the formula, and the new position of the caret. */
export function withName(formula: string, { from, to }: TypedName, name: string) {
  return { formula: formula.slice(0, from) + name + formula.slice(to), caret: from + name.length };
}

/** Whether the innermost open bracket belongs to a Locus function, at its argument for names. */
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
  const name = inner && locusName(tokens, inner.at);
  return name !== undefined && positionOf(name, 'variables') === inner?.argument;
}
