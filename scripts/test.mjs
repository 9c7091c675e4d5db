/**
 * `npm test`: what every change has to pass, from a fresh clone too. Prints each step and what went
 * wrong in it, and as its last line `N passed, N failed`. `npm run test:all` also runs what takes
 * minutes (docs/developers/testing.md). With `--rest` it runs only the tests that `npm test` does
 * not: `.ci/run` runs it after `npm test`, and its last line counts both.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { findBrowser, SHELL } from './browser.cjs';
import { build, isBuilt } from './build.mjs';
import { root, run, runNode } from './command.mjs';
import { ensureInstalled } from './installation.mjs';
import { ensurePython } from './python.mjs';
import { ensureRedis, install } from './redis.mjs';

const reports = join(root, 'node_modules/.cache/locus');
/** What `npm test` counted last. */
const counts = join(reports, 'counts.json');
const isAll = process.argv.includes('--all');
const isRest = process.argv.includes('--rest');
/** Each project of jest.config.cjs that runs here. */
const PROJECTS = [
  ...(isRest ? [] : ['apart', 'areas', 'journeys']),
  ...(isAll ? ['rare', 'rareE2e'] : []),
  ...(isAll && !isRest ? ['measured'] : []),
];
/**
 * Programs that follow in `npm run test:all`, one after the other, because some of them measure. One
 * that finds its tool missing, and may not install it, fails and says what to install.
 */
const PROGRAMS =
  isAll && !isRest
    ? [
        ...[
          ...['replicas', 'attack', 'cli', 'formats', 'proxy', 'openapi', 'deploy', 'libreoffice'],
          'node-versions',
        ].map((name) => [`scripts/check/${name}.mjs`]),
        ['scripts/make/pictures.mjs', '--check'],
      ]
    : [];
/** What these programs need, by Debian's package of it. */
const TOOLS = {
  debootstrap: 'debootstrap',
  faketime: 'faketime',
  ip: 'iproute2',
  nginx: 'nginx-light',
  promtool: 'prometheus',
  soffice: 'libreoffice-calc',
};
/**
 * Jest writes a line for each file that it has finished, and no file takes five minutes. If no line
 * comes for longer, its workers hang: once, one waited for half an hour, at nothing, without the
 * time-out of any test. Their files fail.
 */
const SILENT_MS = 6 * 60_000;
/**
 * Hundreds of files leave heaps of half a gigabyte and more in a process. These options save a
 * tenth of the time, because garbage is collected less often, and not by threads that compete with
 * the tests.
 */
const NODE_OPTIONS = ['--expose-gc', '--max-semi-space-size=64', '--single-threaded-gc'];
/** What Linux keeps in memory as a folder, and how much has to be free there. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

await ensureInstalled();
mkdirSync(reports, { recursive: true });
const temporary = folderInMemory();
const results = [await step({ name: 'browser', run: ensureBrowser })];
if (!(await ensureRedis())) {
  console.log('No redis-server was found: the tests of gateways that share a store are left out.');
}
if (!(await ensurePython())) {
  console.log('No python3 was found: the tests of the Python module are left out.');
}

if (PROGRAMS.length > 0) await installTools();

/**
 * A step resolves with how many of its checks passed and failed, and its output. Test files come
 * from one pool, the longest first, to one process more than there are cores, because a browser's
 * tests wait now and then. Checks that need no build run beside them.
 */
const building = step({ name: 'build', run: buildIfNeeded });
const checks = [
  { name: 'types', run: types },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', []) },
  { name: 'format', run: format },
];
const lanes = [[{ name: 'tests', after: building, run: tests }], isRest ? [] : checks];
results.push(await building, ...(await Promise.all(lanes.map(inTurn))).flat());
results.push(
  ...(await inTurn(
    PROGRAMS.map(([file, ...args]) => ({
      name: basename(file, '.mjs'),
      run: () => program(file, args),
    })),
  )),
);

const before = isRest ? countsOfTest() : { passed: 0, failed: 0 };
const passed = before.passed + sum(results.map((result) => result.passed));
const failed = before.failed + sum(results.map((result) => result.failed));
if (!isAll) writeFileSync(counts, JSON.stringify({ passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function step({ name, run }) {
  const start = performance.now();
  const result = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (result.failed > 0 && result.output) console.log(result.output);
  return result;
}

async function inTurn(steps) {
  const done = [];
  for (const { after, ...next } of steps) {
    await after;
    done.push(await step(next));
  }
  return done;
}

/** Only Jest's tests count as passed; any other step counts only when it fails. */
function verdict(code, output) {
  return { passed: 0, failed: code === 0 ? 0 : 1, output };
}

function tool(file, args) {
  return program(`node_modules/${file}`, args);
}

async function program(file, args = []) {
  const { code, output } = await runNode(file, args);
  return verdict(code, output);
}

async function buildIfNeeded() {
  if (isBuilt()) return verdict(0, '');
  // CI builds once.
  const isDone = await build({ hasty: Boolean(process.env.CI) });
  return verdict(isDone ? 0 : 1, 'webpack failed: see above');
}

/** Checks each zone separately, so that src/engine/lookup cannot see a DOM that src/addin/pane may. */
function types() {
  return tool('typescript-native/bin/tsc', ['-b', 'test']);
}

/**
 * Prettier takes a minute for all files, and oxfmt, which writes the same save for how some unions
 * are laid out, half a second: what oxfmt would write otherwise is for Prettier to judge. Before a
 * release Prettier reads everything.
 */
async function format() {
  if (isAll) return tool('prettier/bin/prettier.cjs', ['--check', '.']);
  const options = ['-c', '.prettierrc.json', '--list-different', '.'];
  const { failed, output } = await tool('oxfmt/bin/oxfmt', options);
  const others = output.split('\n').filter(Boolean);
  if (others.length === 0) return verdict(failed, output);
  return tool('prettier/bin/prettier.cjs', ['--check', ...others]);
}

async function tests() {
  const result = await jest(`--maxWorkers=${availableParallelism() + 1}`);
  return result.report === undefined ? verdict(1, result.output) : counted(result);
}

function countsOfTest() {
  return readReport(counts) ?? { passed: 0, failed: 0 };
}

async function jest(...more) {
  const file = join(reports, 'tests.json');
  rmSync(file, { force: true });
  const options = [
    ...['--selectProjects', ...PROJECTS, '--json', `--outputFile=${file}`],
    // By itself Jest keeps what it knows of a run beside the tests' own files.
    `--cacheDirectory=${join(reports, 'jest')}`,
    ...more,
  ];
  const { code, output } = await run(
    process.execPath,
    [...NODE_OPTIONS, 'node_modules/jest/bin/jest.js', ...options],
    { silentMs: SILENT_MS, env: temporary === undefined ? {} : { TMPDIR: temporary } },
  );
  return { code, output, report: readReport(file) };
}

/**
 * A folder in memory for what tests write, if there is room: the stores of gateways wait for the disk
 * hundreds of times. It is gone when this process ends, or when the next of this clone begins.
 */
function folderInMemory() {
  const folder = join(MEMORY, `locus${root.replace(/\W+/g, '-')}tests`);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return undefined;
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    return undefined;
  }
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return folder;
}

function counted({ code, output, report }) {
  const failures = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    // Jest also fails for reasons other than a test, such as finding none.
    failed: failures === 0 && code !== 0 ? 1 : failures,
    output: failures === 0 ? output : messages(report),
  };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function messages({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => `${name}\n${message}`)
    .join('\n');
}

/** Debian's packages for the programs, if they are missing and this process may install them. */
async function installTools() {
  const isMissing = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0;
  const missing = Object.entries(TOOLS).filter(([tool]) => isMissing(tool));
  if (missing.length > 0) await install('tools', ...missing.map(([, debian]) => debian));
}

async function ensureBrowser() {
  const isBest = () => process.env.CHROMIUM !== undefined || findBrowser()?.endsWith(SHELL);
  if (!isBest()) await install('Chromium', SHELL);
  if (findBrowser() === undefined && !process.env.CHROMIUM) await install('Chromium', 'chromium');
  const path = findBrowser();
  // The end-to-end tests read it, and so need not look again.
  if (path !== undefined) process.env.CHROMIUM = path;
  return verdict(
    path === undefined ? 1 : 0,
    'No Chromium was found for the end-to-end tests. Install Chromium or Google Chrome, or set ' +
      'CHROMIUM to the path of one, and run npm test again.',
  );
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
