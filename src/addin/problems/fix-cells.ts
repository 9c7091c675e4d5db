import { shortList, t } from '../../engine/language/speech';
import { afterFailure, undoAction, type UndoParts, type UndoWords } from '../enrich';
import { titleMeantBy, type FormulaFix } from '../functions/problems';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { columnRuns } from '../spreadsheet/block-writing';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import { isCalculating } from '../spreadsheet/locus-calls';
import type { ShownPrice } from '../spreadsheet/shown-price';
import type { Sheet, WrittenBlock } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';

export interface FixParts extends UndoParts {
  readonly price: ShownPrice;
  readonly sheet: Pick<Sheet, 'failing' | 'write' | 'undo' | 'readBlock' | 'foreseeUndo'>;
}

const fetchFixes = () =>
  import(/* webpackChunkName: "pane-explain" */ '../functions/formula-problem');

/**
 * Fixes the formulas of the cells that still fail, and offers to undo that. Undefined if none of
 * them fails any more. Cells that are calculating are left out: one may just have been fixed, and
 * swapping its coordinates again would undo that.
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
  const texts = new Map<string, string | undefined>();
  const corrected: Parameters<typeof columnRuns>[0][number][] = [];
  for (const { sheet, row, column, formula } of failing) {
    const at = (cell: string): string => addressIn(cell, sheet);
    for (const cell of titleMeantBy(fix) === undefined ? [] : fixes.nameCells(formula)) {
      // The formulas of a column mostly use the same cells.
      if (!texts.has(at(cell))) texts.set(at(cell), await textAt(at(cell), parts.sheet));
    }
    const input = fixes.fixedFormula(formula, fix, (cell) => texts.get(at(cell)));
    if (input !== undefined) corrected.push({ sheet, row, column, input });
  }
  const written: WrittenBlock[] = [];
  for (const run of columnRuns(corrected)) {
    const result = await parts.sheet.write(run, { shouldOverwrite: true, price: parts.price });
    if (result.kind === 'written') written.push(result.written);
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
    written: written.reduce((sum, { rows }) => sum + rows, 0),
  });
  return { tone: 'good', text, action: undoAction(written, parts, WORDS) };
}

function addressIn(reference: string, sheet: string): string {
  const area = parseArea(reference);
  return area === undefined ? reference : formatArea({ ...area, sheet: area.sheet ?? sheet });
}

/** What a cell shows, if that is text. */
async function textAt(
  address: string,
  { readBlock }: Pick<Sheet, 'readBlock'>,
): Promise<string | undefined> {
  const reading = await readBlock(address);
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
    const cells = left.map((block) => formatArea(toCellArea(block)));
    return t('{reason} Not changed back: {shown}.', { reason, shown: shortList(cells) });
  },
};

const NOT_FETCHED = t('Part of Locus couldn’t load. Check your network and try again.');
