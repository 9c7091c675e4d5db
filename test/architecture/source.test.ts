import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedExports } from './export-rules';
import { fileViolations } from './file-rules';
import { importViolations } from './import-rules';
import { linksOf, readSourceTree, type SourceTree } from './source-tree';

const root = join(__dirname, '../..');
const source = readSourceTree(root, 'src');

describe('the source', () => {
  test('imports point downwards only', () => {
    expect(importViolations(source)).toEqual([]);
  });

  test('every file is named after a noun and can be read in one sitting', () => {
    expect(fileViolations(source)).toEqual([]);
  });

  test('every export is used by another file, or by a test', () => {
    const all = readSourceTree(root, 'src', 'test');
    const isEntry = (path: string) => path.startsWith('test/') || /\/main\.tsx?$/.test(path);
    expect(unusedExports(all, isEntry)).toEqual([]);
  });
});

test('the mutation run copies all that the tests of the engine import', () => {
  const tree = readSourceTree(root, 'src', 'test/lookup');
  const program = readFileSync(join(root, 'scripts/mutate.mjs'), 'utf8');
  const [, list = ''] = /const COPIED = \[([^\]]+)\]/.exec(program) ?? [];
  const copied = [...list.matchAll(/'([^']+)'/g)];
  const isCopied = (path: string): boolean =>
    copied.some(([, each = '']) => path === each || path.startsWith(`${each}/`));
  const missing = [...tree.keys()].filter(isCopied).flatMap((path) =>
    linksOf(tree, path)
      .map(({ target }) => target)
      .filter((target) => target !== undefined && !isCopied(target)),
  );
  expect(missing).toEqual([]);
});

describe('the import rule', () => {
  const violations = (path: string, text: string): string[] =>
    importViolations(
      tree({
        'src/lookup/index.ts': '',
        'src/client/send.ts': '',
        'src/excel/main.ts': '',
        'src/taskpane/index.ts': '',
        [path]: text,
      }),
    );

  test('lets a layer import itself and what lies below', () => {
    expect(violations('src/client/reply.ts', `import { send } from './send';`)).toEqual([]);
    expect(violations('src/client/reply.ts', `import type { Clock } from '../lookup';`)).toEqual(
      [],
    );
    expect(violations('src/addin/start.ts', `await import('../taskpane/Pane');`)).toEqual([]);
    expect(violations('src/sample/a.ts', `import x from '../../assets/x.json';`)).toEqual([]);
  });

  test.each([
    ['up', 'src/lookup/a.ts', `import { send } from '../client/send';`],
    ['up, of a type alone', 'src/settings/a.ts', `import type { X } from '../client/send';`],
    ['sideways', 'src/functions/a.ts', `import { send } from '../client/send';`],
    ['from one host to its twin', 'src/workbench/a.ts', `import '../excel/main';`],
    ['the pane into a host', 'src/excel/a.ts', `import type { X } from '../taskpane/index';`],
    ['when needed', 'src/taskpane/a.ts', `const x = () => import('../addin/start');`],
    ['by passing on', 'src/lookup/a.ts', `export { send } from '../client/send';`],
    ['by passing all on', 'src/lookup/a.ts', `export * from '../client/send';`],
    ['in a type', 'src/lookup/a.ts', `type X = import('../client/send').X;`],
    ['by require', 'src/sample/a.ts', `const x = require('../client/send');`],
    ['data into the engine', 'src/lookup/a.ts', `import x from '../../assets/x.json';`],
    ['out of src', 'src/sample/a.ts', `import x from '../../package.json';`],
    ['from a folder that is no layer', 'src/extra/a.ts', `import '../lookup';`],
  ])('refuses to import %s', (_how, path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test.each([
    ['src/lookup/a.ts', `import { z } from 'zod/mini';`],
    ['src/lookup/a.ts', `import { debounce } from 'anything';`],
    ['src/contract/a.ts', `import { z } from 'zod';`],
    ['src/functions/a.ts', `import { useState } from 'react';`],
    ['src/taskpane/a.ts', `import { readFileSync } from 'node:fs';`],
    ['src/excel/a.ts', `import { Univer } from '@univerjs/core';`],
  ])('refuses a package where it does not belong: %s, %s', (path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test('says who imports what, and why not', () => {
    expect(violations('src/lookup/a.ts', `import { send } from '../client/send';`)).toEqual([
      'src/lookup/a.ts imports ../client/send: lookup may not import client: imports point downwards only',
    ]);
  });
});

describe('the file rule', () => {
  test.each(['src/lookup/utils.ts', 'src/shared/place.ts', 'src/client/types.d.ts'])(
    'refuses %s',
    (path) => {
      expect(fileViolations(tree({ [path]: '' }))).toHaveLength(1);
    },
  );

  test.each(['src/lookup/lookupError.ts', 'src/taskpane/Activity.ts'])(
    'refuses to spell %s',
    (path) => {
      expect(fileViolations(tree({ [path]: '' }))).toHaveLength(1);
    },
  );

  test('refuses 501 lines and takes 500', () => {
    expect(fileViolations(tree({ 'src/lookup/place.ts': 'x\n'.repeat(501) }))).toEqual([
      'src/lookup/place.ts: has 501 lines, more than 500',
    ]);
    expect(fileViolations(tree({ 'src/lookup/place.ts': 'x\n'.repeat(500) }))).toEqual([]);
  });
});

describe('the export rule', () => {
  const unused = (files: Record<string, string>): string[] =>
    unusedExports(tree(files), (path) => path.endsWith('main.ts'));

  test('finds a function that nobody imports', () => {
    expect(unused({ 'src/a.ts': 'export function f() {}\nf();' })).toEqual([
      'src/a.ts: nobody uses f',
    ]);
  });

  test('does not take passing on for use', () => {
    expect(
      unused({ 'src/a.ts': 'export const f = 1;', 'src/index.ts': `export { f } from './a';` }),
    ).toEqual(['src/a.ts: nobody uses f']);
  });

  test('sees use through an index, under another name, and by import()', () => {
    expect(
      unused({
        'src/a.ts': 'export const f = 1;',
        'src/index.ts': `export { f as g } from './a';`,
        'src/b.ts': 'export class Late {}',
        'src/main.ts': `import { g } from './index'; import('./b');`,
      }),
    ).toEqual([]);
  });

  test('lets a type be part of a signature of its own file', () => {
    const text = 'export interface O {}\nexport function f(o: O) {}';
    expect(unused({ 'src/a.ts': text, 'src/main.ts': `import { f } from './a';` })).toEqual([]);
    expect(unused({ 'src/a.ts': 'export interface O {}' })).toEqual(['src/a.ts: nobody uses O']);
  });
});

function tree(files: Readonly<Record<string, string>>): SourceTree {
  return new Map(Object.entries(files));
}
