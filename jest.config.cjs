const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const stripTypes = '<rootDir>/test/strip-types.cjs';
/** The packages of d3 are ES modules, each with a bundle for everything else beside them. */
const moduleNameMapper = {
  '^(d3-[a-z-]+|internmap)$': '<rootDir>/node_modules/$1/dist/$1.js',
  // What Univer's core uses of it is in one file there, instead of six hundred.
  '^lodash-es$': 'lodash',
  '^@fluentui/react-icons$': '<rootDir>/test/fluent-icons.cjs',
  '^@univerjs/icons$': '<rootDir>/test/univer-icons.cjs',
};
/** Other packages, Univer's and the sample service's, that are ES modules alone are made to what Jest can load. */
const modulesAlone =
  '(?:@formatjs|cjk-regex|collapse-white-space|franc-min|fzstd|hyparquet|hyparquet-compressors|hyparquet-writer|hysnappy|intl-messageformat|jose|n-gram|nanoid|oauth4webapi|openid-client|p-limit|rbush|quickselect|regexp-util|kdbush|geokdbush|tinyqueue|supercluster|trigram-utils|unicode-regex|yocto-queue)/';
/**
 * A name that a module of a test does not declare is looked for through Node's sandbox, each time it
 * is used. These are handed to each module instead, so that tests which calculate take half as long.
 * None of them is one that a test may replace, as it may the clock.
 */
const sandboxInjectedGlobals = [
  ...['Array', 'BigInt', 'Boolean', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise'],
  ...['Reflect', 'RegExp', 'Set', 'String', 'TypeError', 'Uint8Array', 'WeakMap'],
];
/**
 * Jest keeps what it has compiled by a project's id, and how modules are found, too: with one id for
 * all projects a file is compiled once, not once for each project that uses it.
 */
const everywhere = {
  id: 'locus',
  sandboxInjectedGlobals,
  moduleNameMapper,
  transform: { '^.+\\.tsx?$': stripTypes, [`/node_modules/${modulesAlone}.+\\.js$`]: stripTypes },
  transformIgnorePatterns: [`/node_modules/(?!${modulesAlone})`],
};
const inNode = {
  ...everywhere,
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/dom-parser.cjs'],
};
/** Where there is no Redis and none could be installed, as `npm test` says. */
const withoutRedis = existsSync(process.env.REDIS_SERVER ?? '/usr/bin/redis-server')
  ? []
  : ['<rootDir>/test/gateway/(?:redis/|store-forgot|revoking)'];
/** Where there is no Python and none could be installed, as `npm test` says. */
const withoutPython =
  spawnSync('python3', ['--version']).status === 0 ? [] : ['<rootDir>/test/clients/'];
/**
 * The journeys that `npm test` makes through what ships, one or more for each surface. All other
 * files of test/e2e are for `npm run test:all`.
 */
const JOURNEYS = ['everyday-keys', 'excel-runtime', 'excel-secrets', 'welcome'].map((name) =>
  thatIsThere(`test/e2e/${name}.test.ts`),
);
/**
 * What takes long and guards what a change seldom breaks, files and folders: `npm run test:all` runs
 * these, and `npx jest PATH --selectProjects unit` one of them.
 */
const RARE = [
  'test/addin/compare/compare-view.test.tsx',
  'test/addin/device/answer-database-faults.test.ts',
  'test/addin/device/catalogue-database.test.ts',
  'test/addin/enrich/enrich-plan.test.tsx',
  'test/addin/enrich/enrich-view.test.tsx',
  'test/addin/enrich/nearest.test.tsx',
  'test/addin/functions/formula-sizes.test.ts',
  'test/addin/map/map-window.test.tsx',
  'test/addin/map/place-map.test.tsx',
  'test/addin/pane/activity-load.test.tsx',
  'test/addin/pane/connection.test.tsx',
  'test/addin/pane/hindi.test.tsx',
  'test/addin/pane/models.test.tsx',
  'test/addin/pane/names.test.tsx',
  'test/addin/pane/parts/picture-actions.test.tsx',
  'test/addin/pane/parts/scrolling.test.tsx',
  'test/addin/pane/sign-in.test.tsx',
  'test/addin/rank/rank-view.test.tsx',
  'test/addin/renew/renew-section.test.tsx',
  'test/addin/share/key-search.test.ts',
  'test/addin/workbook/answer-parts.test.ts',
  'test/addin/workbook/hostile-answers.test.ts',
  'test/areas/administration.test.ts',
  'test/areas/frame.test.ts',
  'test/areas/home.test.ts',
  'test/areas/lists.test.ts',
  'test/cli/chained-runs.test.ts',
  'test/cli/hostile-terminal.test.ts',
  'test/cli/json-file.test.ts',
  'test/cli/parquet-in-duckdb.test.ts',
  'test/cli/xlsx-writer.test.ts',
  'test/documents/code-blocks.test.ts',
  'test/documents/recipes.test.ts',
  'test/engine/language/speech.test.ts',
  'test/engine/places/long-texts.test.ts',
  'test/engine/places/surfaces.test.ts',
  'test/excel/sheet-copy.test.ts',
  'test/excel/sheet-faults.test.ts',
  'test/gateway/account/account.test.ts',
  'test/gateway/alerts.test.ts',
  'test/gateway/budgets.test.ts',
  'test/gateway/fairness.test.ts',
  'test/gateway/functions/functions.test.ts',
  'test/gateway/functions/repeated.test.ts',
  'test/gateway/hardening.test.ts',
  'test/gateway/mcp/conformance.test.ts',
  'test/gateway/mcp/mcp.test.ts',
  'test/gateway/one-engine.test.ts',
  'test/gateway/packed.test.ts',
  'test/gateway/page/connect-page.test.tsx',
  'test/gateway/passing-trouble.test.ts',
  'test/gateway/people-server.test.ts',
  'test/gateway/price-budgets.test.ts',
  'test/gateway/processor-turns.test.ts',
  'test/gateway/program-alone.test.ts',
  'test/gateway/proxy.test.ts',
  'test/gateway/redis/redis-state.test.ts',
  'test/gateway/redis/renewal.test.ts',
  'test/gateway/redis/shared-fairness.test.ts',
  'test/gateway/redis/shared-scores.test.ts',
  'test/gateway/redis/turns.test.ts',
  'test/gateway/revoking.test.ts',
  'test/gateway/scores.test.ts',
  'test/gateway/sign-in/browser.test.ts',
  'test/gateway/sign-in/engine-identities.test.ts',
  'test/gateway/sign-in/habits.test.ts',
  'test/gateway/sign-in/jwt.test.ts',
  'test/gateway/sign-in/sessions.test.ts',
  'test/gateway/store-forgot.test.ts',
  'test/manifest/unified-manifest.test.ts',
  'test/node/lmdb-answers.test.ts',
  'test/outcomes/programs.test.ts',
  'test/outcomes/through-a-gateway.test.ts',
  'test/sample/open-data.test.ts',
  'test/scripts/bench/',
  'test/scripts/development.test.ts',
  'test/scripts/release.test.ts',
  'test/webpack/',
  'test/workbench/files/field-files.test.ts',
  'test/workbench/files/formulas-elsewhere.test.ts',
  'test/workbench/files/hostile-files.test.ts',
  'test/workbench/files/made-features.test.ts',
  'test/workbench/files/open-xml.test.ts',
  'test/workbench/files/tiring-sheets.test.ts',
  'test/workbench/table-buttons.test.ts',
  'test/workbench/univer/kept-formulas.test.ts',
  'test/workbench/univer/late-results.test.ts',
].map(thatIsThere);
/** What measures, and so wants a quiet machine, or takes a quarter of an hour: `npm run test:all` runs these, not `.ci/run`. */
const MEASURED = [
  'test/outcomes/all-programs.test.ts',
  'test/engine/lookup/memory-bounds.test.ts',
  'test/gateway/memory.test.ts',
  'test/gateway/strangers.test.ts',
].map(thatIsThere);
/** Of several gateways: `npm run test:replicas` runs these, and the others of them in full. */
const OF_REPLICAS = [
  'test/gateway/redis/deployments.test.ts',
  'test/gateway/redis/outages.test.ts',
].map(thatIsThere);
/** Files that `npm test` plays together (test/areas/area.ts), so that it does not play them apart. */
const IN_AREAS = Object.values(require('./test/areas/areas.json'))
  .flat()
  .map((path) => thatIsThere(`test/${path}`));
const E2E = ['<rootDir>/test/e2e/**/*.test.ts'];
const unit = {
  ...inNode,
  testMatch: ['<rootDir>/test/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: [
    ...['<rootDir>/test/areas/', '<rootDir>/test/e2e/', '<rootDir>/test/libreoffice/'],
    ...OF_REPLICAS,
    ...withoutRedis,
    ...withoutPython,
  ],
};
const inBrowser = {
  ...everywhere,
  testEnvironment: '<rootDir>/test/e2e/environment.ts',
  setupFilesAfterEnv: ['<rootDir>/test/e2e/timeouts.ts'],
};

/** A file that was renamed must not drop out of all runs. */
function thatIsThere(path) {
  if (!existsSync(join(__dirname, path))) throw new Error(`jest.config.cjs: there is no ${path}`);
  return `<rootDir>/${path}`;
}

module.exports = {
  // No test waits by itself; a machine with other work to do is no reason to fail one.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/longest-first.cjs',
  projects: [
    // Any file by itself. `apart`, `areas` and `rare` together are the same tests.
    { displayName: 'unit', ...unit },
    {
      displayName: 'apart',
      ...unit,
      testPathIgnorePatterns: [...unit.testPathIgnorePatterns, ...IN_AREAS, ...RARE, ...MEASURED],
    },
    {
      displayName: 'areas',
      ...inNode,
      testMatch: ['<rootDir>/test/areas/*.test.ts'],
      testPathIgnorePatterns: RARE,
    },
    { displayName: 'journeys', ...inBrowser, testMatch: JOURNEYS },
    {
      displayName: 'rare',
      ...inNode,
      testMatch: RARE.map((path) => (path.endsWith('/') ? `${path}**/*.test.ts` : path)),
      testPathIgnorePatterns: [...MEASURED, ...withoutRedis, ...withoutPython],
    },
    { displayName: 'measured', ...inNode, testMatch: MEASURED },
    {
      displayName: 'rareE2e',
      ...inBrowser,
      testMatch: E2E,
      testPathIgnorePatterns: JOURNEYS,
    },
    // Any file in the browser by itself: `journeys` and `rareE2e` together.
    { displayName: 'e2e', ...inBrowser, testMatch: E2E },
    {
      // `npm run test:replicas`: all that the tests have of several gateways, in full.
      displayName: 'replicas',
      ...inNode,
      testMatch: ['<rootDir>/test/gateway/redis/**/*.test.ts'],
    },
    {
      // `npm run test:libreoffice`: LibreOffice is large, and no part of `npm test`.
      displayName: 'libreoffice',
      ...inNode,
      testMatch: ['<rootDir>/test/libreoffice/**/*.test.ts'],
    },
  ],
};
