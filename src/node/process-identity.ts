import { readFileSync } from 'node:fs';

/** The process's id and, where the system tells, its start: a later one may reuse the id. */
export function processIdentity(pid: number): string {
  return [pid, startOf(pid)].join(' ').trim();
}

export function pidOf(identity: string): number {
  return Number(identity.split(' ')[0]);
}

/**
 * Whether it is of another process, which is still alive.
 *
 * @param identity earlier versions write the id alone.
 */
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
