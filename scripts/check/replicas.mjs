/**
 * `npm run test:replicas`: tests several gateways over one Redis, in full, with clocks a day apart.
 * `npm test` runs less of it. `npm run test:replicas -- -t "never pass"` runs some of it.
 */
import { existsSync } from 'node:fs';
import { build, isBuilt } from '../build.mjs';
import { runNode } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';
import { ensureRedis, install } from '../redis.mjs';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
if (!existsSync(FAKETIME)) await install('libfaketime', 'libfaketime');
if (!existsSync(FAKETIME)) console.log('No libfaketime was found: all clocks are right.');
if (!(await ensureRedis())) {
  console.log('No redis-server was found, and it could not be installed.');
  process.exit(1);
}
process.env.REPLICAS_IN_FULL = '1';
const { code, output } = await runNode('node_modules/jest/bin/jest.js', [
  ...['--runInBand', '--verbose', ...process.argv.slice(2)],
  ...['--selectProjects', 'replicas'],
]);
console.log(output);
process.exit(code);
