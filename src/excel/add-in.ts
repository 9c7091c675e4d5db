import { startAddin, type Addin } from '../addin/start/start';
import { createBrowserClock } from '../addin/device/clock';
import { type Clock, ListenerSet, withTimeout } from '../engine/lookup';
import type {
  CellHost,
  DateSystem,
  DeviceStorage,
  PaneHost,
  PaneRequest,
  PaneRequests,
} from '../addin/spreadsheet/host';
import { LONGEST_RESULT } from '../addin/spreadsheet/block-writing';
import { createCellError } from './cell-error';
import { createCells } from './cells';
import { hasExcelApi } from './payload-limits';
import { fetchRestOfCode } from './code-prefetch';
import type { RibbonCommands } from './ribbon';
import { createRibbonCommands } from './ribbon-commands';
import { describeExcel } from './description';
import { createSheet } from './sheet';
import { createWorkbookParts } from './workbook-parts';
import { createLocalStorage } from '../addin/device/local-storage';

/** The add-in in Excel, with the pane's part of its host. */
export interface ExcelAddin {
  readonly commands: RibbonCommands;
  /** Recalculates every Locus formula, none of which could calculate before. */
  calculateAll(): Promise<void>;
  renderPane(root: HTMLElement): Promise<void>;
}

/** Starts the add-in, so that the cells of this workbook calculate. Office must be ready. */
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
    dateSystem: createDateSystem(clock),
    languages: [Office.context.displayLanguage],
    // The gateway serves both the add-in and the contract; elsewhere a person names the service.
    defaultAddresses: { attributeUrl: origin, modelUrl: origin },
    isFromGateway: document.documentElement.dataset['service'] === 'gateway',
    ...(Office.context.platform === Office.PlatformType.OfficeOnline
      ? { longestResult: LONGEST_RESULT }
      : {}),
    describe: () => Promise.resolve(describeExcel()),
    cellError: createCellError,
  };
  const addin = startAddin(host);
  clock.schedule(REST_MS, () => doDeferredWork(addin, clock));
  return {
    commands: createRibbonCommands(
      { ...host.cells, priceFirst: addin.priceFirst },
      paneRequests.ask,
    ),
    calculateAll: () => addin.recalculateAll(),
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
 * Does what can wait until the first cells have their values. It fetches the rest of the code,
 * because a new deployment or a lost connection would make it unavailable; the pane then says what
 * is missing once somebody needs it. It also looks for lost results, but not before ExcelApi 1.19,
 * where each request takes away what a person could undo.
 */
function doDeferredWork(addin: Addin, clock: Clock): void {
  if (hasExcelApi('1.19')) void reviveResults(addin, clock);
  fetchRestOfCode(clock, () => addin.isIdle()).catch(() => undefined);
}

const REST_MS = 10_000;

/**
 * Resumes what was interrupted when the workbook was last closed, which is held until a person has
 * seen its price, and only then looks for results that were lost in this session. In the other
 * order, an interrupted value would count as lost, and be asked for at once.
 */
async function reviveResults(addin: Addin, clock: Clock): Promise<void> {
  const isRead = addin.isIdle() && (await addin.resumeInterrupted().catch(() => false));
  if (isRead) addin.reviveLostResults();
  // Otherwise cells are calculating, or somebody is typing into one.
  else clock.schedule(REST_MS, () => void reviveResults(addin, clock));
}

/**
 * Creates local storage under Office's partition key, so that the same page embedded in another
 * site does not see it. The key is undefined if Office runs in a web view of its own.
 */
function createStorage(open: () => Storage): DeviceStorage {
  return createLocalStorage(open, partition);
}

function partition(): string {
  return Office.context.partitionKey ?? '';
}

/** Requests to the pane. The last one waits for a pane that has not been fetched yet. */
interface WaitingRequests extends PaneRequests {
  ask(request: PaneRequest): void;
}

/** Creates the requests, with nothing requested. */
export function createPaneRequests(): WaitingRequests {
  const listeners = new ListenerSet<[PaneRequest]>();
  let waiting: PaneRequest | undefined;
  return {
    ask(request) {
      if (listeners.size === 0) waiting = request;
      listeners.notify(request);
    },
    subscribe(listener) {
      if (waiting !== undefined) listener(waiting);
      waiting = undefined;
      return listeners.subscribe(listener);
    },
  };
}

/** Day 36,526 if days count from 1900; 1,462 less if they count from 1904. */
const NEW_YEAR_2000_FROM_1904 = 35_064;
/**
 * A person who is typing in a cell keeps Excel from answering; a formula must not wait for that.
 */
const TIMEOUT_MS = 5_000;

/**
 * How the open workbook counts its days. No property says so (ExcelApi 1.16), but DATE does when
 * the workbook calculates it. Excel is asked at the first date, and again if it did not answer.
 */
function createDateSystem(clock: Pick<Clock, 'schedule'>): DateSystem {
  let asking: Promise<void> | undefined;
  let is1904: boolean | undefined;
  async function ask(): Promise<void> {
    is1904 = await withTimeout(readIs1904(), {
      clock,
      timeoutMs: TIMEOUT_MS,
      otherwise: undefined,
    });
    asking = undefined;
  }
  return {
    uses1904Dates: () => is1904 ?? false,
    whenKnown: () => (is1904 === undefined ? (asking ??= ask()) : undefined),
  };
}

async function readIs1904(): Promise<boolean | undefined> {
  try {
    return await Excel.run(async (context) => {
      const day = context.workbook.functions.date(2000, 1, 1);
      day.load('value');
      await context.sync();
      return typeof day.value === 'number' ? day.value === NEW_YEAR_2000_FROM_1904 : undefined;
    });
  } catch {
    return undefined;
  }
}
