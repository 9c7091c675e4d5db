/**
 * `npm run bench:gateway -- --replicas 1,2,4`: requests a second of cached answers and of merged
 * misses, by the number of gateways over one Redis, with what Redis does and stores for them.
 * Client, service, Redis and gateways share the machine's cores: the processor time of each says
 * more than the rate does.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { root } from '../command.mjs';
import { freePort } from '../free-port.mjs';
import { LOOKUP, newToken, startGateway, startService } from './measured-gateway.mjs';
import { ensureRedis, redisServer } from '../redis.mjs';

const PLACES = 500;
const CACHED = Number(process.env.REQUESTS ?? 6000);
const MISSES = Number(process.env.MISSES ?? 1500);
const CONNECTIONS = 32;
const NAMES = Array.from({ length: 12 }, (_, index) => `w_pop_tt_${index}`);

/** @param counts numbers of gateways, measured one after another. */
export async function benchReplicas(counts) {
  if (!(await ensureRedis())) {
    console.log('No redis-server was found, and it could not be installed.');
    return 1;
  }
  const service = await startService();
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  console.log(
    '| replicas | answers | requests/s | p99 ms | gateway µs a request | Redis µs a request | Redis commands a request | calls |',
  );
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  try {
    for (const count of counts) await measure(count, service, agent);
  } finally {
    await agent.destroy();
    service.close();
  }
  return 0;
}

async function measure(count, service, agent) {
  const folder = mkdtempSync(join(tmpdir(), 'locus-bench-'));
  const port = await freePort();
  const redis = { child: start(redisServer, redisArguments(port, folder)), port };
  const gateways = [];
  try {
    await until(async () => (await ask(redis, 'PING')).includes('+PONG'));
    for (let index = 0; index < count; index += 1) {
      gateways.push(
        await startGateway(service, {
          LOCUS_SHARED: `redis://127.0.0.1:${port}`,
          LOCUS_UPSTREAM_CONCURRENCY: '64',
        }),
      );
    }
    const token = await newToken(gateways[0]);
    const run = { gateways, redis, agent, token, service };
    // Four requests at once ask for each place, each with three names of its own.
    await drive({ ...run, first: 900_000, requests: 300, bodyOf: missOf });
    const misses = await drive({ ...run, first: 0, requests: MISSES, bodyOf: missOf });
    await drive({ ...run, first: 0, requests: 4 * PLACES, bodyOf: cachedOf });
    const cached = await drive({ ...run, first: 0, requests: CACHED, bodyOf: cachedOf });
    for (const [name, row] of [
      ['from memory', cached],
      ['merged misses', misses],
    ]) {
      console.log(
        `| ${count} | ${name} | ${row.rate.toFixed(0)} | ${row.p99.toFixed(0)} | ` +
          `${row.gatewayUs.toFixed(0)} | ${row.redisUs.toFixed(0)} | ` +
          `${row.commands.toFixed(1)} | ${row.calls} |`,
      );
    }
    const info = await ask(redis, 'INFO memory');
    const keys = /:(\d+)/.exec(await ask(redis, 'DBSIZE'))?.[1];
    const bytes = Number(/used_memory:(\d+)/.exec(info)?.[1]);
    console.log(`<!-- ${count}: ${keys} keys, ${(bytes / 1e6).toFixed(1)} MB in Redis -->`);
  } finally {
    for (const { child } of [...gateways, redis]) await stop(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

function missOf(index) {
  const names = NAMES.slice((index % 4) * 3, (index % 4) * 3 + 3);
  return { lat: Math.floor(index / 4) / 100_000, lng: 2, variables: names.join() };
}

function cachedOf(index) {
  return { lat: 10 + (index % PLACES) / 1000, lng: 77, variables: NAMES.join() };
}

async function drive({ gateways, redis, agent, token, service, first, requests, bodyOf }) {
  const before = await used(gateways, redis);
  const calls = service.calls;
  const startedAt = performance.now();
  const times = [];
  let next = 0;
  const worker = async () => {
    while (next < requests) {
      const index = next++;
      const sentAt = performance.now();
      const reply = await request(gateways[index % gateways.length].people + LOOKUP, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: JSON.stringify(bodyOf(first + index)),
        dispatcher: agent,
      });
      await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await used(gateways, redis);
  times.sort((one, other) => one - other);
  return {
    rate: requests / seconds,
    p99: times[Math.floor(times.length * 0.99)],
    gatewayUs: ((after.gateways - before.gateways) * 10_000) / requests,
    redisUs: ((after.redis - before.redis) * 10_000) / requests,
    commands: (after.commands - before.commands) / requests,
    calls: service.calls - calls,
  };
}

/** Processor time in hundredths of a second, and commands so far. */
async function used(gateways, redis) {
  const info = await ask(redis, 'INFO stats');
  return {
    gateways: gateways.reduce((sum, { child }) => sum + ticks(child.pid), 0),
    redis: ticks(redis.child.pid),
    commands: Number(/total_commands_processed:(\d+)/.exec(info)?.[1]),
  };
}

function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function redisArguments(port, folder) {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec'],
  ];
}

function start(program, args, environment = {}) {
  const env = { ...process.env, ...environment };
  return spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

function stop(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
}

function ask({ port }, command) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\nQUIT\r\n`));
    let reply = '';
    socket.on('data', (data) => (reply += data));
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(reply));
  });
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
