/**
 * `npm run release -- 1.0.0`: sets the version wherever it stands, dates the changelog, builds,
 * runs all checks on what it built, packs that, commits and tags. Works on the repository in which
 * it is started. If a step fails, or somebody presses Ctrl+C, the files are as they were. It pushes
 * and publishes nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Where the version stands, and how: `$1` is what comes before it. */
const PLACES = [
  ['package.json', /^(\{\s*"name": "[^"]*",\s*"version": ")[^"]+/, ''],
  ['package-lock.json', /^(\{\s*"name": "[^"]*",\s*"version": ")[^"]+/, ''],
  ['package-lock.json', /("packages": \{\s*"": \{\s*"name": "[^"]*",\s*"version": ")[^"]+/, ''],
  ['manifest.json', /(\n {2}"version": ")[^"]+/, ''],
  ['manifest.xml', /(<Version>)[^<]+/, '.0'],
  ['src/addin/start/diagnostics.ts', /(\nexport const VERSION = ')[^']+/, ''],
  ['clients/python/pyproject.toml', /(\nversion = ")[^"]+/, ''],
  ['clients/python/locus_client/__init__.py', /(\n__version__ = ")[^"]+/, ''],
  ['compose.yaml', /(image: locus-gateway:)[\d.]+/, ''],
  ['deploy/kubernetes/gateway.yaml', /(image: locus-gateway:)[\d.]+/, ''],
  ['docs/administrators/how-to.md', /(locus-gateway:|locus-)\d+\.\d+\.\d+/g, ''],
];
const CHANGES = /^## Unreleased$/m;
/** What the changelog says before the first release. */
const UNRELEASED =
  ' Nothing has been released yet, so this page says what the first release brings.';
const CHECKS = '.ci/run';

const [version = '', ...more] = process.argv.slice(2);
const now = JSON.parse(readFileSync('package.json', 'utf8')).version;
if (!/^\d+\.\d+\.\d+$/.test(version) || more.length > 0) stop('Say the version: 1.0.0');
if (!isAfter(version, now)) stop(`The version is ${now}. A release needs a higher one.`);
if (output('git', 'status', '--porcelain') !== '') stop('Commit or remove what has changed first.');
if (output('git', 'branch', '--show-current') !== 'main') stop('Switch to main first.');
if (output('git', 'tag', '--list', `v${version}`) !== '') stop(`There is a tag v${version}.`);
if (!CHANGES.test(readFileSync('CHANGELOG.md', 'utf8'))) {
  stop('CHANGELOG.md has no section "## Unreleased" that says what is new.');
}
const head = output('git', 'rev-parse', 'HEAD');
// Ctrl+C ends the step that runs, and the files are put back below.
process.on('SIGINT', () => {});

try {
  for (const [file, form, end] of PLACES) replace(file, form, `$1${version}${end}`);
  const today = new Date().toISOString().slice(0, 10);
  replace('CHANGELOG.md', CHANGES, `## ${version} (${today})`);
  const changes = readFileSync('CHANGELOG.md', 'utf8');
  writeFileSync('CHANGELOG.md', changes.replace(UNRELEASED, ''));
  // Both folders keep what earlier builds have left, which is no part of a release.
  for (const folder of ['build', 'dist']) rmSync(folder, { recursive: true, force: true });
  run('npm', 'run', 'build');
  run(CHECKS);
  run('npm', 'pack', '--pack-destination', 'build');
  const files = [...new Set(PLACES.map(([file]) => file)), 'CHANGELOG.md'];
  run('git', 'commit', '--quiet', '--no-verify', '-m', `chore: release ${version}`, '--', ...files);
  run('git', 'tag', '-a', `v${version}`, '-m', `Locus ${version}`);
  console.log(
    `v${version} is committed, tagged and packed into build/. Push with: git push --follow-tags`,
  );
} catch (error) {
  spawnSync('git', ['reset', '--quiet', '--hard', head]);
  stop(`${error.message} Nothing was released, and the files are as they were.`);
}

function replace(file, form, by) {
  const text = readFileSync(file, 'utf8');
  if (text.search(form) === -1) throw new Error(`${file} has no version where it should stand.`);
  writeFileSync(file, text.replace(form, by));
}

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${program} failed.`);
}

function output(program, ...args) {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim();
}

function isAfter(one, other) {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && a[at] > b[at];
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
