/**
 * `npm run test:engines`: Spark and Dask over a gateway, each with three workers, of which one is
 * killed midway; and the same job straight to the service. It makes its own environment of Python in
 * node_modules/.cache, and says by name what is missing. With `--write`, docs/engines.md and its
 * picture get the figures.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMINISTRATOR, startGateway, startServer } from '../bench/measured-gateway.mjs';
import { root, run } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';
import { pythonWith } from '../python.mjs';
import { pictureOf } from './engines/picture.mjs';

const ROWS = Number(process.env.ROWS ?? 100_000);
const PLACES = Number(process.env.PLACES ?? 20_000);
/** A lookup and a score for each place. */
const LEAST = 2 * PLACES;
const ENGINES = process.argv.slice(2).filter((each) => ['spark', 'dask'].includes(each));
const WAYS = {
  gateway: 'through the gateway',
  direct: 'straight to the service',
  distinct: 'straight, each place once first',
};
const isWritten = process.argv.includes('--write');
let passed = 0;
let failed = 0;

await ensureInstalled();
demand(existsSync(join(root, 'build/gateway.cjs')), 'The gateway is not built: npm run build.');
const python = await makeEnvironment();
const results = [];
for (const engine of ENGINES.length > 0 ? ENGINES : ['spark', 'dask']) {
  for (const way of Object.keys(WAYS)) results.push(await play(engine, way));
}
if (isWritten) write(results);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs one job, and checks what came of it. */
async function play(engine, way) {
  const isDirect = way !== 'gateway';
  const folder = mkdtempSync(join(tmpdir(), `locus-${engine}-`));
  const service = await startServer(['scripts/check/engines/service.mjs'], 'service');
  const gateway = isDirect ? undefined : await startMeasured(service.address, folder);
  try {
    const { code, output } = await run(python, ['scripts/check/engines/job.py', engine], {
      env: {
        ROWS: String(ROWS),
        PLACES: String(PLACES),
        SERVICE: service.address,
        WAY: way,
        GATEWAY: gateway?.people ?? '',
        TOKEN: gateway?.token ?? 'none',
        FOLDER: folder,
        PYSPARK_PYTHON: python,
        SPARK_LOCAL_IP: '127.0.0.1',
        LOCUS_TOKEN: '',
        LOCUS_KEY: '',
      },
    });
    if (code !== 0) console.log(output.slice(-4000));
    const facts = code === 0 ? JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) : {};
    const counts = await (await fetch(`${service.address}/counts`)).json();
    const calls = counts.lookup.calls + counts.score.calls;
    const name = `${engine}, ${WAYS[way]}`;
    console.log(`${name}: ${JSON.stringify({ ...facts, counts })}`);
    check(`${name}: ends well, though a worker was killed`, facts.killed?.length === 1);
    check(
      `${name}: every row is there once, and right`,
      facts.rows === ROWS && facts.different === ROWS && facts.right === ROWS,
    );
    if (isDirect) return { engine, way, calls, ...facts, counts };
    const { json } = await ask(gateway, 'GET', '/usage');
    const used = json.account.booked;
    check(`${name}: ${calls} calls, which are the least (${LEAST})`, calls === LEAST);
    check(`${name}: each score is charged once`, counts.score.repeated === 0);
    check(`${name}: the budget is exact to the call (${used})`, used === LEAST);
    check(`${name}: the token is in no plan`, facts.tokenInPlan === false);
    check(`${name}: nor in a log`, !(await isWrittenIn(folder, output, gateway.token)));
    return { engine, way, calls, ...facts, counts };
  } finally {
    gateway?.child.kill('SIGKILL');
    service.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A gateway with one person, whose budget has room for the least calls and no more. */
async function startMeasured(url, folder) {
  const gateway = await startGateway(
    { url },
    { LOCUS_DATA: join(folder, 'gateway'), LOCUS_UPSTREAM_CONCURRENCY: '64' },
  );
  const { json: person } = await ask(gateway, 'POST', '/people', { name: 'Engine' });
  const { json: made } = await ask(gateway, 'POST', `/people/${person.id}/tokens`, {});
  await ask(gateway, 'PUT', `/people/${person.id}/budget`, { callsPerDay: LEAST });
  return { ...gateway, token: made.token };
}

async function ask({ administrators }, method, path, body) {
  const reply = await fetch(`${administrators}/admin/api${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMINISTRATOR}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, json: await reply.json() };
}

/** Spark's log of events, and what the workers and the driver wrote. */
async function isWrittenIn(folder, output, token) {
  if (output.includes(token)) return true;
  const { code } = await run('grep', ['-rqF', token, join(folder, 'events')]);
  return code === 0;
}

/** Makes the environment once for each list of packages, with the module as pip installs it. */
async function makeEnvironment() {
  const { code } = await run('python3', ['--version']);
  demand(code === 0, 'python3 is missing. On Debian or Ubuntu: apt-get install python3-venv.');
  const java = await run('java', ['-version']);
  const version = Number(/version "(\d+)/.exec(java.output)?.[1] ?? 0);
  demand(
    version >= 17,
    `Spark needs a JDK of version 17 or later; ${version === 0 ? 'there is no java' : `this one is ${version}`}. ` +
      'On Debian or Ubuntu: apt-get install openjdk-17-jre-headless.',
  );
  const list = join(root, 'scripts/check/engines/requirements.txt');
  const own = await pythonWith(list, { name: 'engines', megabytes: 800 }).catch(({ message }) =>
    demand(false, message),
  );
  const module = await run(own, [
    '-m',
    'pip',
    'install',
    '-q',
    '--force-reinstall',
    '--no-deps',
    './clients/python',
  ]);
  demand(module.code === 0, `pip could not install clients/python: ${module.output.slice(-2000)}`);
  rmSync(join(root, 'clients/python/build'), { recursive: true, force: true });
  rmSync(join(root, 'clients/python/locus_client.egg-info'), { recursive: true, force: true });
  return own;
}

function write(all) {
  const page = join(root, 'docs/engines.md');
  const day = new Date().toISOString().slice(0, 10);
  const rows = all.map(({ engine, way, calls, counts }) => {
    const repeated = counts.lookup.repeated + counts.score.repeated;
    const numbers = [calls, repeated, counts.score.repeated].map(number);
    return `| ${[engine, WAYS[way], ...numbers].join(' | ')} |`;
  });
  const table = [
    '| engine | way | calls | repeated | scores charged again |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  const facts = `On ${day}, with ${availableParallelism()} cores that others used too, Node ${process.versions.node}. The least calls are ${number(LEAST)}.`;
  const text = readFileSync(page, 'utf8').replace(
    /(<!-- figures: begin -->)[^]*(<!-- figures: end -->)/,
    `$1\n\n${facts}\n\n${table}\n\n$2`,
  );
  writeFileSync(page, text);
  writeFileSync(join(root, 'docs/images/engines.svg'), pictureOf(all, LEAST));
}

function number(value) {
  return value.toLocaleString('en-US');
}

function check(what, isSo) {
  if (isSo) passed += 1;
  else failed += 1;
  console.log(`${isSo ? 'ok' : 'NOT OK'} ${what}`);
}

function demand(isThere, what) {
  if (isThere) return;
  console.error(what);
  process.exit(1);
}
