import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import type { StoredAnswer, StoredEntry } from '../engine/lookup';
import type { Rejections } from './key-set';
import { writeWhole } from './output-file';
import { systemFault } from './exit-code';
import type { FileFault } from './table';

/**
 * The answers of a run, one on each line, written before the engine gets them. A run that is killed
 * at any moment can then be resumed. The journal has the keys of questions and their values, and no
 * credential.
 */
export interface Journal {
  /** @param key the key under which the answers are stored. */
  add(key: string, answers: readonly StoredAnswer[]): void;
  /** @param names the names of the call that the service rejected; none for a score. */
  reject(key: string, names: readonly string[]): void;
  close(): void;
}

/**
 * Opens the journal for writing.
 *
 * @param onTrouble called when the journal cannot be written, because further answers would be
 * lost.
 * @throws FileFault
 */
export function openJournal(
  path: string,
  onTrouble: (fault: FileFault) => void,
  writeSome: typeof writeSync = writeSync,
): Journal {
  try {
    const file = openSync(path, 'a', 0o600);
    const append = (text: string): void => writeWhole(file, Buffer.from(text), writeSome);
    // End the line that a killed run may have left incomplete.
    append('\n');
    let start = '';
    const write = (line: object): void => {
      try {
        append(`${start}${JSON.stringify(line)}\n`);
        start = '';
      } catch (error) {
        // Part of the line may have been written.
        start = '\n';
        onTrouble(systemFault(error, path, 'write'));
      }
    };
    return {
      add: (key, answers) =>
        write([key, ...answers.map(({ name, value, at }) => [name, value, at])]),
      reject: (key, names) => write({ key, rejected: names }),
      close: () => closeSync(file),
    };
  } catch (error) {
    throw systemFault(error, path, 'write');
  }
}

/**
 * Yields a journal's answers, some at a time. Yields nothing if there is no journal. Skips broken
 * lines, and adds rejected calls to `rejections`.
 */
export async function* readJournal(
  path: string,
  rejections: Rejections,
): AsyncGenerator<readonly StoredEntry[]> {
  let subjects: StoredEntry[] = [];
  try {
    for await (const line of linesOf(createReadStream(path, 'utf8'))) {
      const subject = subjectOf(line, rejections);
      if (subject !== undefined) subjects.push(subject);
      if (subjects.length < AT_ONCE) continue;
      yield subjects;
      subjects = [];
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw systemFault(error, path, 'read');
  }
  if (subjects.length > 0) yield subjects;
}

const AT_ONCE = 1000;

/**
 * From Node 24 on, Node's readline ends a line at U+2028, which may be in the middle of a JSON
 * text.
 */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n');
    rest += first;
    for (const line of others) {
      yield rest;
      rest = line;
    }
  }
  yield rest;
}

type AnsweredLine = [string, ...[string, number | null, number][]];

interface RejectedLine {
  readonly key: string;
  readonly rejected: readonly string[];
}

function subjectOf(line: string, rejections: Rejections): StoredEntry | undefined {
  if (line === '') return undefined;
  try {
    const entry = JSON.parse(line) as AnsweredLine | RejectedLine;
    if (!Array.isArray(entry)) {
      rejections.add(entry.key, entry.rejected);
      return undefined;
    }
    const [key, ...tuples] = entry;
    return { key, answers: tuples.map(([name, value, at]) => ({ name, value, at })) };
  } catch {
    return undefined;
  }
}
