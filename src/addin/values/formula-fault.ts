import { t } from '../../engine/language/speech';
import { isFormula, MAX_FORMULA } from '../spreadsheet/block-writing';
import { formulaTokens, type FormulaToken } from '../spreadsheet/formula-tokens';
import { locusName, ownName } from '../spreadsheet/locus-calls';
import { isExcelFunction } from '../spreadsheet/excel-functions';

/**
 * Why this formula is neither frozen nor put back, in words for a person; undefined if it may be.
 * Anyone may have written what a workbook keeps, and thawing types it into cells.
 */
export function formulaFault(formula: string): string | undefined {
  if (formula.length > MAX_FORMULA) return t('it’s too long for a cell');
  const all = formulaTokens(formula);
  const tokens = all.filter(({ kind }) => kind !== 'space');
  if (all.some(({ kind }) => kind === 'unknown') || !isBalanced(tokens)) {
    return t('it can’t be read');
  }
  const isOurs = isFormula(formula) && tokens.some((_, at) => locusName(tokens, at));
  if (!isOurs) return t('it doesn’t use a Locus function');
  return readingFault(tokens) ?? callFault(tokens);
}

function isBalanced(tokens: readonly FormulaToken[]): boolean {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'operator') continue;
    if (text === '(' || text === '{') depth += 1;
    else if (text === ')' || text === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return true;
}

/** `'C:\[Book.xlsx]Sheet'!A1`, and a name defined for a whole workbook: `Book.xlsx!Rates`. */
const OTHER_WORKBOOK = /^'[^]*[[\]:\\/]|\.xl\w{1,2}'?!$/i;

function readingFault(tokens: readonly FormulaToken[]): string | undefined {
  for (const [index, { kind, text }] of tokens.entries()) {
    if (text.includes('|') && (kind === 'operator' || kind === 'sheet')) {
      return t('it uses another program');
    }
    if (kind !== 'sheet') continue;
    // `[Book.xlsx]Sheet!A1`; no sheet follows the brackets of a table's columns.
    const isBeyond = tokens[index - 1]?.kind === 'brackets';
    if (isBeyond || OTHER_WORKBOOK.test(text)) return t('it refers to another workbook');
  }
  return undefined;
}

/**
 * What a formula calls that is neither Locus nor a plain Excel function, but another add-in, a
 * macro, or a function that fetches or sends. Excel also accepts a function as a value,
 * `MAP(A1:A9,SendData)`, and under another name, `LET(f,SendData,f(A1))`. Which function that is
 * cannot be told without calculating, so what takes a function is refused, and so is a name of LET
 * that hides one of Excel's.
 *
 * @param tokens the formula's tokens, without spaces.
 */
function callFault(tokens: readonly FormulaToken[]): string | undefined {
  const calls = tokens.filter(({ kind }) => kind === 'function');
  const declares = calls.some(({ text }) => plainName(text) === 'LET');
  for (const [index, { kind, text }] of tokens.entries()) {
    const before = tokens[index - 1];
    if (text === '(' && before?.text === ')') return unknown(t('the result of a calculation'));
    // A table's name stands before brackets.
    const isName = kind === 'name' && tokens[index + 1]?.kind !== 'brackets';
    if (!isName && kind !== 'function') continue;
    const plain = plainName(text);
    if (REACHING_OUT.has(plain) || plain.startsWith('CUBE') || TAKING_FUNCTIONS.has(plain)) {
      return t('it calls {plain}', { plain });
    }
    const isKnown = isExcelFunction(plain) || ownName(text) !== undefined;
    if (kind === 'function' && before?.kind === 'sheet') return unknown(before.text + text);
    if (kind === 'function' && !isKnown) return unknown(text);
    const isHiding = declares && isName && isKnown && !/^(?:TRUE|FALSE)$/.test(plain);
    if (isHiding) return t('it calls {plain}', { plain: 'LET' });
  }
  return undefined;
}

/** Without the prefixes that files put before newer functions and the names of LET. */
function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^(?:_XLFN\.|_XLWS\.|_XLETA\.|_XLPM\.)+/, '');
}

function unknown(name: string): string {
  return t('it calls {name}, which isn’t an Excel or Locus function', { name });
}

/** Functions that call a function that they are given. */
const TAKING_FUNCTIONS: ReadonlySet<string> = new Set(
  'LAMBDA MAP REDUCE SCAN BYROW BYCOL MAKEARRAY GROUPBY PIVOTBY'.split(' '),
);
/** Functions that fetch, send, open or run something: refused wherever their names appear. */
const REACHING_OUT: ReadonlySet<string> = new Set(
  `
  CALL COPILOT DETECTLANGUAGE EVALUATE EXEC FILTERXML HYPERLINK IMAGE IMPORTCSV IMPORTDATA
  IMPORTFEED IMPORTHTML IMPORTRANGE IMPORTTEXT IMPORTXML INITIATE POKE PY REGISTER REGISTER.ID
  REQUEST RTD SQL.REQUEST STOCKHISTORY TRANSLATE WEBSERVICE
`.match(/\S+/g),
);
