/**
 * `npm run bench`: Locus and the alternatives side by side, as docs/benchmarks.md describes.
 *
 *     npm run bench -- --only e,f        some workloads
 *     npm run bench -- --json FILE       the figures too
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

/** Processes for each measurement of time, in turns, so that a noisy minute hits everyone. */
const ROUNDS = 5;
const IN_BROWSER = 'g';

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, only: { type: 'string' } },
});
await ensureInstalled();
const { bundle } = await import('./bench-bundle.mjs');
const { printTable, writeDocument } = await import('./bench-report.mjs');

const program = await bundle('main', 'node');
const { workloads, contenders } = await measure('list');
const wanted = choose(options.only, [...workloads.map(({ id }) => id), IN_BROWSER]);
const results = [];
for (const workload of workloads.filter(({ id }) => wanted.has(id))) {
  results.push(...(await compare(workload)));
}
const page = wanted.has(IN_BROWSER) ? await measureInBrowser() : undefined;
if (page !== undefined) results.push(...page.results);
results.sort((one, other) => one.title.localeCompare(other.title, 'en'));
printTable(results, page);
if (options.json !== undefined) writeJson(resolve(options.json));
if (options.only === undefined) await writeDocument(results, page);

async function compare(workload) {
  const compared = contenders.filter(({ only = workload.id }) => only === workload.id);
  const measured = [];
  for (const contender of compared) {
    say(`${workload.id}: ${contender.title}`);
    const played = await measure('play', workload.id, contender.id);
    const heapBytesPerCell = workload.isExtra
      ? null
      : await measure('heap', workload.id, contender.id);
    measured.push({ workload, contender, played, heapBytesPerCell, micros: [] });
  }
  for (let round = 1; !workload.isExtra && round <= ROUNDS; round += 1) {
    for (const { contender, micros } of measured) {
      say(`${workload.id}: ${contender.title}, time, round ${round}`);
      const { whole, rest } = await measure('cpu', workload.id, contender.id);
      micros.push(whole - rest);
    }
  }
  say('');
  return measured.map(toResult);
}

function toResult({ workload, contender, played, heapBytesPerCell, micros }) {
  const { cells, calls, callsRatio, makespanRatio, wrong, unsettled, refusedShare } = played;
  return {
    title: `${workload.id}: ${workload.title}`,
    name: contender.title,
    isExtra: workload.isExtra || contender.only !== undefined,
    record: {
      workload: workload.id,
      contender: contender.id,
      cells,
      calls,
      callsRatio,
      makespanRatio,
      cpuMicrosPerCell: micros.length === 0 ? null : median(micros) / cells,
      heapBytesPerCell,
      wrong,
      unsettled,
      ...(workload.isLimited ? { refusedShare } : {}),
    },
  };
}

async function measureInBrowser() {
  const { measurePage } = await import('./bench-page.mjs');
  say('g: in a browser');
  const measured = await measurePage(bundle);
  say('');
  if (measured === undefined) console.log('No Chromium was found: (g) is left out.');
  return measured;
}

async function measure(...args) {
  const flags = ['--expose-gc', '--single-threaded-gc'];
  const { code, output } = await run(process.execPath, [...flags, program, ...args]);
  if (code !== 0) throw new Error(`bench ${args.join(' ')} failed:\n${output}`);
  return JSON.parse(output);
}

function choose(only, known) {
  if (only === undefined) return new Set(known);
  const chosen = only.split(',').map((id) => id.trim());
  const unknown = chosen.filter((id) => !known.includes(id));
  if (unknown.length === 0) return new Set(chosen);
  console.error(`There is no workload ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(1);
}

/** What is shown for information only is left out: these are the figures that count. */
function writeJson(path) {
  const records = results.filter(({ isExtra }) => !isExtra).map(({ record }) => record);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify(records, undefined, 2)}
`,
  );
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}

/** What is being done, on a line that the next one replaces. */
function say(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
