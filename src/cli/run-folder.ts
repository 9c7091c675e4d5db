import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownField } from '../engine/contract/json-checks';
import { holdFolder } from '../node/folder-lock';
import { STANDARD } from './input-file';
import { linkedFile } from './output-file';
import { systemFault } from './exit-code';
import { FileFault } from './table';

/** The folder beside an output, or beside a link's target, during a run. A killed run leaves it. */
export interface RunFolder {
  readonly journal: string;
  /** The file that becomes the output. */
  readonly part: string;
  /** Where answers are kept if they are to last for this run only. */
  readonly answers: string;
  /**
   * Unlocks the folder, and keeps it for the next run unless there is nothing to resume.
   *
   * @param hasClaims whether its answers lack a score that may have been charged.
   */
  release(hasClaims?: boolean): void;
  /** Deletes the folder once the output is in place. */
  remove(): void;
}

/**
 * Undefined for an output that is not a file.
 *
 * @throws FileFault if another process is writing the same output.
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

/** Whether a journal holds only the newlines that each run begins with. */
function isEmpty(journal: string): boolean {
  const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  return size < 100 && (size === 0 || readFileSync(journal, 'utf8').trim() === '');
}

/** A file, or nothing yet. */
function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}
