/** Starts a gateway and a service behind it, for the programs that measure a gateway. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { request } from 'undici';
import { root } from '../command.mjs';

/** The contract's path of a lookup. */
export const LOOKUP = '/production/v1.0/getvariablesbulk';

/** Answers each lookup at once, or after `delayMs`, and counts them. */
export async function startService() {
  const service = { calls: 0, delayMs: 0 };
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (data) => (text += data));
    incoming.on('end', () => {
      service.calls += 1;
      const names = JSON.parse(text).variables.split(',');
      const data = Object.fromEntries(names.map((name, index) => [name, index]));
      response.setHeader('content-type', 'application/json');
      const answer = () => response.end(JSON.stringify({ data, status: 200 }));
      if (service.delayMs > 0) setTimeout(answer, service.delayMs);
      else answer();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${server.address().port}`;
  service.close = () => server.closeAllConnections() ?? server.close();
  return service;
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
