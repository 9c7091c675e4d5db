import { t } from '../language/speech';
import { isExcelFunction } from '../spreadsheet/excel-functions';
import type { FormulaToken } from '../spreadsheet/formula-tokens';
import { ownName } from '../spreadsheet/locus-calls';

/**
 * What a formula calls that is neither ours nor a plain function of Excel: another add-in's, a
 * macro, one that fetches or sends. Excel takes a function for a value too, `MAP(A1:A9,NAME)`, so
 * that a name counts also where no bracket follows it.
 *
 * @param tokens without the blanks between them.
 */
export function callFault(tokens: readonly FormulaToken[]): string | undefined {
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
      // Of a table.
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
      // LAMBDA's arguments that may be left out.
      if (isWhole && next === ',') declare(frame, plainName(text.slice(1, -1)));
    } else if (text === '(') {
      // What a calculation ends in may be any function.
      if (before?.text === ')' && closed !== 'LAMBDA') return unknown(t('a calculated result'));
      frames.push(newFrame(before?.kind === 'function' ? plainName(before.text) : '', index - 1));
    } else if (text === '{') frames.push(newFrame(''));
    else if (text === ')' || text === '}') {
      if (takesAnotherFunction(frame, true))
        return unknown(t('what it gives to {name}', { name: frame.name }));
      frames.pop();
      closed = frame.name;
      const outer = frames.at(-1);
      const isOwn = OPENS.test(tokens[frame.start - 1]?.text ?? '') && ENDS.test(next);
      if (outer !== undefined) outer.isFunction ||= closed === 'LAMBDA' && isOwn;
    } else if (text === ',') {
      if (takesAnotherFunction(frame, false))
        return unknown(t('what it gives to {name}', { name: frame.name }));
      nextArgument(frame);
    }
  }
  return undefined;
}

/** What stands between two brackets. */
interface Frame {
  /** The function in front; "" for none. */
  readonly name: string;
  /** Where its name stands. */
  readonly start: number;
  /** Names of LET and LAMBDA, and whether each is known to stand for a function that may be called. */
  readonly locals: Map<string, boolean>;
  argument: number;
  /** LET's name whose value comes next: in that, it still means what it does outside. */
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

/** Whether a function that is called with values is given one that nobody knows. */
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

/** Without what files have before the names of later functions and of LET. */
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
/** Functions that fetch, send, open or run something: refused wherever their name stands. */
const REACHING_OUT: ReadonlySet<string> = new Set(
  `
  CALL COPILOT DETECTLANGUAGE EVALUATE EXEC FILTERXML HYPERLINK IMAGE IMPORTCSV IMPORTDATA
  IMPORTFEED IMPORTHTML IMPORTRANGE IMPORTTEXT IMPORTXML INITIATE POKE PY REGISTER REGISTER.ID
  REQUEST RTD SQL.REQUEST STOCKHISTORY TRANSLATE WEBSERVICE
`.match(/\S+/g),
);
