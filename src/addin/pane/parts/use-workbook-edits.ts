import { t } from '../../../engine/language/speech';
import { useNoticedSteps, type Notice, type NoticedSteps } from './use-noticed-steps';
import type { SettingsEdit } from '../../workbook/workbook-edits';
import type { SettingsSaving, WorkbookStore } from '../../workbook/workbook-store';

/** Changes to what travels with the workbook, each with its notice and the way back. */
export interface WorkbookEdits extends NoticedSteps {
  /** Resolves to whether the change was made; then the notice says so. */
  edit(edits: readonly SettingsEdit[], done: string, action?: Notice['action']): Promise<boolean>;
  /** The action that makes these edits. */
  undoing(edits: readonly SettingsEdit[], done: string): NonNullable<Notice['action']>;
}

/** Why a change was not saved, in words for what a person changes there: models, or sets of names. */
export type EditFaults = Readonly<Record<'taken' | 'too-many', string>>;

export function useWorkbookEdits(workbook: WorkbookStore, faults: EditFaults): WorkbookEdits {
  const steps = useNoticedSteps();

  const edit: WorkbookEdits['edit'] = async (edits, done, action) => {
    steps.tell(undefined);
    const saving = await steps.whileBusy(() => workbook.edit(edits));
    const value = faultOf(saving, faults);
    const isMade = value === undefined;
    steps.tell(
      isMade
        ? { tone: 'good', text: done, ...(action && { action }) }
        : { tone: 'bad', text: t('Not saved. {value}', { value }) },
    );
    return isMade;
  };

  return {
    ...steps,
    edit,
    undoing: (edits, done) => ({
      title: t('Undo'),
      run: () => void edit(edits, done),
      isThere: undefined,
    }),
  };
}

function faultOf(saving: SettingsSaving, faults: EditFaults): string | undefined {
  if (saving.kind === 'saved') return undefined;
  if (saving.kind === 'failed') return saving.message;
  const { reason } = saving;
  return reason === 'taken' || reason === 'too-many' ? faults[reason] : FAULTS[reason];
}

const FAULTS = {
  newer: t('A newer version of Locus saved this workbook. Update Locus first.'),
  secret: t('It contains your API key, and Locus never saves a key in a workbook.'),
  'another-workbook': t('Another workbook was opened in the meantime.'),
} as const;
