/**
 * `npm run test:cli`: runs the command line over a million rows of CSV, lines of JSON and GeoJSON, and
 * kills it at random moments; and the tests of files as people have them through the built command line.
 * Options: `--rows 1000000`, `--kills 5`, `--only field|million|kills`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, isBuilt } from '../build.mjs';
import { root, run } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const MOST_BYTES = 250_000_000;
const MOST_TIMES = 1.5;
const NAMES = 'w_pop_tt,p_retail_gc_np,p_health_hp_np';
/** How each is written: on one line a GeoJSON file, as most programs write it. */
const FORMATS = {
  csv: {
    head: 'Store,Latitude,Longitude,Note\n',
    rowOf: (row, lat, lng) => `Store ${row},${lat},${lng},"a note, quoted"\n`,
    end: '',
  },
  ndjson: {
    head: '',
    rowOf: (row, lat, lng) =>
      `{"id":${9007199254740992n + BigInt(row)},"lat":${lat},"lng":${lng},"note":"a note"}\n`,
    end: '',
  },
  geojson: {
    head: '{"type":"FeatureCollection","features":[',
    rowOf: (row, lat, lng) =>
      `${row === 0 ? '' : ','}{"type":"Feature","id":${row},"properties":{"note":"a note"},"geometry":{"type":"Point","coordinates":[${lng},${lat}]}}`,
    end: ']}',
  },
};
const KEY = 'canary-key-of-the-command-line';

await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
const Papa = createRequire(import.meta.url)('papaparse');
const folder = mkdtempSync(join(tmpdir(), 'locus-test-cli-'));
const upstream = spawn(process.execPath, [join(root, 'scripts/check/cli-upstream.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const failures = [];
let passed = 0;
try {
  const address = String((await once(upstream.stdout, 'data'))[0]).trim();
  if ((options.only ?? 'field') === 'field') await field();
  if ((options.only ?? 'million') === 'million') {
    for (const format of Object.keys(FORMATS)) await million(address, Number(options.rows), format);
  }
  if ((options.only ?? 'kills') === 'kills') await kills(address, Number(options.kills));
} finally {
  upstream.kill();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** What test/field says of its files, and test/cli/every-format of its own, of what ships. */
async function field() {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const files = ['test/field', 'test/cli/every-format'];
  const { code, output } = await run(
    process.execPath,
    [jest, ...files, '--selectProjects', 'unit', '--maxWorkers=2', '--testTimeout=60000'],
    { env: { ...process.env, LOCUS_CLI: join(root, 'build/cli.cjs') } },
  );
  console.log(/^Tests: .*$/m.exec(output)?.[0] ?? '');
  check(code === 0, `files as people have them: ${output.slice(-5000)}`);
}

/**
 * Enriches rows over a fifth as many places; compares memory and, of CSV, time with papaparse and a
 * bare loop.
 */
async function million(address, rows, format) {
  const places = Math.floor(rows / 5);
  const input = join(folder, `million.${format}`);
  await writeInput(input, rows, places, FORMATS[format]);
  const isCompared = format === 'csv';
  const plain = await measured(async () => {
    if (!isCompared) return;
    await readAndWrite(input, join(folder, 'plain.csv'));
    await bareLoop(address, places);
  });
  const before = await counts(address);
  const output = join(folder, `million-out.${format}`);
  const run = start(address, ['enrich', input, '-o', output, '--names', NAMES, '--yes'], format);
  let bytes = 0;
  const watching = setInterval(() => (bytes = Math.max(bytes, anonymousBytesOf(run.pid))), 50);
  const took = await measured(() => once(run, 'close'));
  clearInterval(watching);
  const calls = (await counts(address)).calls - before.calls;
  rmSync(input);
  rmSync(output, { force: true });
  const times = took / plain;
  console.log(`${format}: ${rows} rows over ${places} places: ${calls} calls, ${seconds(took)}`);
  if (isCompared) {
    console.log(`papaparse and a bare loop: ${seconds(plain)}; ${times.toFixed(2)} times that`);
    check(times <= MOST_TIMES, `${times.toFixed(2)} times papaparse and a bare loop`);
  }
  console.log(`memory at most: ${(bytes / 1e6).toFixed(0)} MB`);
  check(run.exitCode === 0, `${format}: it ended with ${run.exitCode}`);
  check(calls === places, `${format}: ${calls} calls for ${places} places`);
  check(bytes <= MOST_BYTES, `${format}: ${(bytes / 1e6).toFixed(0)} MB of memory`);
}

/** Killed at random moments, the output is that of an undisturbed run, byte for byte. */
async function kills(address, times) {
  const places = 4_000;
  const input = join(folder, 'kills.csv');
  await writeInput(input, 5 * places, places);
  const whole = join(folder, 'whole.csv');
  const common = ['--names', NAMES, '--yes', '--concurrency', '8'];
  const took = await measured(() =>
    once(start(address, ['enrich', input, '-o', whole, ...common], 'whole'), 'close'),
  );
  for (const cache of [[], ['--no-cache']]) {
    const name = `killed${cache.join('')}`;
    const output = join(folder, `${name}.csv`);
    const before = await counts(address);
    let lost = 0;
    for (let kill = 0; kill < times; kill += 1) {
      const run = start(address, ['enrich', input, '-o', output, ...common, ...cache], name);
      const dead = once(run, 'close');
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * (took / 2)));
      run.kill('SIGKILL');
      await dead;
      // A kill loses at most the calls under way.
      lost += 8;
      // The run ended before its kill: another would start from scratch.
      if (existsSync(output)) break;
    }
    if (!existsSync(output)) {
      const args = ['enrich', input, '-o', output, ...common, ...cache];
      await once(start(address, args, name), 'close');
    }
    const calls = (await counts(address)).calls - before.calls;
    const shown = cache.length > 0 ? 'no kept answers' : 'kept answers';
    console.log(`${times} kills, ${shown}: ${calls} calls for ${places} places`);
    check(hashOf(output) === hashOf(whole), 'the output is that of an undisturbed run');
    check(calls <= places + lost, `${calls} calls, at most ${places} + ${lost}`);
    check(!existsSync(`${output}.locus`), 'nothing is left beside the output');
  }
}

function start(address, args, cache) {
  const run = spawn(process.execPath, [join(root, 'build/cli.cjs'), ...args], {
    env: {
      PATH: process.env.PATH,
      LOCUS_SERVICE: address,
      LOCUS_KEY: KEY,
      XDG_CACHE_HOME: join(folder, `cache-${cache}`),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  run.stderr.on('data', (data) => (said += data));
  run.on('close', () => check(!said.includes(KEY), 'the key is in no message'));
  check(!commandLineOf(run.pid).includes(KEY), 'the key is in no list of processes');
  return run;
}

async function writeInput(path, rows, places, format = FORMATS.csv) {
  const out = createWriteStream(path);
  out.write(format.head);
  for (let row = 0; row < rows; row += 1) {
    const place = row % places;
    const lat = (8 + (place % 2000) / 100).toFixed(4);
    const lng = (70 + Math.floor(place / 2000) / 100).toFixed(4);
    if (!out.write(format.rowOf(row, lat, lng))) await once(out, 'drain');
  }
  out.write(format.end);
  await new Promise((resolve) => out.end(resolve));
}

function readAndWrite(from, to) {
  return new Promise((resolve) => {
    const out = createWriteStream(to);
    Papa.parse(createReadStream(from), {
      chunk: ({ data }) => void out.write(`${Papa.unparse(data)}\n`),
      complete: () => out.end(resolve),
    });
  });
}

/** Makes the command's calls with `fetch`, as many at once as a browser makes. */
async function bareLoop(address, places) {
  let next = 0;
  const worker = async () => {
    while (next < places) {
      const lat = 8 + (next += 1) / 1e5;
      const response = await fetch(`${address}/production/v1.0/getvariablesbulk`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': KEY },
        body: JSON.stringify({ lat, lng: 60, variables: NAMES }),
      });
      await response.json();
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

async function measured(run) {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function counts(address) {
  return (await fetch(`${address}/counts`)).json();
}

/** Memory of its own; pages of its files, which the system takes back when it needs them, are none. */
function anonymousBytesOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function commandLineOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function check(isSo, what) {
  if (isSo) passed += 1;
  else failures.push(`✗ ${what}`);
}
