import { filePrefix } from '../../spreadsheet/excel-functions';
import { formulaCalls, soleToken } from '../../spreadsheet/formula-calls';
import { formulaTokens } from '../../spreadsheet/formula-tokens';
import type { FormulaToken } from '../../spreadsheet/formula-tokens';

/**
 * Converts formulas from and to a file's notation: there, an add-in's custom functions, and
 * functions newer than the format, have a prefix that no cell shows.
 */
export interface FormulaText {
  /** Both take and return formulas without the leading `=`. */
  fromFile(text: string): string;
  toFile(formula: string): string;
}

/** @param ownIds the ids of our custom functions, in upper case. */
export function createFormulaText(ownIds: readonly string[]): FormulaText {
  const own = new Set(ownIds);
  const prefixOf = (name: string): string =>
    own.has(name.toUpperCase()) ? OWN_PREFIX : filePrefix(name.toUpperCase());
  return {
    fromFile(text) {
      const shown: string[] = [];
      for (const { kind, text: written } of formulaTokens(text)) {
        const isName = kind === 'name' || kind === 'function';
        const name = isName ? written.replace(PARAMETER, '') : written;
        const plain = kind === 'function' ? (PREFIXED.exec(name)?.[1] ?? '') : '';
        if (prefixOf(plain) === '') {
          shown.push(name);
          continue;
        }
        if (shown.at(-1) === '!' && LINK.test(shown.at(-2) ?? '')) shown.splice(-2);
        if (plain.toUpperCase() !== SINGLE) shown.push(plain);
      }
      return shown.join('');
    },
    toFile(formula) {
      const tokens = formulaTokens(formula);
      const given = givenNames(tokens);
      return tokens
        .map(({ kind, text }, index) => {
          const isName = kind === 'name' || kind === 'function';
          const isGiven = given.has(text.toLowerCase()) && tokens[index - 1]?.kind !== 'sheet';
          if (isName && isGiven) return `_xlpm.${text}`;
          return kind === 'function' ? prefixOf(text) + text : text;
        })
        .join('');
    },
  };
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
/** What Excel writes for an `@`, which means nothing in a spreadsheet without old-style arrays. */
const SINGLE = 'SINGLE';

/** The names that LET and LAMBDA define anywhere in the formula, in lower case. */
function givenNames(tokens: readonly FormulaToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { at, args } of formulaCalls(tokens)) {
    const caller = tokens[at]?.text.toLowerCase();
    // LET names every second argument, LAMBDA every one; the last is the calculation.
    args.slice(0, -1).forEach((arg, index) => {
      if (caller !== 'lambda' && (caller !== 'let' || index % 2 === 1)) return;
      const { kind, text = '' } = tokens[soleToken(tokens, arg) ?? -1] ?? {};
      if (kind === 'name') names.add(text.toLowerCase());
    });
  }
  return names;
}
