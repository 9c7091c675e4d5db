import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { MAX_ENTRIES } from '../workbook/workbook-edits';
import type { SettingsEdit } from '../workbook/workbook-edits';
import type { VariableSet } from '../workbook/workbook-settings';
import type { SettingsSaving, WorkbookStore } from '../workbook/workbook-store';
import type { Notice } from '../spreadsheet/notice';

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
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setIsBusy] = useState(false);

  async function edit(edits: readonly SettingsEdit[], done: Notice): Promise<boolean> {
    setNotice(undefined);
    setIsBusy(true);
    const saving = await workbook.edit(edits);
    setIsBusy(false);
    const refusal = refusalMessage(saving);
    setNotice(refusal === undefined ? done : { tone: 'bad', text: refusal });
    return refusal === undefined;
  }

  function undoing(edits: readonly SettingsEdit[], text: string): NonNullable<Notice['action']> {
    return { title: t('Undo'), run: () => void edit(edits, { tone: 'good', text }) };
  }

  return {
    notice,
    isBusy,
    put(set, replaced) {
      const { name } = set;
      const back: SettingsEdit =
        replaced === undefined
          ? { kind: 'remove-set', name }
          : { kind: 'put-set', set: replaced, replaces: name };
      const put: SettingsEdit = { kind: 'put-set', set };
      return edit([replaced === undefined ? put : { ...put, replaces: replaced.name }], {
        tone: 'good',
        text: t('{name} saved: {names, plural, one {# name} other {# names}}.', {
          name,
          names: set.names.length,
        }),
        action: undoing(
          [back],
          replaced === undefined ? t('{name} removed.', { name }) : t('{name} restored.', { name }),
        ),
      });
    },
    remove(set) {
      return edit([{ kind: 'remove-set', name: set.name }], {
        tone: 'good',
        text: t('{name} removed.', { name: set.name }),
        action: undoing([{ kind: 'put-set', set }], t('{name} restored.', { name: set.name })),
      });
    },
  };
}

function refusalMessage(saving: SettingsSaving): string | undefined {
  if (saving.kind === 'saved') return undefined;
  return t('Not saved. {value}', {
    value: saving.kind === 'failed' ? saving.message : REFUSALS[saving.reason],
  });
}

const REFUSALS: Readonly<Record<Extract<SettingsSaving, { kind: 'refused' }>['reason'], string>> = {
  taken: t('Another set in this workbook now has this name.'),
  'too-many': t('A workbook can have up to {maxEntries} sets.', {
    maxEntries: String(MAX_ENTRIES),
  }),
  newer: t('A newer version of Locus saved this workbook. Update Locus first.'),
  secret: t('It contains your API key, and Locus never saves a key in a workbook.'),
  'another-workbook': t('Another workbook was opened in the meantime.'),
};
