import { t } from '../engine/language/speech';
import type { Clock } from '../engine/lookup';
import { parseArea } from '../addin/spreadsheet/cell-address';
import type { Host } from '../addin/spreadsheet/host';
import { toSheetArea } from '../addin/spreadsheet/sheet-region';
import type { FileNotice } from './file-notice';

/** Converts the selected formulas to values, as the pane does, and reports the outcome. */
export async function convertSelection(
  host: Pick<Host, 'selection' | 'frozenCells' | 'parts'>,
  clock: Clock,
  notice: FileNotice,
): Promise<void> {
  const area = parseArea(host.selection.current() ?? '');
  if (area?.sheet === undefined) return;
  try {
    const [cells, { freeze }, { createFrozenStore }] = await Promise.all([
      host.frozenCells(),
      import(/* webpackChunkName: "converting" */ '../addin/values/freezing'),
      import(/* webpackChunkName: "converting" */ '../addin/workbook/frozen-store'),
    ]);
    const result = await freeze(toSheetArea(area.sheet, area), {
      cells,
      store: createFrozenStore(host.parts),
      now: () => clock.now(),
      turn: () => new Promise((resolve) => void clock.schedule(0, resolve)),
    });
    if (result.kind === 'failed') notice.failure(result.message);
    else {
      const left = result.left.map(({ address, reason }) =>
        t('{address} is still a formula: {reason}.', { address, reason }),
      );
      const texts = [...RESULT(result.cells), ...result.problems, ...left.slice(0, 1)];
      notice.success(texts.join(' '));
    }
  } catch {
    notice.failure(t('That didn’t work. No formulas were lost. Try again.'));
  }
}

const RESULT = (cells: number): readonly string[] =>
  cells === 0
    ? [t('Nothing was converted.')]
    : [
        t(
          '{cells, plural, one {# cell} other {# cells}} converted to values. To go back, restore formulas in Locus.',
          { cells },
        ),
      ];
