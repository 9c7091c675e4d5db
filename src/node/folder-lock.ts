import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes this process the only one that uses a folder. A process that was killed holds nothing; one
 * that is about to end is waited for.
 *
 * @returns a function that lets go.
 * @throws if another process holds it.
 */
export async function holdFolder(folder: string, patienceMs: number): Promise<() => void> {
  const file = join(folder, 'process.lock');
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readHolder(file));
      const isHeld = holder > 0 && holder !== process.pid && isAlive(holder);
      if (!isHeld) rmSync(file, { force: true });
      else if (performance.now() < until) await sleep(LOOK_MS);
      else throw new Error(`Another process (${holder}) uses the folder ${folder}.`);
    }
  }
}

const LOOK_MS = 50;

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
