/**
 * `npm run dev`: builds for development, serves, and builds again what is changed; pages that are
 * open reload by themselves. What is built carries source maps, and is no larger than it must be.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { root } from './command.mjs';
import { ensureInstalled } from './installation.mjs';

await ensureInstalled();
process.chdir(root);
const require = createRequire(import.meta.url);
const webpack = require('webpack');
const configurations = require('../webpack.config.js')({}, { mode: 'development' });

let server;
let serverHash;
const compiler = webpack(configurations);
compiler.watch(
  { aggregateTimeout: 50, ignored: /node_modules|\/(dist|build)\// },
  (error, stats) => {
    if (error !== null) throw error;
    const seconds = (
      Math.max(...stats.stats.map((one) => one.endTime - one.startTime)) / 1000
    ).toFixed(1);
    if (stats.hasErrors()) {
      console.log(stats.toString({ preset: 'errors-only', colors: process.stdout.isTTY }));
      return;
    }
    console.log(`Built in ${seconds} s`);
    // Only what was built anew is told of.
    const hash = stats.stats.find((one) => one.compilation.name === 'server')?.hash;
    if (hash !== undefined && hash !== serverHash) void restart(hash);
    else server?.send('built');
  },
);
// A build made for development is not one that `npm start` or `npm test` may take for theirs.
require('node:fs').rmSync('build/built-from.json', { force: true });

async function restart(hash) {
  serverHash = hash;
  if (server !== undefined) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  server = spawn(
    process.execPath,
    ['--enable-source-maps', 'build/server.cjs', '--reload', ...process.argv.slice(2)],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    server?.kill(signal);
    compiler.close(() => process.exit(0));
  });
}
