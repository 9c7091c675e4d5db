import { formulaTokens } from '../../addin/spreadsheet/formula-tokens';
import { namesWhatIsElsewhere, type FormulaText } from './formula-text';
import type { LeftOut } from './left-out';
import type { FormulaPlace, TableReferences } from './table-references';

/** The formulas of one file. */
export interface FormulaReading {
  /**
   * A formula as a cell shows it, without its `=`. Undefined if only its last result can stay: it
   * names another workbook, a table that is not there, or a function of Google Sheets alone.
   * A name's formula has no place.
   */
  fromFile(text: string, at?: FormulaPlace): string | undefined;
  /** Formulas that use this name keep their results alone from now on. */
  lose(name: string): void;
}

export function createFormulaReading(
  formulas: FormulaText,
  tables: TableReferences,
  leftOut: Pick<LeftOut, 'formula'>,
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
        leftOut.formula('google');
        return undefined;
      }
      const cells = tables.asCells(formula, at);
      const shown = cells === undefined ? undefined : formulas.fromFile(cells);
      const stays =
        shown !== undefined &&
        !(MAY_BE_ELSEWHERE.test(shown) && namesWhatIsElsewhere(formulas.toFile(shown))) &&
        !isLost(shown);
      if (!stays) leftOut.formula('elsewhere');
      else if (cells !== formula) leftOut.formula('tables');
      return stays ? shown : undefined;
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
/** What Google Sheets writes for a function that only it has: `IFERROR(__xludf.DUMMYFUNCTION(…),7)`. */
const GOOGLE = /\b__xludf\.DUMMYFUNCTION\s*\(/i;
