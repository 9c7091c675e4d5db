import { useState } from 'react';

import type { SettingsEdit } from '../../settings/workbook-edits';
import type { WorkbookModel } from '../../settings/workbook-model';
import type { PanePorts } from '../pane-ports';
import { countedText } from '../figure-text';
import { savingWords } from './model-words';
import { findRenaming } from './renaming';
import type { Renaming } from './renaming';

/** What became of the last change, and what can be done about it. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: { readonly title: string; run(): void };
}

export interface ModelChanges {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** Takes the words away. */
  dismiss(): void;
  /** Settles with whether it was done. */
  put(model: WorkbookModel, replaced: WorkbookModel | undefined): Promise<boolean>;
  add(models: readonly WorkbookModel[]): Promise<boolean>;
  remove(model: WorkbookModel, isDefault: boolean): Promise<boolean>;
  makeDefault(model: WorkbookModel): Promise<boolean>;
}

/** Changes to the workbook's models, one at a time, each with its words and the way back. */
export function useModelChanges({
  workbook,
  host,
}: Pick<PanePorts, 'workbook' | 'host'>): ModelChanges {
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setIsBusy] = useState(false);

  async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    setIsBusy(true);
    try {
      return await work();
    } finally {
      setIsBusy(false);
    }
  }

  async function edit(edits: readonly SettingsEdit[], done: Notice): Promise<boolean> {
    setNotice(undefined);
    const saving = await whileBusy(() => workbook.edit(edits));
    const refusal = savingWords(saving);
    setNotice(refusal === undefined ? done : { tone: 'bad', text: refusal });
    return refusal === undefined;
  }

  function undoing(edits: readonly SettingsEdit[], text: string): NonNullable<Notice['action']> {
    return { title: 'Undo', run: () => void edit(edits, { tone: 'good', text }) };
  }

  /** Formulas that still say the old name: offered, never changed unasked. */
  async function offerRenaming(from: string, to: string): Promise<void> {
    const renaming = await findRenaming(host.sheet, from, to);
    if (renaming.count === 0) return;
    const text = `${from} is now ${to}. ${countedText(renaming.count, 'formula')} still ${renaming.count === 1 ? 'says' : 'say'} ${from}.`;
    const run = () => void rename(renaming, to);
    setNotice({ tone: 'bad', text, action: { title: 'Change the formulas', run } });
  }

  async function rename(renaming: Renaming, to: string): Promise<void> {
    const failure = await whileBusy(() => renaming.write());
    const back = async (): Promise<void> => {
      const reason = await whileBusy(() => renaming.undo());
      setNotice(
        reason === undefined
          ? { tone: 'good', text: 'The formulas are as they were.' }
          : { tone: 'bad', text: reason },
      );
    };
    const changed = countedText(renaming.count, 'formula');
    setNotice({
      tone: failure === undefined ? 'good' : 'bad',
      text: failure ?? `${changed} now ${renaming.count === 1 ? 'says' : 'say'} ${to}.`,
      action: { title: 'Undo', run: () => void back() },
    });
  }

  return {
    notice,
    isBusy,
    dismiss: () => setNotice(undefined),
    async put(model, replaced) {
      const { alias } = model;
      const replaces = replaced === undefined ? {} : { replaces: replaced.alias };
      const text = replaced === undefined ? `${alias} is added.` : `${alias} is saved.`;
      const isDone = await edit([{ kind: 'put-model', model, ...replaces }], {
        tone: 'good',
        text,
      });
      if (isDone && replaced !== undefined && replaced.alias !== alias) {
        await offerRenaming(replaced.alias, alias);
      }
      return isDone;
    },
    add: (models) =>
      edit(
        models.map((model) => ({ kind: 'put-model', model })),
        { tone: 'good', text: `${countedText(models.length, 'model')} added.` },
      ),
    remove(model, isDefault) {
      const { alias } = model;
      const back: SettingsEdit[] = [{ kind: 'put-model', model }];
      if (isDefault) back.push({ kind: 'choose-default', alias });
      return edit([{ kind: 'remove-model', alias }], {
        tone: 'good',
        text: `${alias} is removed. Formulas that use it find no model.`,
        action: undoing(back, `${alias} is back.`),
      });
    },
    makeDefault: ({ alias }) =>
      edit([{ kind: 'choose-default', alias }], {
        tone: 'good',
        text: `${alias} is the default.`,
      }),
  };
}
