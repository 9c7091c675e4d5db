/**
 * `npm run bench:gateway`: what a request of 12 names costs the gateway, beside a bare echo of the
 * same stack. All three servers run at once and take turns, round after round, and what counts is
 * the median of the rounds' ratios, so other work on the machine changes little. Processor time is
 * that of the server's process. Linux only: the figures come from /proc.
 *
 * `--beside FOLDER` names another checkout whose gateway has been built: it takes turns, too, and the
 * ratios of processor time and throughput are printed. `--beside litellm`: see litellm.mjs.
 *
 * The environment may set REQUESTS in each round, ROUNDS, and PROFILE=1 for a profile of each
 * server in the working folder.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, request } from 'undici';
import { parseArgs } from 'node:util';
import { benchBesideLiteLlm } from './litellm.mjs';
import {
  CONNECTIONS,
  LOOKUP,
  drive,
  lookupBody,
  median,
  newToken,
  startGateway,
  startServer,
  startService,
} from './measured-gateway.mjs';
import { benchReplicas } from './replicas.mjs';

const { values: options } = parseArgs({
  options: { replicas: { type: 'string' }, beside: { type: 'string' } },
});
if (options.replicas !== undefined) {
  process.exit(await benchReplicas(options.replicas.split(',').map(Number)));
}
if (options.beside === 'litellm') process.exit(await benchBesideLiteLlm());

const REQUESTS = Number(process.env.REQUESTS ?? 4000);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const PROFILE = process.env.PROFILE === '1';
// Enough for V8's compilers to finish: a gateway runs for days.
const WARMING = 20_000;
/** With the least that is asked of the echo's rate. */
const STORES = [
  ['memory', 0.7, {}],
  // So few answers in memory that nearly all come from the disk.
  ['LMDB', 0.6, { maxAnswersInMemory: 1000 }],
];
const ECHO = `
  const { serve } = require('@hono/node-server');
  const { Hono } = require('hono');
  const app = new Hono();
  app.post('${LOOKUP}', async (c) => c.json(JSON.parse(await c.req.text())));
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    console.log('people: http://127.0.0.1:' + port));
`;

const service = await startService();
const folder = mkdtempSync(join(tmpdir(), 'locus-bench-'));
const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
const children = [];
try {
  const echoing = await startServer([...profileOf('echo'), '-e', ECHO], 'people');
  const echo = measured(kept(echoing), 'x');
  const ways = [['bare hono echo', echo, undefined]];
  for (const [name, least, configuration] of STORES) {
    ways.push([`gateway, from ${name}`, await startBehind(name, configuration), least]);
    if (options.beside === undefined) continue;
    const program = resolve(options.beside, 'build/gateway.cjs');
    ways.push([
      `the other, from ${name}`,
      await startBehind(`${name}-other`, configuration, program),
    ]);
  }
  for (const [, server] of ways) await drive(server, WARMING);
  const calls = service.calls;
  const rounds = ways.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order rotates, forth and back, so that no server always runs just after another.
    for (let turn = 0; turn < ways.length; turn += 1) {
      const step = round % 2 === 0 ? turn : ways.length - turn;
      const way = (round + step) % ways.length;
      rounds[way].push(await drive(ways[way][1], REQUESTS));
    }
  }
  const [echoed] = rounds;
  console.log(
    '| answers | processor µs a request | of the echo’s rate | p99, of the echo’s | asked |',
  );
  console.log('| --- | ---: | ---: | ---: | --- |');
  ways.forEach(([name, , least], way) => {
    const costs = rounds[way].map(({ cpuUs }) => cpuUs);
    const rate = median(costs.map((cost, round) => echoed[round].cpuUs / cost));
    const tail = median(rounds[way].map(({ p99 }, round) => p99 / echoed[round].p99));
    const asked = least === undefined ? '' : `rate >= ${least}, p99 <= 5`;
    console.log(
      `| ${name} | ${median(costs).toFixed(1)} | ${rate.toFixed(2)} | ${tail.toFixed(2)} | ${asked} |`,
    );
    if (rate < (least ?? 0) || tail > 5) process.exitCode = 1;
  });
  for (let way = 1; options.beside !== undefined && way < ways.length; way += 2) {
    const [ours, others] = [rounds[way], rounds[way + 1]];
    const ratio = (of) =>
      median(ours.map((each, round) => of(each) / of(others[round]))).toFixed(2);
    console.log(
      `${ways[way][0]}, of the other’s: processor time ${ratio(({ cpuUs }) => cpuUs)}, ` +
        `throughput ${ratio(({ perSecond }) => perSecond)}`,
    );
  }
  console.log(`calls to the service: ${calls}, and ${service.calls - calls} while it was measured`);
} finally {
  // Node writes a profile only when its process exits normally.
  if (PROFILE) for (const server of children) await stop(server);
  for (const { child } of children) child.kill('SIGKILL');
  await agent.destroy();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}

async function startBehind(name, configuration, program) {
  const config = join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify(configuration));
  const environment = {
    LOCUS_CONFIG: config,
    LOCUS_DATA: join(folder, name),
    LOCUS_UPSTREAM_CONCURRENCY: '64',
  };
  const gateway = kept(await startGateway(service, environment, profileOf(name), program));
  return measured(gateway, await newToken(gateway));
}

function measured({ child, people }, token) {
  const headers = { 'x-api-key': token, 'content-type': 'application/json' };
  const send = (index) =>
    request(people + LOOKUP, {
      method: 'POST',
      headers,
      body: lookupBody(index),
      dispatcher: agent,
    });
  return { child, send };
}

function profileOf(name) {
  return PROFILE ? ['--cpu-prof', `--cpu-prof-name=${name}.cpuprofile`] : [];
}

function kept(server) {
  children.push(server);
  return server;
}

function stop({ child }) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(child.spawnargs.includes('-e') ? 'SIGKILL' : 'SIGTERM');
  });
}
