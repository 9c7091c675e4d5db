import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** A file's contents, which all replies share. */
export interface KeptFile {
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
export function createKeptFiles(
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
