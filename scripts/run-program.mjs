import { spawn } from 'node:child_process';
import { build, isBuilt } from './build.mjs';
import { root } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

/**
 * Installs and builds where needed, then runs a built program with the arguments given to this one,
 * and ends with it. `script` is the name under which npm runs it.
 */
export async function runProgram(
  file,
  script,
  { cwd = root, say = console.log, whenKilled = 0 } = {},
) {
  const parent = process.ppid;
  await ensureInstalled({ say });
  if (!isBuilt({ forAnyOrigin: true })) {
    say('Building, about a minute the first time…');
    if (!(await build([], { say }))) process.exit(1);
  }
  const program = spawn(process.execPath, [root + file, ...process.argv.slice(2)], {
    cwd,
    // By the channel it hears when this process is killed, which can pass nothing on then.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A terminal sends these to the program too; other senders know only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => program.kill(signal));
  }
  program.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : whenKilled));
  endWithNpm(program, parent, script);
}

/**
 * A signal sent to npm ends npm and its shell, and does not come as far as this process: it sees
 * only that its parent has changed.
 */
function endWithNpm(program, parent, script) {
  if (process.env.npm_lifecycle_event !== script || process.platform === 'win32') return;
  const end = () => process.ppid === parent || program.kill('SIGTERM');
  setInterval(end, 500).unref();
}
