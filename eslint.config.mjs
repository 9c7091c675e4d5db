import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const ports = 'is given from outside (a port): see src/lookup/clock.ts and src/lookup/source.ts';
const pureGlobals = ['Date', 'performance', 'setTimeout', 'setInterval', 'fetch', 'process'];
const officeGlobals = ['Excel', 'Office', 'OfficeRuntime', 'OfficeExtension', 'CustomFunctions'];

export default defineConfig(
  { ignores: ['dist/', 'build/', 'coverage/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', ...onlyInExcel(officeGlobals)],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { 'no-unused-vars': 'error', 'prefer-const': 'error', eqeqeq: 'error' },
  },
  { files: ['src/excel/**'], rules: { 'no-restricted-globals': 'off' } },
  { files: ['src/sample/**', 'src/gateway/main.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['src/lookup/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...[...pureGlobals, ...officeGlobals].map((name) => ({ name, message: ports })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: ports },
        { object: 'globalThis', property: 'fetch', message: ports },
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['zod', 'zod/*'], message: 'the engine knows no wire format' }] },
      ],
    },
  },
  {
    // Microsoft's metadata generator reads the source text: only `any[][]` is a range to it, and
    // only `CustomFunctions.Invocation` the invocation.
    files: ['src/functions/functions.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      'no-restricted-globals': [
        'error',
        ...onlyInExcel(officeGlobals.filter((name) => name !== 'CustomFunctions')),
      ],
    },
  },
  {
    files: ['src/**/*.tsx', 'src/taskpane/**/*.ts'],
    extends: [reactHooks.configs.flat.recommended],
    // A warning for React's compiler, which is not used here.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
);

function onlyInExcel(names) {
  return names.map((name) => ({ name, message: 'belongs to src/excel alone' }));
}
