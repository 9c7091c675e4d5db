import { existsSync } from 'node:fs';
import { run } from './command.mjs';

export const redisServer = process.env.REDIS_SERVER ?? '/usr/bin/redis-server';

/** Installs Debian's Redis if it is missing and this process may. @returns whether it is there. */
export async function ensureRedis() {
  if (!existsSync(redisServer)) await install('Redis', 'redis-server');
  return existsSync(redisServer);
}

export async function install(name, ...packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  console.log(`Installing ${name} (apt-get install ${packages.join(' ')})…`);
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-q'], quiet);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], quiet);
}
