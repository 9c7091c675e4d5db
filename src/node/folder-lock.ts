import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfOther, pidOf, processIdentity } from './process-identity';

/**
 * Makes this process the only one that uses a folder. A killed process holds nothing; one that is
 * about to end has `patienceMs` to do so.
 *
 * @returns a function that releases the folder.
 * @throws if another process still holds it.
 */
export async function holdFolder(folder: string, patienceMs: number): Promise<() => void> {
  const file = join(folder, 'process.lock');
  const own = `${file}.${process.pid}`;
  const text = processIdentity(process.pid);
  const until = performance.now() + patienceMs;
  for (;;) {
    if (tryToHold(file, own, text)) return () => letGo(file, text);
    const holder = read(file);
    if (holder === undefined) continue;
    const other = isOfOther(holder) ? holder : removeDead(file, holder, own, text);
    if (other === undefined) continue;
    if (performance.now() < until) await sleep(LOOK_MS);
    else throw new Error(`Another process (${pidOf(other)}) uses the folder ${folder}.`);
  }
}

const LOOK_MS = 50;

/**
 * The file appears with its whole text, so that nobody reads half of it.
 *
 * @returns false if there is one already.
 */
function tryToHold(file: string, own: string, text: string): boolean {
  writeFileSync(own, text, { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    // Some file systems, such as a memory stick's, have no links.
    return codeOf(error) !== 'EEXIST' && writeNew(file, text);
  } finally {
    rmSync(own, { force: true });
  }
}

function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * One process at a time removes a dead holder's lock, so that nobody removes its successor's.
 *
 * @returns the other process that is about to do so, if there is one.
 */
function removeDead(file: string, dead: string, own: string, text: string): string | undefined {
  const guard = `${file}.takeover`;
  if (!tryToHold(guard, own, text)) {
    const other = read(guard);
    if (other === undefined || isOfOther(other)) return other;
    // That process was killed while it held the guard.
    rmSync(guard, { force: true });
    return undefined;
  }
  try {
    if (read(file) === dead) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
  return undefined;
}

function letGo(file: string, text: string): void {
  if (read(file) === text) rmSync(file, { force: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
