/**
 * `npm run dev`: builds for development, serves, and rebuilds what changes; open pages reload
 * automatically. The build has source maps, and is no larger than it must be.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from './command.mjs';
import { ensureInstalled } from './installation.mjs';
import { whenNpmEnds } from './run-program.mjs';

const parent = process.ppid;
await ensureInstalled();
process.chdir(root);
const require = createRequire(import.meta.url);
const { develop } = require('./development.cjs');
const configurations = require('../webpack.config.js')({}, { mode: 'development' });

const development = develop(configurations, {
  start() {
    const args = ['--enable-source-maps', 'build/server.cjs', '--reload', ...process.argv.slice(2)];
    return spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  },
  say: console.log,
  colors: process.stdout.isTTY,
});
// So that neither `npm start` nor `npm test` uses a development build as its own.
rmSync('build/built-from.json', { force: true });

const end = (signal) => void development.close(signal).then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
whenNpmEnds(parent, 'dev', () => end('SIGTERM'));
