import type { Browser, Frame } from 'playwright-core';
import { CONTRACT_NAMES } from '../../src/engine/contract/attribute-name';
import type { ExcelOnTheWeb } from '../../test/host/excel-on-the-web';
import type { Invocation } from '../../test/host/invocations';
import { createWorkbook } from '../../test/host/workbook';
import { openBenchStage } from './bench-stage';
import { tasksAround } from './main-thread';
import type { TraceEvent } from './main-thread';
import { size } from './size';

/** What scripts/bench/excel.mjs prints. Times are milliseconds. */
interface ExcelFigures {
  /** From the beginning of the page's load: each start with a warm cache. */
  readonly starts: readonly { readonly associatedMs: number; readonly readyMs: number }[];
  /** 10,000 cells in one message: asked for the first time, known, and functions that do nothing. */
  readonly first: readonly BurstFigures[];
  readonly known: readonly BurstFigures[];
  readonly nothing: readonly BurstFigures[];
}

interface BurstFigures {
  readonly cells: number;
  readonly values: number;
  readonly calls: number;
  /** Processor time of the page's main thread in the task that brings the message. */
  readonly messageMs: number;
  /** The same, of the longest of all other tasks. */
  readonly longestMs: number;
}

const STARTS = size(9, 1);
const ROUNDS = size(5, 1);
const CELLS = size(10_000, 500);
/** Few enough that nobody has to approve the calls of all rounds: 500 in a quarter of an hour. */
const PLACES = 90;
/** Of characters: no other message of Excel's is as long. */
const LONG_MESSAGE = 10 * CELLS;
const REST_MS = size(1_000, 100);

async function measure(): Promise<ExcelFigures> {
  const stage = await openBenchStage();
  const { server } = stage;
  const workbook = createWorkbook();
  const excel = await stage.open({
    address: server.address,
    workbook: workbook.answer,
    prepare: async (page) => void (await page.addInitScript(NOTES)),
  });
  const starts: { associatedMs: number; readyMs: number }[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await excel.reload();
    const readyMs = (await excel.frame.evaluate('performance.now()')) as number;
    const associatedMs = (await excel.frame.evaluate('associatedMs')) as number;
    starts.push({ associatedMs, readyMs });
  }
  await excel.enterKey('locus-demo-key');
  await excel.hide();
  const calls = (): number => server.sample.stats().calls;
  const first: BurstFigures[] = [];
  const known: BurstFigures[] = [];
  const nothing: BurstFigures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    first.push(await burst(stage.browser, excel, calls, round));
    known.push(await burst(stage.browser, excel, calls, round));
  }
  await excel.frame.evaluate(DO_NOTHING);
  for (let round = 0; round < ROUNDS; round += 1) {
    nothing.push(await burst(stage.browser, excel, calls, round));
  }
  await stage.close();
  return { starts, first, known, nothing };
}

async function burst(
  browser: Browser,
  excel: ExcelOnTheWeb,
  calls: () => number,
  round: number,
): Promise<BurstFigures> {
  const before = calls();
  await rest(excel.frame);
  await browser.startTracing(excel.page, {
    categories: ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'],
  });
  const results = await excel.calculate(table(round));
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const values = results.filter(
    (result) => 'value' in result && typeof (result.value as number[][])[0]?.[0] === 'number',
  );
  const { marked, longestAfter } = tasksAround(trace.traceEvents, 'invocations');
  return {
    cells: results.length,
    values: values.length,
    calls: calls() - before,
    messageMs: marked,
    longestMs: longestAfter,
  };
}

/** Places that no other round asks for, each more than once. */
function table(round: number): Invocation[] {
  return Array.from({ length: CELLS }, (_, index) => {
    const row = Math.floor(index / CONTRACT_NAMES.length);
    const name = CONTRACT_NAMES[index % CONTRACT_NAMES.length];
    const values = [[[12 + round + (row % PLACES) / 10_000]], [[77.5]], [[name]]];
    return { name: 'LOCATTR', values, address: `Sheet1!A${index + 1}` };
  });
}

/** Lets the page end what it does by itself. */
async function rest(frame: Frame): Promise<void> {
  await frame.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), REST_MS);
}

/** When the last of the page's own scripts has run, and a mark in the task that brings cells. */
const NOTES = `addEventListener('DOMContentLoaded', () => {
  const count = Object.keys(globalThis.CustomFunctions?._association.mappings ?? {}).length;
  globalThis.associatedMs = count === 6 ? performance.now() : NaN;
});
addEventListener('message', ({ data }) => {
  if (typeof data === 'string' && data.length > ${LONG_MESSAGE}) performance.mark('invocations');
});`;

const DO_NOTHING = `CustomFunctions.associate('LOCATTR', async () => [[0]])`;

void measure().then((figures) => console.log(JSON.stringify(figures)));
