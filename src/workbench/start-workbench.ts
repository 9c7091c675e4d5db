import { SetSelectionsOperation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import { formatArea } from '../addin/spreadsheet/cell-address';
import { startAddin, type Addin } from '../addin/start/start';
import { ListenerSet, type Clock } from '../engine/lookup';
import * as functions from '../addin/functions/functions';
import { cellText } from '../engine/language/cell-text';
import type { DeviceStorage, Host, PaneRequest, Selection } from '../addin/spreadsheet/host';
import { createCellError } from './cell-error';
import { addCellMenu, addRecalculation, addTableMenu, convertSheet } from './cell-menu';
import { createCells, recalculateEverything } from './cells';
import { sayCells } from './cell-speech';
import { connectFileBar, elementOf, showWorkbookName, createFileNotice } from './file-bar';
import { addEverydayKeys } from './everyday-keys';
import { describeFunctions, type FunctionExports } from './function-metadata';
import { createGridFocus } from './univer/grid-focus';
import { createOpenPage } from './gateway-window';
import { connectPaneEdge } from './pane-edge';
import { completeNames, type FoundName } from './name-completion';
import { SAMPLE_MODELS, createBlankWorkbook, createSampleWorkbook } from './sample-workbook';
import { findKept, type KeptWork } from './kept-workbooks';
import { connectKeeping, offerKept, openKept, createWorkbookChanges } from './autosave';
import { createMakePage } from './printed-page';
import { createSheet } from './sheet';
import { createCopyAsValues } from './sheet-copy';
import { createSpreadsheet, type Spreadsheet } from './spreadsheet';
import { createTableButtons } from './table-buttons';
import { createTheme } from './theme';
import { createWorkbookObject, type WorkbookObject } from './workbook-object';
import { createWorkbookFiles } from './workbook-files';
import { createWorkbookParts } from './workbook-parts';

declare global {
  interface Window {
    /** An object for scripts that drive the workbench: see docs/developers/workbench.md. */
    workbook: WorkbookObject;
  }
}

/** Selected first in the sample workbook, so that the formula bar shows a Locus formula. */
const FIRST_FORMULA = 'Stores!C2';
/** Works only with the sample service, as its page says. */
const DEMONSTRATION_KEY = 'locus-demo-key';

/** What the frame has already opened: see main.ts. */
export interface Frame {
  readonly clock: Clock;
  readonly storage: DeviceStorage;
  /** Whether the page uses a team's service, and not the sample service. */
  readonly isTeams: boolean;
  /** Settles once the browser has shown what is now on the page. */
  shown(): Promise<void>;
  /** Removes the text that says that the sheet is being opened. */
  opened(): void;
}

/** Fills the frame: the sheet first, then the pane. */
export async function startWorkbench(frame: Frame): Promise<void> {
  const { clock, storage: deviceStorage, isTeams } = frame;
  const query = new URLSearchParams(window.location.search);
  const show = connectViewSwitch(document, connectPaneEdge(document));
  const described = describeFunctions({ ...functions } as FunctionExports, await readMetadata());
  const theme = createTheme((query) => window.matchMedia(query));
  const named = query.get('workbook');
  const isBlank = isTeams || named === 'blank';
  const { kept, windowWork } = openKept(window, clock, deviceStorage);
  // A workbook that is named in the address is the one to open.
  const finding = findKept(kept, windowWork.claimLast, named === null);
  const found = await within(FINDING_MS, finding, clock);
  const grid = createGridFocus(elementOf(document, 'sheet'));
  const spreadsheet = createSpreadsheet(
    { container: elementOf(document, 'sheet'), isDark: theme.isDark(), functions: described },
    isBlank || found?.last !== undefined ? createBlankWorkbook() : createSampleWorkbook(),
  );
  grid.connect(spreadsheet.injector);
  theme.subscribe(() => spreadsheet.api.toggleDarkMode(theme.isDark()));
  const functionIds = described.map((custom) => custom.id);
  const cells = createCells(spreadsheet, functionIds);
  const sheet = createSheet(spreadsheet, functionIds);
  const changes = createWorkbookChanges(spreadsheet);
  const notice = createFileNotice(elementOf(document, 'file-notice'));
  const { storage, keeper } = connectKeeping({
    kept,
    windowWork,
    spreadsheet,
    changes,
    clock,
    notice,
    storage: deviceStorage,
    page: window,
    holdsKey: (text) => addin.holdsKey(text),
  });
  const paneRequests = new ListenerSet<[PaneRequest]>();
  const host: Host = {
    kind: 'workbench',
    storage,
    cells: {
      ...cells,
      async goTo(address) {
        const { activeElement } = document;
        await cells.goTo(address);
        show('sheet');
        // In a narrow window, the pane that had the focus has gone.
        if (activeElement?.checkVisibility() === false) grid.enter();
      },
    },
    selection: createSelection(spreadsheet),
    sheet,
    paneRequests,
    parts: createWorkbookParts(spreadsheet, changes.note),
    edits: (listener) => changes.subscribe(listener),
    contents: async () =>
      (
        await import(/* webpackChunkName: "contents" */ './workbook-contents')
      ).createWorkbookContents(spreadsheet),
    copyAsValues: createCopyAsValues(spreadsheet, sheet),
    makePage: createMakePage(spreadsheet),
    theme,
    openPage: createOpenPage(window, clock),
    isFromGateway: isTeams,
    defaultAddresses: {
      attributeUrl: window.location.origin,
      modelUrl: window.location.origin,
    },
    describe: () => Promise.resolve({ application: 'Locus workbench' }),
    cellError: (kind, message) => createCellError(kind, cellText(message)),
    ...(!isTeams && { demonstrationKey: DEMONSTRATION_KEY, sampleModels: SAMPLE_MODELS }),
    // `?key=none` plays a colleague who received a workbook and has no key.
    startsWithoutKey: query.get('key') === 'none',
    ...deadlineOverride(query),
  };
  const files = createWorkbookFiles(spreadsheet, {
    functionIds,
    clock,
    page: window,
    kept,
    keeper,
  });
  const isResumed = found?.last !== undefined && files.resume(found.last).kind === 'reopened';
  if (found?.last !== undefined && !isResumed && !isBlank) files.openSample();
  showWorkbookName(document, elementOf(document, 'workbook-name'), spreadsheet);
  window.workbook = createWorkbookObject(spreadsheet, cells);
  if (!isBlank && !isResumed) window.workbook.select(FIRST_FORMULA);
  sayCells(spreadsheet, window.workbook, grid, elementOf(document, 'cell-said'));
  connectFileBar(document, {
    files,
    notice,
    async findKeys(signal) {
      const { findKeysInFile } = await import(
        /* webpackChunkName: "contents" */ '../addin/share/keys-in-file'
      );
      const keys = addin.keysToFind();
      return findKeysInFile({ contents: await host.contents(), sheet, clock, keys, signal });
    },
    results: {
      async areLacking() {
        const reading = await sheet.formulas();
        const hasFormulas = reading.kind !== 'failed' && reading.formulas.length > 0;
        return hasFormulas && addin.lacksShownResults();
      },
      goToSaving() {
        show('pane');
        paneRequests.notify({ part: 'share' });
      },
    },
  });
  const showPane = (): void => show('pane');
  addCellMenu(spreadsheet, host.selection, functionIds, {
    explain() {
      show('pane');
      const cell = host.selection.current();
      if (cell !== undefined) paneRequests.notify({ cell });
    },
    retry: (addresses) => void addin.priceFirst(() => cells.recalculate(addresses), showPane),
    convertToValues: () => void convertSheet(host, notice),
  });
  const recalculate = (): void =>
    void addin.priceFirst(
      () => Promise.resolve(recalculateEverything(spreadsheet, functionIds)),
      showPane,
    );
  addEverydayKeys(spreadsheet, grid, clock, recalculate);
  addRecalculation(spreadsheet, recalculate);
  addTableMenu(spreadsheet, host.selection, createTableButtons(spreadsheet));
  completeNames(spreadsheet.injector, document, findNames);
  connectRegions(
    document,
    [
      createRegion(elementOf(document, 'bar'), 'button', () => undefined),
      {
        id: 'sheet',
        hasFocus: grid.hasFocus,
        enter() {
          show('sheet');
          grid.enter();
        },
      },
      createRegion(elementOf(document, 'pane'), '[role=tab][aria-selected=true]', () =>
        show('pane'),
      ),
    ],
    grid.isEditing,
  );
  const addin = startAddin(host);
  const offer = (work: KeptWork): void =>
    offerKept(work, isResumed, { kept, keeper, files, notice, hasSample: !isTeams });
  if (found !== undefined) offer(found);
  // A device that is slow to say what it keeps: the sample is open, so its last work is an offer.
  else
    void finding.then(({ last, others }) => {
      const workbooks = last === undefined ? others : [last.workbook, ...others];
      offer({ last: undefined, others: workbooks });
    });
  resumeWork(spreadsheet, addin);
  await spreadsheet.whenDrawn();
  frame.opened();
  // The pane is as much code again: the sheet is there before it is read.
  await frame.shown();
  await addin.renderPane(elementOf(document, 'pane'), host);
}

/**
 * The page's first calculation, which Univer starts by itself, would lose the cells that are to be
 * calculated with it.
 */
function resumeWork({ calculation, subscribeOpened }: Spreadsheet, addin: Addin): void {
  const waiting: (() => void)[] = [];
  calculation.subscribe({
    onQuiet() {
      for (const resolve of waiting.splice(0)) resolve();
    },
  });
  const resume = (): void => {
    const isQuiet = calculation.isQuiet();
    const ready = isQuiet ? undefined : new Promise<void>((resolve) => waiting.push(resolve));
    void addin.resumeInterrupted(ready);
  };
  resume();
  subscribeOpened(resume);
}

/** As long as a person waits for their last work; more than a device takes to look for it. */
const FINDING_MS = 2_000;

/** What the promise gives in this time; undefined if it takes longer. */
function within<Value>(
  ms: number,
  promise: Promise<Value>,
  clock: Clock,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(ms, () => resolve(undefined));
    void promise.then(resolve, reject).finally(cancel);
  });
}

/** As many as fit beside a formula; typing more finds the others. */
const NAMES_SHOWN = 8;

/** Finds them with LOCCATALOG, which makes no call. */
async function findNames(search: string): Promise<readonly FoundName[]> {
  const rows = await functions.LOCCATALOG([[search]]);
  return rows
    .slice(0, NAMES_SHOWN)
    .flatMap(([name, about]) =>
      typeof name === 'string' && typeof about === 'string' ? [{ name, about }] : [],
    );
}

/** Excel reads this file too; it lies beside this page. */
async function readMetadata(): Promise<unknown> {
  const reply = await fetch('functions.json');
  if (!reply.ok) throw new Error('functions.json is not there');
  return reply.json();
}

/** `?deadlineMs=3000`, so that a test of a silent service need not wait a minute. */
function deadlineOverride(query: URLSearchParams): Pick<Host, 'deadlineMs'> {
  const deadlineMs = Number(query.get('deadlineMs'));
  return Number.isFinite(deadlineMs) && deadlineMs > 0 ? { deadlineMs } : {};
}

/** Where the person is: the range last selected on the active sheet. */
function createSelection(spreadsheet: Spreadsheet): Selection {
  const { api } = spreadsheet;
  const listeners = new ListenerSet<[address: string | undefined]>();
  const current = (): string | undefined => {
    const range = spreadsheet.workbook().getActiveRange();
    return range === null
      ? undefined
      : formatArea({ ...range.getRange(), sheet: range.getSheetName() });
  };
  let reported: string | undefined;
  // Univer's own event reports only selections by hand, and no change of sheet.
  api.addEvent(api.Event.CommandExecuted, ({ id }) => {
    if (id !== SetSelectionsOperation.id && id !== SetWorksheetActiveOperation.id) return;
    const address = current();
    if (address === reported) return;
    reported = address;
    listeners.notify(address);
  });
  return {
    current,
    subscribe: listeners.subscribe,
  };
}

/** A part of the page that F6 leads to. */
interface PageRegion {
  readonly id: string;
  hasFocus(): boolean;
  /** Shows the region if another one hides it, and focuses one of its elements. */
  enter(): void;
}

/**
 * F6 cycles through the regions and Shift+F6 goes back, as in Excel; a link with `data-skip-to`
 * leads to the region of that id. On return to a region, the focus is where the person left it.
 */
function connectRegions(
  page: Document,
  regions: readonly PageRegion[],
  isBusy: () => boolean,
): void {
  for (const link of page.querySelectorAll<HTMLElement>('[data-skip-to]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      regions.find(({ id }) => id === link.dataset.skipTo)?.enter();
    });
  }
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const hasCommand = event.ctrlKey || event.altKey || event.metaKey;
      if (event.key !== 'F6' || hasCommand || isBusy()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const now = regions.findIndex((region) => region.hasFocus());
      const next = event.shiftKey ? Math.max(now, 0) - 1 : now + 1;
      regions.at(next % regions.length)?.enter();
    },
    { capture: true },
  );
}

/** A region of ordinary elements; `first` selects the one to focus if none has been so far. */
function createRegion(element: HTMLElement, first: string, show: () => void): PageRegion {
  let last: HTMLElement | undefined;
  element.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  return {
    id: element.id,
    hasFocus: () => element.contains(element.ownerDocument.activeElement),
    enter() {
      show();
      const isThere = last !== undefined && element.contains(last) && last.checkVisibility();
      (isThere ? last : element.querySelector<HTMLElement>(first))?.focus();
    },
  };
}

/**
 * On a narrow window, two buttons switch between the sheet and the pane. The page's style sheet
 * decides what "narrow" is. Where both have room, the pane may be hidden. Returns a function that
 * shows one of them.
 */
function connectViewSwitch(page: Document, showPane: () => void): (view: 'sheet' | 'pane') => void {
  const buttons = [...page.querySelectorAll<HTMLButtonElement>('button[data-view]')];
  const show = (view: string) => {
    page.body.dataset.view = view;
    if (view === 'pane') showPane();
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.view === view));
    }
  };
  for (const button of buttons) {
    button.addEventListener('click', () => show(button.dataset.view ?? 'sheet'));
  }
  show('sheet');
  return show;
}
