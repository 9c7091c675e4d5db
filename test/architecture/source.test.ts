import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circles } from './circle-rules';
import { doorViolations } from './door-rules';
import { unusedExports } from './export-rules';
import { fileViolations } from './file-rules';
import { importViolations } from './import-rules';
import { linksOf, readSourceTree, type SourceTree } from './source-tree';
import testedPieces from './tested-pieces.json';
import { spreadViolations } from './spread-rules';

const root = join(__dirname, '../..');
const source = readSourceTree(root, 'src');
const all = readSourceTree(root, 'scripts', 'src', 'test');

describe('the source', () => {
  test('imports point downwards only', () => {
    expect(importViolations(source)).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(circles(source)).toEqual([]);
  });

  test('every file is named after a noun and can be read in one sitting', () => {
    expect(fileViolations(source)).toEqual([]);
  });

  test('no list becomes the arguments of a function, however long it is', () => {
    expect(spreadViolations(source)).toEqual([]);
  });

  test('every export is used by another file, or by a test', () => {
    const isEntry = (path: string) => !path.startsWith('src/') || /\/main\.tsx?$/.test(path);
    expect(unusedExports(all, isEntry)).toEqual([]);
  });

  test('tests come in through doors', () => {
    expect(doorViolations(all, testedPieces)).toEqual([]);
  });
});

test('the mutation run copies all that the tests of the engine import', () => {
  const tree = readSourceTree(root, 'src', 'test/engine/lookup');
  const program = readFileSync(join(root, 'scripts/check/mutate.mjs'), 'utf8');
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
        'src/engine/lookup/index.ts': '',
        'src/engine/async/clock.ts': '',
        'src/engine/client/send.ts': '',
        'src/excel/main.ts': '',
        'src/addin/pane/index.ts': '',
        'src/addin/pane/Pane.tsx': '',
        'src/addin/share/index.ts': '',
        'src/addin/share/receipt.ts': '',
        'src/addin/share/ShareView.tsx': '',
        'src/gateway/page/main.tsx': '',
        [path]: text,
      }),
    );

  test.each([
    ['src/engine/client/reply.ts', `import { send } from './send';`],
    ['src/engine/client/reply.ts', `import type { Clock } from '../lookup';`],
    ['src/engine/lookup/queue/a.ts', `import { clock } from '../../async/clock';`],
    ['src/addin/start/start.ts', `await import('../pane/Pane');`],
    ['src/addin/map/a.ts', `import { receipt } from '../share';`],
    ['src/addin/share/use-a.ts', `import { useState } from 'react';`],
    ['src/addin/share/a.ts', `import type { ComponentType } from 'react';`],
    ['src/sample/a.ts', `import x from '../../assets/x.json';`],
  ])('lets %s take what lies below: %s', (path, text) => {
    expect(violations(path, text)).toEqual([]);
  });

  test.each([
    ['up', 'src/engine/lookup/a.ts', `import { send } from '../client/send';`],
    ['up, of a type alone', 'src/engine/places/a.ts', `import type { X } from '../client/send';`],
    ['sideways', 'src/addin/device/a.ts', `import { x } from '../functions/functions';`],
    ['a feature’s inside', 'src/addin/map/a.ts', `import { x } from '../share/receipt';`],
    ['a view into a rule', 'src/addin/share/a.ts', `import { x } from './ShareView';`],
    ['the add-in into the engine', 'src/engine/client/a.ts', `import '../../addin/share';`],
    ['the add-in into a server', 'src/gateway/a.ts', `import '../addin/share';`],
    ['the add-in into the command line', 'src/cli/a.ts', `import '../addin/share';`],
    ['a server into its page', 'src/gateway/page/a.ts', `import '../gateway';`],
    ['a page into its server', 'src/gateway/a.ts', `import './page/main';`],
    ['from one host to its twin', 'src/workbench/a.ts', `import '../excel/main';`],
    ['a host into the add-in', 'src/addin/start/a.ts', `import '../../excel/main';`],
    ['the pane into a host', 'src/excel/a.ts', `import type { X } from '../addin/pane/index';`],
    ['when needed', 'src/addin/pane/a.ts', `const x = () => import('../start/start');`],
    ['by passing on', 'src/engine/lookup/a.ts', `export { send } from '../client/send';`],
    ['by passing all on', 'src/engine/lookup/a.ts', `export * from '../client/send';`],
    ['in a type', 'src/engine/lookup/a.ts', `type X = import('../client/send').X;`],
    ['by require', 'src/sample/a.ts', `const x = require('../engine/client/send');`],
    ['data into the engine', 'src/engine/lookup/a.ts', `import x from '../../../assets/x.json';`],
    ['out of src', 'src/sample/a.ts', `import x from '../../package.json';`],
    ['from a folder that is no room', 'src/extra/a.ts', `import '../engine/lookup';`],
  ])('refuses to import %s', (_how, path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test.each([
    ['src/engine/lookup/a.ts', `import { z } from 'zod/mini';`],
    ['src/engine/lookup/a.ts', `import { debounce } from 'anything';`],
    ['src/engine/contract/a.ts', `import { z } from 'zod';`],
    ['src/addin/functions/a.ts', `import { useState } from 'react';`],
    ['src/addin/share/a.ts', `import { useState } from 'react';`],
    ['src/addin/pane/a.ts', `import { readFileSync } from 'node:fs';`],
    ['src/gateway/page/a.ts', `import { readFileSync } from 'node:fs';`],
    ['src/excel/a.ts', `import { Univer } from '@univerjs/core';`],
  ])('refuses a package where it does not belong: %s, %s', (path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test('says who imports what, and why not', () => {
    expect(violations('src/engine/lookup/a.ts', `import { send } from '../client/send';`)).toEqual([
      'src/engine/lookup/a.ts imports ../client/send: engine/lookup may not import engine/client: imports point downwards only',
    ]);
  });
});

describe('the door rule', () => {
  const house = {
    'src/engine/lookup/index.ts': `export { planOf } from './spending';`,
    'src/engine/lookup/spending.ts': '',
    'src/engine/lookup/ask.ts': `import { queue } from './queue';`,
    'src/engine/lookup/queue.ts': `import { t } from '../language'; export class Queue {}`,
    'src/engine/lookup/pace.ts': '',
    'src/engine/language/index.ts': '',
    'src/cli/table.ts': `import { ask } from '../engine/lookup/ask';`,
    'src/cli/main.ts': `import { commandLine } from './command-line'; import('./rest');`,
    'src/cli/command-line.ts': '',
    'src/cli/rest.ts': `import './table-file';`,
    'src/cli/table-file.ts': '',
    'src/cli/ledger.ts': `import { Ledger } from '../engine/lookup'; export class Kept implements Ledger {}`,
    'src/excel/sheet.ts': `import { Sheet } from '../engine/lookup'; export function createSheet(): Sheet {}`,
    'src/excel/copy.ts': `import type { Copy } from '../engine/lookup'; export const copy: Copy = () => {};`,
    'scripts/bench/main.ts': `import { pace } from '../../src/engine/lookup/pace';`,
  };
  const violations = (target: string, pieces = {}, names = ''): string[] =>
    doorViolations(
      tree({ ...house, 'test/a.test.ts': `import { ${names} } from '../${target}';` }),
      pieces,
    );

  test.each([
    ['an index', 'src/engine/lookup/index'],
    ['what another folder imports', 'src/engine/lookup/ask'],
    ['what a script imports', 'src/engine/lookup/pace'],
    ['a program', 'src/cli/main'],
    ['what a program joins', 'src/cli/command-line'],
    ['what it joins in the code that it fetches', 'src/cli/table-file'],
    ['what makes a port of another folder', 'src/excel/sheet'],
    ['a class that is such a port', 'src/cli/ledger'],
    ['a function that is such a port', 'src/excel/copy'],
  ])('lets a test import %s', (_what, target) => {
    expect(violations(target)).toEqual([]);
  });

  test('lets a test import what an index passes on, and nothing else of that file', () => {
    expect(violations('src/engine/lookup/spending', {}, 'planOf')).toEqual([]);
    expect(violations('src/engine/lookup/spending', {}, 'planOf, costOf')).toHaveLength(1);
  });

  test('refuses what one folder alone uses, unless it is an exception', () => {
    expect(violations('src/engine/lookup/queue')).toEqual([
      'test/a.test.ts imports src/engine/lookup/queue.ts, which is no door',
    ]);
    expect(violations('src/engine/lookup/queue', { 'src/engine/lookup/queue.ts': 'hard' })).toEqual(
      [],
    );
  });

  test('finds an exception that nothing needs', () => {
    expect(violations('src/cli/main', { 'src/cli/table.ts': 'hard' })).toEqual([
      'src/cli/table.ts needs no exception',
    ]);
  });
});

describe('the circle rule', () => {
  test('finds files that import each other by way of a third, be it a type', () => {
    const files = {
      'src/a.ts': `import { b } from './b';`,
      'src/b.ts': `import type { C } from './c';`,
      'src/c.ts': `export { a } from './a';`,
      'src/d.ts': `import './a'; import './b';`,
    };
    expect(circles(tree(files))).toEqual(['src/a.ts -> src/b.ts -> src/c.ts']);
  });

  test('lets two files import a third', () => {
    const files = {
      'src/a.ts': `import './c'; import './b';`,
      'src/b.ts': `import './c';`,
      'src/c.ts': '',
    };
    expect(circles(tree(files))).toEqual([]);
  });
});

describe('the file rule', () => {
  test.each(['src/engine/lookup/utils.ts', 'src/shared/place.ts', 'src/engine/client/types.d.ts'])(
    'refuses %s',
    (path) => {
      expect(fileViolations(tree({ [path]: '' }))).toHaveLength(1);
    },
  );

  test.each(['src/engine/lookup/lookupError.ts', 'src/addin/pane/Activity.ts'])(
    'refuses to spell %s',
    (path) => {
      expect(fileViolations(tree({ [path]: '' }))).toHaveLength(1);
    },
  );

  test('refuses 501 lines and takes 500', () => {
    expect(fileViolations(tree({ 'src/engine/lookup/place.ts': 'x\n'.repeat(501) }))).toEqual([
      'src/engine/lookup/place.ts: has 501 lines, more than 500',
    ]);
    expect(fileViolations(tree({ 'src/engine/lookup/place.ts': 'x\n'.repeat(500) }))).toEqual([]);
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

describe('the spread rule', () => {
  const violations = (text: string): string[] => spreadViolations(tree({ 'src/a.ts': text }));

  test.each([
    'all.push(...found)',
    'parts.at(-1)?.rows.unshift(0, ...more)',
    'rows.splice(1, 2, ...more)',
    'lists.concat(...more)',
    'Math.max(0, ...rows.map((row) => row.length))',
    'String.fromCharCode(...bytes)',
    'Array.of(...items)',
  ])('refuses %s', (text) => {
    expect(violations(text)).toHaveLength(1);
  });

  test.each(['all.push(one, other)', 'all = [...all, ...found]', 'run(...args)'])(
    'takes %s',
    (text) => {
      expect(violations(text)).toEqual([]);
    },
  );

  test('says where', () => {
    expect(violations('const all = [];\nall.push(...found);')).toEqual([
      'src/a.ts:2: spreads a list into the arguments of push',
    ]);
  });
});
