import { t } from '../../language/speech';
import { takeBack } from '../../enrich/row-swapping';
import type { SwapParts } from '../../enrich/row-swapping';
import type { FormulaFix } from '../../functions/problems';
import type { Notice } from '../../spreadsheet/notice';
import type { Sheet, WrittenBlock } from '../../spreadsheet/sheet';

export interface FixParts extends Pick<SwapParts, 'later'> {
  readonly sheet: Pick<Sheet, 'failing' | 'write' | 'undo'>;
}

const fetchFixes = () =>
  import(/* webpackChunkName: "pane-explain" */ '../../functions/formula-problem');

/** Puts the formulas of these cells right, as far as they still fail; what it says has a way back. */
export async function fixCells(
  fix: FormulaFix,
  addresses: readonly string[],
  parts: FixParts,
): Promise<Notice> {
  const fixes = await fetchFixes().catch(() => undefined);
  if (fixes === undefined) return { tone: 'bad', text: NOT_FETCHED };
  const wanted = new Set(addresses);
  const reading = await parts.sheet.failing([]);
  if (reading.kind === 'failed') return { tone: 'bad', text: reading.message };
  const written: WrittenBlock[] = [];
  for (const { address, sheet, row, column, formula } of reading.formulas) {
    const fixed = wanted.has(address) ? fixes.fixedFormula(formula, fix) : undefined;
    if (fixed === undefined) continue;
    const block = { sheet, row, column, cells: [[fixed]] };
    const result = await parts.sheet.write(block, { shouldOverwrite: true });
    if (result.kind === 'written') written.push(result.written);
    else if (result.kind === 'failed') {
      await takeBack(written, parts);
      return { tone: 'bad', text: result.message };
    }
  }
  if (written.length === 0)
    return {
      tone: 'bad',
      text: t('Nothing was changed. Correct the cells that these formulas use.'),
    };
  const run = (): void => parts.later(() => takeBack(written, parts, t('Formulas changed back.')));
  const text = t('{written, plural, one {# formula} other {# formulas}} changed.', {
    written: written.length,
  });
  return { tone: 'good', text, action: { title: t('Undo'), run } };
}

const NOT_FETCHED = t('Part of Locus couldn’t load. Check your network and try again.');
