import type { Calendar } from '../../node/calendar';
import type { AnswerStore, Claim, Source } from '../../engine/lookup';
import type { CallLedger, OnShareSpent } from './call-ledger';
import type { ScoreClaims } from '../../node/score-permits';

/**
 * The state that outlives a process, and that several gateways may share. Every method may reject.
 * The store is then down, and no call may be sent; the next attempt may succeed.
 */
export interface SharedState {
  readonly ledger: CallLedger;
  readonly claims: ScoreClaims;
  readonly records: RecordStore;
  readonly audit: AuditTrail;
  /** Answers. Their keys hold places, so the keys are concealed before they are stored. */
  readonly answers: AnswerStore;
  /** Undefined if no other gateway shares the store. */
  readonly lookups?: SharedLookups | undefined;
  /** Whether the store was down when it was last tried. */
  readonly isDown: boolean;
  /**
   * Whether the store was emptied, replaced, or restored from an older copy. No call is reserved
   * until an administrator confirms this. Today's budgets are then counted as spent, and open
   * claims become unknown.
   */
  readonly hasForgotten: boolean;
  confirm(): Promise<void>;
  /** Returns the time that all gateways use, in epoch milliseconds. */
  readonly now: () => number;
  /** Runs a function while nothing else runs under the same name, here or at other gateways. */
  exclusively<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Drops answers, counts and acts that have been kept long enough. */
  sweep(): Promise<void>;
  /** Copies everything to a folder. Left out if the store is backed up by its own means. */
  backUp?(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Creates `exclusively` for one process: under each name, functions run one after the other. */
export function createExclusion(): SharedState['exclusively'] {
  const latest = new Map<string, Promise<unknown>>();
  return async (name, run) => {
    const before = latest.get(name);
    const own = before === undefined ? run() : before.then(run);
    const end = own.catch(() => undefined);
    latest.set(name, end);
    await end;
    if (latest.get(name) === end) latest.delete(name);
    return own;
  };
}

/** The options with which either kind of store is opened. */
export interface StoreOptions {
  /** The calendar by which days and months are counted. @default UTC's */
  readonly calendar?: Calendar | undefined;
  /** How long to keep answers. `keepCountsMs` is for counts of calls, and for the audit. */
  readonly keepAnswersMs: number;
  readonly keepCountsMs: number;
  /** How long to wait for another process that still uses the folder, or for a silent server. */
  readonly patienceMs: number;
  readonly onShareSpent?: OnShareSpent;
  /** Called when the store has forgotten what was done. */
  readonly onForgot?: () => void;
  /** Called when the store goes down or comes back. */
  readonly onChange?: ((isUp: boolean) => void) | undefined;
}

/** Small records by kind and id: people, teams, tokens. */
export interface RecordStore {
  /** Returns all records of a kind. Use it for kinds that have few. */
  load(kind: string): Promise<readonly unknown[]>;
  /** Returns all records of a kind, some 1000 at a time. During writes, one may come twice. */
  slices(kind: string): AsyncIterable<readonly unknown[]>;
  read(kind: string, id: string): Promise<unknown>;
  put(kind: string, id: string, record: object): Promise<void>;
  /** Removes records. Other gateways are not told, so use it only for what no longer counts. */
  remove(kind: string, ids: readonly string[]): Promise<void>;
  /** Returns what any gateway has put since that version. Left out if no other process writes. */
  changedSince?(version: number | undefined): Promise<RecordChanges>;
}

export interface RecordChanges {
  readonly version: number;
  readonly records: readonly { readonly kind: string; readonly record: unknown }[];
}

/** Lets several gateways share lookups. Only one of them asks about a place at a time. */
export interface SharedLookups {
  /** Notes that a question wants this name of a target. @returns a function that ends this. */
  want(target: string, name: string): () => void;
  /**
   * Claims the names wanted of a target, or leaves them to a gateway that already asks.
   *
   * @param newerThan only an answer from this time or later counts, in epoch milliseconds.
   */
  claim(target: string, newerThan?: number): Promise<Claim>;
  /**
   * Returns a source that adds to each call the names that other gateways want of its place, and
   * tells those gateways the answers.
   */
  merged(source: Source): Source;
  /** The shared answers as a tier. It does not write lookups, because `merged` stores them. */
  readonly tier: AnswerStore;
}

/** One administrative act. It names people and things by id, and holds no secret. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The id of the person who did it. */
  readonly by: string;
  /** What was done, such as `person added`. */
  readonly act: string;
  readonly about: string;
  readonly detail: string;
}

export interface StoredAuditEntry extends AuditEntry {
  /** The entry's time and its number in the trail: `1764046800000.3`. */
  readonly id: string;
}

/** Reads an entry's id, or a time in epoch milliseconds. @returns undefined for anything else. */
export function readAuditId(
  text: string,
): { readonly at: number; readonly number: number | undefined } | undefined {
  const [, at, number] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (at === undefined) return undefined;
  return { at: Number(at), number: number === undefined ? undefined : Number(number) };
}

/** Every administrative act, in order, kept as long as counts are. */
export interface AuditTrail {
  append(entry: AuditEntry): Promise<void>;
  /**
   * Returns the latest entries, newest first.
   *
   * @param before an entry's id, or a time in epoch milliseconds. Only entries before it count.
   */
  latest(most: number, before?: string): Promise<readonly StoredAuditEntry[]>;
}

/** The store cannot be read or written now. The next attempt may succeed. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';

  constructor(
    message: string,
    /** Whether the request certainly did not reach the store. */
    readonly isUnsent = false,
  ) {
    super(message);
  }
}

/** The store has lost counts of calls, so no call leaves until an administrator confirms this. */
export class StoreForgot extends StoreDown {
  constructor() {
    super('the store has forgotten what was done', true);
  }
}

/** The store is up, but would let no further call leave for too long. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

/** Whether the request that failed with this error certainly did not reach the store. */
export function isUnsent(error: unknown): boolean {
  return error instanceof StoreDown && error.isUnsent;
}
