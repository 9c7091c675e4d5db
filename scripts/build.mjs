/** `npm run build`: webpack with what is given after `--`, and a note of what it was built from. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNode } from './command.mjs';

const INPUTS = [
  'assets',
  'manifest.xml',
  'package-lock.json',
  'src',
  'test/functions/formulas.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'webpack',
  'webpack.config.js',
];
const OUTPUTS = [
  'build/admin/admin.html',
  'build/cli.cjs',
  'build/gateway.cjs',
  'build/server.cjs',
  'dist/functions.js',
  'dist/help.html',
  'dist/taskpane.html',
  'dist/workbench.html',
];
/** What is built at once: the workbench takes as long as all the rest. */
const PARTS = [['workbench'], ['add-in', 'server', 'gateway', 'cli', 'administration']];
const STAMP = join(root, 'build/built-from.json');

/** Builds into dist/ and build/; false when it failed, and then it has said why. */
export async function build(args = [], { say = console.log } = {}) {
  rmSync(STAMP, { force: true });
  const sources = hashOfSources();
  const codes = await Promise.all(PARTS.map((names) => webpack(names, args, say)));
  if (codes.some((code) => code !== 0)) return false;
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(STAMP, `${JSON.stringify({ sources, args })}\n`);
  return true;
}

async function webpack(names, args, say) {
  const configurations = names.flatMap((name) => ['--config-name', name]);
  const options = ['--mode', 'production', ...configurations, ...args];
  const show = say === console.log;
  const program = 'node_modules/webpack-cli/bin/cli.js';
  const { code, output } = await runNode(program, options, { show });
  if (!show && code !== 0) say(output);
  return code;
}

/** Whether dist/ and build/ hold what these sources build to, for any origin or for the default. */
export function isBuilt({ forAnyOrigin = false } = {}) {
  if (!OUTPUTS.every((path) => existsSync(join(root, path)))) return false;
  try {
    const { sources, args } = JSON.parse(readFileSync(STAMP, 'utf8'));
    return sources === hashOfSources() && (forAnyOrigin || args.length === 0);
  } catch {
    return false;
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
  process.exit((await build(process.argv.slice(2))) ? 0 : 1);
}
