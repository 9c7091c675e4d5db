import { t } from '../engine/language/speech';
import { whenHidden } from '../addin/start/page-lifecycle';
import { ListenerSet, type Clock } from '../engine/lookup';
import type { DeviceStorage } from '../addin/spreadsheet/host';
import { GENERATION } from '../addin/device/stored-record';
import type { FileNotice } from './file-bar';
import { keptLabels, createKeptWorkbooks } from './kept-workbooks';
import type { KeptWorkbook, KeptWorkbooks, KeptWork } from './kept-workbooks';
import { saveWorkbook } from './saved-workbook';
import type { Spreadsheet } from './spreadsheet';
import { createWindowWork, type WindowWork } from './window-claim';
import type { WorkbookFiles } from './workbook-files';
import { createWorkbookKeeper, type KeepingFailure, type WorkbookKeeper } from './workbook-keeper';
import { CommandType, ICommandService } from '@univerjs/core';

/** What keeps the open workbook on this device. */
export interface Keeping {
  readonly keeper: WorkbookKeeper;
  /** The given storage. Forgetting everything also forgets the workbooks. */
  readonly storage: DeviceStorage;
}

/** Opens the workbooks kept on this device, and finds out which one belongs to this window. */
export function openKept(page: Window & typeof globalThis, clock: Clock, storage: DeviceStorage) {
  return {
    kept: createKeptWorkbooks({
      databases: () => page,
      clock,
      generation: () => storage.read(GENERATION) ?? '',
    }),
    windowWork: createWindowWork({
      locks: () => page.navigator.locks,
      session: () => page.sessionStorage,
    }),
  };
}

export interface KeepingOptions {
  readonly kept: KeptWorkbooks;
  readonly windowWork: WindowWork;
  readonly spreadsheet: Spreadsheet;
  readonly changes: WorkbookChanges;
  readonly clock: Clock;
  readonly storage: DeviceStorage;
  readonly notice: FileNotice;
  readonly page: Window & typeof globalThis;
  holdsKey(text: string): boolean;
}

/**
 * Keeps the open workbook after each change, after each calculation, and when the page is hidden.
 * The browser asks before it closes a page with work that is not in a file.
 */
export function connectKeeping(options: KeepingOptions): Keeping {
  const { kept, windowWork, spreadsheet, changes, clock, storage, notice, page } = options;
  const keeper = createWorkbookKeeper({
    kept,
    clock,
    newId: () => page.crypto.randomUUID(),
    claim: windowWork.claim,
    name: () => spreadsheet.workbook().getName(),
    content: () => JSON.stringify(saveWorkbook(spreadsheet.workbook(), spreadsheet.injector)),
    holdsKey: options.holdsKey,
    onFailed: (reason) => notice.hint(FAILURES[reason]()),
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
    storage: {
      ...storage,
      write(name, text) {
        if (name === GENERATION) void kept.clear();
        return storage.write(name, text);
      },
    },
  };
}

const FAILURES: Readonly<Record<KeepingFailure, () => string>> = {
  'too-large': () => t('This workbook is too large to keep on this device. Save it as a file.'),
  'holds-key': () =>
    t(
      'This workbook contains your API key, so it isn’t kept on this device. Remove the key, or save the workbook as a file.',
    ),
  storage: () => t('This device can’t keep your work. Save it as a file.'),
};

/** Says which workbook was opened again, and offers the others and the sample. */
export function offerKept(
  { last, others }: KeptWork,
  isLastOpen: boolean,
  { kept, keeper, files, notice, hasSample }: OfferingOptions,
): void {
  if (last === undefined && others.length === 0) return;
  const labels = keptLabels(others);
  const reopen = (workbook: KeptWorkbook) => async (): Promise<void> => {
    const reopening = await files.reopen(workbook);
    if (reopening.kind === 'failed') notice.failure(reopening.message);
  };
  const offered = others.map((workbook, index) => ({
    label: labels[index] ?? workbook.name,
    run: () => void reopen(workbook)(),
  }));
  const sample = { label: t('Sample workbook'), run: () => files.openSample() };
  const deletion = {
    label: t('Delete all'),
    run() {
      const question = t('Delete all work kept on this device? You can’t undo this.');
      const clear = (): void => {
        void kept.clear();
        keeper.forgotten();
      };
      notice.question(question, [{ label: t('Delete all'), run: clear }], offer);
    },
  };
  const name = last?.workbook.name ?? '';
  const offer = (): void => {
    if (isLastOpen) {
      const actions = [...(hasSample ? [sample] : []), ...offered];
      notice.hint(
        actions.length === 0
          ? t('“{name}” is open as you left it.', { name })
          : t('“{name}” is open as you left it. You can also open:', { name }),
        ...actions,
        deletion,
      );
    } else if (last === undefined) {
      notice.hint(t('Your work is kept on this device. Reopen:'), ...offered, deletion);
    } else {
      notice.hint(t('“{name}” can no longer be opened.', { name }), ...offered, deletion);
    }
  };
  offer();
}

export interface OfferingOptions {
  readonly kept: Pick<KeptWorkbooks, 'clear'>;
  readonly keeper: Pick<WorkbookKeeper, 'forgotten'>;
  readonly files: Pick<WorkbookFiles, 'reopen' | 'openSample'>;
  readonly notice: FileNotice;
  readonly hasSample: boolean;
}

/** The changes that a person, or a program on their behalf, makes to the open workbook. */
export interface WorkbookChanges {
  /** Reports a change that the spreadsheet does not see, such as one of the workbook's parts. */
  note(): void;
  /** Calls the listener for each change by a person, and not when a formula gets its value. */
  subscribe(listener: () => void): () => void;
}

/** Reports the changes of a spreadsheet's workbook, whichever is open. */
export function createWorkbookChanges(spreadsheet: Spreadsheet): WorkbookChanges {
  const listeners = new ListenerSet();
  spreadsheet.injector.get(ICommandService).onCommandExecuted(({ id, type, params }, options) => {
    // Results are written locally; the editor of a cell is a document of its own.
    const isWork = type === CommandType.MUTATION && options?.onlyLocal !== true;
    const unitId = (params as { readonly unitId?: string } | undefined)?.unitId;
    if (!isWork || id.startsWith('formula.') || unitId !== spreadsheet.workbook().getId()) return;
    listeners.notify();
  });
  return { note: () => listeners.notify(), subscribe: listeners.subscribe };
}
