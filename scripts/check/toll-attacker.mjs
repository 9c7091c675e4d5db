/** One person, in 16 connections, for a while; then says how often it got which status. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { tollBodies } from './toll-bodies.cjs';

const CONNECTIONS = 16;
const { url, method, kind, name, tokens, forMs } = workerData;
const { hostname, port, pathname } = new URL(url);
const how = tollBodies()[kind][name];
const endsAt = performance.now() + forMs;
const statuses = {};
let inLetters;
const count = (status) => (statuses[status] = (statuses[status] ?? 0) + 1);

await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => attack(index)));
parentPort.postMessage(statuses);

async function attack(index) {
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const { query = '', headers = {}, body = '' } = how.make(index * 1_000_000 + turn);
    const token = tokenFor(how);
    const all = {
      host: 'gateway',
      'x-api-key': token,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      connection: 'close',
      ...(how.isNeverEnding || how.isInLetters
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': body.length }),
      ...headers,
    };
    const lines = Object.entries(all).map(([field, value]) => `${field}: ${value}\r\n`);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let reply = '';
    if (!how.isReadSlowly)
      socket.on('data', (data) => (reply = reply === '' ? data.toString('latin1', 0, 20) : reply));
    const closed = once(socket, 'close').catch(() => undefined);
    socket.write(`${method} ${pathname}${query} HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (how.isNeverEnding) await drip(socket, body);
    else socket.write(how.isInLetters ? (inLetters ??= letters(body)) : body);
    if (how.isReadSlowly) reply = await sip(socket);
    if (how.isCancelled) {
      await sleep(5);
      socket.destroy();
    }
    const late = sleep(Math.max(0, endsAt - performance.now()) + 500, undefined, { ref: false });
    await Promise.race([closed, late]);
    socket.destroy();
    count(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? (how.isCancelled ? 'left' : 'none'));
  }
}

function tokenFor({ isStranger, isPaid, isAdministrators }) {
  if (isStranger) return 'locus_wrong';
  if (isAdministrators) return tokens.administrator;
  return isPaid ? tokens.token : tokens.poor;
}

/** The status, and from then on a byte a second. */
async function sip(socket) {
  let head = null;
  while (performance.now() < endsAt && !socket.closed) {
    if (head === null) head = socket.read(20);
    else socket.read(1);
    await sleep(head === null ? 10 : 1000);
  }
  // What nobody reads any more does not keep this worker alive.
  socket.destroy();
  return String(head ?? '');
}

/** Each byte as a chunk of its own: six bytes, and a call of the gateway's program. */
function letters(body) {
  const chunks = [...body.toString('latin1')].map((letter) => `1\r\n${letter}\r\n`);
  return Buffer.from(`${chunks.join('')}0\r\n\r\n`, 'latin1');
}

/** Sends the beginning of the body again and again, as long as the gateway reads. */
async function drip(socket, body) {
  const chunk = `${body.length.toString(16)}\r\n`;
  while (performance.now() < endsAt && !socket.closed) {
    socket.write(chunk);
    socket.write(body);
    if (!socket.write('\r\n'))
      await Promise.race([once(socket, 'drain'), sleep(100)]).catch(() => undefined);
    else await sleep(20);
  }
}
