/** Types are checked by `npm run types`; here they are only stripped, which is five times quicker. */
const transform = {
  '^.+\\.tsx?$': ['ts-jest', { tsconfig: 'test/tsconfig.jest.json', diagnostics: false }],
};
module.exports = {
  projects: [
    {
      displayName: 'unit',
      testEnvironment: 'node',
      transform,
      testMatch: ['<rootDir>/test/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
    },
    {
      displayName: 'e2e',
      testEnvironment: 'node',
      transform,
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
    },
  ],
};
