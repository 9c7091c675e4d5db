import {
  createSerialQueue,
  createSlicer,
  ListenerSet,
  type Clock,
  type StoredAnswer,
} from '../../engine/lookup';
import type { CannotDo } from '../spreadsheet/sheet';
import type { CarriedAnswers } from '../spreadsheet/workbook-answers';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import { ANSWERS_NAMESPACE, readAnswers, writeAnswers, type AnswersReading } from './answer-parts';
import {
  AnswerTable,
  isDay,
  MAX_ANSWERS,
  questionOf,
  type AnsweredQuestion,
  type AnswerRow,
} from './answer-table';
import { questionFingerprint, withoutAccount } from './question-fingerprint';
import { CANNOT, safeParts } from './safe-parts';

/** The answers that travel with the open workbook. Nothing here throws or rejects. */
export interface WorkbookSnapshot {
  /** The same object until something changes. */
  current(): SnapshotState;
  subscribe(listener: () => void): () => void;
  /** Reads the workbook if necessary; settles when the one that is open by then has been read. */
  whenRead(): Promise<void>;
  /**
   * Returns the answers by subject key, for subjects that have any. Reads the workbook if
   * necessary.
   */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>>;
  /** Returns whether any of these is missing from the workbook; false if that cannot be read. */
  lacks(rows: Iterable<AnswerRow>): Promise<boolean>;
  /**
   * Adds answers to what the workbook holds by now. With `asked`, drops the answers to all other
   * questions; without it, drops none. Unless it returns `saved`, the old answers are still there.
   */
  save(rows: Iterable<AnswerRow>, asked?: Iterable<AnsweredQuestion>): Promise<SnapshotSaving>;
  /** Removes all answer parts from the workbook, whatever they contain. */
  remove(): Promise<SnapshotSaving>;
}

export interface SnapshotState extends Pick<
  CarriedAnswers,
  'answers' | 'subjects' | 'services' | 'savedAt' | 'bytes' | 'damaged' | 'newer' | 'isTooMuch'
> {
  readonly reading:
    | { readonly kind: 'unread' }
    | { readonly kind: 'reading' | 'read' }
    | { readonly kind: 'failed'; readonly message: string };
}

/** Who reads a workbook's answers. */
export interface SnapshotReader {
  readonly hasKey: boolean;
  /** Whether their service makes up its values. */
  readonly usesSample: boolean;
}

/** `too-many`: more answers than a workbook may hold. `too-much`: more than Locus reads. */
export type SnapshotSaving =
  | { readonly kind: 'saved'; readonly isChanged: boolean }
  | { readonly kind: 'not-saved'; readonly reason: 'too-many' | 'too-much' | 'another-workbook' }
  | { readonly kind: 'failed'; readonly message: string };

export interface WorkbookSnapshotOptions {
  readonly parts: WorkbookParts;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  readonly reader: () => SnapshotReader;
  /** What must never be written into a workbook. */
  readonly credential: () => string | undefined;
}

/** Creates the snapshot of a host's workbook. It reads nothing until a caller needs it. */
export function createWorkbookSnapshot(options: WorkbookSnapshotOptions): WorkbookSnapshot {
  const { parts, clock } = options;
  const safe = safeParts(parts);
  const listeners = new ListenerSet();
  let { table } = NOTHING;
  let state = stateOf({ kind: 'unread' }, NOTHING);
  let reading: Promise<void> | undefined;
  // Each change reads what the one before has written.
  const queue = createSerialQueue();

  function become(kind: SnapshotState['reading'], found: AnswersReading = NOTHING): void {
    ({ table } = found);
    state = stateOf(kind, found);
    listeners.notify();
  }

  async function readParts(): Promise<AnswersReading | CannotDo> {
    const texts = await safe.read(ANSWERS_NAMESPACE);
    return texts.kind === 'failed' ? texts : readAnswers(texts.parts, clock);
  }

  async function read(): Promise<void> {
    const opened = parts.opened();
    become({ kind: 'reading' });
    const found = await readParts();
    if (opened !== parts.opened()) return whenRead();
    if (found.kind === 'answers') return become({ kind: 'read' }, found);
    reading = undefined;
    become(found);
  }

  function whenRead(): Promise<void> {
    return (reading ??= read());
  }

  async function find(
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    await whenRead();
    const opened = parts.opened();
    const reader = options.reader();
    const found = new Map<string, readonly StoredAnswer[]>();
    await visitAll(keys, (key) => {
      const answers = answersFor(table, key, reader);
      if (answers.length > 0) found.set(key, answers);
    });
    return opened === parts.opened() ? found : find(keys);
  }

  async function lacks(rows: Iterable<AnswerRow>): Promise<boolean> {
    await whenRead();
    let isMissing = false;
    await visitAll(rows, (row) => {
      const kept = table.answerTo(row);
      isMissing ||= kept === undefined || kept.name < row.name;
    });
    return isMissing && state.reading.kind === 'read';
  }

  async function save(
    opened: number,
    rows: Iterable<AnswerRow>,
    asked: Iterable<AnsweredQuestion> | undefined,
  ): Promise<SnapshotSaving> {
    const found = await readParts();
    if (found.kind === 'failed') return found;
    if (found.isTooMuch) return { kind: 'not-saved', reason: 'too-much' };
    const isWanted = wanted(asked, options.credential());
    const next = new AnswerTable();
    await visitAll(found.table, (row) => isWanted(row) && next.add(row));
    let isChanged = next.size < found.table.size;
    await visitAll(rows, (row) => {
      if (isWanted(row) && next.add(row)) isChanged = true;
    });
    if (next.size > MAX_ANSWERS) return { kind: 'not-saved', reason: 'too-many' };
    const savedAt = clock.now();
    const own = isChanged ? await writeAnswers(next, savedAt, clock) : [];
    const texts = [...own, ...found.unread];
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    if (isChanged && bytes > MAX_BYTES) return { kind: 'not-saved', reason: 'too-many' };
    if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
    const written = isChanged ? await safe.write(ANSWERS_NAMESPACE, texts) : undefined;
    if (written?.kind === 'failed') return written;
    return saved(opened, isChanged, isChanged ? { ...found, table: next, savedAt, bytes } : found);
  }

  async function remove(opened: number): Promise<SnapshotSaving> {
    if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
    const removed = await safe.remove(ANSWERS_NAMESPACE);
    return removed.kind === 'failed' ? removed : saved(opened, true, NOTHING);
  }

  function saved(opened: number, isChanged: boolean, found: AnswersReading): SnapshotSaving {
    if (opened === parts.opened()) {
      reading = Promise.resolve();
      become({ kind: 'read' }, found);
    }
    return { kind: 'saved', isChanged };
  }

  function inTurn(change: (opened: number) => Promise<SnapshotSaving>): Promise<SnapshotSaving> {
    const opened = parts.opened();
    return queue(() => change(opened)).catch(() => CANNOT);
  }

  /** Gives the page its turn now and then. */
  async function visitAll<Item>(
    items: Iterable<Item>,
    visit: (item: Item) => unknown,
  ): Promise<void> {
    const slice = createSlicer(clock);
    let visited = 0;
    for (const item of items) {
      visit(item);
      if ((visited += 1) % ITEMS_AT_ONCE === 0) await slice();
    }
  }

  parts.subscribe(() => {
    reading = undefined;
    become({ kind: 'unread' });
  });
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    whenRead,
    find,
    lacks,
    save: (rows, asked) => inTurn((opened) => save(opened, rows, asked)),
    remove: () => inTurn(remove),
  };
}

const NOTHING: AnswersReading = {
  kind: 'answers',
  table: new AnswerTable(),
  savedAt: 0,
  bytes: 0,
  damaged: 0,
  newer: 0,
  unread: [],
  isTooMuch: false,
};
const ANOTHER_WORKBOOK: SnapshotSaving = { kind: 'not-saved', reason: 'another-workbook' };

/** Below the 5 MB that Excel on the web accepts in one save. */
const MAX_BYTES = 4_500_000;
const ITEMS_AT_ONCE = 256;

function stateOf(reading: SnapshotState['reading'], found: AnswersReading): SnapshotState {
  const { table, savedAt, bytes, damaged, newer, isTooMuch } = found;
  const counts = { answers: table.size, subjects: table.subjectCount, services: table.services() };
  return { reading, ...counts, savedAt, bytes, damaged, newer, isTooMuch };
}

/**
 * Which answers a workbook may keep: those to questions that somebody asks, if the caller says what
 * is asked; and no name that holds the credential, since names are asked for as people type them.
 */
function wanted(
  asked: Iterable<AnsweredQuestion> | undefined,
  credential: string | undefined,
): (row: AnswerRow) => boolean {
  const questions = asked && new Set(Array.from(asked, questionOf));
  const secret = credential?.toLowerCase() ?? '';
  return (row) => {
    if (secret.length >= SHORTEST_SECRET && row.name.includes(secret)) return false;
    return questions?.has(questionOf(row)) !== false;
  };
}

/** Anything shorter occurs in many texts by chance. */
const SHORTEST_SECRET = 6;

/**
 * A workbook's answers on a subject, for this reader. Which service and account gave them makes no
 * difference, with two exceptions: made-up values do not replace those of a service that the reader
 * could ask, and an undated score counts only on its day, unless the reader cannot ask for today's.
 *
 * @param key the subject's key, as the engine writes it.
 */
function answersFor(
  table: AnswerTable,
  key: string,
  { hasKey, usesSample }: SnapshotReader,
): readonly StoredAnswer[] {
  const { fingerprint, day } = questionFingerprint(withoutAccount(key));
  return table
    .of(fingerprint)
    .filter(({ service }) => !service.isSample || usesSample || !hasKey)
    .filter(({ name }) => !isDay(name) || name === day || !hasKey)
    .map(({ name, value, at }) => ({ name: isDay(name) ? '' : name, value, at }));
}
