import { t } from '../language/speech';
import { isFormula, MAX_FORMULA } from '../spreadsheet/block-writing';
import { formulaTokens } from '../spreadsheet/formula-tokens';
import type { FormulaToken } from '../spreadsheet/formula-tokens';
import { locusName } from '../spreadsheet/locus-calls';
import { callFault } from './call-fault';

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
