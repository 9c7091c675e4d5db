import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createStaticFiles } from '../../src/sample/static-files';

const parent = mkdtempSync(join(tmpdir(), 'locus-files-'));
const dist = join(parent, 'dist');
const SECRET = 'outside of dist';

beforeAll(() => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(parent, 'dist-of-others'));
  const files = {
    'dist/workbench.html': '<p>front</p>',
    'dist/functions.json': '{}',
    'dist/functions.js': '1',
    'dist/manifest.xml': '<x/>',
    'dist/pane.304.37de3a2decde33487992.js': '2',
    'dist/124.34598d.js': '3',
    'dist/workbench.90a75c7850224ff5da40.css': 'p{}',
    'dist/assets/icon-32.png': 'png',
    'dist/assets/a b.svg': '<svg/>',
    'dist/.hidden': SECRET,
    'dist-of-others/secret.txt': SECRET,
    'secret.txt': SECRET,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(parent, path), text);
  symlinkSync(join(parent, 'secret.txt'), join(dist, 'link.txt'));
  symlinkSync(parent, join(dist, 'up'));
});
afterAll(() => rmSync(parent, { recursive: true }));

const files = createStaticFiles(dist, 'workbench.html');
const get = (path: string, headers: Record<string, string> = {}) =>
  files(new Request(`http://localhost${path}`, { headers }));

describe('the built files', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/workbench.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/functions.json', 'application/json; charset=utf-8', 'no-cache'],
    ['/functions.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.xml', 'application/xml; charset=utf-8', 'no-cache'],
    ['/assets/icon-32.png', 'image/png', 'no-cache'],
    ['/assets/a%20b.svg', 'image/svg+xml', 'no-cache'],
    [
      '/pane.304.37de3a2decde33487992.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/124.34598d.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    [
      '/workbench.90a75c7850224ff5da40.css?x=1',
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
  ])('%s is %s, kept as %s', async (path, type, caching) => {
    const response = await get(path);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe(type);
    expect(response?.headers.get('cache-control')).toBe(caching);
    expect(response?.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('the front page is the workbench', async () => {
    expect(await (await get('/'))?.text()).toBe('<p>front</p>');
  });

  test('only the functions’ metadata is for every origin', async () => {
    const origin = async (path: string) =>
      (await get(path))?.headers.get('access-control-allow-origin');
    expect(await origin('/functions.json')).toBe('*');
    expect(await origin('/functions.js')).toBeNull();
    expect(await origin('/')).toBeNull();
  });

  test('what a browser has already is not sent again', async () => {
    const etag = (await get('/functions.js'))?.headers.get('etag') ?? '';
    const again = await get('/functions.js', { 'if-none-match': etag });
    expect([again?.status, await again?.text()]).toEqual([304, '']);
    expect((await get('/functions.js', { 'if-none-match': '"other"' }))?.status).toBe(200);
  });

  test.each([
    '/nope.js',
    '/assets',
    '/assets/',
    '/.hidden',
    '/link.txt',
    '/up/secret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2fdist-of-others/secret.txt',
    '//etc/passwd',
    '/%00',
    '/workbench.html%00.js',
    '/%',
    '/%ff',
    '/workbench.html/',
    `/${'a/'.repeat(5000)}`,
  ])('%p is not there', async (path) => {
    expect(await get(path)).toBeUndefined();
  });

  test('no path leads out of the folder', async () => {
    const pieces = ['..', '.', '/', '\\', '%2e', '%2f', '%5c', 'dist', 'secret.txt', 'up', '%00'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), async (path) => {
        const response = await get(`/${path.join('')}`);
        expect((await response?.text()) ?? '').not.toContain(SECRET);
      }),
    );
  });

  test('a folder that is not there has no files', async () => {
    const none = createStaticFiles(join(parent, 'nope'), 'workbench.html');
    expect(await none(new Request('http://localhost/'))).toBeUndefined();
  });
});
