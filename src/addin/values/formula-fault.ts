import { t } from '../../engine/language/speech';
import { isFormula, MAX_FORMULA } from '../spreadsheet/block-writing';
import { formulaTokens } from '../spreadsheet/formula-tokens';
import type { FormulaToken } from '../spreadsheet/formula-tokens';
import { locusName, ownName } from '../spreadsheet/locus-calls';
import { isExcelFunction } from '../spreadsheet/excel-functions';

/**
 * Why this formula is neither frozen nor put back, in words for a person; undefined if it may be.
 * Anyone may have written what a workbook keeps, and thawing types it into cells.
 */
export function formulaFault(formula: string): string | undefined {
  if (formula.length > MAX_FORMULA) return t('it’s too long for a cell');
  const all = formulaTokens(formula);
  if (all.some(({ kind }) => kind === 'unknown')) return t('it can’t be read');
  const tokens = all.filter(({ kind }) => kind !== 'space');
  const isOurs = isFormula(formula) && tokens.some((_, at) => locusName(tokens, at));
  if (!isOurs) return t('it doesn’t use a Locus function');
  return readingFault(tokens) ?? callFault(tokens);
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
 * `MAP(A1:A9,NAME)`, so a name counts even if no bracket follows it.
 *
 * @param tokens the formula's tokens, without spaces.
 */
function callFault(tokens: readonly FormulaToken[]): string | undefined {
  const frames: Frame[] = [newFrame('')];
  let closed = '';
  for (const [index, { kind, text }] of tokens.entries()) {
    const frame = frames.at(-1);
    if (frame === undefined) return unreadable();
    const before = tokens[index - 1];
    const next = tokens[index + 1]?.text ?? '';
    const isWhole = OPENS.test(before?.text ?? '') && ENDS.test(next);
    if (kind === 'name' || kind === 'function') {
      const plain = plainName(text);
      // A table's name.
      if (next.startsWith('[')) continue;
      if (REACHING_OUT.has(plain) || plain.startsWith('CUBE'))
        return t('it calls {plain}', { plain });
      const isKnown = isCallable(text, frames);
      if (kind === 'function' && (before?.kind === 'sheet' || !isKnown)) {
        return unknown(before?.kind === 'sheet' ? before.text + text : text);
      }
      if (isWhole && next === ',') declare(frame, plain);
      frame.isFunction ||= isWhole && isKnown;
    } else if (kind === 'brackets') {
      // An optional parameter of LAMBDA.
      if (isWhole && next === ',') declare(frame, plainName(text.slice(1, -1)));
    } else if (text === '(') {
      // A calculation may return any function.
      if (before?.text === ')' && closed !== 'LAMBDA')
        return unknown(t('the result of a calculation'));
      frames.push(newFrame(before?.kind === 'function' ? plainName(before.text) : '', index - 1));
    } else if (text === '{') frames.push(newFrame(''));
    else if (text === ')' || text === '}') {
      if (takesAnotherFunction(frame, true))
        return unknown(t('the function it passes to {name}', { name: frame.name }));
      frames.pop();
      closed = frame.name;
      const outer = frames.at(-1);
      const isOwn = OPENS.test(tokens[frame.start - 1]?.text ?? '') && ENDS.test(next);
      if (outer !== undefined) outer.isFunction ||= closed === 'LAMBDA' && isOwn;
    } else if (text === ',') {
      if (takesAnotherFunction(frame, false))
        return unknown(t('the function it passes to {name}', { name: frame.name }));
      nextArgument(frame);
    }
  }
  return undefined;
}

/** What is between two brackets. */
interface Frame {
  /** The function before the bracket; "" for none. */
  readonly name: string;
  /** The index of the function's name among the tokens. */
  readonly start: number;
  /** Names that LET or LAMBDA declares, and whether each is known to be an allowed function. */
  readonly locals: Map<string, boolean>;
  argument: number;
  /** The name in LET whose value comes next: inside the value, it still has its outer meaning. */
  declared: string | undefined;
  /** Whether the argument is a function that may be called, and nothing else. */
  isFunction: boolean;
}

function newFrame(name: string, start = 0): Frame {
  const locals = new Map<string, boolean>();
  return { name, start, locals, argument: 0, declared: undefined, isFunction: false };
}

function declare(frame: Frame, name: string): void {
  if (frame.name === 'LAMBDA') frame.locals.set(name, false);
  else if (frame.name === 'LET' && frame.argument % 2 === 0) frame.declared = name;
}

function nextArgument(frame: Frame): void {
  if (frame.declared !== undefined && frame.argument % 2 === 1) {
    frame.locals.set(frame.declared, frame.isFunction);
    frame.declared = undefined;
  }
  frame.argument += 1;
  frame.isFunction = false;
}

/** Whether a function that calls one of its arguments, such as MAP, is given an unknown one. */
function takesAnotherFunction({ name, argument, isFunction }: Frame, isLast: boolean): boolean {
  if (isFunction) return false;
  return CALLS_ITS_LAST.has(name) ? isLast : CALLS_ARGUMENT.get(name) === argument;
}

function isCallable(text: string, frames: readonly Frame[]): boolean {
  const name = plainName(text);
  const local = [...frames]
    .reverse()
    .find(({ locals }) => locals.has(name))
    ?.locals.get(name);
  return local ?? (isExcelFunction(name) || ownName(text) !== undefined);
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

const unreadable = (): string => t('it can’t be read');
const OPENS = /^[(,]$/;
const ENDS = /^[),]$/;
const CALLS_ITS_LAST: ReadonlySet<string> = new Set(
  'MAP REDUCE SCAN BYROW BYCOL MAKEARRAY'.split(' '),
);
const CALLS_ARGUMENT: ReadonlyMap<string, number> = new Map([
  ['GROUPBY', 2],
  ['PIVOTBY', 3],
]);
/** Functions that fetch, send, open or run something: refused wherever their names appear. */
const REACHING_OUT: ReadonlySet<string> = new Set(
  `
  CALL COPILOT DETECTLANGUAGE EVALUATE EXEC FILTERXML HYPERLINK IMAGE IMPORTCSV IMPORTDATA
  IMPORTFEED IMPORTHTML IMPORTRANGE IMPORTTEXT IMPORTXML INITIATE POKE PY REGISTER REGISTER.ID
  REQUEST RTD SQL.REQUEST STOCKHISTORY TRANSLATE WEBSERVICE
`.match(/\S+/g),
);
