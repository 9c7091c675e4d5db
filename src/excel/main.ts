import './public-path';
// This module associates its functions while the script runs: later is too late for Excel.
import '../addin/functions/functions';
import { failFunctions } from '../addin/functions/host-promise';
import { lazy } from '../engine/async/lazy';
import { createCellError } from './cell-error';
import { associateRibbon } from './ribbon';
import { drawPaneWhenShown } from './shown-pane';

/*
 * What Excel loads comes in three parts: this script, which declares the functions; the add-in,
 * fetched at once, for which the first cells wait; and the pane, fetched when it is first shown.
 */

const fetchCode = lazy(() => import(/* webpackChunkName: "add-in" */ './add-in'));
const openAddin = lazy(async () => (await fetchCode()).startExcelAddin());
/** Whether cells show that the add-in has not come. Nothing was asked for them. */
let isMissing = false;

async function start(): Promise<void> {
  fetchCode().catch(() => undefined);
  const { host } = await Office.onReady();
  // Outside Excel, the page keeps the explanation that it came with.
  if (host !== Office.HostType.Excel) return;
  window.addEventListener('online', () => {
    if (isMissing) void letCellsCalculate();
  });
  associateRibbon(async () => (await openAddin()).commands);
  drawPaneWhenShown(async (root) => (await openAddin()).renderPane(root), later);
  await letCellsCalculate();
}

/** The pane may never be shown, so what helps cells is the network's return, or time. */
async function letCellsCalculate(): Promise<void> {
  try {
    await fetchCode();
  } catch {
    isMissing = true;
    failFunctions(NOT_FETCHED, createCellError);
    later(() => void letCellsCalculate());
    return;
  }
  const addin = await openAddin();
  if (!isMissing) return;
  isMissing = false;
  await addin.calculateAll().catch(() => undefined);
}

function later(run: () => void): void {
  window.setTimeout(run, 10_000);
}

const NOT_FETCHED =
  'Part of Locus couldn’t load. Check your network. Locus tries again every 10 seconds.';

start().catch(() => {
  failFunctions('Locus couldn’t start. Close and reopen the workbook.', createCellError);
});
