/** Types are checked by `npm run types`; here they are only stripped, which is five times quicker. */
const transform = {
  '^.+\\.tsx?$': ['ts-jest', { tsconfig: 'test/tsconfig.jest.json', diagnostics: false }],
};
/** The packages of d3 are ES modules, each with a bundle for everything else beside them. */
const moduleNameMapper = {
  '^(d3-[a-z-]+|internmap)$': '<rootDir>/node_modules/$1/dist/$1.js',
};
module.exports = {
  // No test waits by itself; a machine with other work to do is no reason to fail one.
  testTimeout: 30_000,
  projects: [
    {
      displayName: 'unit',
      testEnvironment: 'node',
      transform,
      moduleNameMapper,
      testMatch: ['<rootDir>/test/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
    },
    {
      displayName: 'e2e',
      testEnvironment: '<rootDir>/test/e2e/environment.ts',
      transform,
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
    },
  ],
};
