import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdFolder } from '../../src/node/folder-lock';

let folder: string;
const lock = (): string => join(folder, 'process.lock');
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'locus-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The id of a process that is over. */
const deadPid = (): number => spawnSync('true').pid;

/** As a killed holder does. */
function leaveSocket(): void {
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', program, join(folder, 'process.sock')]);
}

describe('the lock of a folder', () => {
  it('names its holder from the moment it is there, and is gone when it is let go', async () => {
    const letGo = await holdFolder(folder, 0);
    expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
    letGo();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is held against another process, also one without its start, that lives', async () => {
    writeFileSync(lock(), String(process.ppid));
    await expect(holdFolder(folder, 0)).rejects.toThrow(String(process.ppid));
    expect(readFileSync(lock(), 'utf8')).toBe(String(process.ppid));
  });

  it.each([
    ['of a process that is over', () => String(deadPid())],
    ['of a process that is over, with its start', () => `${deadPid()} 12345`],
    ['whose process id is another process by now', () => `${process.ppid} 1`],
    ['that is empty', () => ''],
  ])('%s is taken over', async (_what, text) => {
    writeFileSync(lock(), text());
    const letGo = await holdFolder(folder, 0);
    expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
    letGo();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a dead process is left to whoever is taking it over, unless that one died too', async () => {
    writeFileSync(lock(), String(deadPid()));
    writeFileSync(`${lock()}.takeover`, String(process.ppid));
    await expect(holdFolder(folder, 0)).rejects.toThrow(String(process.ppid));
    writeFileSync(`${lock()}.takeover`, String(deadPid()));
    (await holdFolder(folder, 0))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is held against a process that cannot see its holder’s id, as in another container', async () => {
    const letGo = await holdFolder(folder, 0);
    writeFileSync(lock(), String(deadPid()));
    await expect(holdFolder(folder, 0)).rejects.toThrow('perhaps in a container');
    letGo();
    (await holdFolder(folder, 0))();
  });

  it('does not outlive its holder, whatever the holder left', async () => {
    leaveSocket();
    expect(existsSync(join(folder, 'process.sock'))).toBe(true);
    (await holdFolder(folder, 0))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['a clean folder', 'one that a killed holder left'])(
    'in %s is held by one of several that come at once and cannot see each other’s ids',
    async (what) => {
      if (what !== 'a clean folder') leaveSocket();
      const each = Array.from({ length: 6 }, () => holdFolder(folder, 0));
      const held = (await Promise.allSettled(each)).filter(({ status }) => status === 'fulfilled');
      expect(held).toHaveLength(1);
      await expect(holdFolder(folder, 0)).rejects.toThrow('perhaps in a container');
      (await Promise.any(each))();
    },
  );

  it('that another has taken by now is not let go', async () => {
    const letGo = await holdFolder(folder, 0);
    writeFileSync(lock(), String(process.ppid));
    letGo();
    expect(existsSync(lock())).toBe(true);
  });
});
