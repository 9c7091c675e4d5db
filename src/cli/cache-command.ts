import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countText } from '../engine/language/speech';
import { defaultFolder, openAnswerFolder } from './answer-folder';
import type { CommandPorts } from './command-ports';
import { EXIT, type ExitCode } from './exit-code';

export interface CacheOptions {
  /** The path of the folder; false for none. */
  readonly cache?: string | boolean;
  readonly json?: boolean;
}

/**
 * Runs `locus cache`: says where answers are kept and how many there are, or deletes them. It keeps
 * the record of scores that may have been charged without an answer, because asking for one again
 * might cost twice.
 *
 * @throws FileFault
 */
export async function showCache(
  isCleared: boolean,
  { cache, json }: CacheOptions,
  { environment, clock, output }: CommandPorts,
): Promise<ExitCode> {
  const folder = typeof cache === 'string' ? cache : defaultFolder(environment, process.platform);
  let [places, bytes] = [0, 0];
  // Looking at the folder does not create it.
  if (existsSync(join(folder, 'answers.mdb'))) {
    const opened = openAnswerFolder(folder, () => clock.now());
    try {
      ({ answers: places, bytes } = await opened.answers.size());
      if (isCleared) await opened.answers.clear();
    } finally {
      await opened.close();
    }
  }
  if (json === true) {
    output.write(`${JSON.stringify({ folder, places, bytes, cleared: isCleared })}\n`);
    return EXIT.done;
  }
  const kept = places === 1 ? '1 place or score' : `${countText(places)} places and scores`;
  const what = `${kept}, ${countText(Math.ceil(bytes / 1000))} kB, in ${folder}`;
  output.write(isCleared ? `Deleted: ${what}\n` : `${what}\n`);
  return EXIT.done;
}
