/**
 * `npm run build`: runs webpack with the arguments after `--`, and records what it built from what.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

const INPUTS = [
  'assets',
  'manifest.json',
  'manifest.xml',
  'package-lock.json',
  'src',
  'test/addin/functions/formulas.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'webpack',
  'webpack.config.js',
];
/**
 * Each part as webpack.config.js names it: about how many seconds it takes to build, and a file
 * that is there once it is built.
 */
const PARTS = {
  'add-in': { seconds: 11, output: 'dist/functions.js' },
  workbench: { seconds: 24, output: 'dist/workbench.html' },
  administration: { seconds: 7, output: 'build/admin/admin.html' },
  gateway: { seconds: 6, output: 'build/gateway.cjs' },
  cli: { seconds: 5, output: 'build/cli.cjs' },
  server: { seconds: 3, output: 'build/server.cjs' },
  pages: { seconds: 2, output: 'dist/help.html' },
};
const ALL = Object.keys(PARTS);
const STAMP = join(root, 'build/built-from.json');

/**
 * Builds those of these parts that are missing, or with `anew` all of them, into dist/ and build/.
 * On failure, says why and returns false. A `hasty` first build does not write the cache for the
 * next build, which saves about a third of the time.
 */
export async function build({
  parts = ALL,
  anew = false,
  hasty = false,
  args = [],
  say = console.log,
  inBackground,
} = {}) {
  const sources = hashOfSources();
  const before = readStamp();
  const isSame = !anew && before?.sources === sources && `${before.args}` === `${args}`;
  const kept = isSame ? before.parts.filter(isThere) : [];
  const missing = parts.filter((part) => !kept.includes(part));
  const stamp = (built) =>
    writeFileSync(STAMP, `${JSON.stringify({ sources, args, parts: built })}\n`);
  mkdirSync(join(root, 'build'), { recursive: true });
  stamp(kept);
  const options = hasty && before === undefined ? ['--no-cache', ...args] : args;
  const codes = await Promise.all(
    lanesOf(missing).map((lane) => webpack(lane, options, { say, inBackground })),
  );
  if (codes.some((code) => code !== 0)) return false;
  stamp([...kept, ...missing]);
  return true;
}

/** Divides the parts between two processes that take about equally long. */
function lanesOf(parts) {
  const lanes = [[], []];
  const secondsOf = (lane) => lane.reduce((sum, part) => sum + PARTS[part].seconds, 0);
  for (const part of ALL.filter((each) => parts.includes(each))) {
    lanes.reduce((one, other) => (secondsOf(other) < secondsOf(one) ? other : one)).push(part);
  }
  return lanes.filter((lane) => lane.length > 0);
}

async function webpack(names, args, { say, inBackground }) {
  const configurations = names.flatMap((name) => ['--config-name', name]);
  const options = ['--mode', 'production', ...configurations, ...args];
  const show = say === console.log;
  const webpack = ['--max-semi-space-size=64', 'node_modules/webpack-cli/bin/cli.js'];
  const { code, output } = await run(process.execPath, [...webpack, ...options], {
    show,
    inBackground,
  });
  if (!show && code !== 0) say(output);
  return code;
}

/** Whether dist/ and build/ are up to date with the sources, for any origin or for the default. */
export function isBuilt({ parts = ALL, forAnyOrigin = false } = {}) {
  const stamp = readStamp();
  if (stamp?.sources !== hashOfSources()) return false;
  if (!forAnyOrigin && stamp.args.length > 0) return false;
  return parts.every((part) => stamp.parts.includes(part) && isThere(part));
}

function isThere(part) {
  return existsSync(join(root, PARTS[part].output));
}

/** Undefined if nothing was built, or if an earlier version wrote the stamp. */
function readStamp() {
  try {
    const stamp = JSON.parse(readFileSync(STAMP, 'utf8'));
    return Array.isArray(stamp.parts) ? stamp : undefined;
  } catch {
    return undefined;
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesOf)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesOf(path) {
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesOf(`${path}/${name}`));
  } catch {
    return [path]; // a file
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  // Somebody asked for this build, so it builds everything.
  process.exit((await build({ anew: true, args: process.argv.slice(2) })) ? 0 : 1);
}
