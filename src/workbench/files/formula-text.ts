import { filePrefix } from '../../addin/spreadsheet/excel-functions';
import { formulaCalls, soleToken } from '../../addin/spreadsheet/locus-calls';
import { formulaTokens, type FormulaToken } from '../../addin/spreadsheet/formula-tokens';
import type { LeftOut } from './left-out';
import type { CellsForTables, FormulaPlace, TableReferences } from './table-references';

/**
 * Converts formulas from and to a file's notation: there, an add-in's custom functions, and
 * functions newer than the format, have a prefix that no cell shows, and `A2#` and `@` are calls.
 */
export interface FormulaText {
  /** Both take and return formulas without the leading `=`. */
  fromFile(text: string): string;
  toFile(formula: string): string;
}

/**
 * @param ownIds the IDs of our custom functions, in upper case.
 */
export function createFormulaText(ownIds: readonly string[]): FormulaText {
  const own = new Set(ownIds);
  const prefixOf = (name: string): string =>
    own.has(name.toUpperCase()) ? OWN_PREFIX : filePrefix(name.toUpperCase());
  return {
    fromFile(text) {
      const tokens = formulaTokens(text);
      const operands = formulaOperands(tokens);
      const shown: string[] = [];
      /** What stands for a bracket that closes, by its index. */
      const closing = new Map<number, string>();
      for (let index = 0; index < tokens.length; index += 1) {
        const { kind = 'unknown', text: written = '' } = tokens[index] ?? {};
        const isName = kind === 'name' || kind === 'function';
        const name = isName ? shownName(written) : written;
        const plain = kind === 'function' ? (PREFIXED.exec(name)?.[1] ?? '') : '';
        if (prefixOf(plain) === '') {
          shown.push(closing.get(index) ?? name);
          continue;
        }
        if (shown.at(-1) === '!' && LINK.test(shown.at(-2) ?? '')) shown.splice(-2);
        const sign = SIGNS.get(plain.toUpperCase());
        const end = operands.closing(index + 1);
        if (sign === undefined) shown.push(plain);
        else if (end !== undefined && isCells(tokens, index + 2, end, operands)) {
          // The bracket that opens is dropped, and the one that closes may be a sign.
          if (sign === '@') shown.push(sign);
          closing.set(end, sign === '#' ? sign : '');
          index += 1;
        } else if (sign === '#') shown.push(written);
      }
      return shown.join('');
    },
    toFile(formula) {
      const tokens = formulaTokens(formula);
      const operands = formulaOperands(tokens);
      const { given, optional } = givenNames(tokens);
      const written = (from: number, to: number): string => {
        let text = '';
        for (let index = from; index < to; index += 1) {
          const token = tokens[index];
          if (token === undefined) continue;
          // Anything else before it would make one name of both.
          const isFirst = /^(?:operator|space|undefined)$/.test(String(tokens[index - 1]?.kind));
          const isAt = token.kind === 'operator' && token.text === '@';
          const end = isFirst && isAt ? operands.end(index + 1) : undefined;
          const hash = isFirst ? operands.hash(index) : undefined;
          if (end !== undefined && end <= to) {
            text += `_xlfn.SINGLE(${written(index + 1, end)})`;
            index = end - 1;
          } else if (hash !== undefined && hash < to) {
            text += `_xlfn.ANCHORARRAY(${written(index, hash)})`;
            index = hash;
          } else text += tokenToFile(token, tokens[index - 1]);
        }
        return text;
      };
      const tokenToFile = (token: FormulaToken, before: FormulaToken | undefined): string => {
        const { kind, text } = token;
        if (optional.has(token)) return `_xlop.${text.slice(1, -1)}`;
        const isName = kind === 'name' || kind === 'function';
        const isGiven = isName && given.has(text.toLowerCase()) && before?.kind !== 'sheet';
        if (isGiven) return `_xlpm.${text}`;
        return kind === 'function' ? prefixOf(text) + text : text;
      };
      return written(0, tokens.length);
    },
  };
}

/**
 * Whether a formula in a file's notation names tables (`Stores[Rent]`), other workbooks
 * (`[1]Jan!A1`, `'[Plan.xlsx]Jan'!A1`) or programs (`Excel|Plan!A1`). Excel would call a file that
 * lacks these damaged.
 */
export function namesWhatIsElsewhere(text: string): boolean {
  if (!/[[|]/.test(text)) return false;
  return formulaTokens(text).some(
    ({ kind, text: part }) =>
      kind === 'brackets' ||
      (kind === 'sheet' && part.includes('[')) ||
      ((kind === 'operator' || kind === 'unknown') && /[[|]/.test(part)),
  );
}

/** How Excel writes a custom function of an Office add-in whose manifest names no namespace. */
const OWN_PREFIX = '_xldudf_';
/**
 * In some workbooks Excel has put the number of a link before the prefix, or the prefix of another
 * kind of add-in (github.com/OfficeDev/office-js/issues/2568).
 */
const PREFIXED = /^(?:_xldudf_|_xll\.|_xlfn\.(?:_xlws\.)?)(.+)$/i;
const LINK = /^\[\d+\]$/;
/** Precedes names that LET and LAMBDA define; without it Excel looks for names of the workbook. */
const PARAMETER = /^_xlpm\./i;
/** A parameter of LAMBDA that may be left out is written in brackets: `LAMBDA(a,[b],…)`. */
const OPTIONAL = /^_xlop\.(.+)$/i;
/** The calls that Excel writes for a sign before or after cells. */
const SIGNS: ReadonlyMap<string, '@' | '#'> = new Map([
  ['SINGLE', '@'],
  ['ANCHORARRAY', '#'],
]);

function shownName(written: string): string {
  const optional = OPTIONAL.exec(written)?.[1];
  return optional === undefined ? written.replace(PARAMETER, '') : `[${optional}]`;
}

/**
 * Whether an argument is cells and nothing else. A call's result needs no `@` to be a single value
 * in an ordinary formula.
 */
function isCells(
  tokens: readonly FormulaToken[],
  from: number,
  to: number,
  operands: FormulaOperands,
): boolean {
  const { kind, text = '' } = tokens[from] ?? {};
  const isCall = kind === 'function' && !/^_xlfn\.ANCHORARRAY$/i.test(text);
  return !isCall && kind !== 'operator' && operands.end(from) === to;
}

/**
 * The names that LET and LAMBDA define anywhere in the formula, in lower case, and the parameters
 * in brackets among them.
 */
function givenNames(tokens: readonly FormulaToken[]): {
  readonly given: ReadonlySet<string>;
  readonly optional: ReadonlySet<FormulaToken>;
} {
  const given = new Set<string>();
  const optional = new Set<FormulaToken>();
  for (const { at, args } of formulaCalls(tokens)) {
    const caller = tokens[at]?.text.toLowerCase();
    // LET names every second argument, LAMBDA every one; the last is the calculation.
    args.slice(0, -1).forEach((arg, index) => {
      if (caller !== 'lambda' && (caller !== 'let' || index % 2 === 1)) return;
      const token = tokens[soleToken(tokens, arg) ?? -1];
      if (token?.kind === 'name') given.add(token.text.toLowerCase());
      if (token?.kind !== 'brackets' || caller !== 'lambda') return;
      given.add(token.text.slice(1, -1).toLowerCase());
      optional.add(token);
    });
  }
  return { given, optional };
}

/** Where the parts of a formula end, as indices of its tokens. */
interface FormulaOperands {
  /** The bracket that closes the one at this index. */
  closing(open: number): number | undefined;
  /**
   * One after the last token of the operand that begins here: cells, a name, a call or something
   * in brackets, joined by `:` and perhaps followed by `#`. Undefined if none begins here.
   */
  end(from: number): number | undefined;
  /** The `#` after the cells, name or call that begins here. */
  hash(from: number): number | undefined;
}

function formulaOperands(tokens: readonly FormulaToken[]): FormulaOperands {
  const brackets = bracketPairs(tokens);
  /** Each token is looked at once, however long the chain is that it is part of. */
  const known = new Map<number, number | undefined>();
  const isSign = (at: number, sign: string): boolean =>
    tokens[at]?.kind === 'operator' && tokens[at].text === sign;

  function partEnd(from: number): number | undefined {
    const at = tokens[from]?.kind === 'sheet' ? from + 1 : from;
    const { kind, text } = tokens[at] ?? {};
    if (kind === 'reference') return at + 1;
    if (kind === 'name') return tokens[at + 1]?.kind === 'brackets' ? at + 2 : at + 1;
    const open = kind !== 'function' ? at : tokens[at + 1]?.kind === 'space' ? at + 2 : at + 1;
    const isOpen = kind === 'function' || (kind === 'operator' && text === '(');
    const close = isOpen ? brackets.get(open) : undefined;
    return close === undefined ? undefined : close + 1;
  }

  function hash(from: number): number | undefined {
    const end = partEnd(from);
    return end !== undefined && isSign(end, '#') ? end : undefined;
  }

  return {
    hash,
    closing: (open) => brackets.get(open),
    end(from) {
      const starts: number[] = [];
      let end: number | undefined;
      for (let at = from; ; at = end + 1) {
        if (known.has(at)) {
          end = known.get(at);
          break;
        }
        starts.push(at);
        end = partEnd(at);
        if (end === undefined) break;
        if (hash(at) !== undefined) end += 1;
        if (!isSign(end, ':')) break;
      }
      for (const start of starts) known.set(start, end);
      return end;
    },
  };
}

function bracketPairs(tokens: readonly FormulaToken[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'operator') continue;
    if (text === '(') open.push(index);
    else if (text === ')') {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, index);
    }
  }
  return pairs;
}

/** The formulas of one file. */
export interface FormulaReading {
  /**
   * Returns a formula as a cell shows it, without its `=`. Undefined if only its last result can
   * stay, because it names another workbook, a missing table or a function of Google Sheets. The
   * formula of a name has no place.
   */
  fromFile(text: string, at?: FormulaPlace): CellsForTables | undefined;
  /** From now on, formulas that use this name keep only their results. */
  lose(name: string): void;
}

/** Creates the reading of a file's formulas. It reports to `leftOut` those that cannot stay. */
export function createFormulaReading(
  formulas: FormulaText,
  tables: TableReferences,
  leftOut: Pick<LeftOut, 'skip'>,
): FormulaReading {
  const lost = new Set<string>();
  const isLost = (shown: string): boolean =>
    lost.size > 0 &&
    formulaTokens(shown).some(({ kind, text }) => kind === 'name' && lost.has(text.toLowerCase()));
  return {
    lose: (name) => void lost.add(name.toLowerCase()),
    fromFile(text, at) {
      const formula = withoutSign(text);
      if (GOOGLE.test(formula)) {
        leftOut.skip('googleFormula');
        return undefined;
      }
      const cells = tables.asCells(formula, at);
      const shown = cells && formulas.fromFile(cells.text);
      const stays =
        shown !== undefined &&
        !(MAY_BE_ELSEWHERE.test(shown) && namesWhatIsElsewhere(formulas.toFile(shown))) &&
        !isLost(shown);
      if (!stays) {
        leftOut.skip('foreignFormula');
        return undefined;
      }
      if (cells?.parts !== undefined) leftOut.skip('tableFormula');
      return { text: shown, parts: cells?.parts };
    },
  };
}

/** Some programs write the sign that only a cell shows, and braces round an array formula. */
function withoutSign(text: string): string {
  const inner = /^\s*\{\s*=([^]*)\}\s*$/.exec(text)?.[1] ?? text;
  return inner.replace(/^[\s=]+/, '').trimEnd();
}

/** Most formulas need no second look. */
const MAY_BE_ELSEWHERE = /[[|]/;
/**
 * What Google Sheets writes for a function that only it has: `IFERROR(__xludf.DUMMYFUNCTION(…),7)`.
 */
const GOOGLE = /\b__xludf\.DUMMYFUNCTION\s*\(/i;
