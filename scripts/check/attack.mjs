/**
 * `npm run test:attack`: attacks the built gateway on this machine as strangers, one greedy person
 * and a bad day would, and says what it took. Everything goes to loopback, and ends by itself. Its
 * last line is `N passed, N failed`. ROUNDS says how often the gateway is killed (20). Names of attacks
 * and of doors may follow: `npm run test:attack -- doors /v1/plan`.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import {
  ADMINISTRATOR,
  LOOKUP,
  newToken,
  startGateway,
  startService,
} from '../bench/measured-gateway.mjs';
import { tolls } from './tolls.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const MEGABYTE = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'locus-attack-'));
const agent = new Agent({ connections: 128, pipelining: 1 });
const gateways = new Set();
let passed = 0;
let failed = 0;

const attacks = { strangers, fairness, bulks, fullDisk, kills, doors };
try {
  for (const [name, attack] of Object.entries(attacks)) {
    if (process.argv.length > 2 && !process.argv.includes(name)) continue;
    try {
      await attack();
    } catch (error) {
      check(`${name}: ${error?.stack ?? error}`, false);
    }
    for (const { child } of gateways) child.kill('SIGKILL');
    gateways.clear();
  }
} finally {
  await agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** 300 connections ask for 200 files each and read nothing; a known answer stays quick. */
async function strangers() {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  // It compresses as little as pictures do.
  writeFileSync(join(dist, 'large.js'), randomBytes(5 * MEGABYTE));
  const { gateway, close } = await start({ DIST_DIR: dist });
  const token = await newToken(gateway);
  await ask(gateway, token, 1);
  await (await request(`${gateway.people}/large.js`)).body.dump();
  const alone = await p99(() => ask(gateway, token, 1), 2000);
  const before = await metric(gateway, 'memory_bytes');
  const { port } = new URL(gateway.people);
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    return socket.pause().setNoDelay();
  });
  for (const socket of sockets) socket.write(get('/large.js').repeat(60));
  const beside = await p99(() => ask(gateway, token, 1), 2000);
  // Others read all the time.
  let isOver = false;
  const readers = Array.from({ length: 20 }, async () => {
    while (!isOver) await (await request(`${gateway.people}/large.js`)).body.dump();
  });
  const besideReaders = await p99(() => ask(gateway, token, 1), 2000);
  isOver = true;
  await Promise.all(readers);
  const grown = ((await metric(gateway, 'memory_bytes')) - before) / MEGABYTE;
  check(`300 strangers who read nothing take ${grown.toFixed(0)} MB, at most 200`, grown < 200);
  told(
    'p99 of a known answer',
    alone,
    'beside them',
    beside,
    'and beside 20 who read',
    besideReaders,
  );
  check('a known answer keeps its p99 within 5 times beside strangers', beside < 5 * alone + 5);
  for (const socket of sockets) socket.destroy();
  await sleep(500);
  check('and is there when they have gone', (await ask(gateway, token, 1)) === 200);
  await close();
}

/** One person asks for 20,000 places again and again; another asks for one at a time. */
async function fairness() {
  const { gateway, service, close } = await start();
  service.delayMs = 100;
  const [heavy, light] = [await newToken(gateway), await newToken(gateway)];
  const lone = [];
  for (let index = 0; index < 10; index += 1)
    lone.push(await timed(() => answered(gateway, light, index, 2)));
  let place = 0;
  let isOver = false;
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver && place < 20_000) {
      const lines = Array.from({ length: 1000 }, () => line((place += 1) / 1000, 1, ['a']));
      await bulk(gateway, heavy, lines);
    }
  });
  await sleep(1000);
  const beside = [];
  for (let index = 100; index < 120; index += 1) {
    beside.push(await timed(() => answered(gateway, light, index, 2)));
  }
  isOver = true;
  const [quiet, busy] = [median(lone), median(beside)];
  told(
    'a light person’s question alone',
    quiet,
    'beside 20,000 places',
    busy,
    'slowest',
    Math.max(...beside),
  );
  check('it takes at most twice its lone time and one call', busy <= 2 * quiet + 100);
  for (const { child } of gateways) child.kill('SIGKILL');
  await Promise.allSettled(load);
  await close();
}

/** One person sends 60 requests of 50,000 values at once, in a heap of 1 GB. */
async function bulks() {
  const { gateway, service, close } = await start({}, ['--max-old-space-size=1024']);
  service.delayMs = 200;
  const token = await newToken(gateway);
  const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
  const before = await metric(gateway, 'memory_bytes');
  const statuses = {};
  let most = 0;
  const watching = setInterval(async () => {
    const now = await metric(gateway, 'memory_bytes').catch(() => 0);
    most = Math.max(most, now);
  }, 200);
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const lines = Array.from({ length: 1000 }, (_line, row) =>
        line(index + row / 1000, 1, names),
      );
      const status = await bulk(gateway, token, lines).catch((error) => error.code);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  clearInterval(watching);
  const grown = (most - before) / MEGABYTE;
  console.log(`  60 bulk requests of 50,000 values: ${JSON.stringify(statuses)}`);
  check(`they take ${grown.toFixed(0)} MB at most, of 500`, grown < 500);
  check('what is too much is refused with 429', statuses[429] > 0 && statuses[200] > 0);
  check('the gateway answers afterwards', (await ask(gateway, token, 99_999)) === 200);
  await close();
}

/** The disk fills up, and has room again. It takes a user who may mount. */
async function fullDisk() {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status !== 0) {
    console.log('  full disk: not tried, because this user may not mount');
    return;
  }
  try {
    const { gateway, service, close, restart } = await start({ LOCUS_DATA: join(disk, 'data') });
    const token = await newToken(gateway);
    await ask(gateway, token, 0);
    // Its answer is stored after it is given.
    await sleep(500);
    const ballast = join(disk, 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    const statuses = {};
    let place = 0;
    for (; (statuses[503] ?? 0) < 50 && place < 5000;) {
      const status = await ask(gateway, token, (place += 1));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    const calls = service.calls;
    for (let index = 0; index < 20; index += 1) await ask(gateway, token, (place += 1));
    console.log(`  a full disk: ${JSON.stringify(statuses)}`);
    check('a full disk sends nothing', service.calls === calls);
    check('it answers what is known', (await ask(gateway, token, 0)) === 200);
    check('it is not ready', (await status(`${gateway.administrators}/readyz`)) === 503);
    const again = await restart();
    check(
      'it starts on the full disk, and answers what is known',
      (await ask(again, token, 0)) === 200,
    );
    rmSync(ballast);
    await until(async () => (await status(`${again.administrators}/readyz`)) === 200);
    check('it recovers by itself', (await ask(again, token, (place += 1))) === 200);
    await close();
  } finally {
    for (const { child } of gateways) child.kill('SIGKILL');
    await sleep(200);
    spawnSync('umount', [disk]);
  }
}

/** Killed under load again and again, until a budget is spent: it is never passed. */
async function kills() {
  const { gateway, service, close, restart } = await start();
  const token = await newToken(gateway);
  const budget = 12 * ROUNDS;
  await admin(gateway, 'PUT', '/account/budget', { callsPerDay: budget });
  service.delayMs = 20;
  let now = gateway;
  let place = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = Array.from({ length: 60 }, () => ask(now, token, (place += 1)).catch(() => 0));
    const before = service.calls;
    // Once the budget is spent, all are refused at once.
    const all = Promise.all(asked);
    await Promise.race([until(async () => service.calls > before + 2 * (round % 12)), all]);
    now = await restart();
    await all;
  }
  const { account } = await admin(now, 'GET', '/usage');
  console.log(`  ${ROUNDS} kills: ${service.calls} calls, booked ${account.booked} of ${budget}`);
  check('every call is booked', service.calls <= account.booked);
  check('the budget is spent, and not passed', account.booked === budget && account.reserved === 0);
  await close();
}

/** Every door with everything that may be sent there, by somebody with a budget of 0, or none. */
async function doors() {
  const turnFile = join(folder, 'longest-turn');
  const watch = fileURLToPath(new URL('turn-watch.cjs', import.meta.url));
  const environment = { LOCUS_LOG_LEVEL: 'error', TURN_FILE: turnFile };
  const flags = ['--max-old-space-size=1024', '--require', watch];
  const { gateway, service, close } = await start(environment, flags);
  service.delayMs = 5;
  const [token, poor] = [await newToken(gateway), await newToken(gateway)];
  const { people } = await admin(gateway, 'GET', '/people');
  const { id } = people.find(({ name }) => name === 'Bench 2');
  await admin(gateway, 'PUT', `/people/${id}/budget`, { callsPerDay: 0 });
  const only = process.argv.slice(2).find((name) => name.includes('/'));
  if (only === undefined || '/admin/api/audit'.includes(only)) await fillTrail(gateway, id);
  const tokens = { token, poor, administrator: ADMINISTRATOR };
  await tolls({ gateway, turnFile, tokens, check, only });
  await close();
}

/** 10,000 entries: 16 readers who were each given the whole trail would take more than is allowed. */
async function fillTrail(gateway, id) {
  for (let at = 0; at < 10_000; at += 250) {
    const names = Array.from({ length: 250 }, (_, index) => `${'Bench '.repeat(15)}${at + index}`);
    await Promise.all(names.map((name) => admin(gateway, 'PATCH', `/people/${id}`, { name })));
  }
}

async function start(environment = {}, flags = []) {
  const service = await startService();
  const own = { LOCUS_DATA: mkdtempSync(join(folder, 'data-')), ...environment };
  let gateway = await startGateway(service, own, flags);
  gateways.add(gateway);
  const stop = async () => {
    const ended = new Promise((resolve) => gateway.child.once('exit', resolve));
    if (gateway.child.exitCode !== null || gateway.child.signalCode !== null) return;
    gateway.child.kill('SIGKILL');
    await ended;
    gateways.delete(gateway);
  };
  const restart = async () => {
    await stop();
    gateway = await startGateway(service, own, flags);
    gateways.add(gateway);
    return gateway;
  };
  const close = async () => {
    await stop();
    service.close();
  };
  return { gateway, service, restart, close };
}

async function ask({ people }, token, place, lng = 1) {
  const reply = await request(people + LOOKUP, {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: JSON.stringify({ lat: 10 + place / 100_000, lng, variables: 'a,b' }),
    dispatcher: agent,
  });
  await reply.body.dump();
  return reply.statusCode;
}

/** A refusal would be quick. */
async function answered(...question) {
  const got = await ask(...question);
  if (got !== 200) throw new Error(`status ${got}`);
}

async function bulk({ people }, token, lines) {
  const reply = await request(`${people}/v1/bulk`, {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: lines.join('\n'),
    dispatcher: agent,
  });
  await reply.body.dump({ limit: 64 * MEGABYTE });
  return reply.statusCode;
}

function line(lat, lng, variables) {
  return JSON.stringify({ id: 1, lat, lng, variables });
}

function get(path) {
  return `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`;
}

async function admin({ administrators }, method, path, body) {
  const reply = await request(`${administrators}/admin/api${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMINISTRATOR}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = await reply.body.json();
  if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}

async function status(url) {
  const reply = await request(url);
  await reply.body.dump();
  return reply.statusCode;
}

async function metric({ administrators }, name) {
  const text = await (await request(`${administrators}/metrics`)).body.text();
  return Number(new RegExp(`^locus_gateway_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function timed(run) {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

async function p99(run, times) {
  const all = [];
  for (let index = 0; index < times; index += 1) all.push(await timed(run));
  return all.sort((one, other) => one - other)[Math.floor(times * 0.99)];
}

function median(all) {
  return [...all].sort((one, other) => one - other)[all.length >> 1];
}

async function until(isSo) {
  for (let look = 0; look < 300 && !(await isSo().catch(() => false)); look += 1) await sleep(50);
}

function told(...parts) {
  const texts = parts.map((part) => (typeof part === 'number' ? `${part.toFixed(1)} ms` : part));
  console.log(`  ${texts.join(' ')}`);
}

function check(what, isSo) {
  if (isSo) passed += 1;
  else failed += 1;
  console.log(`${isSo ? 'ok' : 'NOT OK'} ${what}`);
}
