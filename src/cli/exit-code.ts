import { ownField } from '../engine/contract/json-checks';
import { FileFault } from './table';

/** The exit codes of this program. */
export const EXIT = {
  done: 0,
  /** The command was not understood or cannot be carried out. Nothing was written. */
  usage: 1,
  someFailed: 2,
  overBudget: 3,
  /** The same command continues where this one stopped. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command cannot be carried out as it was given. The message is for people. */
export class UsageError extends Error {}

/** Puts a system error about a file into words for people. */
export function systemFault(error: unknown, path: string, wanted: 'read' | 'write'): FileFault {
  if (error instanceof FileFault) return error;
  const code = String(ownField(error, 'code') ?? '');
  return new FileFault(`Can’t ${wanted} ${path}: ${REASONS[code] ?? `${code || 'it failed'}.`}`);
}

/**
 * Runs something on a file.
 *
 * @throws FileFault for a system error.
 */
export function attempt<Result>(wanted: 'read' | 'write', path: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw systemFault(error, path, wanted);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you don’t have permission.',
  EPERM: 'you don’t have permission.',
  EROFS: 'the disk is read-only.',
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'a part of its path isn’t a folder.',
  EISDIR: 'it’s a folder.',
  ENOSPC: 'the disk is full. Free some space and run it again; nothing is paid for twice.',
  EDQUOT: 'your quota is full. Free some space and run it again; nothing is paid for twice.',
  EFBIG: 'the file would be too large for this disk.',
  EMFILE: 'too many files are open.',
  EIO: 'the disk reported an error.',
};
