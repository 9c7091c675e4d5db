import { spawn } from 'node:child_process';
import { build, isBuilt } from './build.mjs';
import { root } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

/**
 * Installs and builds what is needed, then runs a built program with this one's arguments, and ends
 * with it. It waits for `parts` of the build; if `later` is set, it builds the others while the
 * program runs, and then tells the program. `script` is the name under which npm runs it.
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
    // The channel closes when this process is killed, which can then pass on no signal.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A terminal sends these to the program too; other senders know only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => program.kill(signal));
  }
  program.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : whenKilled));
  whenNpmEnds(parent, script, () => program.kill('SIGTERM'));
  if (isWhole) return;
  await build({ say: console.error, inBackground: true });
  if (program.connected) program.send('built');
}

/**
 * A signal sent to npm ends npm and its shell, but does not reach this process, which sees only
 * that its parent has changed.
 */
export function whenNpmEnds(parent, script, act) {
  if (process.env.npm_lifecycle_event !== script || process.platform === 'win32') return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    act();
  }, 500);
  look.unref();
}
