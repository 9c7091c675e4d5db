/**
 * `npm run test:formats`: one hard list by the writers of other languages and programs, through the
 * built command line into every format that it writes. The same places have to be asked for from each
 * file, and other programs read each output: every cell that Locus did not write is as it was. It makes
 * its own environment of Python in node_modules/.cache. It ends with the table of
 * docs/developers/testing.md.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build, isBuilt } from '../build.mjs';
import { root, run } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';
import { ensurePython, pythonWith } from '../python.mjs';

/** As many as `TEXTS` of lists.py. */
const PLACES = 22;
await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
demand(
  await ensurePython(),
  'python3 is missing. On Debian or Ubuntu: apt-get install python3-venv.',
);
const list = join(root, 'scripts/check/formats/requirements.txt');
const python =
  process.env.FORMATS_PYTHON ??
  (await pythonWith(list, { name: 'formats', megabytes: 500 }).catch(({ message }) =>
    demand(false, message),
  ));
const folder = mkdtempSync(join(tmpdir(), 'locus-formats-'));
/** The places that each run has asked for, by the run’s key. */
const asked = new Map();
const service = createServer(answer).listen(0, '127.0.0.1');
await once(service, 'listening');
let failed = 0;
try {
  const files = await write();
  const formats = await formatsOf(files[0]);
  console.log(`| written by | ${formats.join(' | ')} |\n| --- |${' --- |'.repeat(formats.length)}`);
  const played = [];
  for (const file of files) {
    played.push(await Promise.all(formats.map((format) => play(file, format))));
  }
  const outputs = files.flatMap((file) => formats.map((format) => file + format));
  const judged = await judge(outputs.map((output) => join(folder, 'out', output)));
  for (const [at, file] of files.entries()) {
    const cells = played[at].map((wrong, column) => {
      const found = wrong === '' ? judged[at * formats.length + column] : [wrong];
      failed += found.length === 0 ? 0 : 1;
      return found.length === 0 ? '✓' : found.join('; ');
    });
    console.log(`| ${file} | ${cells.join(' | ')} |`);
  }
  const passed = files.length * formats.length - failed;
  console.log(`${passed} passed, ${failed} failed`);
} finally {
  service.close();
  service.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

/** The files of all writers. */
async function write() {
  const made = await run(python, [join(root, 'scripts/check/formats/lists.py'), 'write', folder]);
  demand(made.code === 0, made.output);
  for (const [end, filter] of [
    ['csv', 'csv:Text - txt - csv (StarCalc):44,34,76'],
    ['xlsx', 'xlsx:Calc MS Excel 2007 XML'],
  ]) {
    const saved = join(folder, 'saved');
    const from = join(folder, 'pandas-openpyxl.xlsx');
    const { code } = await run('soffice', [
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      saved,
      from,
    ]);
    if (code === 0)
      copyFileSync(join(saved, `pandas-openpyxl.${end}`), join(folder, `libreoffice.${end}`));
    else console.log('No LibreOffice was found: what it writes is left out.');
  }
  return readdirSync(folder)
    .filter((file) => extname(file) !== '')
    .sort();
}

/** As the command line itself names them. */
async function formatsOf(file) {
  const said = await enrich(file, '.any');
  const formats = /use ([^]*?)\.\n/.exec(said)?.[1]?.split(', ') ?? [];
  demand(formats.length > 0, said);
  return formats;
}

/** What is wrong; "" for nothing. */
async function play(file, format) {
  const said = await enrich(file, format);
  const { size } = asked.get(`${file}${format}`) ?? new Set();
  if (size === PLACES) return '';
  return `${size} places of ${PLACES}: ${said.trim().split('\n').at(-1)}`;
}

async function enrich(file, format) {
  mkdirSync(join(folder, 'out'), { recursive: true });
  const output = join(folder, 'out', file + format);
  const args = ['enrich', join(folder, file), '-o', output, '--names', 'a', '--no-cache', '--yes'];
  const cli = spawn(process.execPath, [join(root, 'build/cli.cjs'), ...args], {
    env: {
      PATH: process.env.PATH,
      LOCUS_SERVICE: `http://127.0.0.1:${service.address().port}`,
      LOCUS_KEY: `${file}${format}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  cli.stderr.on('data', (data) => (said += data));
  await once(cli, 'close');
  return said;
}

async function judge(outputs) {
  const judging = spawn(python, [join(root, 'scripts/check/formats/lists.py'), 'judge'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  judging.stdin.end(outputs.join('\n'));
  const found = [];
  for await (const line of createInterface({ input: judging.stdout }))
    found.push(JSON.parse(line).wrong);
  return found;
}

async function answer(request, response) {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.method === 'POST') {
    const { lat, lng } = JSON.parse(body);
    const key = request.headers['x-api-key'];
    asked.set(key, (asked.get(key) ?? new Set()).add(`${lat},${lng}`));
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data: { a: 7 }, status: 200 }));
}

function demand(isSo, what) {
  if (isSo) return;
  console.error(what);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
