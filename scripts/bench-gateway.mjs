/**
 * `npm run bench:gateway`: what a request of 12 names costs the gateway, beside a bare echo of the
 * same stack, in one run. Processor time is that of the server's process, so that a busy machine
 * changes little. Linux alone: the figures come from /proc.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { root } from './command.mjs';

const REQUESTS = Number(process.env.REQUESTS ?? 20_000);
const PLACES = 1000;
const WARMING = 4000;
const CONNECTIONS = 32;
const NAMES = Array.from({ length: 12 }, (_, index) => `w_pop_tt_${index}`);
const TICKS_PER_SECOND = 100;
const LOOKUP = '/production/v1.0/getvariablesbulk';
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
  const echo = await start(['-e', ECHO]);
  await drive(echo, 'x', WARMING);
  const echoed = await drive(echo, 'x');
  const gateway = await startGateway();
  await drive(gateway, gateway.token, WARMING);
  const fromMemory = await drive(gateway, gateway.token);
  const callsOfMemory = service.calls;
  await stop(gateway);
  // So few answers in memory that nearly all come from the disk.
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ maxAnswersInMemory: 1000 }));
  const again = await startGateway(gateway.token, { LOCUS_CONFIG: join(folder, 'config.json') });
  await drive(again, gateway.token, WARMING);
  const fromDisk = await drive(again, gateway.token);
  const rows = [
    ['bare hono echo', echoed],
    ['gateway, from memory', fromMemory],
    ['gateway, from LMDB', fromDisk],
  ];
  console.log('| answers | processor µs a request | rate beside the echo | requests/s | p99 ms |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const [name, { cpuUs, rate, p99 }] of rows) {
    const ratio = (echoed.cpuUs / cpuUs).toFixed(2);
    console.log(
      `| ${name} | ${cpuUs.toFixed(0)} | ${ratio} | ${rate.toFixed(0)} | ${p99.toFixed(1)} |`,
    );
  }
  console.log(
    `calls to the service: ${callsOfMemory} for ${PLACES} places, ${service.calls - callsOfMemory} after a restart`,
  );
} finally {
  for (const { child } of children) child.kill('SIGKILL');
  await agent.destroy();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}

async function startGateway(token, environment = {}) {
  const running = await start(['build/gateway.cjs'], {
    LOCUS_ATTRIBUTE_URL: service.url,
    LOCUS_MODEL_URL: service.url,
    LOCUS_PROVIDER_KEY: 'key',
    LOCUS_ADMIN_TOKEN: 'bench',
    LOCUS_DATA: join(folder, 'data'),
    LOCUS_LOG_LEVEL: 'warn',
    LOCUS_UPSTREAM_CONCURRENCY: '64',
    PORT: '0',
    ADMIN_PORT: '0',
    ...environment,
  });
  if (token !== undefined) return running;
  const { id } = await administer(running, '/people', { name: 'Bench' });
  const made = await administer(running, `/people/${id}/tokens`, {});
  return { ...running, token: made.token };
}

async function administer({ administrators }, path, body) {
  const reply = await request(`${administrators}/admin/api${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer bench' },
    body: JSON.stringify(body),
  });
  return reply.body.json();
}

/** Starts a server that says where it is; resolves when it has. */
async function start(args, environment = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const running = { child };
  children.push(running);
  let output = '';
  const isReady = () =>
    /^people: /m.test(output) && (args[0] === '-e' || /^administrators: /m.test(output));
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output += data;
      if (isReady()) resolve();
    });
    child.once('exit', () => reject(new Error(output)));
  });
  const address = (name) => new RegExp(`^${name}: (\\S+)`, 'm').exec(output)?.[1];
  return Object.assign(running, {
    url: address('people'),
    administrators: address('administrators'),
  });
}

function stop({ child }) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

async function drive({ child, url }, token, count = REQUESTS) {
  const body = (index) =>
    JSON.stringify({ lat: (index % PLACES) / 1000, lng: 1, variables: NAMES.join() });
  const times = [];
  let next = 0;
  const before = ticks(child.pid);
  const startedAt = performance.now();
  const worker = async () => {
    while (next < count) {
      const index = next++;
      const sentAt = performance.now();
      const reply = await request(url + LOOKUP, {
        method: 'POST',
        headers: { 'x-api-key': token, 'content-type': 'application/json' },
        body: body(index),
        dispatcher: agent,
      });
      await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((one, other) => one - other);
  return {
    cpuUs: ((ticks(child.pid) - before) / TICKS_PER_SECOND / count) * 1e6,
    rate: count / seconds,
    p99: times[Math.floor(times.length * 0.99)],
  };
}

/** Processor time that a process has used, in ticks of the kernel. */
function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function startService() {
  const service = { calls: 0 };
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (data) => (text += data));
    incoming.on('end', () => {
      service.calls += 1;
      const names = JSON.parse(text).variables.split(',');
      const data = Object.fromEntries(names.map((name, index) => [name, index]));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data, status: 200 }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${server.address().port}`;
  service.close = () => server.closeAllConnections() ?? server.close();
  return service;
}
