import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const { name, version } = JSON.parse(read(root, 'package.json')) as Record<string, string>;
/**
 * Wherever the version stands, as git finds it. What was decided stays as it was, and the others
 * may hold the same number for another reason.
 */
const OTHERS = ['docs/decisions', 'package*.json', 'CHANGELOG.md', 'CONTRIBUTING.md', 'scripts'];
const PLACES = ['.', ...[...OTHERS, 'test'].map((path) => `:!${path}`)];
const FOUND = ['grep', '-lF', version ?? '', '--', ...PLACES];
const FILES = spawnSync('git', FOUND, { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');
const FIRST = ' Nothing has been released yet, so this page says what the first release brings.';
const CHANGES = `# Changelog\n\nWhat is new.${FIRST}\n\n## Unreleased\n\n- A door.\n`;
let folder: string;

/** The files in which a version stands, as they are here, in a repository of their own. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  for (const file of FILES) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGES);
  const build = `node -e "fs.mkdirSync('build'); fs.writeFileSync('build/gateway.cjs', '')"`;
  write('package.json', { name, version, files: [...FILES, 'build'], scripts: { build } });
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
  expect(release('7.8.9').stderr).toBe('');
  for (const file of ['package.json', 'package-lock.json', ...FILES]) {
    const text = read(folder, file);
    expect([file, text.includes('7.8.9'), text.includes(version ?? '')]).toEqual([
      file,
      true,
      false,
    ]);
  }
  expect(read(folder, 'CHANGELOG.md').replace(/\d{4}-\d\d-\d\d/, 'TODAY')).toBe(
    '# Changelog\n\nWhat is new.\n\n## 7.8.9 (TODAY)\n\n- A door.\n',
  );
  expect(git('describe', '--tags')).toBe('v7.8.9\n');
  expect(git('status', '--porcelain')).toBe('');
  const packed = spawnSync('tar', ['-tf', join(folder, 'build/locus-7.8.9.tgz')]).stdout.toString();
  expect(packed.split('\n')).toContain('package/build/gateway.cjs');
});

test('a check that fails releases nothing, and leaves the files as they were', () => {
  setChecks(1);
  git('commit', '--quiet', '--all', '--message', 'a fault');
  expect(release('7.8.9').stderr).toContain('Nothing was released');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

test.each([
  ['0.0.1', 'needs a higher one'],
  ['one', 'Say the version'],
])('%s is no version for a release', (version, message) => {
  expect(release(version).stderr).toContain(message);
});

test('what another branch has is not released', () => {
  git('switch', '--quiet', '--create', 'other');
  expect(release('7.8.9').stderr).toContain('Switch to main');
});

test('what the changelog does not tell is not released', () => {
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGES.replace('## Unreleased', '## 0.0.1'));
  git('commit', '--quiet', '--all', '--message', 'told');
  expect(release('7.8.9').stderr).toContain('no section "## Unreleased"');
});

test('a release that cannot be tagged leaves no commit', () => {
  git('config', 'tag.gpgSign', 'true');
  git('config', 'gpg.program', '/does/not/exist');
  const before = git('rev-parse', 'HEAD');
  expect(release('7.8.9').stderr).toContain('Nothing was released');
  expect(git('rev-parse', 'HEAD')).toBe(before);
});

test('what is not committed is not released', () => {
  writeFileSync(join(folder, 'new.txt'), '');
  expect(release('7.8.9').stderr).toContain('Commit or remove');
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
