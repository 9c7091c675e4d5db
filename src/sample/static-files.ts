import { extname, join, resolve, sep } from 'node:path';
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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

/**
 * Serves the files of one folder, `front` at `/`. Nothing outside the folder can be reached. A reply
 * takes no more memory than the piece of it that is being sent.
 *
 * @param edit what is served in place of a file's contents.
 * @param isNear whether every client is on this machine, where to compress the spreadsheet's
 *   megabytes takes longer than to send them.
 */
export function createStaticFiles(
  folder: string,
  front: string,
  edit?: (path: string, bytes: Buffer) => Buffer,
  isNear = false,
): StaticFiles {
  const files = createKeptFiles(folder, edit);

  return async ({ url, headers }) => {
    const asked = pathOf(url);
    if (asked === undefined) return undefined;
    const path = asked === '/' ? `/${front}` : asked;
    const file = await files(path);
    if (file === undefined) return undefined;
    return reply(file, headersOf(path), headers, isNear);
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

async function reply(
  file: KeptFile,
  always: Readonly<Record<string, string>>,
  asked: Headers,
  isNear: boolean,
): Promise<Response> {
  const { tag } = file;
  const range = rangeOf(asked, tag, file.bytes.length);
  const isText = COMPRESSED.test(always['content-type'] ?? '');
  const isSmaller = range === undefined && isText && !isNear;
  const encoding = isSmaller ? encodingOf(asked) : undefined;
  const compressed = encoding && (await file.compressed(encoding));
  const etag = compressed === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
  const headers = {
    ...always,
    etag,
    'accept-ranges': 'bytes',
    ...(isText ? { vary: 'accept-encoding' } : {}),
  };
  if (isKnown(asked.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  const size = file.bytes.length;
  if (range === 'beyond') {
    const none = { ...headers, 'content-range': `bytes */${size}` };
    return new Response(null, { status: 416, headers: none });
  }
  const bytes =
    range === undefined ? (compressed ?? file.bytes) : file.bytes.subarray(range.from, range.to);
  return new Response(inPieces(bytes), {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(bytes.length),
      ...(compressed === undefined ? {} : { 'content-encoding': encoding as string }),
      ...(range && { 'content-range': `bytes ${range.from}-${range.to - 1}/${size}` }),
    },
  });
}

/** Whether the client has these contents, however they were compressed. */
function isKnown(tags: string | null, tag: string): boolean {
  const own = (text: string): boolean =>
    text === '*' || text.replace(/^W\//, '').replace(/(?:-(?:br|gzip))?"$/, '"') === `"${tag}"`;
  return tags?.split(',').some((each) => own(each.trim())) ?? false;
}

/** The smallest encoding that the client takes; undefined for none. */
function encodingOf(asked: Headers): Encoding | undefined {
  const taken = new Map(
    (asked.get('accept-encoding') ?? '').split(',').map((each) => {
      const [name = '', quality = ''] = each.toLowerCase().split(';');
      return [name.trim(), Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 1)];
    }),
  );
  return (['br', 'gzip'] as const).find((each) => (taken.get(each) ?? 0) > 0);
}

interface Range {
  readonly from: number;
  /** The first byte behind it. */
  readonly to: number;
}

/** Undefined for the whole file, which is also sent to those who ask for several ranges. */
function rangeOf(asked: Headers, tag: string, size: number): Range | 'beyond' | undefined {
  const given = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.get('range')?.trim() ?? '');
  if (given === null || (given[1] === '' && given[2] === '')) return undefined;
  if ((asked.get('if-range') ?? `"${tag}"`) !== `"${tag}"`) return undefined;
  const [first, last] = [given[1], given[2]].map((text) =>
    text === '' ? undefined : Number(text),
  );
  const from = first ?? Math.max(0, size - (last as number));
  const to = first === undefined || last === undefined ? size : Math.min(size, last + 1);
  // A range whose end precedes its start is no range.
  if (first !== undefined && last !== undefined && last < first) return undefined;
  return from >= size || from >= to ? 'beyond' : { from, to };
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

function headersOf(path: string): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES.get(extname(path).toLowerCase()) ?? 'application/octet-stream',
    'cache-control': cachingOf(path),
    'x-content-type-options': 'nosniff',
    ...(FOR_EVERY_ORIGIN.has(path) ? { 'access-control-allow-origin': '*' } : {}),
  };
}

/**
 * Excel on Windows shows no ribbon icon that it may not keep (office-js issue 2981). A new picture is
 * seen a day later.
 */
function cachingOf(path: string): string {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable';
  return extname(path).toLowerCase() === '.png' ? 'public, max-age=86400' : 'no-cache';
}

const COMPRESSED = /^(?:text\/|application\/(?:json|xml|wasm)|image\/svg)/;
const PIECE_BYTES = 64 * 1024;

type Encoding = 'br' | 'gzip';

/** A file's contents, which all replies share. */
interface KeptFile {
  readonly bytes: Buffer;
  /** Tells these contents from any others, without quotes. */
  readonly tag: string;
  /** Compressed at the first call alone; undefined if that would save little. */
  compressed(encoding: Encoding): Promise<Buffer | undefined>;
}

/**
 * Reads the files of a folder into memory, each once until it changes. However many ask for a file,
 * it takes memory once.
 *
 * @param edit what is served in place of a file's contents.
 */
function createKeptFiles(
  folder: string,
  edit: (name: string, bytes: Buffer) => Buffer = (_name, bytes) => bytes,
): (path: string) => Promise<KeptFile | undefined> {
  const root = resolve(folder);
  const kept = new Map<string, { readonly version: string; readonly file: Promise<KeptFile> }>();

  return async (path) => {
    const found = await fileWithin(root, path);
    if (found === undefined) return undefined;
    // One file has many paths, such as /a.js and //a.js.
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
    const [realRoot, real] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!real.startsWith(realRoot + sep)) return undefined;
    const { size, mtimeMs, ino, isFile } = await facts(real);
    const name = real.slice(realRoot.length).replaceAll(sep, '/');
    return isFile ? { path: real, name, version: [size, mtimeMs, ino].join() } : undefined;
  } catch {
    return undefined;
  }
}

async function facts(path: string) {
  const found = await stat(path);
  return { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino, isFile: found.isFile() };
}

const gzipOf = promisify(gzip);
const brotliOf = promisify(brotliCompress);
/** The best quality takes a minute for all files, and makes them a tenth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const LEAST_COMPRESSED = 1024;
/** Several times as many as a build has. */
const MOST_KEPT = 300;
