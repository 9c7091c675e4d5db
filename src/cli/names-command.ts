import { mkdirSync, readFileSync } from 'node:fs';
import type { StoreTrouble } from '../engine/catalogue/catalogue-store';
import { readNames } from '../engine/catalogue/name-import';
import { readTextFile } from '../engine/places/text-encoding';
import { countedText } from '../engine/language/speech';
import { defaultFolder } from './answer-folder';
import type { CommandPorts } from './command-ports';
import { attempt, EXIT, type ExitCode, UsageError } from './exit-code';
import { openKnownNames } from './name-file';
import { FileFault } from './table';

export interface NamesOptions {
  /** The path of the file with the names to import. */
  readonly import?: string;
  readonly json?: boolean;
  readonly cache?: string | boolean;
}

/**
 * Runs `locus names`, which lists the names known here. It makes no calls.
 *
 * @throws FileFault or UsageError
 */
export async function listNames(
  search: string,
  options: NamesOptions,
  { environment, clock, output, messages }: CommandPorts,
): Promise<ExitCode> {
  const { cache } = options;
  const folder = typeof cache === 'string' ? cache : defaultFolder(environment, process.platform);
  const names = openKnownNames(folder, clock);
  if (options.import !== undefined) {
    const path = options.import;
    attempt('write', folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    const { text } = readTextFile(attempt('read', path, () => readFileSync(path)));
    const read = await readNames(text, { clock });
    if (read.names.length === 0) throw new UsageError(`${path} has no attributes in it.`);
    const catalogue = await names.open();
    await catalogue.whenLoaded();
    const { trouble } = await catalogue.take(read.names, 'add');
    if (trouble !== undefined)
      throw new FileFault(`Can’t keep the attributes: ${TROUBLES[trouble]}`);
    messages.write(`${countedText(read.names.length, 'attribute')} taken.\n`);
    return EXIT.done;
  }
  const found = await names.find(search);
  for (let index = 0; index < found.count; index += 1) {
    const [name, about] = [found.name(index), found.about(index)];
    const line = options.json === true ? JSON.stringify({ name, about }) : `${name}\t${about}`;
    output.write(`${line}\n`);
  }
  if (found.count > 0) return EXIT.done;
  messages.write(
    'No attribute matches. Attributes appear here once a reply or a list has shown them.\n',
  );
  return EXIT.someFailed;
}

const TROUBLES: Readonly<Record<StoreTrouble, string>> = {
  full: 'the disk is full.',
  blocked: 'their file can’t be written.',
  damaged: 'their file can’t be written.',
};
