import { createSerialQueue, createSlicer, ListenerSet } from '../lookup';
import type { Clock, StoredAnswer } from '../lookup';
import type { CannotDo } from '../spreadsheet/sheet';
import type { CarriedAnswers } from '../spreadsheet/workbook-answers';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import { answerCount, EMPTY_TABLE, MAX_ANSWERS } from './answer-table';
import type { AnswerTable, SnapshotService } from './answer-table';
import { ANSWERS_NAMESPACE } from './answers-part';
import { OldAnswers } from './old-answers';
import { CANNOT, safeParts } from './safe-parts';
import { answersFor } from './snapshot-answers';
import type { SnapshotReader } from './snapshot-answers';
import { readSnapshot } from './snapshot-reading';
import type { SnapshotReading } from './snapshot-reading';
import { writeSnapshot } from './snapshot-writing';
import { buildTable, filterTable, withoutOldDays } from './table-building';
import type { AnswerRow } from './table-building';
import { mergeTables } from './table-merge';
import { restrictTable } from './table-restriction';
import type { AskedName } from './table-restriction';

/** The answers that travel with the open workbook. Nothing here throws or rejects. */
export interface WorkbookSnapshot {
  /** The same object until something changes. */
  current(): SnapshotState;
  subscribe(listener: () => void): () => void;
  /** Reads the workbook if necessary; settles when the one that is open by then has been read. */
  whenRead(): Promise<void>;
  /** The answers by subject key, for subjects that have any; reads the workbook if necessary. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>>;
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
  let table: AnswerTable = EMPTY_TABLE;
  let state: SnapshotState = UNREAD;
  let reading: Promise<void> | undefined;
  // Each change reads what the one before has written.
  const queue = createSerialQueue();

  function become(next: AnswerTable, nextState: SnapshotState): void {
    table = next;
    state = nextState;
    listeners.tell();
  }

  async function read(): Promise<void> {
    const mine = parts.opened();
    become(table, { ...state, reading: { kind: 'reading' } });
    const found = await readParts(options);
    if (mine !== parts.opened()) return whenRead();
    if (found.kind === 'failed') {
      become(EMPTY_TABLE, { ...UNREAD, reading: found });
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
    const mine = parts.opened();
    const reader = options.reader();
    const found = new Map<string, readonly StoredAnswer[]>();
    for (let index = 0; index < keys.length && mine === parts.opened(); index += 1) {
      const key = keys[index] as string;
      const answers = answersFor(table, key, reader);
      if (answers.length > 0) found.set(key, answers);
      if (index % KEYS_BETWEEN_LOOKS === 0) await slice();
    }
    return mine === parts.opened() ? found : find(keys);
  }

  async function save(
    mine: number,
    rows: Iterable<AnswerRow>,
    asked: Iterable<AskedName> | undefined,
  ): Promise<SnapshotSaving> {
    const found = await readParts(options);
    if (found.kind === 'failed') return found;
    if (found.isTooMuch) return { kind: 'refused', reason: 'too-much' };
    const slice = createSlicer(clock);
    const old = new OldAnswers(found.table);
    const added = await buildTable(old.noting(rows), slice);
    await slice();
    const all = mergeTables(await old.left(slice), added);
    await slice();
    const wanted = asked === undefined ? all : await restrictTable(all, asked, slice);
    const kept = withoutSecret(withoutOldDays(wanted), options.credential());
    await slice();
    if (answerCount(kept) > MAX_ANSWERS) return { kind: 'refused', reason: 'too-many' };
    const savedAt = clock.now();
    const own = isSameTable(kept, found.table)
      ? undefined
      : await writeSnapshot(kept, savedAt, clock);
    if (mine !== parts.opened()) return { kind: 'refused', reason: 'another-workbook' };
    if (own === undefined) {
      become(kept, stateOf(found));
      return { kind: 'saved', isChanged: false };
    }
    const texts = [...own, ...found.newer, ...found.damaged];
    const bytes = lengthOf(texts);
    if (bytes > MAX_BYTES) return { kind: 'refused', reason: 'too-many' };
    const written = await safe.write(ANSWERS_NAMESPACE, texts);
    if (written.kind === 'failed') return written;
    if (mine === parts.opened()) {
      reading = Promise.resolve();
      become(kept, stateOf({ ...found, table: kept, savedAt, bytes }));
    }
    return { kind: 'saved', isChanged: true };
  }

  async function remove(mine: number): Promise<SnapshotSaving> {
    if (mine !== parts.opened()) return { kind: 'refused', reason: 'another-workbook' };
    const removed = await safe.remove(ANSWERS_NAMESPACE);
    if (removed.kind === 'failed') return removed;
    if (mine === parts.opened()) {
      reading = Promise.resolve();
      become(EMPTY_TABLE, { ...UNREAD, reading: { kind: 'read' } });
    }
    return { kind: 'saved', isChanged: true };
  }

  function inTurn(change: (mine: number) => Promise<SnapshotSaving>): Promise<SnapshotSaving> {
    const mine = parts.opened();
    return queue(() => change(mine)).catch(() => CANNOT);
  }

  parts.subscribe(() => {
    reading = undefined;
    become(EMPTY_TABLE, UNREAD);
  });
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    whenRead,
    find,
    save: (rows, asked) => inTurn((mine) => save(mine, rows, asked)),
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

function stateOf(found: SnapshotReading): SnapshotState {
  const { table, savedAt, bytes, damaged, newer, isTooMuch } = found;
  return {
    reading: { kind: 'read' },
    answers: answerCount(table),
    subjects: table.high.length,
    services: table.services,
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
}: WorkbookSnapshotOptions): Promise<({ readonly kind: 'found' } & SnapshotReading) | CannotDo> {
  const texts = await safeParts(parts).read(ANSWERS_NAMESPACE);
  if (texts.kind === 'failed') return texts;
  return { kind: 'found', ...(await readSnapshot(texts.parts, clock)) };
}

/** Names are asked for as people type them, and someone may have typed their key. */
function withoutSecret(table: AnswerTable, credential: string | undefined): AnswerTable {
  const secret = credential?.toLowerCase() ?? '';
  if (secret.length < SHORTEST_SECRET) return table;
  const holdsIt = table.names.map((name) => name.includes(secret));
  if (!holdsIt.includes(true)) return table;
  return filterTable(table, (_, answer) => holdsIt[table.name[answer] as number] !== true);
}

/** Anything shorter occurs in many texts by chance. */
const SHORTEST_SECRET = 6;

function isSameTable(one: AnswerTable, other: AnswerTable): boolean {
  return (
    one.names.join() === other.names.join() &&
    one.services.map(({ id }) => id).join() === other.services.map(({ id }) => id).join() &&
    COLUMNS.every((column) => isSameColumn(one[column], other[column]))
  );
}

const COLUMNS = ['high', 'low', 'first', 'name', 'service', 'at', 'value'] as const;

function isSameColumn(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    if (!Object.is(one[index], other[index])) return false;
  }
  return true;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
