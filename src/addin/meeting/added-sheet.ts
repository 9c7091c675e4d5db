import { t } from '../../engine/language/speech';
import { isStillThere, type UndoParts } from '../enrich';
import type { Notice } from '../pane/parts/use-noticed-steps';
import type { Sheet, WrittenBlock } from '../spreadsheet/sheet';

/** Returns the action that removes a sheet of ours, unless somebody has changed it since. */
export function undoAddedSheet(
  added: WrittenBlock,
  sheet: Pick<Sheet, 'removeSheet' | 'foreseeUndo'>,
  later: UndoParts['later'],
): NonNullable<Notice['action']> {
  const action = {
    title: t('Undo'),
    isThere: () => isStillThere([added], sheet),
    run: () =>
      later(async () => {
        const removed = await sheet.removeSheet(added);
        if (removed.kind === 'failed') return { tone: 'bad', text: removed.message, action };
        return removed.restored > 0
          ? { tone: 'good', text: t('Sheet removed.') }
          : { tone: 'bad', text: t('The sheet was changed since, so it stays.') };
      }),
  };
  return action;
}
