import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Runs a program at the root of the repository. Resolves with its exit code (1 if a signal ended
 * it) and with what it wrote, unless that goes straight to the terminal (`show`). A program that
 * runs `inBackground` has low priority, and ends with this process.
 */
export function run(
  program,
  args,
  { show = false, env = {}, shell = false, inBackground = false } = {},
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
    child.stdout?.on('data', (data) => written.push(data));
    child.stderr?.on('data', (data) => written.push(data));
    const finish = (code, output) => resolve({ code: code ?? 1, output });
    child.on('error', (error) => finish(1, `${program} could not be started: ${error.message}\n`));
    child.on('close', (code) => finish(code, Buffer.concat(written).toString()));
  });
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
