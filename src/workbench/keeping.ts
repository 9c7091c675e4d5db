import { t } from '../engine/language/speech';
import { whenHidden } from '../addin/start/page';
import type { Clock } from '../engine/lookup';
import type { DeviceStorage } from '../addin/spreadsheet/device-storage';
import { GENERATION } from '../addin/device/stored-names';
import type { FileNotice } from './file-notice';
import { keptLabels } from './kept-labels';
import { createKeptWorkbooks } from './kept-workbooks';
import type { KeptWorkbooks } from './kept-workbooks';
import { saveWorkbook } from './saved-workbook';
import type { Spreadsheet } from './spreadsheet';
import type { WorkbookChanges } from './workbook-changes';
import type { WorkbookFiles } from './workbook-files';
import { createWorkbookKeeper } from './workbook-keeper';
import type { KeepingRefusal, WorkbookKeeper } from './workbook-keeper';

/** What keeps the open workbook on this device. */
export interface Keeping {
  readonly keeper: WorkbookKeeper;
  readonly kept: KeptWorkbooks;
  /** The given storage, except that forgetting everything forgets the workbooks too. */
  readonly storage: DeviceStorage;
}

export interface KeepingOptions {
  readonly spreadsheet: Spreadsheet;
  readonly changes: WorkbookChanges;
  readonly clock: Clock;
  readonly storage: DeviceStorage;
  readonly notice: FileNotice;
  readonly page: Window & typeof globalThis;
  holdsKey(text: string): boolean;
}

export function connectKeeping(options: KeepingOptions): Keeping {
  const { spreadsheet, changes, clock, storage, notice, page } = options;
  const kept = createKeptWorkbooks({
    databases: () => page,
    clock,
    generation: () => storage.read(GENERATION) ?? '',
  });
  const keeper = createWorkbookKeeper({
    kept,
    clock,
    newId: () => page.crypto.randomUUID(),
    name: () => spreadsheet.workbook().getName(),
    content: () => JSON.stringify(saveWorkbook(spreadsheet.workbook(), spreadsheet.injector)),
    holdsKey: options.holdsKey,
    onRefused: (reason) => notice.hint(REFUSALS[reason]),
  });
  changes.subscribe(() => keeper.changed());
  spreadsheet.subscribeOpened(() => keeper.opened({ isWork: true }));
  spreadsheet.calculation.subscribe({ onEnd: () => keeper.calculated() });
  whenHidden(() => keeper.flush());
  page.addEventListener('beforeunload', (event) => {
    if (!keeper.hasUnsavedWork()) return;
    event.preventDefault();
    // The browser asks the person now, which leaves time to finish.
    void keeper.flush();
  });
  return {
    keeper,
    kept,
    storage: {
      ...storage,
      write(name, text) {
        if (name === GENERATION) void kept.clear();
        return storage.write(name, text);
      },
    },
  };
}

const REFUSALS: Readonly<Record<KeepingRefusal, string>> = {
  get 'too-large'() {
    return t('This workbook is too large to keep on this device. Save it as a file.');
  },
  get 'holds-key'() {
    return t(
      'This workbook contains your API key, so it isn’t kept on this device. Remove the key, or save the workbook as a file.',
    );
  },
  get storage() {
    return t('This device can’t keep your work. Save it as a file.');
  },
};

/** At the start, offers the kept workbooks; opens one only if the person chooses it. */
export async function offerKept(
  kept: KeptWorkbooks,
  files: Pick<WorkbookFiles, 'reopen'>,
  notice: FileNotice,
): Promise<void> {
  const workbooks = await kept.list();
  if (workbooks.length === 0) return;
  const labels = keptLabels(workbooks);
  notice.hint(
    t('Your work is kept on this device. Reopen:'),
    ...workbooks.map((workbook, index) => ({
      label: labels[index] ?? workbook.name,
      run: () =>
        void files.reopen(workbook).then((reopening) => {
          if (reopening.kind === 'failed') notice.failure(reopening.message);
        }),
    })),
    { label: t('Delete all'), run: () => void kept.clear() },
  );
}
