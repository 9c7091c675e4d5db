import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes this process the only one that uses a folder. A process that was killed holds nothing.
 *
 * @returns a function that lets go.
 * @throws if another process holds it.
 */
export function holdFolder(folder: string): () => void {
  const file = join(folder, 'process.lock');
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      const holder = Number(readHolder(file));
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
      if (holder > 0 && holder !== process.pid && isAlive(holder)) {
        throw new Error(`Another gateway (process ${holder}) uses the data folder ${folder}.`);
      }
      rmSync(file, { force: true });
    }
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
