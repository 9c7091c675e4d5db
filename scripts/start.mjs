/** `npm start`: installs and builds where needed, then runs the sample service and the workbench. */
import { spawn } from 'node:child_process';
import { build, isBuilt } from './build.mjs';
import { root } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

const parent = process.ppid;

await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true })) {
  console.log('Building, about half a minute the first time…');
  if (!(await build())) process.exit(1);
}
const server = spawn(process.execPath, ['build/server.cjs', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// A terminal sends these to the server too; other senders know only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 0));
endWithNpm();

/**
 * A signal sent to npm ends npm and its shell, and does not come as far as this process: it sees
 * only that its parent has changed.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return;
  const end = () => process.ppid === parent || server.kill('SIGTERM');
  setInterval(end, 500).unref();
}
