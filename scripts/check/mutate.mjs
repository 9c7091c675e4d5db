/**
 * Breaks src/engine/lookup in hundreds of small ways and counts how many of them its tests notice, file by
 * file in docs/developers/mutation.md. Run it by hand: everything takes hours on two cores, a sample
 * of one in eight the better part of one.
 *
 *     node scripts/check/mutate.mjs                      everything
 *     node scripts/check/mutate.mjs --only budget,queue  some files
 *     node scripts/check/mutate.mjs --only budget.ts:40-80 some lines
 *     node scripts/check/mutate.mjs --sample 8           one mutant in eight: a figure, and no table
 *     node scripts/check/mutate.mjs --workers 1          on a machine with other work to do
 *     node scripts/check/mutate.mjs --into DIR           the scratch directory, kept between runs
 *
 * Stryker is installed in that directory, because it brings some 200 packages that nothing else
 * needs.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../command.mjs';
import jestConfig from '../../jest.config.cjs';
import { sampledScore, writeMutationScores } from './mutation-report.mjs';

const [{ sandboxInjectedGlobals }] = jestConfig.projects;
const STRYKER = '9.6.1';
/** Scenarios of the simulation for each mutant; always the same ones. */
const SIMULATIONS = 8;
const COPIED = [
  'scripts/check/mutate-environment.cjs',
  'scripts/check/mutate-runner.cjs',
  'src/engine/client/reachability.ts',
  'src/engine/contract/gateway-reason.ts',
  'src/engine/contract/json-checks.ts',
  'src/engine/contract/limits.ts',
  'src/engine/contract/spent-budget.ts',
  'src/engine/async',
  'src/engine/lookup',
  'test/engine/async',
  'test/engine/lookup',
  'test/strip-types.cjs',
  'tsconfig.json',
  'tsconfig.base.json',
];

const { values: options } = parseArgs({
  options: {
    into: { type: 'string' },
    only: { type: 'string' },
    sample: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
/** On its own, the limiter is also tested against the table of services that refuse. */
const isLimiterAlone =
  options.only?.split(',').every((name) => name.startsWith('limits/')) === true;
const scratch = resolve(options.into ?? join(tmpdir(), 'locus-mutation'));

mkdirSync(scratch, { recursive: true });
for (const path of ['src', 'test']) rmSync(join(scratch, path), { recursive: true, force: true });
for (const path of [
  ...COPIED,
  ...(isLimiterAlone ? ['scripts/bench', 'test/scripts/bench'] : []),
]) {
  cpSync(join(root, path), join(scratch, path), { recursive: true });
}
write('package.json', packages());
write('jest.config.json', {
  testEnvironment: './scripts/check/mutate-environment.cjs',
  testTimeout: isLimiterAlone ? 60_000 : 4_000,
  sandboxInjectedGlobals,
  transform: { '^.+\\.tsx?$': '<rootDir>/test/strip-types.cjs' },
  testMatch: [
    '<rootDir>/test/engine/{async,lookup}/**/*.test.ts',
    ...(isLimiterAlone ? ['<rootDir>/test/scripts/bench/adversity/*.test.ts'] : []),
  ],
  // They judge memory and time, which instrumented code takes more of.
  testPathIgnorePatterns: ['/lookup/memory-bounds', '/lookup/many-askers'],
  setupFiles: ['<rootDir>/same-scenarios.cjs'],
  runner: '<rootDir>/scripts/check/mutate-runner.cjs',
});
writeFileSync(
  join(scratch, 'same-scenarios.cjs'),
  `require('fast-check').configureGlobal(${JSON.stringify({ seed: 1, numRuns: SIMULATIONS, endOnFailure: true })});\n`,
);
write('stryker.config.json', {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { configFile: 'jest.config.json' },
  coverageAnalysis: 'perTest',
  // Skips constants of a module: each would need a run of the whole suite.
  ignoreStatic: true,
  mutate: mutated(),
  concurrency: Number(options.workers),
  timeoutMS: 10_000,
  timeoutFactor: 1.5,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  checkers: [],
});
if (!existsSync(join(scratch, 'node_modules/@stryker-mutator/jest-runner'))) {
  inScratch('npm', ['install', '--no-audit', '--no-fund', '--no-progress']);
}
inScratch('npx', ['stryker', 'run']);
const result = JSON.parse(readFileSync(join(scratch, 'reports/mutation/mutation.json'), 'utf8'));
if (options.sample !== '1') console.log(sampledScore(result, Number(options.sample)));
// Some lines of a file give no score for the file.
else if (!options.only?.includes(':')) await writeMutationScores(result);

/** Our own packages keep their versions; the tool's version is pinned above. */
function packages() {
  const { devDependencies: ours } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const same = ['fast-check', 'jest', 'sucrase', 'typescript'].map((name) => [name, ours[name]]);
  const tools = ['core', 'jest-runner'].map((name) => [`@stryker-mutator/${name}`, STRYKER]);
  return { private: true, dependencies: Object.fromEntries([...same, ...tools]) };
}

function mutated() {
  if (options.only === undefined) return ['src/engine/lookup/**/*.ts'];
  return options.only.split(',').map((name) => {
    const [file, lines] = name.split(':');
    const path = sourceNamed(`${file.replace(/\.ts$/, '')}.ts`);
    return lines === undefined ? path : `${path}:${lines}`;
  });
}

/** The file in whichever folder it is; the name may include the folder. */
function sourceNamed(name) {
  const paths = readdirSync(join(root, 'src/engine/lookup'), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path === name || path.endsWith(`/${name}`));
  if (paths.length === 1) return `src/engine/lookup/${paths[0]}`;
  console.error(`There are ${paths.length} files ${name} in src/engine/lookup.`);
  process.exit(1);
}

function write(path, content) {
  writeFileSync(join(scratch, path), JSON.stringify(content, undefined, 2));
}

function inScratch(program, args) {
  const { status } = spawnSync(program, args, {
    cwd: scratch,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, SIMULATIONS: `${SIMULATIONS}`, SAMPLE: options.sample },
  });
  if (status !== 0) process.exit(status ?? 1);
}
