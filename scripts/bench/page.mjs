import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { bundlePage } from './bundle.mjs';
import { count, figure, median } from './report.mjs';
import { launchOptions } from '../browser.cjs';

/** Places that a device knows, rounds of measurements, and places that are asked for at once. */
const FULL = { known: 5_000, rounds: 7, asked: 10_000 };
const SMALL = { known: 20, rounds: 1, asked: 20 };
const ORIGIN = 'https://bench.invalid/';
const PAGE = '<!doctype html><title>Bench</title><script src="page.js"></script>';
const CATEGORIES = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'];

/** What only a real browser can tell; undefined where there is none. */
export async function measurePage({ small }) {
  const options = launchOptions();
  if (options.executablePath === undefined) return undefined;
  const files = await bundlePage();
  const sizes = small ? SMALL : FULL;
  const browser = await chromium.launch(options);
  try {
    const results = await reopenings(browser, files, sizes);
    const bursts = [];
    for (const way of Object.keys(WAYS)) bursts.push(await burst(browser, files, way, sizes));
    return { results, notes: bursts.map(toNote) };
  } finally {
    await browser.close();
  }
}

/** Each in a freshly loaded page, in turns; the records stay on the device between them. */
async function reopenings(browser, files, { known, rounds }) {
  const context = await browser.newContext();
  for (const what of ['fillDevice', 'fillPlain']) await inPage(context, files, what, known);
  const runs = { reopen: [], readPlain: [], readPages: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const what of Object.keys(runs)) {
      runs[what].push(await inPage(context, files, what, known));
    }
  }
  await context.close();
  const plainMs = median(runs.readPlain.map(({ ms }) => ms));
  return [
    toResult('locus', 'Locus', runs.reopen, plainMs),
    toResult('bulk-read', 'a record an answer, in bulk', runs.readPlain, plainMs),
    toResult('bulk-read-pages', 'Locus’s own records, in bulk', runs.readPages, plainMs),
  ];
}

async function inPage(context, files, what, places) {
  const page = await open(context, files);
  const figures = await page.evaluate(`bench.${what}(${places})`);
  await page.close();
  return figures;
}

function toResult(contender, name, runs, plainMs) {
  const [{ cells }] = runs;
  const most = (count) => Math.max(...runs.map(count));
  const calls = most((run) => run.calls);
  return {
    title: `g: ${count(cells)} cells reopened from the device’s store`,
    name,
    isExtra: false,
    record: {
      workload: 'g',
      contender,
      cells,
      calls,
      // The ideal is no call at all.
      callsRatio: calls === 0 ? 1 : null,
      makespanRatio: median(runs.map(({ ms }) => ms)) / plainMs,
      cpuMicrosPerCell: null,
      heapBytesPerCell: null,
      wrong: most((run) => run.wrong),
      unsettled: most((run) => run.unsettled),
    },
  };
}

async function burst(browser, files, way, { asked }) {
  const page = await open(browser, files);
  await browser.startTracing(page, { categories: CATEGORIES });
  const figures = await page.evaluate(`bench.burst('${way}', ${asked})`);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await page.close();
  return { way, ...figures, ...tasksOf(traceEvents) };
}

/** @param opener a browser, for a page that shares nothing; a context, for one that does. */
async function open(opener, files) {
  const page = await opener.newPage();
  // Served from an address, so that the page finds the scripts that it loads on demand.
  await page.route(`${ORIGIN}**`, (route) => {
    const path = join(files, new URL(route.request().url()).pathname);
    return path.endsWith('.js') && existsSync(path)
      ? route.fulfill({ contentType: 'text/javascript', body: readFileSync(path) })
      : route.fulfill({ contentType: 'text/html', body: PAGE });
  });
  await page.goto(ORIGIN);
  await page.waitForFunction('globalThis.bench !== undefined');
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
  formulas: 'by a formula each, which the host calls in one go',
  engine: 'of the engine, without the functions',
};

function toNote({ way, cells, wrong, calls, askingMs, longestMs }) {
  const state = wrong === 0 ? 'all right' : `${wrong} wrong`;
  return (
    `${count(cells)} cells asked at once in Chromium ${WAYS[way]} (${state}, ` +
    `${count(calls)} calls): the asking itself takes ${figure(askingMs)} ms ` +
    `of the main thread, and no other task more than ${figure(longestMs)} ms.`
  );
}
