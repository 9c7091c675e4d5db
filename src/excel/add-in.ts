import { startAddin } from '../addin/start/start';
import type { Addin } from '../addin/start/start';
import { createBrowserClock } from '../addin/device/clock';
import type { Clock } from '../engine/lookup';
import type { CellHost, PaneHost } from '../addin/spreadsheet/host';
import { LONGEST_RESULT } from '../addin/spreadsheet/block-writing';
import { createCellError } from './cell-error';
import { createCells } from './cells';
import { createDateSystem } from './date-system';
import { describeExcel } from './description';
import { createPaneRequests } from './pane-requests';
import { hasExcelApi } from './range-parts';
import { fetchRestOfCode } from './rest-of-code';
import { associateRibbon } from './ribbon';
import { createSheet } from './sheet';
import { createStorage, partition } from './storage';
import { createWorkbookParts } from './workbook-parts';

/** The add-in in Excel, with the pane's part of its host. */
export interface ExcelAddin {
  recalculateAll(): Promise<void>;
  renderPane(root: HTMLElement): Promise<void>;
}

/** Lets the cells of this workbook calculate. Office must be ready. */
export function startExcelAddin(): ExcelAddin {
  const { origin } = window.location;
  const clock = createBrowserClock();
  const paneRequests = createPaneRequests();
  const host: CellHost = {
    kind: 'excel',
    storage: createStorage(() => window.localStorage),
    partition,
    cells: createCells(),
    sheet: createSheet(),
    parts: createWorkbookParts(),
    paneRequests,
    contents: async () => (await fetchPaneCode()).createWorkbookContents(),
    frozenCells: async () => (await fetchPaneCode()).createFrozenCells(),
    dateSystem: createDateSystem(clock),
    languages: [Office.context.displayLanguage],
    // The gateway serves both the add-in and the contract; elsewhere a person names the service.
    defaultAddresses: { attributeUrl: origin, modelUrl: origin },
    ...(Office.context.platform === Office.PlatformType.OfficeOnline
      ? { longestResult: LONGEST_RESULT }
      : {}),
    describe: () => Promise.resolve(describeExcel()),
    cellError: createCellError,
  };
  const addin = startAddin(host);
  associateRibbon(() => addin.recalculateAll(), paneRequests.ask);
  clock.schedule(REST_MS, () => doQuietWork(addin, clock));
  return {
    recalculateAll: () => addin.recalculateAll(),
    renderPane: async (root) => addin.renderPane(root, await fetchPaneHost()),
  };
}

/** What only the pane's views need of Excel comes with the pane's code. */
function fetchPaneCode() {
  return import(/* webpackChunkName: "pane" */ './pane-host');
}

async function fetchPaneHost(): Promise<PaneHost> {
  return (await fetchPaneCode()).createPaneHost();
}

/**
 * What can wait until the first cells have their values. A new deployment or a lost connection must
 * not take from this workbook what it has not fetched yet; without it, the pane says what is
 * missing once somebody needs it. Before ExcelApi 1.19, whoever looks for lost results would take
 * away what a person can undo.
 */
function doQuietWork(addin: Addin, clock: Clock): void {
  if (hasExcelApi('1.19')) addin.reviveLostResults();
  fetchRestOfCode(clock, () => addin.isIdle()).catch(() => undefined);
}

const REST_MS = 10_000;
