import { shortList, t } from '../../engine/language/speech';
import { MAX_ENTRIES, type SettingsEdit } from '../workbook/workbook-edits';
import type { WorkbookSettings } from '../workbook/workbook-settings';
import { aliasKey } from '../workbook/workbook-model';
import type { WorkbookModel } from '../spreadsheet/host';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useWorkbookEdits } from '../pane/parts/use-workbook-edits';
import { cellsNaming, findRenaming, type Renamed, type Renaming } from '../enrich';
import type { Notice } from '../pane/parts/use-noticed-steps';

export interface ModelChanges {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** Removes the notice. */
  dismiss(): void;
  /** Resolves to whether the change was made. */
  put(model: WorkbookModel, replaced: WorkbookModel | undefined): Promise<boolean>;
  add(models: readonly WorkbookModel[]): Promise<boolean>;
  remove(model: WorkbookModel, isDefault: boolean): Promise<boolean>;
  makeDefault(model: WorkbookModel): Promise<boolean>;
}

/** Changes to the workbook's models, one at a time, each with its notice and the way back. */
export function useModelChanges({
  workbook,
  host,
}: Pick<PanePorts, 'workbook' | 'host'>): ModelChanges {
  const edits = useWorkbookEdits(workbook, FAULTS);
  const { edit, undoing, whileBusy, tell } = edits;

  /**
   * The old alias stays until no formula uses it, so that none asks the service for a model by a
   * name that it does not know.
   */
  async function rename(from: WorkbookModel, to: WorkbookModel): Promise<boolean> {
    const { alias } = to;
    const put: SettingsEdit = { kind: 'put-model', model: to, replaces: from.alias };
    const renaming = await whileBusy(() => findRenaming(host.sheet, from.alias, alias));
    const uses = renaming.count === 0 ? undefined : await usesText(from.alias);
    const consequence = t('Renaming updates and recalculates them.');
    if (
      uses !== undefined &&
      !(await edits.ask(`${uses} ${consequence}`, t('Rename and update')))
    ) {
      return false;
    }
    const saved = t('{alias} saved.', { alias });
    if (!(await edit([{ ...put, keepsReplaced: true }], saved))) {
      return false;
    }
    const renamed = await whileBusy(() => renaming.write());
    const action = backAction(renaming, from, to);
    if (renamed.kind === 'failed') {
      const text = t(
        '{alias} saved. Some formulas couldn’t be updated, so {alias2} is kept too. {failure}',
        { alias, alias2: from.alias, failure: renamed.message },
      );
      tell({ tone: 'bad', text, action });
      return true;
    }
    const count = t('{count, plural, one {# formula} other {# formulas}}', {
      count: renamed.count,
    });
    const updated =
      renamed.count === 0 ? saved : t('{alias} saved. {count} updated.', { alias, count });
    const reason = reasonToKeep(from.alias, renamed);
    if (reason !== undefined) {
      tell({ tone: 'good', text: `${updated} ${reason}`, action });
      return true;
    }
    return edit(
      [{ kind: 'remove-model', alias: from.alias }],
      updated,
      renaming.count > 0 ? action : undefined,
    );
  }

  /** Says which formulas use an alias; undefined if none do. */
  async function usesText(alias: string): Promise<string | undefined> {
    const cells = await cellsNaming(host.sheet, alias);
    if (cells.length === 0) return undefined;
    return t('{count, plural, one {# formula uses} other {# formulas use}} {alias}: {cells}.', {
      count: cells.length,
      alias,
      cells: shortList(cells),
    });
  }

  /** The alias is the workbook's own, and stays when formulas are undone in the sheet. */
  const backAction = (renaming: Renaming, from: WorkbookModel, to: WorkbookModel) => ({
    title: t('Undo'),
    run: () => void nameBack(renaming, from, to),
    isThere: undefined,
  });

  async function nameBack(
    renaming: Renaming,
    from: WorkbookModel,
    to: WorkbookModel,
  ): Promise<void> {
    const restored = t('{alias} restored.', { alias: from.alias });
    const back = backEdits(workbook.current().settings, from, to);
    if (back.length > 0 && !(await edit(back, restored))) return;
    const renamed = await whileBusy(() => renaming.undo());
    if (renamed.kind === 'failed') {
      const action = backAction(renaming, from, to);
      tell({ tone: 'bad', text: renamed.message, action });
      return;
    }
    const reason = reasonToKeep(to.alias, renamed);
    if (reason !== undefined) {
      tell({ tone: 'good', text: `${restored} ${reason}` });
      return;
    }
    const text = t('{alias} and its formulas were restored.', { alias: from.alias });
    await edit([{ kind: 'remove-model', alias: to.alias }], text);
  }

  return {
    notice: edits.notice,
    isBusy: edits.isBusy,
    dismiss: () => tell(undefined),
    put(model, replaced) {
      const { alias } = model;
      if (replaced === undefined) {
        return edit([{ kind: 'put-model', model }], t('{alias} added.', { alias }));
      }
      if (aliasKey(replaced.alias) !== aliasKey(alias)) return rename(replaced, model);
      const saved = t('{alias} saved.', { alias });
      return edit([{ kind: 'put-model', model, replaces: replaced.alias }], saved);
    },
    add: (models) =>
      edit(
        models.map((model) => ({ kind: 'put-model', model })),
        t('{models, plural, one {# model} other {# models}} added.', {
          models: models.length,
        }),
      ),
    async remove(model, isDefault) {
      const { alias } = model;
      const uses = await whileBusy(() => usesText(alias));
      const consequence = t('Values stay until the formulas recalculate, then show #VALUE!.');
      const isMeant =
        uses === undefined ||
        (await edits.ask(`${uses} ${consequence}`, t('Remove {alias} anyway', { alias })));
      if (!isMeant) return false;
      const back: SettingsEdit[] = [{ kind: 'put-model', model }];
      if (isDefault) back.push({ kind: 'choose-default', alias });
      return edit(
        [{ kind: 'remove-model', alias }],
        t('{alias} removed.', { alias }),
        undoing(back, t('{alias} restored.', { alias })),
      );
    },
    makeDefault: ({ alias }) =>
      edit([{ kind: 'choose-default', alias }], t('{alias} is now the default.', { alias })),
  };
}

/** Puts the old alias back unless it was kept, and makes it the default if the new one is. */
function backEdits(
  { models, defaultModel }: WorkbookSettings,
  from: WorkbookModel,
  to: WorkbookModel,
): SettingsEdit[] {
  const isNamed = (model: WorkbookModel | undefined, { alias }: WorkbookModel): boolean =>
    model !== undefined && aliasKey(model.alias) === aliasKey(alias);
  if (!models.some((model) => isNamed(model, from))) {
    return [{ kind: 'put-model', model: from, replaces: to.alias, keepsReplaced: true }];
  }
  return isNamed(defaultModel, to) ? [{ kind: 'choose-default', alias: from.alias }] : [];
}

/** Why an alias is kept although formulas now use another; undefined if it may go. */
function reasonToKeep(alias: string, { kept, uses }: Renamed): string | undefined {
  if (uses.length > 0) {
    return t(
      '{alias} is kept too, because {cells, plural, one {# formula} other {# formulas}} may still use it: {shown}.',
      { alias, cells: uses.length, shown: shortList(uses) },
    );
  }
  if (kept === 0) return undefined;
  return t(
    '{kept, plural, one {# cell} other {# cells}} changed since and left as is, so {alias} is kept too.',
    { kept, alias },
  );
}

const FAULTS = {
  taken: t('Another model in this workbook now has this name.'),
  'too-many': t('A workbook can have up to {maxEntries} models.', { maxEntries: MAX_ENTRIES }),
} as const;
