import { readFileSync } from 'node:fs';
import { root, runNpm } from './command.mjs';

const OLDEST_NODE = 20;

/**
 * Installs what the package-lock.json of the repository says, or that of a `folder` in it, such as
 * `scripts/excel/`, unless that is installed already. Exits on failure.
 */
export async function ensureInstalled({ say = console.log, folder = '' } = {}) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE) {
    fail(`Locus needs Node ${OLDEST_NODE} or later; this is ${process.versions.node}.`);
  }
  if (isInstalled(folder)) return;
  say('Installing packages (npm ci), a minute or so…');
  const show = say === console.log;
  // As .npmrc says, which counts in its own folder alone.
  const options = ['--ignore-scripts', '--include=dev', '--no-progress', '--no-audit', '--no-fund'];
  const { code, output } = await runNpm(['ci', '--prefix', root + folder, ...options], { show });
  if (!show && code !== 0) say(output);
  if (code !== 0) fail('npm ci failed: see above.');
}

/** Compares with npm's own record of what it installed, so that no clock or checkout misleads. */
function isInstalled(folder) {
  const wanted = readLock(`${folder}package-lock.json`);
  const present = readLock(`${folder}node_modules/.package-lock.json`);
  if (present === undefined) return false;
  return Object.entries(wanted.packages).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || present.packages[path]?.version === version,
  );
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(root + path, 'utf8'));
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
