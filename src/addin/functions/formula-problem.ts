import { createSuggestions } from '../../engine/catalogue/suggestion';
import { splitNames } from '../../engine/places/pasted-names';
import { isExcelFunction } from '../spreadsheet/excel-functions';
import {
  formulaTokens,
  readLiteral,
  writeLiteral,
  type FormulaToken,
} from '../spreadsheet/formula-tokens';
import {
  formulaCalls,
  isCalculating,
  locusName,
  soleToken,
  type TokenRange,
  tokensText,
} from '../spreadsheet/locus-calls';
import { nameMeantBy, titleMeantBy, type FormulaFix, type NameFix, type Problem } from './problems';
import { quotation } from '../../engine/language/quotation';
import { FUNCTION_NAMES, positionOf, writtenParameters } from '../spreadsheet/signatures';

/**
 * What is wrong in a cell whose error none of our functions reported, because Excel called none: it
 * did not know the function, or something in its arguments. Undefined if the formula is not ours,
 * or is still calculating.
 */
export function formulaProblem(formula: string, error: string): Problem | undefined {
  if (isCalculating(error)) return undefined;
  const tokens = formulaTokens(formula);
  const name = tokens.map((_, at) => locusName(tokens, at)).find((found) => found !== undefined);
  const wrong =
    (error === '#NAME?' ? unknownFunction(tokens, name !== undefined) : undefined) ??
    (name === undefined ? undefined : (callFault(tokens) ?? errorFault(tokens, name, error)));
  return wrong && { code: 'invalid-argument', count: 1, ...wrong };
}

/** `LOCATTR needs 3 arguments: lat, lng, variables.` Undefined if the count is right. */
export function countFault(id: string, count: number): string | undefined {
  const parameters = writtenParameters(id);
  const required = parameters.filter((parameter) => !parameter.startsWith('[')).length;
  if (count >= required && count <= parameters.length) return undefined;
  const counts =
    required === parameters.length ? `${required}` : `${required} to ${parameters.length}`;
  const noun = counts === '1' ? 'argument' : 'arguments';
  return `${id} needs ${counts} ${noun}: ${parameters.join(', ')}.`;
}

/** What a single cell shows that a formula refers to: `D$1`. */
export type TextAt = (reference: string) => string | undefined;

/** The formula with this fix applied; undefined if the fix changes nothing. */
export function fixedFormula(
  formula: string,
  fix: FormulaFix,
  textAt: TextAt = () => undefined,
): string | undefined {
  const tokens = formulaTokens(formula);
  const text = tokensText(fixedTokens(tokens, fix, textAt));
  return text === formula ? undefined : text;
}

/** The cells in which a formula's calls find names, as the formula refers to them. */
export function nameCells(formula: string): string[] {
  const tokens = formulaTokens(formula);
  return nameArguments(tokens).flatMap((at) => cellAt(tokens, at) ?? []);
}

function fixedTokens(
  tokens: readonly FormulaToken[],
  fix: FormulaFix,
  textAt: TextAt,
): readonly FormulaToken[] {
  if (fix === 'swap') return swapped(tokens);
  const [meant, title] = [nameMeantBy(fix), titleMeantBy(fix)];
  if (meant !== undefined) {
    return title === undefined
      ? withName(tokens, meant)
      : withNameForTitle(tokens, meant, title, textAt);
  }
  const put = FIXES[fix as keyof typeof FIXES];
  return tokens.map((token, at) => put(tokens, at) ?? token);
}

type Wrong = Pick<Problem, 'message' | 'fix'>;

const FIXES: Readonly<
  Record<
    Exclude<FormulaFix, 'swap' | NameFix>,
    (tokens: readonly FormulaToken[], at: number) => FormulaToken | undefined
  >
> = {
  spelling(tokens, at) {
    const meant = isUnknown(tokens, at) ? nearest(tokens[at]?.text ?? '') : undefined;
    return meant === undefined ? undefined : { kind: 'function', text: meant };
  },
  quotes(tokens, at) {
    const { kind, text = '' } = tokens[at] ?? {};
    const isName = kind === 'name' && isAttributeName(tokens, at);
    return isName ? { kind: 'text', text: writeLiteral(text) } : undefined;
  },
};

function unknownFunction(tokens: readonly FormulaToken[], isOurs: boolean): Wrong | undefined {
  const unknown = tokens.filter((_, at) => isUnknown(tokens, at)).map(({ text }) => text);
  const misspelt = unknown.find((text) => nearest(text) !== undefined);
  if (misspelt !== undefined) {
    const meant = nearest(misspelt) ?? '';
    return {
      message: `Unknown function ${quotation(misspelt)}. Did you mean ${meant}?`,
      fix: 'spelling',
    };
  }
  const [other] = unknown;
  if (!isOurs || other === undefined) return undefined;
  return { message: `Unknown function ${quotation(other)}: check its spelling.` };
}

function callFault(tokens: readonly FormulaToken[]): Wrong | undefined {
  for (const { at, args } of formulaCalls(tokens)) {
    const name = locusName(tokens, at);
    if (name === undefined) continue;
    const isEmpty = args.length === 1 && tokensText(tokens.slice(...(args[0] ?? []))).trim() === '';
    const message = countFault(name, isEmpty ? 0 : args.length);
    if (message !== undefined) return { message };
  }
  return undefined;
}

function errorFault(tokens: readonly FormulaToken[], name: string, error: string): Wrong {
  if (error === '#SPILL!') {
    return { message: 'The results have no room: clear the cells below or beside this one.' };
  }
  if (error !== '#NAME?') {
    return isSoleCall(tokens)
      ? { message: 'The file was saved with this error: select the cell, press F2 and then Enter.' }
      : { message: `The formula ends in ${error}: check the parts around ${name}.` };
  }
  const unquoted = tokens.find(({ kind }, at) => kind === 'name' && isAttributeName(tokens, at));
  if (unquoted !== undefined) {
    const text = quotation(unquoted.text);
    return { message: `Put quotes around the attribute ${text}: "${text}".`, fix: 'quotes' };
  }
  return { message: `${name} wasn’t loaded: select the cell, press F2 and then Enter.` };
}

function isUnknown(tokens: readonly FormulaToken[], at: number): boolean {
  const { kind, text = '' } = tokens[at] ?? {};
  if (kind !== 'function' || tokens[at - 1]?.kind === 'sheet') return false;
  const plain = text.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '');
  return locusName(tokens, at) === undefined && !isExcelFunction(plain);
}

/** The function of ours that this name probably means. */
function nearest(text: string): string | undefined {
  const name = text.toUpperCase().replace(/^_XLDUDF_/, '');
  return createSuggestions(KNOWN).nearest(name);
}

const KNOWN = { entries: () => OURS };
const OURS = FUNCTION_NAMES.map((name) => ({ name }));

/** Whether the token is a whole argument of one of our calls and reads like an attribute's name. */
function isAttributeName(tokens: readonly FormulaToken[], at: number): boolean {
  return (
    /^[a-z][a-z0-9_]*$/i.test(tokens[at]?.text ?? '') &&
    !/^(?:true|false)$/i.test(tokens[at]?.text ?? '') &&
    isWholeArgument(tokens, at)
  );
}

/** Whether the token is a whole argument of one of our calls. */
function isWholeArgument(tokens: readonly FormulaToken[], at: number): boolean {
  return formulaCalls(tokens).some(
    (call) =>
      locusName(tokens, call.at) !== undefined &&
      call.args.some((arg) => soleToken(tokens, arg) === at),
  );
}

/** Puts this name in place of its misspellings in the text arguments of our calls. */
function withName(tokens: readonly FormulaToken[], meant: string): FormulaToken[] {
  const suggestions = createSuggestions({ entries: () => [{ name: meant }] });
  return tokens.map((token, at) => {
    if (token.kind !== 'text' || !isWholeArgument(tokens, at)) return token;
    const text = token.text.replace(/\w+/g, (name) =>
      suggestions.nearest(name.toLowerCase()) === undefined ? name : meant,
    );
    return { ...token, text };
  });
}

/** The tokens that are the whole argument for names in one of our calls. */
function nameArguments(tokens: readonly FormulaToken[]): number[] {
  return formulaCalls(tokens).flatMap(({ at, args }) => {
    const range = args[positionOf(locusName(tokens, at) ?? '', 'variables')];
    return (range && soleToken(tokens, range)) ?? [];
  });
}

function cellAt(tokens: readonly FormulaToken[], at: number): string | undefined {
  const { kind, text = '' } = tokens[at] ?? {};
  return kind === 'reference' && !text.includes(':') ? text : undefined;
}

/** Puts the name in place of its title: in a text, or of a cell that shows the title. */
function withNameForTitle(
  tokens: readonly FormulaToken[],
  meant: string,
  title: string,
  textAt: TextAt,
): FormulaToken[] {
  const result = [...tokens];
  for (const at of nameArguments(tokens)) {
    const token = tokens[at] as FormulaToken;
    const cell = cellAt(tokens, at);
    const shown = cell === undefined ? readLiteral(token.text) : textAt(cell);
    if (shown === undefined) continue;
    if (isTitle(shown, title)) result[at] = { kind: 'text', text: writeLiteral(meant) };
    else if (cell === undefined) {
      const names = splitNames(shown).map((part) => (isTitle(part, title) ? meant : part));
      if (names.includes(meant)) result[at] = { kind: 'text', text: writeLiteral(names.join(',')) };
    }
  }
  return result;
}

/** @param title as a message quotes it, in lower case: its end may be cut off. */
function isTitle(text: string, title: string): boolean {
  const written = quotation(text, text.length + 1).toLowerCase();
  return title.endsWith('…') ? written.startsWith(title.slice(0, -1)) : written === title;
}

/** Swaps latitude and longitude in each of our calls that has them. */
function swapped(tokens: readonly FormulaToken[]): FormulaToken[] {
  const result = [...tokens];
  // Last call first, so that the positions of earlier tokens stay valid.
  for (const { at, args } of formulaCalls(tokens).reverse()) {
    const name = locusName(tokens, at) ?? '';
    const [lat, lng] = [args[positionOf(name, 'lat')], args[positionOf(name, 'lng')]];
    if (lat === undefined || lng === undefined) continue;
    // In a range, perhaps only some rows are the wrong way round.
    if ([lat, lng].some((arg) => isRange(tokens[soleToken(tokens, arg) ?? -1]))) continue;
    const [one, other] = [trimmed(tokens, lat), trimmed(tokens, lng)];
    const parts = [other, [one[1], other[0]], one].flatMap((part) => result.slice(...part));
    for (const [index, part] of parts.entries()) result[one[0] + index] = part;
  }
  return result;
}

function isRange(token: FormulaToken | undefined): boolean {
  return token?.kind === 'reference' && token.text.includes(':');
}

/** The range without the spaces around it. */
function trimmed(tokens: readonly FormulaToken[], [from, to]: TokenRange): TokenRange {
  let [start, end] = [from, to];
  while (start < end && tokens[start]?.kind === 'space') start += 1;
  while (end > start && tokens[end - 1]?.kind === 'space') end -= 1;
  return [start, end];
}

/** `=LOCATTR(…)` and nothing else. */
function isSoleCall(tokens: readonly FormulaToken[]): boolean {
  const [first] = formulaCalls(tokens);
  return first?.at === 1 && first.args.at(-1)?.[1] === tokens.length - 1;
}
