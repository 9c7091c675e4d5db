import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import type { Lock } from '../architecture/licence-rules';

const root = join(__dirname, '../..');
/** Releases of Node 20 before 20.19 cannot require an ES module, and do not know this option. */
const asOldest = ['--no-experimental-require-module'].filter((option) =>
  process.allowedNodeEnvironmentFlags.has(option),
);

/** What `npm pack` makes, unpacked in a folder of its own, beside the packages that it names. */
describe('the packed gateway', () => {
  let folder: string;
  let program: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'locus-packed-'));
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    execFileSync('tar', ['-xzf', join(folder, `locus-${version}.tgz`), '-C', folder]);
    linkDependencies(folder);
    program = join(folder, 'package/build/gateway.cjs');
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], environment: Record<string, string> = {}) =>
    spawn(process.execPath, [...asOldest, program, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  it('holds no source, no test and no data', () => {
    for (const name of ['src', 'test', 'node_modules', 'gateway-data', 'webpack.config.js']) {
      expect(existsSync(join(folder, 'package', name))).toBe(false);
    }
    // What npm makes runnable begins so.
    const head = execFileSync('head', ['-c', '19', program]).toString();
    expect(head).toBe('#!/usr/bin/env node');
    expect(statSync(join(folder, 'package/dist/functions.js')).isFile()).toBe(true);
  });

  it('starts in whatever folder, serves the add-in and the page, and takes commands', async () => {
    const secret = 'an-administrators-token-for-tests';
    const gateway = run([], { LOCUS_ADMIN_TOKEN: secret, LOCUS_LOG_LEVEL: 'silent' });
    try {
      let output = '';
      await new Promise<void>((resolve, reject) => {
        gateway.stdout?.on('data', (data) => {
          output += String(data);
          if (/^administrators: .+$/m.test(output)) resolve();
        });
        gateway.once('exit', () => reject(new Error(output)));
      });
      const [, people] = /^people: (\S+)/m.exec(output) ?? [];
      const [, administrators = ''] = /^administrators: (\S+)/m.exec(output) ?? [];
      const statuses = await Promise.all(
        [`${people}/manifest.xml`, `${people}/workbench.html`, `${administrators}/admin`].map(
          async (url) => (await fetch(url)).status,
        ),
      );
      expect(statuses).toEqual([200, 200, 200]);
      const told = { LOCUS_ADMIN_URL: administrators, LOCUS_ADMIN_TOKEN: secret };
      const adding = run(['people', 'add', 'Asha'], told);
      let id = '';
      adding.stdout?.on('data', (data) => (id += String(data)));
      const code = await new Promise((resolve) => adding.once('close', resolve));
      expect([code, id.trim()]).toEqual([0, expect.stringMatching(/^p_[\w-]+$/)]);
    } finally {
      gateway.kill('SIGTERM');
      await new Promise((resolve) => gateway.once('close', resolve));
    }
  }, 60_000);

  it.each([
    ['cli', ['--help'], 'Usage: locus'],
    ['server', ['--port', '0'], 'Locus is at'],
  ])('holds a %s that starts with the same packages', async (name, args, greeting) => {
    const file = join(folder, `package/build/${name}.cjs`);
    const started = spawn(process.execPath, [...asOldest, file, ...args], { cwd: folder });
    const ended = new Promise((resolve) => started.once('close', resolve));
    let output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (data) => {
        output += String(data);
        if (output.includes(greeting)) started.kill('SIGTERM');
      });
    }
    await ended;
    expect(output).toContain(greeting);
  });
});

/** What `npm install` of the package puts there: none of what only builds and tests need. */
function linkDependencies(folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (dev === true || path.lastIndexOf('node_modules/') !== 0) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
}
