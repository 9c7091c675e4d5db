/**
 * `npm run test:proxy`: tests the configuration of nginx in docs/administrators/how-to.md as it is
 * printed, with `nginx -t`, then the gateway behind it, on another port and without TLS. nginx must
 * be there: on Debian `apt-get install nginx-light`.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCA, createCert } from 'mkcert';
import { build, isBuilt } from '../build.mjs';
import { root } from '../command.mjs';
import { freePort } from '../free-port.mjs';

const LOOKUP = '/production/v1.0/getvariablesbulk';
const ADMINISTRATOR = 'an-administrators-token-for-tests';
const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);

if (NGINX === undefined) {
  console.log('nginx is not installed: on Debian, apt-get install nginx-light.');
  process.exit(1);
}
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'locus-proxy-'));
const children = [];
const service = await startService();
let failures = 0;
try {
  writeFileSync(join(folder, 'config.json'), '{"trustedProxies":["127.0.0.1"]}');
  await check('nginx takes the configuration as printed', testPrinted);
  const gateway = await startGateway();
  const proxy = await startNginx(gateway.people);
  const token = await newToken(gateway);
  await run(gateway, proxy, token);
} finally {
  for (const child of children) child.kill('SIGTERM');
  service.server.closeAllConnections();
  service.server.close();
  await Promise.all(children.map((child) => child.ended));
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

async function run({ people }, proxy, token) {
  const post = (path, body, headers = {}) =>
    fetch(proxy + path, { method: 'POST', headers: { 'x-api-key': token, ...headers }, body });
  const place = '{"lat":1,"lng":2,"variables":"a"}';

  await check('a lookup is answered, with an id of its own', async () => {
    const reply = await post(LOOKUP, place);
    assert.equal(reply.status, 200);
    assert.deepEqual(await reply.json(), { data: { a: 1 }, status: 200 });
    assert.match(reply.headers.get('x-request-id'), /^[0-9a-f]{32}$/);
  });
  await check('lines of /v1/bulk come as they are answered', async () => {
    const release = service.hold();
    const lines =
      '{"id":1,"lat":1,"lng":2,"variables":["a"]}\n{"id":2,"lat":9,"lng":2,"variables":["a"]}';
    const reader = (await post('/v1/bulk', lines)).body.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    assert.match(first, /^\{"id":1,[^\n]*\}\n$/);
    release();
    assert.match(new TextDecoder().decode((await reader.read()).value), /^\{"id":2,/);
  });
  await check(
    'attempts count by the address of the client, whatever it sends of others',
    async () => {
      const wrong = { 'x-api-key': 'locus_wrong' };
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const forwarded = { 'x-forwarded-for': `10.0.0.${attempt}` };
        assert.equal((await post(LOOKUP, place, { ...wrong, ...forwarded })).status, 401);
      }
      assert.equal((await post(LOOKUP, place, wrong)).status, 429);
      assert.equal((await post(LOOKUP, place)).status, 200);
    },
  );
  await check('a body of a megabyte passes, and a larger one does not', async () => {
    assert.equal((await post('/v1/bulk', `${place}\n${' '.repeat(1_000_000)}`)).status, 200);
    assert.equal((await post('/v1/bulk', 'x'.repeat(1_200_000))).status, 413);
  });
  await check('no request hides in another', async () => {
    const hidden = `POST ${LOOKUP} HTTP/1.1\r\nhost: x\r\n\r\n`;
    const before = service.calls;
    for (const headers of [
      `content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `content-length: 0\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`,
      `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    ]) {
      const reply = await raw(
        proxy,
        `POST ${LOOKUP} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}`,
      );
      assert.match(reply, /^HTTP\/1\.1 (?:4|501)/);
      assert.equal(reply.match(/HTTP\/1\.1 \d/g).length, 1);
    }
    assert.equal(service.calls, before);
  });
  await check('the administration is not reached through it', async () => {
    assert.equal((await fetch(`${proxy}/admin/api/usage`)).status, 404);
    assert.equal((await fetch(`${people}/metrics`)).status, 404);
  });
}

async function check(what, test) {
  try {
    await test();
    console.log(`✓ ${what}`);
  } catch (error) {
    failures += 1;
    console.log(`✗ ${what}\n${error.stack}`);
  }
}

async function startGateway() {
  const output = await started(
    process.execPath,
    ['build/gateway.cjs'],
    {
      LOCUS_ATTRIBUTE_URL: service.url,
      LOCUS_MODEL_URL: service.url,
      LOCUS_PROVIDER_KEY: 'key',
      LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
      LOCUS_DATA: join(folder, 'data'),
      LOCUS_CONFIG: join(folder, 'config.json'),
      LOCUS_LOG_LEVEL: 'silent',
      PORT: '0',
      ADMIN_PORT: '0',
    },
    /^administrators: .+$/m,
  );
  const line = (name) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(output)[1];
  return { people: line('people'), administrators: line('administrators') };
}

/** The configuration that the page prints. */
function printed() {
  const page = readFileSync(join(root, 'docs/administrators/how-to.md'), 'utf8');
  return /```nginx\n([\s\S]*?)```/.exec(page)[1];
}

/**
 * What it takes for `nginx -t`: certificates where the page says they are, beside nginx's own
 * configuration. Listening on its port needs root, as it does for a real nginx.
 */
async function testPrinted() {
  const { cert, key } = await certificate();
  mkdirSync(join(folder, 'certificates'));
  writeFileSync(join(folder, 'certificates/locus.example.com.pem'), cert);
  writeFileSync(join(folder, 'certificates/locus.example.com.key'), key);
  const file = writeConfiguration('printed.conf', printed());
  const { status, stderr } = spawnSync(NGINX, ['-p', folder, '-c', file, '-t']);
  assert.equal(status, 0, String(stderr));
}

async function certificate() {
  const ca = await createCA({
    ...{ organization: 'Locus', countryCode: 'IN', state: 'KA', locality: 'Bengaluru' },
    validity: 1,
  });
  return createCert({ ca, domains: ['locus.example.com'], validity: 1 });
}

/** @returns the path of a whole configuration with these servers in it. */
function writeConfiguration(name, servers) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const each of [...temporary, 'logs']) mkdirSync(join(folder, each), { recursive: true });
  const paths = temporary.map((each) => `${each}_temp_path ${join(folder, each)};`).join('\n');
  const file = join(folder, name);
  writeFileSync(
    file,
    `pid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nuser root;\nevents {}\n` +
      `http {\naccess_log off;\n${paths}\n${servers}\n}\n`,
  );
  return file;
}

async function startNginx(upstream) {
  const port = await freePort();
  const server = printed()
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate.*;/g, '')
    .replaceAll('http://127.0.0.1:8080', upstream);
  const file = writeConfiguration('nginx.conf', server);
  const args = ['-p', folder, '-c', file, '-g', 'daemon off;'];
  void started(NGINX, args, {}, /$^/).catch((error) => console.log(error.message));
  const address = `http://127.0.0.1:${port}`;
  for (;;) {
    const reply = await fetch(`${address}/nothing`).catch(() => undefined);
    if (reply !== undefined) return address;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function newToken({ administrators }) {
  const post = async (path, body) => {
    const reply = await fetch(`${administrators}/admin/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMINISTRATOR}` },
      body: JSON.stringify(body),
    });
    return reply.json();
  };
  const { id } = await post('/people', { name: 'Asha' });
  return (await post(`/people/${id}/tokens`, {})).token;
}

/** Starts a program; resolves with what it wrote once that matches. */
function started(program, args, environment, pattern) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  child.ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
        if (pattern.test(output)) resolve(output);
      });
    }
    child.once('exit', (code) => code !== 0 && code !== null && reject(new Error(output)));
  });
}

async function startService() {
  const service = { calls: 0 };
  let held = Promise.resolve();
  service.hold = () => {
    let release;
    held = new Promise((resolve) => (release = resolve));
    return release;
  };
  service.server = createServer((request, response) => {
    request.resume();
    service.calls += 1;
    void held.then(() => {
      response.setHeader('content-type', 'application/json');
      response.end('{"data":{"a":1},"status":200}');
    });
  });
  await new Promise((resolve) => service.server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${service.server.address().port}`;
  return service;
}

function raw(address, text) {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let reply = '';
    socket.on('data', (data) => (reply += data));
    socket.on('close', () => resolve(reply));
    socket.on('error', reject);
    socket.write(text);
  });
}
