import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceViolations, type Lock, type LockedPackage } from './licence-rules';
import { missingFromLock } from './lock-rules';

const root = join(__dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;

describe('the packages', () => {
  test('every one has a permissive licence', () => {
    expect(licenceViolations(lock)).toEqual([]);
  });

  test('the lock names every one that another needs, for every system', () => {
    expect(missingFromLock(lock)).toEqual([]);
  });

  test('those we name ourselves have exact versions', () => {
    const ranges = Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    expect(
      ranges.filter(([, range]) => !/^(npm:[\w/@-]+@)?\d+\.\d+\.\d+(-r\.\d+)?$/.test(range)),
    ).toEqual([]);
  });
});

test('the packages that the project was to be built on are named, and webpack compiles with ts-loader', () => {
  expect(Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] })).toEqual(
    expect.arrayContaining([
      ...['office-addin-manifest', '@microsoft/office-js', 'office-addin-debugging'],
      ...['webpack', 'ts-loader', 'zod', 'jest', 'typescript'],
    ]),
  );
  expect(readFileSync(join(root, 'webpack/compile-typescript.js'), 'utf8')).toContain(
    "'ts-loader'",
  );
});

describe('the licence rule', () => {
  const complaints = (entry: LockedPackage): string[] =>
    licenceViolations(lockOf({ 'node_modules/x': { version: '1.0.0', ...entry } })).filter((line) =>
      line.startsWith('x@'),
    );

  test.each(['MIT', '(MIT OR GPL-3.0)', 'BSD-2-Clause OR MIT', '(MIT AND Zlib)'])(
    'takes %s',
    (license) => {
      expect(complaints({ license })).toEqual([]);
    },
  );

  test.each([
    'GPL-3.0',
    '(MIT AND GPL-3.0)',
    'SEE LICENSE IN LICENSE',
    'MIT*',
    'UNLICENSED',
    'MPL-2.0',
    '',
  ])('refuses %p', (license) => {
    expect(complaints({ license })).toEqual([`x@1.0.0: ${license}`]);
  });

  test('refuses a package that says nothing', () => {
    expect(complaints({})).toEqual(['x@1.0.0: says nothing of a licence']);
  });

  test('reads the licence of another version of an exception again', () => {
    const newer = lockOf({ 'node_modules/exit': { version: '0.2.0' } });
    expect(licenceViolations(newer)).toContain('exit@0.2.0: says nothing of a licence');
    expect(licenceViolations(newer)).toContain('exit@0.1.2: an exception nobody needs');
  });
});

describe('the lock rule', () => {
  test('finds a native build that is named and not locked', () => {
    const partial = lockOf({
      'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
      'node_modules/a-linux': {},
    });
    expect(missingFromLock(partial)).toEqual(['node_modules/a names a-mac, which the lock lacks']);
  });

  test('looks where Node looks: beside, then outwards', () => {
    const nested = lockOf({
      'node_modules/@s/a/node_modules/b': { dependencies: { c: '1', d: '1', e: '1' } },
      'node_modules/@s/a/node_modules/b/node_modules/c': {},
      'node_modules/@s/a/node_modules/d': {},
      'node_modules/e': {},
    });
    expect(missingFromLock(nested)).toEqual([]);
  });
});

function lockOf(packages: Record<string, LockedPackage>): Lock {
  return { packages };
}
