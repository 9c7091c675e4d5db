import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { createStaticFiles } from '../../src/node/static-files';

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
    'dist/assets/help-16.PNG': 'png',
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
    ['/functions.json', 'application/json', 'no-cache'],
    ['/functions.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.xml', 'application/xml; charset=utf-8', 'no-cache'],
    ['/assets/icon-32.png', 'image/png', 'public, max-age=86400'],
    ['/assets/help-16.PNG', 'image/png', 'public, max-age=86400'],
    ['/assets/a%20b.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
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

describe('a large file', () => {
  const text = 'void 0;\n'.repeat(50_000);
  beforeAll(() => writeFileSync(join(dist, 'large.js'), text));
  const headersOf = async (headers: Record<string, string>) => {
    const response = await get('/large.js', headers);
    const { length } = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
    const [encoding, range] = ['content-encoding', 'content-range'].map(
      (name) => response?.headers.get(name) ?? undefined,
    );
    return [response?.status, encoding, range, length];
  };

  test.each([
    ['br, gzip', brotliDecompressSync, 'br'],
    ['gzip, deflate', gunzipSync, 'gzip'],
    ['gzip;q=0.5, br;q=0', gunzipSync, 'gzip'],
  ])('is compressed for those who take %p', async (accepted, open, encoding) => {
    const response = await get('/large.js', { 'accept-encoding': accepted });
    expect(response?.headers.get('content-encoding')).toBe(encoding);
    expect(response?.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(response?.headers.get('content-length')).toBe(String(bytes.length));
    expect(open(bytes).toString()).toBe(text);
  });

  test.each(['', 'identity', 'br;q=0', 'zstd'])('is as it is for %p', async (accepted) => {
    expect(await headersOf({ 'accept-encoding': accepted })).toEqual([
      200,
      undefined,
      undefined,
      text.length,
    ]);
  });

  test('is as it is where every client is on this machine', async () => {
    const near = createStaticFiles(dist, 'workbench.html', undefined, true);
    const headers = { 'accept-encoding': 'br, gzip' };
    const response = await near(new Request('http://localhost/large.js', { headers }));
    expect(response?.headers.get('content-encoding')).toBeNull();
    expect(await response?.text()).toBe(text);
  });

  test('is sent as a whole to those who ask for a part', async () => {
    const headers = { range: 'bytes=0-99', 'accept-encoding': 'identity' };
    expect(await headersOf(headers)).toEqual([200, undefined, undefined, text.length]);
  });

  test.each(['', 'gzip', 'br'])('is known to a client by its tag, for %p', async (accepted) => {
    const asked = { 'accept-encoding': accepted };
    const tag = (await get('/large.js', asked))?.headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await get('/large.js', { ...asked, 'if-none-match': known });
      expect([again?.status, again?.headers.get('content-length')]).toEqual([304, null]);
    }
    const other = await get('/large.js', { 'accept-encoding': 'identity' });
    expect(other?.headers.get('etag') === tag).toBe(accepted === '');
  });

  test('has no address of its own when compressed', async () => {
    expect(await get('/large.js.br')).toBeUndefined();
    expect(await get('/large.js.gz')).toBeUndefined();
  });

  test('takes memory once, by whatever path it is asked for', async () => {
    let reads = 0;
    const counted = createStaticFiles(dist, 'workbench.html', (name, bytes) => {
      reads += 1;
      expect(name).toBe('/large.js');
      return bytes;
    });
    const paths = ['/large.js', '//large.js', '/assets/../large.js', '///large.js?x'];
    const asked = paths.map((path) => counted(new Request(`http://localhost${path}`)));
    expect((await Promise.all(asked)).filter((each) => each !== undefined)).not.toEqual([]);
    for (let slashes = 1; slashes < 50; slashes += 1) {
      await counted(new Request(`http://localhost${'/'.repeat(slashes)}large.js`));
    }
    expect(reads).toBe(1);
  });

  test('is read again once it has changed', async () => {
    writeFileSync(join(dist, 'large.js'), 'changed');
    expect(await (await get('/large.js'))?.text()).toBe('changed');
  });
});
