import { readFileSync } from 'node:fs';
import { root, runNpm } from './command.mjs';

const OLDEST_NODE = 20;

/** Installs what package-lock.json says, unless that is installed already. Exits on failure. */
export async function ensureInstalled({ say = console.log } = {}) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE) {
    fail(`Locus needs Node ${OLDEST_NODE} or later; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  say('Installing packages (npm ci), a minute or so…');
  const show = say === console.log;
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-progress'], { show });
  if (!show && code !== 0) say(output);
  if (code !== 0) fail('npm ci failed: see above.');
}

/** Compares with npm's own record of what it installed, so that no clock or checkout misleads. */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const present = readLock('node_modules/.package-lock.json');
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
