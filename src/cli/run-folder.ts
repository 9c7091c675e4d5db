import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownField } from '../contract/checked';
import { holdFolder } from '../node/folder-lock';
import { STANDARD } from './input-file';
import { linkedFile } from './output-file';
import { systemFault } from './system-fault';
import { FileFault } from './table';

/** The folder beside an output, where a link leads to, while it is being made; a run that was killed leaves it behind. */
export interface RunFolder {
  readonly journal: string;
  /** What becomes the output. */
  readonly part: string;
  /** Where answers go if none are to be kept after the run. */
  readonly answers: string;
  /** Lets go of it; it stays for the next run. */
  release(): void;
  /** The output is there: nothing of the run is needed any more. */
  remove(): void;
}

/**
 * Undefined for an output that is no file.
 *
 * @throws FileFault if another process writes the same output.
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
    release() {
      // What is there now is another run's.
      if (isGone) return;
      // No answers yet: there is nothing to resume from.
      if (isEmpty(join(folder, 'journal'))) remove();
      else release();
    },
    remove,
  };
}

/** It has but the line ends that each run begins with. */
function isEmpty(journal: string): boolean {
  const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  return size < 100 && (size === 0 || readFileSync(journal, 'utf8').trim() === '');
}

/** A file, or nothing yet. */
function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}
