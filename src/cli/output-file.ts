import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { systemFault } from './exit-code';

/** Takes bytes in order. The output appears whole at the end, or not at all. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  /** @throws FileFault */
  finish(): Promise<void>;
}

/**
 * Writes into a part beside the output, which replaces it at the end. An output that is not a file,
 * such as `/dev/stdout` or a pipe, is written directly.
 *
 * @param part a path in the same file system.
 * @param inputMode the input file's mode: a new output is readable by nobody else.
 * @throws FileFault
 */
export function createOutputFile(path: string, part: string, inputMode = ANYBODY): OutputFile {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const target = isFile ? part : path;
  const attempt = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw systemFault(error, path, 'write');
    }
  };
  const file = attempt(() => {
    // A part left by an earlier run may be readable by more people.
    if (isFile) rmSync(part, { force: true });
    return openSync(target, 'w', OWNER_ALONE);
  });
  return {
    write(bytes) {
      attempt(() => writeWhole(file, bytes));
      return Promise.resolve();
    },
    finish() {
      attempt(() => {
        if (isFile) permit(file, path, inputMode);
        if (isFile) fsyncSync(file);
        closeSync(file);
        if (isFile) renameSync(part, linkedFile(path));
      });
      return Promise.resolve();
    },
  };
}

const OWNER_ALONE = 0o600;
const ANYBODY = 0o666;

/** An output that replaces a file keeps its permissions. */
function permit(file: number, path: string, inputMode: number): void {
  if (process.platform === 'win32') return;
  const replaced = statSync(path, { throwIfNoEntry: false })?.mode;
  const mode = replaced ?? ANYBODY & inputMode & ~process.umask();
  try {
    fchmodSync(file, mode & 0o777);
  } catch {
    // Some file systems do not support chmod; then only the owner may read the file.
  }
}

/** Follows links: a link stays, and its target is replaced, whether or not it exists yet. */
export function linkedFile(path: string): string {
  let file = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    try {
      file = resolve(dirname(file), readlinkSync(file));
    } catch {
      return file;
    }
  }
  return file;
}

/** As many as operating systems follow. */
const MOST_LINKS = 40;

/** Loops because a disk that fills up takes part of the bytes, and fails only the next write. */
export function writeWhole(file: number, bytes: Uint8Array, writeSome = writeSync): void {
  for (let at = 0; at < bytes.length;) at += writeSome(file, bytes, at);
}

/** Standard output, at the pace of its reader. */
export function createOutputStream(stream: Writable): OutputFile {
  return {
    async write(bytes) {
      if (!stream.write(bytes)) await once(stream, 'drain');
    },
    finish: () => Promise.resolve(),
  };
}
