import './public-path';
// This module associates its functions while the script runs: later is too late for Excel.
import '../addin/functions/functions';
import { startAddin } from '../addin/start/start';
import type { Addin } from '../addin/start/start';
import { createBrowserClock } from '../addin/device/clock';
import { failFunctionHost } from '../addin/functions/host-promise';
import type { Clock } from '../engine/lookup';
import type { FrozenCells } from '../addin/spreadsheet/frozen-cells';
import type { CellHost, PaneHost } from '../addin/spreadsheet/host';
import type { WorkbookContents } from '../addin/spreadsheet/workbook-contents';
import { createCellError } from './cell-error';
import { createLazyWorkbook } from './lazy-workbook';
import { createDateSystem } from './date-system';
import { createPaneRequests } from './pane-requests';
import { associateRibbon } from './ribbon';
import { drawPaneWhenShown } from './shown-pane';
import { createStorage, partition } from './storage';
import type { WorkbookPorts } from './workbook';
import { LONGEST_RESULT } from '../addin/spreadsheet/result-size';

async function start(): Promise<void> {
  const { host: application } = await Office.onReady();
  // Outside Excel, the page keeps the explanation that it came with.
  if (application !== Office.HostType.Excel) return;
  const { origin } = window.location;
  const clock = createBrowserClock();
  const paneRequests = createPaneRequests();
  const host: CellHost = {
    kind: 'excel',
    storage: createStorage(() => window.localStorage),
    partition,
    ...createLazyWorkbook(fetchWorkbookPorts),
    paneRequests,
    contents: fetchContents,
    frozenCells: fetchFrozenCells,
    dateSystem: createDateSystem(clock),
    languages: [Office.context.displayLanguage],
    // The gateway serves both the add-in and the contract; elsewhere a person names the service.
    defaultAddresses: { attributeUrl: origin, modelUrl: origin },
    ...(Office.context.platform === Office.PlatformType.OfficeOnline
      ? { longestResult: LONGEST_RESULT }
      : {}),
    describe,
    cellError: createCellError,
  };
  const addin = startAddin(host);
  associateRibbon(
    () => addin.recalculateAll(),
    async () => (await fetchRibbonCommands())(paneRequests.ask),
  );
  drawPaneWhenShown(async (root) => addin.renderPane(root, await fetchPaneHost()));
  workLater(addin, clock);
}

async function fetchWorkbookPorts(): Promise<WorkbookPorts> {
  const { createWorkbookPorts } = await import(/* webpackChunkName: "workbook" */ './workbook');
  return createWorkbookPorts();
}

async function fetchContents(): Promise<WorkbookContents> {
  return (
    await import(/* webpackChunkName: "contents" */ './workbook-contents')
  ).createWorkbookContents();
}

async function fetchFrozenCells(): Promise<FrozenCells> {
  return (await import(/* webpackChunkName: "frozen" */ './frozen-cells')).createFrozenCells();
}

async function fetchRibbonCommands() {
  const code = await import(/* webpackChunkName: "workbook" */ './ribbon-commands');
  return code.createRibbonCommands;
}

async function fetchPaneHost(): Promise<PaneHost> {
  const { createPaneHost } = await import(/* webpackChunkName: "pane" */ './pane-host');
  return createPaneHost();
}

async function describe(): Promise<Readonly<Record<string, string>>> {
  const { describeExcel } = await import(/* webpackChunkName: "workbook" */ './description');
  return describeExcel();
}

/** Nobody's first values wait for it. */
function workLater(addin: Addin, clock: Clock): void {
  clock.schedule(REST_MS, () => {
    import(/* webpackChunkName: "workbook" */ './quiet-work')
      .then(({ doQuietWork }) => doQuietWork(addin, clock))
      // The pane says what is missing once somebody needs it.
      .catch(() => undefined);
  });
}

const REST_MS = 10_000;

start().catch(() => {
  failFunctionHost('Locus couldn’t start. Close and reopen the workbook.', createCellError);
});
