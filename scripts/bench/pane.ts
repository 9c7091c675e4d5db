import type { Browser } from 'playwright-core';
import { MAX_VARIABLES_PER_CALL } from '../../src/engine/contract/limits';
import type { ExcelOnTheWeb } from '../../test/host/excel-on-the-web';
import type { CellResult, Invocation } from '../../test/host/invocations';
import { openBenchStage } from './bench-stage';
import { startFastService } from './fast-service';
import type { FastService } from './fast-service';
import { MANY_NAMES, useManyNames } from './pane-names';
import type { Recorder, StepFigures } from './pane-names';
import { size } from './size';
import { PROFILE_CATEGORIES, profiledTasks, readProfile } from './task-profile';
import type { ProfiledTask } from './task-profile';

/** What scripts/bench/pane.mjs prints. Times are milliseconds. */
interface PaneFigures {
  /** From the beginning of the page's load to the pane's first view, each with a warm cache. */
  readonly paneMs: readonly number[];
  readonly runs: readonly RunFigures[];
  /** With so many imported names. */
  readonly manyNames: number;
  readonly names: readonly StepFigures[];
}

interface RunFigures {
  readonly cells: number;
  readonly perMessage: number;
  readonly values: number;
  readonly calls: number;
  /** From the first message to the last value. */
  readonly lastedMs: number;
  /** In all, and the most that fell into one second. */
  readonly updates: number;
  readonly updatesInASecond: number;
  /** Of the page's main thread. */
  readonly taskCount: number;
  /** Those that took more than 20 ms of the processor. */
  readonly long: readonly ProfiledTask[];
}

const STARTS = size(9, 1);
const CELLS = size(100_000, 500);
const PER_MESSAGE = [size(1_000, 100), size(10_000, 500)];
const LONG_MS = 20;

async function measure(): Promise<PaneFigures> {
  const stage = await openBenchStage();
  const service = await startFastService(stage.server.address);
  const excel = await stage.open({
    address: service.address,
    prepare: async (page) => void (await page.addInitScript(NOTES)),
  });
  await excel.show();
  const paneMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await excel.reload();
    await excel.show();
    await excel.frame.getByRole('textbox', { name: 'API key' }).waitFor();
    paneMs.push((await excel.frame.evaluate('notes.paneMs()')) as number);
  }
  const found = await excel.enterKey('locus-demo-key');
  if (!found.startsWith('Connected')) throw new Error(`the service does not answer: ${found}`);
  await askAbove(excel, 1_000_000);
  const runs: RunFigures[] = [];
  const record = recorderOf(stage.browser, excel);
  for (const perMessage of PER_MESSAGE) {
    runs.push(await run(service, excel, record, perMessage));
  }
  const names = await useManyNames(excel, record);
  await stage.close();
  await service.stop();
  return { paneMs, runs, manyNames: MANY_NAMES, names };
}

function recorderOf(browser: Browser, { page, frame, origin }: ExcelOnTheWeb): Recorder {
  return async (act) => {
    await browser.startTracing(page, { categories: PROFILE_CATEGORIES });
    await frame.evaluate(`performance.mark('run-begins')`);
    await act();
    await frame.evaluate(`performance.mark('run-ends')`);
    const record = readProfile(await browser.stopTracing());
    const marks = { from: 'run-begins', to: 'run-ends' };
    return profiledTasks(record, marks, (url) => ownerOf(url, origin));
  };
}

/** So many calls would wait for a person's word. */
async function askAbove({ frame }: ExcelOnTheWeb, calls: number): Promise<void> {
  await frame.getByRole('tab', { name: 'More' }).click();
  await frame.getByRole('tab', { name: 'Spending' }).click();
  const field = frame.getByRole('textbox', { name: 'Ask for approval above' });
  await field.fill(String(calls));
  await field.press('Tab');
  await frame.getByRole('tab', { name: 'Home' }).click();
}

/** Asks all cells, as Excel does, with the pane on screen and its first view open. */
async function run(
  service: FastService,
  excel: ExcelOnTheWeb,
  record: Recorder,
  perMessage: number,
): Promise<RunFigures> {
  const before = service.calls();
  const ids: number[] = [];
  let results: readonly CellResult[] = [];
  let lastedMs = 0;
  await excel.frame.evaluate(`notes.start()`);
  const tasks = await record(async () => {
    const started = Date.now();
    for (let first = 0; first < CELLS; first += perMessage) {
      ids.push(...(await excel.invoke(cellsFrom(first, perMessage, perMessage / 1_000))));
    }
    results = await Promise.all(ids.map((id) => excel.result(id)));
    lastedMs = Date.now() - started;
  });
  const updates = (await excel.frame.evaluate('notes.updates()')) as readonly number[];
  return {
    cells: ids.length,
    perMessage,
    values: results.filter(isNumber).length,
    calls: service.calls() - before,
    lastedMs,
    updates: updates.reduce((sum, count) => sum + count, 0),
    updatesInASecond: Math.max(0, ...updates),
    taskCount: tasks.length,
    long: tasks.filter(({ totalMs }) => totalMs > LONG_MS),
  };
}

function isNumber(result: CellResult): boolean {
  return 'value' in result && typeof (result.value as unknown[][])[0]?.[0] === 'number';
}

/** As many names for each place as one call may ask for; no two runs share a place. */
function cellsFrom(first: number, count: number, latitude: number): Invocation[] {
  return Array.from({ length: count }, (_, index) => {
    const cell = first + index;
    const place = Math.floor(cell / MAX_VARIABLES_PER_CALL);
    const name = `w_pop_${String(cell % MAX_VARIABLES_PER_CALL)}_tt`;
    const values = [[[latitude + place / 10_000]], [[77.5]], [[name]]];
    return { name: 'LOCATTR', values, address: `Sheet1!A${String(cell + 1)}` };
  });
}

function ownerOf(url: string, origin: string): string | undefined {
  if (url.startsWith(origin)) return 'Locus';
  if (url.includes('appsforoffice')) return 'Office';
  return url.startsWith('http') ? 'host' : undefined;
}

/** In the add-in's frame: when something is drawn first, and how often the pane changes. */
const NOTES = `(() => {
  if (window.top === window) return;
  let paneMs = NaN;
  const whenThere = new MutationObserver(() => {
    if (document.querySelector('[role=tablist]') === null) return;
    whenThere.disconnect();
    requestAnimationFrame(() => setTimeout(() => { paneMs = performance.now(); }));
  });
  whenThere.observe(document, { childList: true, subtree: true });
  let seconds = [];
  let began = 0;
  const watch = new MutationObserver(() => {
    const second = Math.floor((performance.now() - began) / 1000);
    seconds[second] = (seconds[second] ?? 0) + 1;
  });
  globalThis.notes = {
    paneMs: () => paneMs,
    start: () => {
      began = performance.now();
      seconds = [];
      const all = { childList: true, subtree: true, characterData: true, attributes: true };
      watch.observe(document.getElementById('root'), all);
    },
    updates: () => Array.from(seconds, (count) => count ?? 0),
  };
})();`;

void measure().then((figures) => console.log(JSON.stringify(figures)));
