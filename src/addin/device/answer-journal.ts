import type { StoredAnswer, StoredEntry } from '../../engine/lookup';
import { isStorable } from '../../engine/lookup/cache/stored-answers';
import type { DeviceStorage } from '../spreadsheet/device-storage';
import { STORED_NAMES } from './stored-names';

/**
 * Answers that a page had no time to write to its database before it closed. A database takes
 * several turns for a write, and a page that is closed or reloaded has none left. The journal is a
 * single text, which a device writes at once, and holds the answers until the database has them.
 */
export interface AnswerJournal {
  /** What this page or another has left; empty if it cannot be read. */
  read(): readonly StoredEntry[];
  /** Adds answers, as far as there is room. */
  add(subjects: readonly StoredEntry[]): void;
  /**
   * The database has what `read` returned and `add` took: clears the journal, unless another page
   * has added more.
   */
  release(): void;
  clear(): void;
}

const NAME = STORED_NAMES.unwritten;
const VERSION = 1;
/** A second's answers are a hundredth of this; a device keeps about five times as much in all. */
const MAX_LENGTH = 1_000_000;

export function createAnswerJournal(storage: DeviceStorage): AnswerJournal {
  /** The text as this page knows it. */
  let known: string | undefined;

  function read(): readonly StoredEntry[] {
    known = storage.read(NAME);
    return known === undefined ? [] : parse(known);
  }

  return {
    read,
    add(subjects) {
      if (subjects.length === 0) return;
      const before = read().map(lineOf);
      // A page about to close may be told so twice.
      const held = new Set(before);
      const text = textOf([...before, ...subjects.map(lineOf).filter((line) => !held.has(line))]);
      if (storage.write(NAME, text)) known = text;
    },
    release() {
      if (known !== undefined && storage.read(NAME) === known) storage.remove(NAME);
      known = undefined;
    },
    clear() {
      known = undefined;
      storage.remove(NAME);
    },
  };
}

function lineOf({ key, answers }: StoredEntry): string {
  return JSON.stringify([key, answers.map(({ name, value, at }) => [name, value, at])]);
}

/** The latest lines that fit. */
function textOf(lines: readonly string[]): string {
  let first = lines.length;
  for (let length = 0; first > 0; first -= 1) {
    length += (lines[first - 1] ?? '').length + 1;
    if (length > MAX_LENGTH) break;
  }
  return [VERSION, ...lines.slice(first)].join('\n');
}

/** Anything may be stored there; a malformed line is ignored. */
function parse(text: string): StoredEntry[] {
  const [version, ...lines] = text.split('\n');
  if (version !== String(VERSION) || text.length > 2 * MAX_LENGTH) return [];
  return lines.flatMap((line) => entryOf(line) ?? []);
}

function entryOf(line: string): StoredEntry | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    if (!Array.isArray(parsed)) return undefined;
    const [key, answers] = parsed as unknown[];
    if (typeof key !== 'string' || !Array.isArray(answers)) return undefined;
    return { key, answers: (answers as unknown[]).flatMap((answer) => answerOf(answer) ?? []) };
  } catch {
    return undefined;
  }
}

function answerOf(answer: unknown): StoredAnswer | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [name, value, at] = answer as unknown[];
  const stored = { name, value, at };
  return isStorable(stored) ? stored : undefined;
}
