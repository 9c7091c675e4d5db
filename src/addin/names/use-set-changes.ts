import { t } from '../../engine/language/speech';
import { MAX_ENTRIES } from '../workbook/workbook-edits';
import type { SettingsEdit } from '../workbook/workbook-edits';
import type { VariableSet } from '../workbook/workbook-settings';
import type { WorkbookStore } from '../workbook/workbook-store';
import type { Notice } from '../spreadsheet/notice';
import { useWorkbookEdits } from '../pane/parts/use-workbook-edits';

/** The maximum length of a set's name, in characters. */
export const MAX_SET_NAME = 100;

export interface SetChanges {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** Resolves to whether the change was made. */
  put(set: VariableSet, replaced: VariableSet | undefined): Promise<boolean>;
  remove(set: VariableSet): Promise<boolean>;
}

/** Changes to the workbook's sets of names, each with its notice and the way back. */
export function useSetChanges(workbook: WorkbookStore): SetChanges {
  const { notice, isBusy, edit, undoing } = useWorkbookEdits(workbook, REFUSALS);
  return {
    notice,
    isBusy,
    put(set, replaced) {
      const { name } = set;
      const text = t('{name} saved: {names, plural, one {# name} other {# names}}.', {
        name,
        names: set.names.length,
      });
      const put: SettingsEdit = { kind: 'put-set', set };
      if (replaced === undefined) {
        const back = undoing([{ kind: 'remove-set', name }], t('{name} removed.', { name }));
        return edit([put], text, back);
      }
      const back: SettingsEdit = { kind: 'put-set', set: replaced, replaces: name };
      const restored = t('{name} restored.', { name });
      return edit([{ ...put, replaces: replaced.name }], text, undoing([back], restored));
    },
    remove(set) {
      const { name } = set;
      const back = undoing([{ kind: 'put-set', set }], t('{name} restored.', { name }));
      return edit([{ kind: 'remove-set', name }], t('{name} removed.', { name }), back);
    },
  };
}

const REFUSALS = {
  taken: t('Another set in this workbook now has this name.'),
  'too-many': t('A workbook can have up to {maxEntries} sets.', {
    maxEntries: String(MAX_ENTRIES),
  }),
} as const;
