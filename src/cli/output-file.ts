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
  existsSync,
  mkdirSync,
  readFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { dirname, resolve, join } from 'node:path';
import type { Writable } from 'node:stream';
import { attempt, systemFault } from './exit-code';
import { ownField } from '../engine/contract/json-checks';
import { holdFolder } from '../node/folder-lock';
import { STANDARD } from './input-file';
import { FileFault } from './table';

/** Takes bytes in order. The output appears whole at the end, or not at all. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  /** @throws FileFault */
  finish(): Promise<void>;
}

/**
 * Writes to a partial file beside the output, and replaces the output with it at the end. An output
 * that is not a file, such as `/dev/stdout` or a pipe, is written directly.
 *
 * @param part a path in the same file system.
 * @param inputMode the input file's mode: nobody else may read a new output.
 * @throws FileFault
 */
export function createOutputFile(path: string, part: string, inputMode = ANYBODY): OutputFile {
  const isFile = isPlainFile(path);
  const target = isFile ? part : path;
  const file = attempt('write', path, () => {
    // A part left by an earlier run may be readable by more people.
    if (isFile) rmSync(part, { force: true });
    return openSync(target, 'w', OWNER_ALONE);
  });
  return {
    write(bytes) {
      attempt('write', path, () => writeWhole(file, bytes));
      return Promise.resolve();
    },
    finish() {
      attempt('write', path, () => {
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

/**
 * Follows links. A link stays, and its target is replaced, whether or not the target exists yet.
 */
function linkedFile(path: string): string {
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

/** As many links as operating systems follow. */
const MOST_LINKS = 40;

/**
 * Writes in a loop, because a disk that fills up takes part of the bytes and fails only on the next
 * write.
 */
export function writeWhole(file: number, bytes: Uint8Array, writeSome = writeSync): void {
  for (let at = 0; at < bytes.length;) at += writeSome(file, bytes, at);
}

/** Writes to the standard output, as fast as its reader reads. */
export function createOutputStream(stream: Writable): OutputFile {
  return {
    async write(bytes) {
      if (!stream.write(bytes)) await once(stream, 'drain');
    },
    finish: () => Promise.resolve(),
  };
}

/**
 * The folder beside an output, or beside a link's target, that exists during a run. A killed run
 * leaves it.
 */
export interface RunFolder {
  readonly journal: string;
  /** The file that becomes the output. */
  readonly part: string;
  /** The folder of answers that are kept for this run only. */
  readonly answers: string;
  /**
   * Unlocks the folder, and keeps it for the next run if there is something to resume.
   *
   * @param hasClaims whether a score may have been charged without an answer.
   */
  release(hasClaims?: boolean): void;
  /** Deletes the folder once the output is in place. */
  remove(): void;
}

/**
 * Opens the folder of a run; undefined for an output that is not a file.
 *
 * @throws FileFault if another run is writing to it.
 */
export async function openRunFolder(output: string): Promise<RunFolder | undefined> {
  const folder = `${linkedFile(output)}.locus`;
  let release: () => void;
  try {
    if (output === STANDARD || !isPlainFile(output)) return undefined;
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    release = await holdFolder(folder, 0);
  } catch (error) {
    if (String(ownField(error, 'message')).startsWith('Another')) {
      throw new FileFault(`Another run is writing ${output}. Wait until it has ended.`);
    }
    throw systemFault(error, output, 'write');
  }
  let isGone = false;
  const remove = (): void => {
    isGone = true;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    journal: join(folder, 'journal'),
    part: join(folder, 'part'),
    answers: join(folder, 'answers'),
    release(hasClaims = false) {
      // A folder that is there now belongs to another run.
      if (isGone) return;
      // No answers yet: there is nothing to resume from.
      if (isEmpty(join(folder, 'journal')) && !hasClaims) remove();
      else release();
    },
    remove,
  };
}

/** Whether a journal has only the newlines with which each run begins. */
function isEmpty(journal: string): boolean {
  const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  return size < 100 && (size === 0 || readFileSync(journal, 'utf8').trim() === '');
}

/** Whether a path is a file, or nothing yet. */
function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}
