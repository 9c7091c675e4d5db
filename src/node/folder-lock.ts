import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes this process the only one that uses a folder. A killed process holds nothing. A process
 * that is about to end has `patienceMs` to do so.
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
    if (tryToHold(file, own, text)) {
      const guard = await holdSocket(folder);
      if (guard !== 'taken') {
        return () => {
          guard?.close();
          release(file, text);
        };
      }
      release(file, text);
      if (performance.now() < until) await sleep(LOOK_MS);
      else throw new Error(`Another process, perhaps in a container, uses the folder ${folder}.`);
      continue;
    }
    const holder = read(file);
    if (holder === undefined) continue;
    const other = isOfOther(holder) ? holder : removeEnded(file, holder, own, text);
    if (other === undefined) continue;
    if (performance.now() < until) await sleep(LOOK_MS);
    else throw new Error(`Another process (${pidOf(other)}) uses the folder ${folder}.`);
  }
}

const LOOK_MS = 50;

/**
 * Listens on a socket in the folder. Processes in two containers do not see each other's ids, but
 * the kernel knows whether anybody listens on that socket.
 *
 * @returns undefined where a folder can hold no socket.
 */
async function holdSocket(folder: string): Promise<Server | 'taken' | undefined> {
  const file = join(folder, 'process.sock');
  try {
    let server = await listenAt(file);
    if (server !== undefined) return server;
    if (await isListening(file)) return 'taken';
    // A killed process left it.
    rmSync(file, { force: true });
    server = await listenAt(file);
    const own = server && inodeOf(file);
    // Another process may have found the same, and have removed our socket instead.
    await sleep(LOOK_MS);
    return server !== undefined && inodeOf(file) === own ? server : 'taken';
  } catch {
    return undefined;
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/** @returns undefined if there is a file already. */
function listenAt(file: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (codeOf(error) === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(file, () => resolve(server));
  });
}

function isListening(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    const end = (isOther: boolean): void => {
      socket.destroy();
      resolve(isOther);
    };
    // A process that is stopped, or busy, still holds its socket.
    socket
      .once('connect', () => end(true))
      .once('error', (error) => end(codeOf(error) === 'EAGAIN'));
  });
}

/** The file appears with its whole text, or not at all. False if there is one already. */
function tryToHold(file: string, own: string, text: string): boolean {
  try {
    writeFileSync(own, text, { mode: 0o600 });
  } catch (error) {
    // On a full disk an empty file will do: the socket shows that this process runs.
    if (codeOf(error) !== 'ENOSPC') throw error;
  }
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
 * Removes the lock of a process that has ended. One process at a time does so, so that none removes
 * the lock of the next holder.
 *
 * @returns the other process that is about to do so, if there is one.
 */
function removeEnded(file: string, ended: string, own: string, text: string): string | undefined {
  const guard = `${file}.takeover`;
  if (!tryToHold(guard, own, text)) {
    const other = read(guard);
    if (other === undefined || isOfOther(other)) return other;
    // That process was killed while it held the guard.
    rmSync(guard, { force: true });
    return undefined;
  }
  try {
    if (read(file) === ended) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
  return undefined;
}

function release(file: string, text: string): void {
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

/**
 * Returns the process's id and, where the system tells it, when the process started: a later
 * process may reuse the id.
 */
export function processIdentity(pid: number): string {
  return [pid, startOf(pid)].join(' ').trim();
}

function pidOf(identity: string): number {
  return Number(identity.split(' ')[0]);
}

/** Whether this identifies another process that runs. Some systems do not tell when it started. */
export function isOfOther(identity: string): boolean {
  const pid = pidOf(identity);
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return false;
  const start = identity.split(' ')[1];
  return start === undefined || (startOf(pid) ?? start) === start;
}

/** In ticks since the machine started: field 22, counted from field 2, which may hold spaces. */
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
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
