import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Runs a program at the root of the repository. Resolves with its exit code (1 if a signal ended
 * it) and with what it wrote, unless that goes straight to the terminal (`show`). A program that
 * runs `inBackground` has low priority, and ends with this process. Of one that writes nothing for
 * `silentMs`, the processes that it has started are ended, so that it can say which of them hung.
 */
export function run(
  program,
  args,
  { show = false, env = {}, shell = false, inBackground = false, silentMs = 0 } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    if (inBackground && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_LOW);
      // Otherwise webpack would go on until its build is done.
      process.once('exit', () => child.kill('SIGKILL'));
    }
    const written = [];
    let waiting;
    const take = (data) => {
      if (data !== undefined) written.push(data);
      if (silentMs === 0) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => endChildrenOf(child.pid), silentMs);
    };
    take();
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    const finish = (code, output) => {
      clearTimeout(waiting);
      resolve({ code: code ?? 1, output });
    };
    child.on('error', (error) => finish(1, `${program} could not be started: ${error.message}\n`));
    child.on('close', (code) => finish(code, Buffer.concat(written).toString()));
  });
}

/** Linux lists a process's children; elsewhere a person has to end what hangs. */
function endChildrenOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    for (const each of children.split(' ').filter(Boolean)) process.kill(Number(each), 'SIGKILL');
  } catch {
    // It has ended meanwhile, or the system has no such list.
  }
}

/** Runs the command of an installed package by its file, so that no shell is needed. */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options);
}

export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  // npm on Windows is a batch file, which only a shell can start.
  return npm?.endsWith('.js')
    ? runNode(npm, args, options)
    : run('npm', args, { ...options, shell: process.platform === 'win32' });
}
