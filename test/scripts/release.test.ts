import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const { name, version } = JSON.parse(read(root, 'package.json')) as Record<string, string>;
/** Wherever the version stands, as git finds it. What was decided stays as it was. */
const FOUND = ['grep', '-lF', version ?? '', '--', '.', ':!docs/decisions', ':!package*.json'];
const FILES = spawnSync('git', FOUND, { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');
let folder: string;

/** The files in which a version stands, as they are here, in a repository of their own. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  for (const file of [...FILES, 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file));
  write('package.json', { name, version, files: FILES });
  write('package-lock.json', { name, version, packages: { '': { name, version } } });
  writeFileSync(join(folder, '.gitignore'), 'build\n');
  setChecks(0);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.email', 'somebody@example.com');
  git('config', 'user.name', 'Somebody');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'begin');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a release has one version everywhere, a dated changelog, a package, a commit and a tag', () => {
  expect(release('9.1.0').stderr).toBe('');
  for (const file of ['package.json', 'package-lock.json', ...FILES]) {
    const text = read(folder, file);
    expect([file, text.includes('9.1.0'), text.includes(version ?? '')]).toEqual([
      file,
      true,
      false,
    ]);
  }
  expect(read(folder, 'CHANGELOG.md')).toMatch(/^## 9\.1\.0 \(\d{4}-\d\d-\d\d\)$/m);
  expect(git('describe', '--tags')).toBe('v9.1.0\n');
  expect(git('status', '--porcelain')).toBe('');
  expect(existsSync(join(folder, 'build/locus-9.1.0.tgz'))).toBe(true);
});

test('a check that fails releases nothing, and leaves the files as they were', () => {
  setChecks(1);
  git('commit', '--quiet', '--all', '--message', 'a fault');
  expect(release('9.1.0').stderr).toContain('Nothing was released');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

test.each([
  ['0.0.1', 'needs a higher one'],
  ['one', 'Say the version'],
])('%s is no version for a release', (version, message) => {
  expect(release(version).stderr).toContain(message);
});

test('what is not committed is not released', () => {
  writeFileSync(join(folder, 'new.txt'), '');
  expect(release('9.1.0').stderr).toContain('Commit or remove');
});

function release(version: string) {
  const args = [join(root, 'scripts/release.mjs'), version];
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { stderr: stderr.replace(/^npm notice.*\n/gm, '') };
}

function setChecks(status: number): void {
  mkdirSync(join(folder, '.ci'), { recursive: true });
  writeFileSync(join(folder, '.ci/run'), `#!/bin/sh\nexit ${status}\n`);
  chmodSync(join(folder, '.ci/run'), 0o755);
}

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout;
}

function write(file: string, content: object): void {
  writeFileSync(join(folder, file), JSON.stringify(content, null, 2));
}

function read(at: string, file: string): string {
  return readFileSync(join(at, file), 'utf8');
}
