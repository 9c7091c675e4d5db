import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const own = `${file}.${process.pid}`;
  const text = holderText(process.pid);
  const until = performance.now() + patienceMs;
  for (;;) {
    if (tryToHold(file, own, text)) return () => letGo(file, text);
    const holder = read(file);
    if (holder === undefined) continue;
    const other = isHeldByOther(holder) ? holder : removeDead(file, holder, own, text);
    if (other === undefined) continue;
    if (performance.now() < until) await sleep(LOOK_MS);
    else throw new Error(`Another process (${pidOf(other)}) uses the folder ${folder}.`);
  }
}

const LOOK_MS = 50;

/** It appears with its whole text, so that nobody reads half of it. @returns false if one is there. */
function tryToHold(file: string, own: string, text: string): boolean {
  writeFileSync(own, text, { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    // Such as a memory stick, which knows no links.
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
 * One process at a time removes a dead holder's lock, so that nobody removes that of the next.
 *
 * @returns the process that is about to do so, if it is another.
 */
function removeDead(file: string, dead: string, own: string, text: string): string | undefined {
  const guard = `${file}.takeover`;
  if (!tryToHold(guard, own, text)) {
    const other = read(guard);
    if (other === undefined || isHeldByOther(other)) return other;
    // It was killed in that moment.
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

/** Its id, and when it started, where the system tells: another may have the same id later. */
function holderText(pid: number): string {
  return [pid, startOf(pid)].join(' ').trim();
}

function pidOf(holder: string): number {
  return Number(holder.split(' ')[0]);
}

/** @param holder earlier versions write the id alone. */
function isHeldByOther(holder: string): boolean {
  const pid = pidOf(holder);
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return false;
  const start = holder.split(' ')[1];
  return start === undefined || (startOf(pid) ?? start) === start;
}

/** In ticks since the machine started: field 22, of which the second may hold spaces. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
