import type { AnswerStore, StoredAnswer, StoredEntry } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/host';
import { CLEARING, STORED_NAMES } from './stored-record';
import {
  createAnswerDatabase,
  createClearings,
  type AnswerDatabaseOptions,
} from './answer-database';
import { isStorable } from '../../engine/lookup/cache/answer-store';
import { jsonIn } from '../../engine/contract/json-checks';

/** The answers kept on this device. */
export interface KeptDatabase extends AnswerStore {
  /** Drops the answers that are not stored yet. Call it when everything was forgotten. */
  drop(): void;
}

/**
 * Opens the answers kept on this device. What the database had no time to store before a page
 * closed goes into a journal, as far as it has room (1,000,000 characters), and from there into the
 * database of the next page.
 *
 * @param whenHidden runs its listener when the page may be gone the next moment.
 */
export function createKeptDatabase(
  options: AnswerDatabaseOptions,
  storage: DeviceStorage,
  whenHidden: (run: () => Promise<void>) => void,
): KeptDatabase {
  const clearings = createClearings(storage);
  const database = createAnswerDatabase({ ...options, clearings });
  const journal = createAnswerJournal(storage);

  /** Empties the journal only once the database has stored all: it may not open, or be full. */
  async function settle(): Promise<void> {
    if ((await database.flush()) && database.unwritten().length === 0) journal.release();
  }

  const journalled = journal.read();
  if (journalled.length > 0) void database.write(journalled).then(settle);
  storage.subscribe((name) => {
    if (name === CLEARING) database.drop();
  });
  whenHidden(() => {
    // Reads first: this may be when the window learns that everything was forgotten.
    const left = journal.read();
    journal.add(database.unwritten());
    // Another window may have been closed before it stored these. `settle` empties the journal.
    if (left.length > 0) void database.write(left);
    return settle();
  });
  return {
    read: (keys) => database.read(keys),
    write: (entries) => database.write(entries),
    clear() {
      journal.clear();
      return database.clear();
    },
    size: () => database.size(),
    drop: () => database.drop(),
  };
}

/**
 * Answers that a page had no time to write to its database before it closed. A database takes
 * several turns for a write, and a page that is closed or reloaded has none left. The journal is a
 * single text, which a device writes at once, and holds the answers until the database has them.
 */
interface AnswerJournal {
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

/** Creates the journal of a device. Exported for its own test. */
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
      // A page about to close may be hidden twice, and adds the same answers then.
      const lines = new Set(before);
      const text = textOf([...before, ...subjects.map(lineOf).filter((line) => !lines.has(line))]);
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
  const parsed = jsonIn(line);
  if (!Array.isArray(parsed)) return undefined;
  const [key, answers] = parsed as unknown[];
  if (typeof key !== 'string' || !Array.isArray(answers)) return undefined;
  return { key, answers: (answers as unknown[]).flatMap((answer) => answerOf(answer) ?? []) };
}

function answerOf(answer: unknown): StoredAnswer | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [name, value, at] = answer as unknown[];
  const stored = { name, value, at };
  return isStorable(stored) ? stored : undefined;
}
