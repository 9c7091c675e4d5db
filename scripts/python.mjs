import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './command.mjs';
import { install } from './redis.mjs';

/** Installs Debian's Python if it is missing and this process may. @returns whether it is there. */
export async function ensurePython() {
  const isThere = async () => (await run('python3', ['--version'])).code === 0;
  if (!(await isThere())) await install('Python', 'python3');
  return isThere();
}

/**
 * An environment of Python with the packages of a list, made once for each content of the list.
 *
 * @param list the path of a requirements.txt.
 * @returns its interpreter. @throws Error with what pip says
 */
export async function pythonWith(list, { name, megabytes }) {
  const hash = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12);
  const folder = join(root, 'node_modules/.cache/locus', `${name}-${hash}`);
  const python = join(folder, 'bin/python');
  if (existsSync(join(folder, 'whole'))) return python;
  console.log(`Making an environment of Python (some ${megabytes} MB from PyPI)…`);
  mkdirSync(folder, { recursive: true });
  const made = await run('python3', ['-m', 'venv', '--clear', folder]);
  if (made.code !== 0) throw new Error(`python3 -m venv failed: ${made.output}`);
  const pip = await run(python, ['-m', 'pip', 'install', '-q', '-r', list]);
  if (pip.code !== 0) throw new Error(`pip could not install ${list}: ${pip.output.slice(-2000)}`);
  writeFileSync(join(folder, 'whole'), '');
  return python;
}
