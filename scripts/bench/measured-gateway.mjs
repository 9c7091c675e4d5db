/** Starts a gateway and a service behind it, for the programs that measure a gateway. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'undici';
import { root } from '../command.mjs';

/** The contract's path of a lookup. */
export const LOOKUP = '/production/v1.0/getvariablesbulk';

/** The names of a lookup that is measured. */
export const NAMES = Array.from({ length: 12 }, (_, index) => `w_pop_tt_${index}`);

/** How many requests are on the way at once. */
export const CONNECTIONS = 32;

/** Answers each lookup at once, or after `delayMs`, and counts them. */
export async function startService(replyTo = answersOf) {
  const service = { calls: 0, delayMs: 0 };
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (data) => (text += data));
    incoming.on('end', () => {
      service.calls += 1;
      const reply = JSON.stringify(replyTo(text));
      response.setHeader('content-type', 'application/json');
      const answer = () => response.end(reply);
      if (service.delayMs > 0) setTimeout(answer, service.delayMs);
      else answer();
    });
  });
  // Nobody who measures shall meet a connection that is just being closed.
  server.keepAliveTimeout = 3_600_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${server.address().port}`;
  service.close = () => server.closeAllConnections() ?? server.close();
  return service;
}

/** A value for each name that a lookup asks for. */
export function answersOf(text) {
  const names = JSON.parse(text).variables.split(',');
  return { data: Object.fromEntries(names.map((name, index) => [name, index])), status: 200 };
}

/** The body of a lookup of all names, at one of a thousand places. */
export function lookupBody(index) {
  return JSON.stringify({ lat: 10 + (index % 1000) / 1000, lng: 77, variables: NAMES.join() });
}

/**
 * Sends a number of requests, as many at once as there are connections.
 *
 * @param send sends one to a server by undici, given its number.
 * @returns the server's processor time for each, the throughput, and the 99th percentile of the waits
 */
export async function drive({ child, send }, count) {
  const times = [];
  let next = 0;
  const before = processorNs(child.pid);
  const startedAt = performance.now();
  const worker = async () => {
    while (next < count) {
      const sentAt = performance.now();
      const reply = await send(next++);
      const text = await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}: ${text}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((one, other) => one - other);
  return {
    cpuUs: (processorNs(child.pid) - before) / 1000 / count,
    perSecond: count / seconds,
    p99: times[Math.floor(times.length * 0.99)],
  };
}

/** Processor time that all threads of a process have used, in nanoseconds. */
function processorNs(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread has ended since.
      return 0;
    }
  });
  return tasks.reduce((sum, ns) => sum + ns, 0);
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Starts the built gateway in front of a service. Resolves when it has printed its addresses.
 *
 * @param environment where its answers are (LOCUS_DATA or LOCUS_SHARED), and whatever else differs.
 * @param flags Node's own.
 * @param program of another checkout, to compare with it.
 */
export function startGateway({ url }, environment, flags = [], program = 'build/gateway.cjs') {
  return startServer([...flags, program], 'administrators', {
    LOCUS_ATTRIBUTE_URL: url,
    LOCUS_MODEL_URL: url,
    LOCUS_PROVIDER_KEY: 'key',
    LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
    LOCUS_LOG_LEVEL: 'warn',
    PORT: '0',
    ADMIN_PORT: '0',
    ...environment,
  });
}

/** Starts a Node program that prints its addresses; `last` is the name of the last one. */
export async function startServer(args, last, environment = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const address = (name) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(output)?.[1];
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output += data;
      if (address(last) !== undefined) resolve();
    });
    child.once('exit', () => reject(new Error(output)));
  });
  return {
    child,
    address: address(last),
    people: address('people'),
    administrators: address('administrators'),
  };
}

/** Adds a person, and returns a token for them. */
export async function newToken({ administrators }) {
  const post = async (path, body) => {
    const reply = await request(`${administrators}/admin/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMINISTRATOR}` },
      body: JSON.stringify(body),
    });
    return reply.body.json();
  };
  people += 1;
  const { id } = await post('/people', { name: `Bench ${people}` });
  const { token } = await post(`/people/${id}/tokens`, {});
  if (token === undefined) throw new Error('The gateway gave no token.');
  return token;
}

/** No two people have one name. */
let people = 0;

export const ADMINISTRATOR = 'an-administrators-token-for-benchmarks';
