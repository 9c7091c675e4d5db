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
  type AnswerRow,
  type KeptAnswers,
  type SnapshotService,
} from './answer-table';
import { questionPrint, withoutAccount } from './question-print';
import { CANNOT, safeParts } from './safe-parts';

/** The answers that travel with the open workbook. Nothing here throws or rejects. */
export interface WorkbookSnapshot {
  /** The same object until something changes. */
  current(): SnapshotState;
  subscribe(listener: () => void): () => void;
  /** Reads the workbook if necessary; settles when the one that is open by then has been read. */
  whenRead(): Promise<void>;
  /** The answers by subject key, for subjects that have any; reads the workbook if necessary. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>>;
  /** Whether any of these is missing from the workbook; false if it cannot be read. */
  lacks(rows: Iterable<AnswerRow>): Promise<boolean>;
  /**
   * Adds answers to what the workbook holds by now. With `asked`, drops the answers to all other
   * questions; without it, drops none. Unless it returns `saved`, the old answers are still there.
   */
  save(rows: Iterable<AnswerRow>, asked?: Iterable<AskedName>): Promise<SnapshotSaving>;
  /** Removes all answer parts from the workbook, whatever they contain. */
  remove(): Promise<SnapshotSaving>;
}

export interface SnapshotState extends Pick<
  CarriedAnswers,
  'answers' | 'subjects' | 'savedAt' | 'bytes' | 'damaged' | 'newer' | 'isTooMuch'
> {
  readonly reading:
    | { readonly kind: 'unread' }
    | { readonly kind: 'reading' | 'read' }
    | { readonly kind: 'failed'; readonly message: string };
  readonly services: readonly SnapshotService[];
}

/** Who reads a workbook's answers. */
export interface SnapshotReader {
  readonly hasKey: boolean;
  /** Whether their service makes up its values. */
  readonly usesSample: boolean;
}

/** A question that formulas ask, answered or not. */
export interface AskedName {
  /** The engine's key of the subject, without the account. */
  readonly subject: string;
  /** The attribute's name; empty for a score. */
  readonly name: string;
}

/** `too-many`: more answers than a workbook may hold. `too-much`: more than Locus reads. */
export type SnapshotSaving =
  | { readonly kind: 'saved'; readonly isChanged: boolean }
  | { readonly kind: 'refused'; readonly reason: 'too-many' | 'too-much' | 'another-workbook' }
  | { readonly kind: 'failed'; readonly message: string };

export interface WorkbookSnapshotOptions {
  readonly parts: WorkbookParts;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  readonly reader: () => SnapshotReader;
  /** What must never be written into a workbook. */
  readonly credential: () => string | undefined;
}

/** Reads nothing until a caller needs it. */
export function createWorkbookSnapshot(options: WorkbookSnapshotOptions): WorkbookSnapshot {
  const { parts, clock } = options;
  const safe = safeParts(parts);
  const listeners = new ListenerSet();
  let table = new AnswerTable();
  let state: SnapshotState = UNREAD;
  let reading: Promise<void> | undefined;
  // Each change reads what the one before has written.
  const queue = createSerialQueue();

  function become(next: AnswerTable, nextState: SnapshotState): void {
    table = next;
    state = nextState;
    listeners.notify();
  }

  async function read(): Promise<void> {
    const opened = parts.opened();
    become(table, { ...state, reading: { kind: 'reading' } });
    const found = await readParts(options);
    if (opened !== parts.opened()) return whenRead();
    if (found.kind === 'failed') {
      become(new AnswerTable(), { ...UNREAD, reading: found });
      reading = undefined;
    } else become(found.table, stateOf(found));
  }

  function whenRead(): Promise<void> {
    return (reading ??= read());
  }

  async function find(
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    await whenRead();
    const slice = createSlicer(clock);
    const opened = parts.opened();
    const reader = options.reader();
    const found = new Map<string, readonly StoredAnswer[]>();
    for (let index = 0; index < keys.length && opened === parts.opened(); index += 1) {
      const key = keys[index] as string;
      const answers = answersFor(table, key, reader);
      if (answers.length > 0) found.set(key, answers);
      if (index % KEYS_BETWEEN_LOOKS === 0) await slice();
    }
    return opened === parts.opened() ? found : find(keys);
  }

  async function lacks(rows: Iterable<AnswerRow>): Promise<boolean> {
    await whenRead();
    const slice = createSlicer(clock);
    let looked = 0;
    for (const { print, name } of rows) {
      if (state.reading.kind !== 'read') return false;
      const kept = table.of(print);
      if (!kept.has(name) && !(isDay(name) && hasLaterDay(kept, name))) return true;
      if ((looked += 1) % ROWS_AT_ONCE === 0) await slice();
    }
    return false;
  }

  async function save(
    opened: number,
    rows: Iterable<AnswerRow>,
    asked: Iterable<AskedName> | undefined,
  ): Promise<SnapshotSaving> {
    const found = await readParts(options);
    if (found.kind === 'failed') return found;
    if (found.isTooMuch) return { kind: 'refused', reason: 'too-much' };
    const { table: kept } = found;
    const slice = createSlicer(clock);
    const isUnwanted = unwanted(asked, options.credential());
    const dropped = await kept.drop(isUnwanted, slice);
    let isChanged = dropped || found.isOld;
    let added = 0;
    for (const row of rows) {
      if ((added += 1) % ROWS_AT_ONCE === 0) await slice();
      if (isUnwanted(row.print, row.name, kept.of(row.print))) continue;
      if (kept.add(row)) isChanged = true;
    }
    // A score of today makes one of yesterday unwanted.
    if (isChanged) await kept.drop(isUnwanted, slice);
    if (kept.size > MAX_ANSWERS) return { kind: 'refused', reason: 'too-many' };
    const savedAt = clock.now();
    const own = isChanged ? await writeAnswers(kept, savedAt, clock) : undefined;
    if (opened !== parts.opened()) return { kind: 'refused', reason: 'another-workbook' };
    if (own === undefined) {
      become(kept, stateOf(found));
      return { kind: 'saved', isChanged: false };
    }
    const texts = [...own, ...found.newer, ...found.damaged];
    const bytes = lengthOf(texts);
    if (bytes > MAX_BYTES) return { kind: 'refused', reason: 'too-many' };
    const written = await safe.write(ANSWERS_NAMESPACE, texts);
    if (written.kind === 'failed') return written;
    if (opened === parts.opened()) {
      reading = Promise.resolve();
      become(kept, stateOf({ ...found, savedAt, bytes }));
    }
    return { kind: 'saved', isChanged: true };
  }

  async function remove(opened: number): Promise<SnapshotSaving> {
    if (opened !== parts.opened()) return { kind: 'refused', reason: 'another-workbook' };
    const removed = await safe.remove(ANSWERS_NAMESPACE);
    if (removed.kind === 'failed') return removed;
    if (opened === parts.opened()) {
      reading = Promise.resolve();
      become(new AnswerTable(), { ...UNREAD, reading: { kind: 'read' } });
    }
    return { kind: 'saved', isChanged: true };
  }

  function inTurn(change: (opened: number) => Promise<SnapshotSaving>): Promise<SnapshotSaving> {
    const opened = parts.opened();
    return queue(() => change(opened)).catch(() => CANNOT);
  }

  parts.subscribe(() => {
    reading = undefined;
    become(new AnswerTable(), UNREAD);
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

const UNREAD: SnapshotState = {
  reading: { kind: 'unread' },
  answers: 0,
  subjects: 0,
  services: [],
  savedAt: 0,
  bytes: 0,
  damaged: 0,
  newer: 0,
  isTooMuch: false,
};

/** Excel on the web accepts 5 MB in one save. */
const MAX_BYTES = 4_500_000;
const KEYS_BETWEEN_LOOKS = 256;
const ROWS_AT_ONCE = 256;

function stateOf(found: AnswersReading): SnapshotState {
  const { table, savedAt, bytes, damaged, newer, isTooMuch } = found;
  return {
    reading: { kind: 'read' },
    answers: table.size,
    subjects: table.subjectCount,
    services: table.services(),
    savedAt,
    bytes,
    damaged: damaged.length,
    newer: newer.length,
    isTooMuch,
  };
}

async function readParts({
  parts,
  clock,
}: WorkbookSnapshotOptions): Promise<({ readonly kind: 'found' } & AnswersReading) | CannotDo> {
  const texts = await safeParts(parts).read(ANSWERS_NAMESPACE);
  if (texts.kind === 'failed') return texts;
  return { kind: 'found', ...(await readAnswers(texts.parts, clock)) };
}

/**
 * Which answers a workbook must not keep: those to questions that nobody asks, if the caller says
 * what is asked; an undated score with a later one; and a name that holds the credential, since
 * names are asked for as people type them.
 */
function unwanted(
  asked: Iterable<AskedName> | undefined,
  credential: string | undefined,
): (print: string, name: string, answers: KeptAnswers) => boolean {
  const wanted =
    asked &&
    new Set(
      Array.from(asked, ({ subject, name }) => questionOf(questionPrint(subject).print, name)),
    );
  const secret = credential?.toLowerCase() ?? '';
  const isSecret = (name: string): boolean =>
    secret.length >= SHORTEST_SECRET && name.includes(secret);
  return (print, name, answers) => {
    if (isSecret(name)) return true;
    if (!isDay(name)) return wanted?.has(questionOf(print, name)) === false;
    if (hasLaterDay(answers, name)) return true;
    // A score has no name: it stays whatever its day.
    return wanted?.has(questionOf(print, '')) === false;
  };
}

function hasLaterDay(answers: KeptAnswers, day: string): boolean {
  for (const other of answers.keys()) if (other > day && isDay(other)) return true;
  return false;
}

function questionOf(print: string, name: string): string {
  return `${print} ${name}`;
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
  const { print, day } = questionPrint(withoutAccount(key));
  const answers: StoredAnswer[] = [];
  let ofDay: StoredAnswer | undefined;
  for (const [name, { value, at, serviceId }] of table.of(print)) {
    if (hasKey && !usesSample && table.service(serviceId).isSample) continue;
    const answer = { name, value, at: at * 1000 };
    if (!isDay(name)) answers.push(answer);
    else if (name === day) return [{ ...answer, name: '' }];
    else if (!hasKey && name > (ofDay?.name ?? '')) ofDay = answer;
  }
  return ofDay === undefined ? answers : [{ ...ofDay, name: '' }];
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
