import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { serveStatic } from 'hono/serve-static';

/** Answers a GET of a built file. Undefined if there is no such file. */
export type StaticFiles = (request: Request) => Promise<Response | undefined>;

/**
 * Serves the files of one folder, `front` at `/`. Nothing outside the folder can be reached. A
 * reply takes no more memory than the piece of it that is being sent.
 *
 * @param edit returns what is served in place of a file's contents.
 * @param isNear whether every client is on this machine. Compressing the spreadsheet's megabytes
 *   then takes longer than sending them, so nothing is compressed.
 */
export function createStaticFiles(
  folder: string,
  front: string,
  edit?: (path: string, bytes: Buffer) => Buffer,
  isNear = false,
): StaticFiles {
  const root = resolve(folder);
  const fileAt = createKeptFiles(root, edit);
  const app = new Hono();
  app.use(etag());
  app.use(
    serveStatic({
      root,
      join,
      precompressed: !isNear,
      rewriteRequestPath: (path) => (path === '/' ? `/${front}` : path),
      // Asked for `/a.js`, and for `/a.js.br` and `/a.js.gz` if the client takes those.
      async getContent(path, c) {
        const encoding = ENCODINGS.get(extname(path));
        const file = await fileAt(encoding === undefined ? path : path.slice(0, -'.br'.length));
        const bytes = encoding === undefined ? file?.bytes : await file?.compressed(encoding);
        if (file === undefined || bytes === undefined) return null;
        c.header('etag', encoding === undefined ? `"${file.tag}"` : `"${file.tag}-${encoding}"`);
        c.header('content-length', String(bytes.length));
        return inPieces(bytes);
      },
      onFound(path, c) {
        c.header('cache-control', cachingOf(path));
        c.header('x-content-type-options', 'nosniff');
        if (FOR_EVERY_ORIGIN.has(c.req.path)) c.header('access-control-allow-origin', '*');
      },
    }),
  );

  return async ({ url, headers }) => {
    if (HIDDEN.test(new URL(url).pathname)) return undefined;
    const reply = await app.request(url, { headers });
    return reply.status === 404 ? undefined : reply;
  };
}

/** Sends bytes in pieces, each when the client has taken the one before. */
export function inPieces(bytes: Buffer): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (bytes.length <= PIECE_BYTES) return bytes as Uint8Array<ArrayBuffer>;
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(at, (at += PIECE_BYTES)));
        if (at >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The build names such a file after its contents, so it never changes. */
const HASHED = /\.[0-9a-f]{6,}\.(?:js|css)$/;
/**
 * The files that pages of every origin may read: Excel on the web fetches this one from its own.
 */
const FOR_EVERY_ORIGIN = new Set(['/functions.json']);
/** Hidden files, and the names by which compressed ones are asked for. */
const HIDDEN = /\/(?:\.|%2e)|\.(?:br|gz)$/i;
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['.br', 'br'],
  ['.gz', 'gzip'],
]);

/**
 * Tells for how long a browser may keep a file. Excel on Windows shows no ribbon icon that it may
 * not keep (office-js issue 2981), so a new picture is seen up to a day later.
 */
function cachingOf(path: string): string {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable';
  return extname(path).toLowerCase() === '.png' ? 'public, max-age=86400' : 'no-cache';
}

const PIECE_BYTES = 64 * 1024;

type Encoding = 'br' | 'gzip';

/** A file's contents, which all replies share. */
interface KeptFile {
  readonly bytes: Buffer;
  /** Tells these contents from any others, without quotes. */
  readonly tag: string;
  /** Returns the compressed contents; undefined if that would save less than a tenth. */
  compressed(encoding: Encoding): Promise<Buffer | undefined>;
}

/**
 * Reads the files of a folder into memory, each once until it changes. However many ask for a file,
 * it takes memory once.
 *
 * @param edit what is served in place of a file's contents.
 */
function createKeptFiles(
  root: string,
  edit: (name: string, bytes: Buffer) => Buffer = (_name, bytes) => bytes,
): (path: string) => Promise<KeptFile | undefined> {
  const kept = new Map<string, { readonly version: string; readonly file: Promise<KeptFile> }>();

  return async (path) => {
    const found = await fileWithin(root, path);
    if (found === undefined) return undefined;
    // One file has many paths, such as /a.js and a link to it.
    const known = kept.get(found.path);
    if (known?.version === found.version) return known.file;
    const file = readFile(found.path).then((bytes) => toKept(edit(found.name, bytes)));
    // Files of earlier builds are asked for no more.
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(found.path, { version: found.version, file });
    file.catch(() => kept.delete(found.path));
    return file;
  };
}

function toKept(bytes: Buffer): KeptFile {
  const compressed = new Map<Encoding, Promise<Buffer | undefined>>();
  return {
    bytes,
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    compressed(encoding) {
      let result = compressed.get(encoding);
      if (result === undefined) compressed.set(encoding, (result = compress(encoding, bytes)));
      return result;
    },
  };
}

async function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes.length < LEAST_COMPRESSED) return undefined;
  const smaller = await (encoding === 'gzip' ? gzipOf(bytes) : brotliOf(bytes, BROTLI));
  return smaller.length < bytes.length * 0.9 ? smaller : undefined;
}

interface FoundFile {
  readonly path: string;
  /** Such as `/assets/icon-32.png`. */
  readonly name: string;
  readonly version: string;
}

async function fileWithin(root: string, path: string): Promise<FoundFile | undefined> {
  try {
    // Resolves links first: one that leads out of the folder is not served.
    const [realRoot, real] = await Promise.all([realpath(root), realpath(path)]);
    const found = await stat(real);
    if (!real.startsWith(realRoot + sep) || !found.isFile()) return undefined;
    const name = real.slice(realRoot.length).replaceAll(sep, '/');
    return { path: real, name, version: [found.size, found.mtimeMs, found.ino].join() };
  } catch {
    return undefined;
  }
}

const gzipOf = promisify(gzip);
const brotliOf = promisify(brotliCompress);
/** The best quality takes a minute for all files, and makes them a tenth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const LEAST_COMPRESSED = 1024;
/** The maximum number of files in memory: several times as many as a build has. */
const MOST_KEPT = 300;
