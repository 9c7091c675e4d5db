import { run } from './command.mjs';
import { install } from './redis.mjs';

/** Installs Debian's Python if it is missing and this process may. @returns whether it is there. */
export async function ensurePython() {
  const isThere = async () => (await run('python3', ['--version'])).code === 0;
  if (!(await isThere())) await install('Python', 'python3');
  return isThere();
}
