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
import { systemFault } from './system-fault';

/** Bytes go in order; what was written is there at the end, or nothing of it. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  /** @throws FileFault */
  finish(): Promise<void>;
}

/**
 * Writes into a part beside the output, which takes its place at the end. What is no file, such as
 * `/dev/stdout` or a pipe, is written to as it is.
 *
 * @param part in the same file system.
 * @param inputMode who may read the input, where that is a file: nobody else may read a new output.
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
    // What an earlier run has left may be open to more people.
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

/** An output that takes an earlier one's place is for the same people. */
function permit(file: number, path: string, inputMode: number): void {
  if (process.platform === 'win32') return;
  const replaced = statSync(path, { throwIfNoEntry: false })?.mode;
  const mode = replaced ?? ANYBODY & inputMode & ~process.umask();
  try {
    fchmodSync(file, mode & 0o777);
  } catch {
    // Some file systems know no such thing; then the file stays its owner's alone.
  }
}

/** The file that is meant: a link stays, and what it leads to is replaced, there or not yet there. */
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

/** As many as systems follow. */
const MOST_LINKS = 40;

/** A disk that fills takes a part, and says so only at the next attempt. */
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
