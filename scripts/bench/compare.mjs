/**
 * `npm run bench`: Locus and the alternatives side by side, as docs/developers/benchmarks.md describes.
 *
 *     npm run bench -- --only e,f        some workloads
 *     npm run bench -- --json FILE       the figures too
 *     npm run bench -- --small           a few cells of each, to see that it runs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareProgram, SMALL } from './program.mjs';

const { values: options } = parseArgs({
  options: { ...SMALL, json: { type: 'string' }, only: { type: 'string' } },
});
const { small, json, only } = options;
/** Processes for each measurement of time, in turns, so that a noisy minute hits all contenders. */
const ROUNDS = small ? 1 : 5;
const IN_BROWSER = 'g';

const flags = ['--expose-gc', '--single-threaded-gc'];
const program = await prepareProgram('main', { small, flags });
const { median, report } = await import('./report.mjs');
const { comparison } = await import('./comparison.mjs');

const { workloads, contenders } = await program('list');
const wanted = choose([...workloads.map(({ id }) => id), IN_BROWSER]);
const results = [];
for (const workload of workloads.filter(({ id }) => wanted.has(id))) {
  results.push(...(await compare(workload)));
}
const page = wanted.has(IN_BROWSER) ? await measureInBrowser() : undefined;
results.push(...(page?.results ?? []));
results.sort((one, other) => one.title.localeCompare(other.title, 'en'));
const figures = [comparison(results), ...(page?.notes ?? [])];
await report('npm run bench', figures, { keep: !small && only === undefined });
if (json !== undefined) writeJson(resolve(json));

async function compare(workload) {
  const compared = contenders.filter((each) => (each.only ?? workload.id) === workload.id);
  const jobs = (what) => compared.map(({ id }) => [what, workload.id, id]);
  const plays = await measureAll(jobs('play'));
  const heaps = workload.isExtra ? [] : await measureAll(jobs('heap'));
  const rounds = [];
  while (!workload.isExtra && rounds.length < ROUNDS) rounds.push(await measureAll(jobs('cpu')));
  say('');
  return compared.map((contender, index) => {
    const micros = rounds.map((round) => round[index].whole - round[index].rest);
    return toResult(workload, contender, plays[index], heaps[index] ?? null, micros);
  });
}

/** Runs each job in its own process; with `--small`, where figures mean nothing, all in one. */
async function measureAll(jobs) {
  if (small) return program('measure', JSON.stringify(jobs));
  const measured = [];
  for (const job of jobs) {
    say(job.join(' '));
    measured.push(...(await program('measure', JSON.stringify([job]))));
  }
  return measured;
}

function toResult(workload, contender, played, heapBytesPerCell, micros) {
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
  const { measurePage } = await import('./page.mjs');
  say('g: in a browser');
  const measured = await measurePage({ small });
  say('');
  if (measured === undefined) console.log('No Chromium was found: (g) is left out.');
  return measured;
}

function choose(known) {
  if (only === undefined) return new Set(known);
  const chosen = only.split(',').map((id) => id.trim());
  const unknown = chosen.filter((id) => !known.includes(id));
  if (unknown.length === 0) return new Set(chosen);
  console.error(`There is no workload ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(1);
}

/** Leaves out what is shown for information only: these are the figures that count. */
function writeJson(path) {
  const records = results.filter(({ isExtra }) => !isExtra).map(({ record }) => record);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(records, undefined, 2)}\n`);
}

/** Shows progress, on a line that the next message replaces. */
function say(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
