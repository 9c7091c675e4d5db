import { chromium } from 'playwright-core';
import { findBrowser, HEADLESS_ARGUMENTS } from './browser.mjs';

const ROUNDS = 7;
const ORIGIN = 'https://bench.invalid/';
const CATEGORIES = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'];

/** What only a real browser can tell; undefined where there is none. */
export async function measurePage(bundle) {
  const executablePath = findBrowser();
  if (executablePath === undefined) return undefined;
  const script = await bundle('page', 'web');
  const browser = await chromium.launch({ executablePath, args: HEADLESS_ARGUMENTS });
  try {
    const results = await reopenings(browser, script);
    const bursts = [];
    for (const way of Object.keys(WAYS)) bursts.push(await burst(browser, script, way));
    return { results, notes: bursts.map(toNote) };
  } finally {
    await browser.close();
  }
}

/** Each in a page just loaded, in turns; the records stay on the device between them. */
async function reopenings(browser, script) {
  const context = await browser.newContext();
  for (const what of ['fillDevice', 'fillPlain']) await inPage(context, script, what);
  const runs = { reopen: [], readPlain: [], readPages: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const what of Object.keys(runs)) runs[what].push(await inPage(context, script, what));
  }
  await context.close();
  const plainMs = median(runs.readPlain.map(({ ms }) => ms));
  return [
    toResult('locus', 'Locus', runs.reopen, plainMs),
    toResult('bulk-read', 'a record an answer, in bulk', runs.readPlain, plainMs),
    toResult('bulk-read-pages', 'Locus’s own records, in bulk', runs.readPages, plainMs),
  ];
}

async function inPage(context, script, what) {
  const page = await open(context, script);
  const figures = await page.evaluate((name) => globalThis.bench[name](), what);
  await page.close();
  return figures;
}

function toResult(contender, name, runs, plainMs) {
  const [{ cells }] = runs;
  const most = (count) => Math.max(...runs.map(count));
  const calls = most((run) => run.calls);
  return {
    title: 'g: 50,000 cells reopened from the device’s store',
    name,
    isExtra: false,
    record: {
      workload: 'g',
      contender,
      cells,
      calls,
      // Of none at all, none is the right number.
      callsRatio: calls === 0 ? 1 : null,
      makespanRatio: median(runs.map(({ ms }) => ms)) / plainMs,
      cpuMicrosPerCell: null,
      heapBytesPerCell: null,
      wrong: most((run) => run.wrong),
      unsettled: most((run) => run.unsettled),
    },
  };
}

async function burst(browser, script, way) {
  const page = await open(browser, script);
  await browser.startTracing(page, { categories: CATEGORIES });
  const figures = await page.evaluate((how) => globalThis.bench.burst(how, 10_000), way);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await page.close();
  return { way, ...figures, ...tasksOf(traceEvents) };
}

/** @param opener a browser, for a page that shares nothing; a context, for one that does. */
async function open(opener, script) {
  const page = await opener.newPage();
  await page.route(`${ORIGIN}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bench</title>' }),
  );
  await page.goto(ORIGIN);
  await page.addScriptTag({ path: script });
  return page;
}

/** The tasks of the page's main thread between the marks, by the processor time they took. */
function tasksOf(events) {
  const mark = (name) => events.find((event) => event.name === name);
  const start = mark('burst-start');
  const asked = mark('burst-asked');
  const end = mark('burst-end');
  const tasks = events
    .filter(({ name, tid, pid }) => name === 'RunTask' && tid === start.tid && pid === start.pid)
    .filter(({ ts, dur }) => ts + dur >= start.ts && ts <= end.ts)
    .map(({ ts, dur, tdur }) => ({ ts, ms: (tdur ?? dur) / 1000, wallMs: dur / 1000 }));
  const asking = tasks.find(({ ts, wallMs }) => ts <= asked.ts && asked.ts <= ts + wallMs * 1000);
  const others = tasks.filter((task) => task !== asking);
  return {
    tasks: tasks.length,
    askingMs: asking?.ms,
    longestMs: Math.max(...others.map(({ ms }) => ms)),
    longestWallMs: Math.max(...others.map(({ wallMs }) => wallMs)),
    totalMs: tasks.reduce((sum, { ms }) => sum + ms, 0),
  };
}

const WAYS = {
  range: 'by one formula over a range',
  formulas: 'by 100,000 formulas that the host calls in one go',
  engine: 'of the engine, without the functions',
};

function toNote({ way, wrong, calls, askingMs, longestMs }) {
  const state = wrong === 0 ? 'all right' : `${wrong} wrong`;
  return (
    `100,000 cells asked at once in Chromium ${WAYS[way]} (${state}, ` +
    `${calls.toLocaleString('en-US')} calls): the asking itself takes ${askingMs.toFixed(0)} ms ` +
    `of the main thread, and no other task more than ${longestMs.toFixed(0)} ms.`
  );
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}
