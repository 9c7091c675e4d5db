import type { Calendar } from '../../node/calendar';
import type { AnswerStore, Claim, Source } from '../../engine/lookup';
import type { CallLedger, OnShareSpent } from './call-ledger';
import type { ScoreClaims } from '../../node/score-permits';

/**
 * Everything that outlives a process, and that several gateways may share. Every method may reject:
 * the store is then down, no call may be sent, and the next attempt may succeed.
 */
export interface SharedState {
  readonly ledger: CallLedger;
  readonly claims: ScoreClaims;
  readonly records: RecordStore;
  readonly audit: AuditTrail;
  /** Its keys hold places, so they are concealed before they are stored. */
  readonly answers: AnswerStore;
  /** Undefined if no other gateway asks. */
  readonly lookups?: SharedLookups | undefined;
  /** Whether the store was down when it was last tried. */
  readonly isDown: boolean;
  /**
   * It was emptied, exchanged, or restored from an older copy. Nothing is reserved until an
   * administrator confirms: then today counts as spent, and open claims become unknown.
   */
  readonly hasForgotten: boolean;
  confirm(): Promise<void>;
  /** The time that all gateways use, in epoch milliseconds. */
  readonly now: () => number;
  /** Runs while nobody else, here or at another gateway, runs anything under the same name. */
  exclusively<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Drops answers, counts and acts that have been kept long enough. */
  sweep(): Promise<void>;
  /** Copies everything, to a folder. Missing where the store is backed up by its own means. */
  backUp?(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Of one process: in each name's line everything waits for what came before it. */
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

/** What either kind of store is opened with. */
export interface StoreOptions {
  /** By which days and months are counted. @default that of UTC */
  readonly calendar?: Calendar | undefined;
  /** How long answers are kept, and counts of calls with the audit. */
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
  /** All of a kind of which there are few. */
  load(kind: string): Promise<readonly unknown[]>;
  /** All of any kind, a thousand or so at a time. One may come twice while others are put. */
  slices(kind: string): AsyncIterable<readonly unknown[]>;
  read(kind: string, id: string): Promise<unknown>;
  put(kind: string, id: string, record: object): Promise<void>;
  /** Other gateways are not told: only for what counts nowhere any more. */
  remove(kind: string, ids: readonly string[]): Promise<void>;
  /** What any gateway has put since that version. Missing where no other process puts any. */
  changedSince?(version: number | undefined): Promise<RecordChanges>;
}

export interface RecordChanges {
  readonly version: number;
  readonly records: readonly { readonly kind: string; readonly record: unknown }[];
}

/** Lets several gateways make lookups as one: only one of them asks about a place at a time. */
export interface SharedLookups {
  /** Notes that a question wants this name of the stored key, until what it returns is called. */
  want(target: string, name: string): () => void;
  /**
   * Claims the names wanted of a target, or leaves them to the gateway that already asks.
   *
   * @param newerThan no answer from before this time will do, in epoch milliseconds.
   */
  claim(target: string, newerThan?: number): Promise<Claim>;
  /**
   * Adds the names that other gateways want of a place to its calls, and tells them the answers.
   */
  merged(source: Source): Source;
  /** The shared answers as a tier. It writes no lookups: `merged` stores those as they come. */
  readonly tier: AnswerStore;
}

/** One administrative act. It names people and things by id, and holds no secret. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The id of the person who did it. */
  readonly by: string;
  /** Such as `person added`. */
  readonly act: string;
  readonly about: string;
  readonly detail: string;
}

export interface StoredAuditEntry extends AuditEntry {
  /** Its time, and its number among those that have a place in the trail: `1764046800000.3`. */
  readonly id: string;
}

/** @returns undefined if it is neither an entry's id nor a time. */
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
   * The latest, newest first.
   *
   * @param before an entry's id, or a time in epoch milliseconds: only what came before it.
   */
  latest(most: number, before?: string): Promise<readonly StoredAuditEntry[]>;
}

/** The store cannot be read or written now. The next attempt may succeed. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';

  constructor(
    message: string,
    /** The store certainly heard nothing. */
    readonly isUnsent = false,
  ) {
    super(message);
  }
}

/** The store has lost calls, so no call leaves until an administrator confirms. */
export class StoreForgot extends StoreDown {
  constructor() {
    super('the store has forgotten what was done', true);
  }
}

/** The store is up, but would let no further call leave for too long. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

/** Whether the store certainly heard nothing of what failed with this error. */
export function isUnsent(error: unknown): boolean {
  return error instanceof StoreDown && error.isUnsent;
}
