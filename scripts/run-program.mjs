import { spawn } from 'node:child_process';
import { build, isBuilt } from './build.mjs';
import { root } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

/**
 * Installs and builds where needed, then runs a built program with the arguments given to this one,
 * and ends with it. `parts` of the build are what it waits for; the others are built while it runs
 * where it is to have them `later`, and it is told of that. `script` is the name under which npm
 * runs it.
 */
export async function runProgram(
  file,
  script,
  { parts, later = false, cwd = root, say = console.log, whenKilled = 0 },
) {
  const parent = process.ppid;
  await ensureInstalled({ say });
  if (!isBuilt({ parts, forAnyOrigin: true })) {
    say('Building, half a minute or more the first time…');
    if (!(await build({ parts, say, hasty: true }))) process.exit(1);
  }
  const isWhole = !later || isBuilt({ forAnyOrigin: true });
  const program = spawn(process.execPath, [root + file, ...process.argv.slice(2)], {
    cwd,
    env: { ...process.env, ...(isWhole ? {} : { LOCUS_BUILDING: '1' }) },
    // By the channel it hears when this process is killed, which can pass nothing on then.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A terminal sends these to the program too; other senders know only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => program.kill(signal));
  }
  program.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : whenKilled));
  endWithNpm(program, parent, script);
  if (isWhole) return;
  await build({ say: console.error, inBackground: true });
  if (program.connected) program.send('built');
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
