import { formulaCalls, soleToken, tokensText } from '../spreadsheet/formula-calls';
import { formulaTokens, readLiteral, writeLiteral } from '../spreadsheet/formula-tokens';
import type { FormulaToken } from '../spreadsheet/formula-tokens';
import { locusName } from '../spreadsheet/locus-calls';
import { aliasKey } from './workbook-model';

/**
 * Whether a formula may ask one of these models: it calls a scoring function, and names one of
 * them or takes the model from elsewhere.
 *
 * @param keys the keys of their aliases.
 */
export function mayAskModel(formula: string, keys: ReadonlySet<string>): boolean {
  return namedModels(formulaTokens(formula)).some(({ key }) => key === undefined || keys.has(key));
}

/** The formula with the alias `from` replaced by `to`; undefined if that changes nothing. */
export function renamedInFormula(formula: string, from: string, to: string): string | undefined {
  const tokens = formulaTokens(formula);
  for (const { at, key } of namedModels(tokens)) {
    if (key === aliasKey(from)) tokens[at] = { kind: 'text', text: writeLiteral(to) };
  }
  const renamed = tokensText(tokens);
  return renamed === formula ? undefined : renamed;
}

interface NamedModel {
  /** Index of the token that names the model; -1 if there is no such single token. */
  readonly at: number;
  /** The alias's key; undefined if the model is not written as a text. */
  readonly key: string | undefined;
}

function namedModels(tokens: readonly FormulaToken[]): NamedModel[] {
  return formulaCalls(tokens)
    .filter(({ at }) => locusName(tokens, at)?.startsWith('LOCSCORE'))
    .map(({ args: [model] }) => {
      const at = (model && soleToken(tokens, model)) ?? -1;
      const alias = readLiteral(tokens[at]?.text ?? '');
      return { at, key: alias === undefined ? undefined : aliasKey(alias) };
    });
}
