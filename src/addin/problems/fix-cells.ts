import { shortList, t } from '../../engine/language/speech';
import { afterFailure, undoAction, type Change, type UndoParts, type UndoWords } from '../enrich';
import { titleMeantBy, type FormulaFix } from '../functions/problems';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import { isCalculating } from '../spreadsheet/locus-calls';
import type { Sheet } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';

export interface FixParts extends UndoParts {
  readonly sheet: Pick<Sheet, 'failing' | 'write' | 'undo' | 'readBlock' | 'foreseeUndo'>;
}

const fetchFixes = () =>
  import(/* webpackChunkName: "pane-explain" */ '../functions/formula-problem');

/**
 * Fixes the formulas of those cells that still fail; its notice has an undo. Undefined if none of
 * them fails any more. A cell that calculates may just have been fixed: to swap its coordinates
 * again would undo that.
 */
export async function fixCells(
  fix: FormulaFix,
  addresses: readonly string[],
  parts: FixParts,
): Promise<Notice | undefined> {
  const fixes = await fetchFixes().catch(() => undefined);
  if (fixes === undefined) return { tone: 'bad', text: NOT_FETCHED };
  const wanted = new Set(addresses);
  const reading = await parts.sheet.failing([]);
  if (reading.kind === 'failed') return { tone: 'bad', text: reading.message };
  const failing = reading.formulas.filter(
    ({ address, error }) => wanted.has(address) && !isCalculating(error),
  );
  if (failing.length === 0) return undefined;
  const written: Change[] = [];
  for (const { sheet, row, column, formula } of failing) {
    const texts = new Map<string, string>();
    if (titleMeantBy(fix) !== undefined) {
      for (const cell of fixes.nameCells(formula)) {
        const text = await textAt(cell, sheet, parts.sheet);
        if (text !== undefined) texts.set(cell, text);
      }
    }
    const fixed = fixes.fixedFormula(formula, fix, (cell) => texts.get(cell));
    if (fixed === undefined) continue;
    const block = { sheet, row, column, cells: [[fixed]] };
    const result = await parts.sheet.write(block, { shouldOverwrite: true });
    if (result.kind === 'written') written.push([result.written]);
    else if (result.kind === 'failed') {
      return afterFailure(result.message, written, parts, WORDS);
    }
  }
  if (written.length === 0)
    return {
      tone: 'bad',
      text: t('Nothing was changed. Correct the cells that these formulas use.'),
    };
  const text = t('{written, plural, one {# formula} other {# formulas}} changed.', {
    written: written.length,
  });
  return { tone: 'good', text, action: undoAction(written, parts, WORDS) };
}

/** What a cell shows, if that is text. */
async function textAt(
  reference: string,
  sheet: string,
  { readBlock }: Pick<Sheet, 'readBlock'>,
): Promise<string | undefined> {
  const area = parseArea(reference);
  if (area === undefined) return undefined;
  const reading = await readBlock(formatArea({ ...area, sheet: area.sheet ?? sheet }));
  const content = reading.kind === 'block' ? reading.block.values[0]?.[0] : undefined;
  return typeof content === 'string' ? content : undefined;
}

const WORDS: UndoWords = {
  done: () => t('Formulas changed back.'),
  except: (restored, kept) =>
    restored === 0
      ? t('No formula was changed back, because these cells were changed since.')
      : t(
          'Formulas changed back, except {kept, plural, one {# cell} other {# cells}} changed since.',
          {
            kept,
          },
        ),
  left(reason, left) {
    const cells = left.flat().map((block) => formatArea(toCellArea(block)));
    return t('{reason} Not changed back: {shown}.', { reason, shown: shortList(cells) });
  },
};

const NOT_FETCHED = t('Part of Locus couldn’t load. Check your network and try again.');
