import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Looks at a file of LMDB before it is opened: a damaged one would end the process without a word,
 * since the library reads it as memory.
 *
 * @throws an error that says what to do.
 */
export function demandWhole(path: string): void {
  // Of a new folder; and an empty file is a new store.
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return;
    const first = metaAt(file, 0);
    const second = first && metaAt(file, first.pageBytes);
    if (first === undefined || second === undefined) throw damaged(path, 'it is no store');
    const latest = second.transaction > first.transaction ? second : first;
    const isShort = size < (latest.lastPage + 1) * latest.pageBytes - MOST_MISSING;
    const hasRoots = latest.roots.every((root) => (root + 1) * latest.pageBytes <= size);
    if (isShort || !hasRoots) throw damaged(path, 'its end is missing');
  } finally {
    closeSync(file);
  }
}

interface Meta {
  readonly pageBytes: number;
  readonly transaction: number;
  /** Pages that were freed before they were written may be missing at the end. */
  readonly lastPage: number;
  readonly roots: readonly number[];
}

/** One of the two pages that say where everything is, as `MDB_meta` of LMDB 0.9.90 lays them out. */
function metaAt(file: number, at: number): Meta | undefined {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, at) < META_BYTES) return undefined;
  if (bytes.readUInt32LE(24) !== MAGIC) return undefined;
  const pageBytes = bytes.readUInt32LE(48);
  const isSize = pageBytes >= 256 && pageBytes <= 65_536 && (pageBytes & (pageBytes - 1)) === 0;
  if (!isSize) return undefined;
  const number = (offset: number): number => Number(bytes.readBigUInt64LE(offset));
  // A database without an entry has no root.
  const roots = [88, 136].filter((offset) => bytes.readBigUInt64LE(offset) !== NO_PAGE);
  return {
    pageBytes,
    transaction: number(152),
    lastPage: number(144),
    roots: roots.map(number),
  };
}

function damaged(path: string, why: string): Error {
  return new Error(
    `${path} is damaged: ${why}. Put back a backup of it with the secret beside it, such as ` +
      `administrators make in ${dirname(path)}/backups. No call is made until an administrator confirms.`,
  );
}

const META_BYTES = 168;
const MAGIC = 0xbeef_c0de;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const MOST_MISSING = 1024 * 1024;
