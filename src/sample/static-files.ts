import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

/** Answers a GET of a built file; undefined if there is no such file. */
export type StaticFiles = (request: Request) => Promise<Response | undefined>;

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.woff2', 'font/woff2'],
  ['.xml', 'application/xml; charset=utf-8'],
]);
/** The build names such a file after its contents, so it never changes. */
const HASHED = /\.[0-9a-f]{6,}\.(?:js|css)$/;
/** Excel on the web fetches it across origins. */
const FOR_EVERY_ORIGIN = new Set(['/functions.json']);

/** Serves the files of one folder, `front` at `/`. Nothing outside the folder can be reached. */
export function createStaticFiles(folder: string, front: string): StaticFiles {
  const root = resolve(folder);

  return async (request) => {
    const asked = pathOf(request.url);
    if (asked === undefined) return undefined;
    const path = asked === '/' ? `/${front}` : asked;
    const file = await fileWithin(root, path);
    if (file === undefined) return undefined;
    const headers = headersOf(path, file);
    if (request.headers.get('if-none-match') === headers['etag']) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(await readFile(file.path)), { headers });
  };
}

interface StaticFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Undefined for a path that no built file has: hidden files, backslashes or control characters. */
function pathOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    // Code points, because a pattern of control characters is hard to read.
    const isPlain = [...path].every((character) => character >= ' ' && character !== '\\');
    const hasHidden = path.split('/').some((segment) => segment.startsWith('.'));
    return isPlain && !hasHidden ? path : undefined;
  } catch {
    return undefined;
  }
}

async function fileWithin(root: string, path: string): Promise<StaticFile | undefined> {
  try {
    // Resolves links first: one that leads out of the folder is not served.
    const [realRoot, real] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!real.startsWith(realRoot + sep)) return undefined;
    const { size, mtimeMs, isFile } = await facts(real);
    return isFile ? { path: real, size, mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

async function facts(path: string) {
  const found = await stat(path);
  return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
}

function headersOf(path: string, { size, mtimeMs }: StaticFile): Record<string, string> {
  const isHashed = HASHED.test(path);
  return {
    'content-type': CONTENT_TYPES.get(extname(path).toLowerCase()) ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
    'x-content-type-options': 'nosniff',
    ...(FOR_EVERY_ORIGIN.has(path) ? { 'access-control-allow-origin': '*' } : {}),
  };
}
