/**
 * `npm run excel`: serves the add-in and the sample service at https://localhost:3000, with a
 * certificate that this machine trusts, and loads the add-in into Excel. What follows `--` goes to
 * office-addin-debugging: `npm run excel -- web --document <address of a workbook>`.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { build, isBuilt } from './build.mjs';
import { root, runNode } from './command.mjs';
import { freePort } from './free-port.mjs';
import { ensureInstalled } from './installation.mjs';
import { serveOverTls } from './check/tls-front.mjs';

/** The origin that manifest.xml names. */
const PORT = 3000;
const MANIFEST = 'dist/manifest.xml';
const DEBUGGING = 'node_modules/office-addin-debugging/cli.js';

await ensureInstalled();
const parts = ['add-in', 'pages', 'server'];
if (!isBuilt({ parts }) && !(await build({ parts }))) process.exit(1);

const target = await freePort();
const service = spawn(process.execPath, ['build/server.cjs'], {
  cwd: root,
  // Excel shows the add-in, so no browser should open.
  env: { ...process.env, PORT: String(target), OPEN_BROWSER: '0' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.on('exit', () => service.kill());
service.on('exit', (code) => fail(`the sample service ended (${code})`));

// Loaded here, because nothing is installed before ensureInstalled().
const certificates = createRequire(import.meta.url)('office-addin-dev-certs');
const certificate = await certificates.getHttpsServerOptions();
await serveOverTls({ certificate, port: PORT, target }).catch((error) =>
  fail(`https://localhost:${PORT} cannot be served: ${error.message}`),
);
console.log(`Locus is served at https://localhost:${PORT} (end with Ctrl+C).`);

const hasDesktopExcel = process.platform === 'win32' || process.platform === 'darwin';
const given = process.argv.slice(2);
if (given.length > 0 || hasDesktopExcel) {
  const args = ['start', MANIFEST, ...(given.length > 0 ? given : ['desktop']), '--no-debug'];
  const { code } = await runNode(DEBUGGING, args, { show: true });
  if (code !== 0) fail('Excel could not be started: see above.');
} else {
  console.log(`There is no desktop Excel for this system. In Excel on the web choose
Add-ins > More add-ins > My add-ins > Upload, and take ${MANIFEST}.`);
}

process.on('SIGINT', async () => {
  if (hasDesktopExcel) await runNode(DEBUGGING, ['stop', MANIFEST], { show: true });
  process.exit(0);
});

function fail(message) {
  console.error(message);
  process.exit(1);
}
