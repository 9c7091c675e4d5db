import type { Clock } from '../../engine/lookup';
import type { ErrorReply } from '../json-reply';
import { TOO_MUCH_WORK } from '../processor-turns';
import { Shares, type ShareLimits } from '../shares';
import type { Client } from '../sign-in/verification-queue';
import type { Batch, BatchOutcome } from './batch';

/** A batch as its callers see it: several may wait for one. */
export interface RunningBatch {
  readonly outcome: Promise<BatchOutcome>;
  /** Its caller waits until the outcome is there, or the connection is closed. */
  wait(client: Client): void;
}

type BegunBatch = Pick<Batch, 'outcome' | 'cut'>;

/** How a batch is found again. */
interface BatchName {
  readonly person: string;
  /** Equal for the same rows of the same function for the same person. */
  readonly key: string;
  /** By which it can be asked for without its rows. */
  readonly pollKey: string | undefined;
}

interface Entry extends RunningBatch, BatchName {
  cut(): void;
  /** Bytes of what is kept for the next poll. */
  size: number;
  cancelKeeping: () => void;
  isOver: boolean;
}

/**
 * The batches under way. One that an engine repeats joins the first. One that may be polled goes on
 * while nobody is connected, and is kept for a while, because a reply may be lost.
 */
export class Batches {
  private readonly byKey = new Map<string, Entry>();
  private readonly byPollKey = new Map<string, Entry>();
  private readonly bodies = new Shares(BODIES);
  /** The large body of each person that is being read. */
  private readonly large = new Map<string, object>();
  /** What ended and is kept for the next poll, the oldest first. */
  private readonly kept = new KeptEntries();
  private readonly keptOf = new Map<string, KeptEntries>();

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  start(name: BatchName, begin: () => BegunBatch): RunningBatch {
    const { key, pollKey } = name;
    const same = this.byKey.get(key);
    if (same !== undefined) return same;
    const entry = this.entryOf(name, begin());
    this.byKey.set(key, entry);
    if (pollKey !== undefined) this.byPollKey.set(pollKey, entry);
    void entry.outcome.then((outcome) => this.onOutcome(entry, outcome));
    return entry;
  }

  /** Undefined if there is none, or it was too long ago. */
  polled(pollKey: string): RunningBatch | undefined {
    return this.byPollKey.get(pollKey);
  }

  /** Settles once every batch has an outcome: nothing that has not been sent is sent any more. */
  async stop(): Promise<void> {
    const running = [...this.byKey.values()].filter(({ isOver }) => !isOver);
    for (const entry of running) entry.cut();
    await Promise.all(running.map(({ outcome }) => outcome));
    for (const entry of [...this.byPollKey.values()]) this.drop(entry);
  }

  /**
   * Takes memory for a body, until it is released; the error if there is no room. Of each person
   * one large body is read at a time.
   *
   * @param errorIfLarge the answer to a body that turns out to be large.
   */
  hold(person: string, errorIfLarge?: ErrorReply): BodyRoom {
    const share = this.bodies.open(person);
    let isReleased = false;
    const mine = {};
    const endReading = (): void => {
      if (this.large.get(person) === mine) this.large.delete(person);
    };
    return {
      endReading,
      take: (bytes) => {
        // Its client left while a piece waited for its turn.
        if (isReleased) return TOO_MUCH;
        const limit = share.take(bytes);
        if (limit !== undefined) return limit === 'person' ? TOO_MUCH : FULL;
        if (share.size <= LARGE) return undefined;
        const other = this.large.get(person) ?? mine;
        this.large.set(person, other);
        return errorIfLarge ?? (other === mine ? undefined : TOO_MUCH_WORK);
      },
      release: () => {
        isReleased = true;
        endReading();
        share.release();
      },
    };
  }

  private entryOf({ person, key, pollKey }: BatchName, begun: BegunBatch): Entry {
    /** While it runs: its rows take more memory than the reply that is kept. */
    let batch: BegunBatch | undefined = begun;
    let clients = 0;
    let cancelWait = (): void => {};
    const entry: Entry = {
      ...{ person, key, pollKey, size: 0, isOver: false, cancelKeeping: () => {} },
      outcome: begun.outcome,
      cut: () => {
        // A repetition must not join what is about to fail.
        this.drop(entry);
        batch?.cut();
      },
      wait: (client) => {
        clients += 1;
        cancelWait();
        const onClose = (): void => {
          clients -= 1;
          if (clients > 0 || entry.isOver) return;
          if (pollKey === undefined) entry.cut();
          else cancelWait = this.clock.schedule(LONGEST_BETWEEN_POLLS_MS, entry.cut);
        };
        if (client.destroyed) onClose();
        else client.once('close', onClose);
      },
    };
    void begun.outcome.then(() => {
      batch = undefined;
      cancelWait();
    });
    return entry;
  }

  private onOutcome(entry: Entry, outcome: BatchOutcome): void {
    entry.isOver = true;
    const isKept = entry.pollKey !== undefined && this.byPollKey.get(entry.pollKey) === entry;
    if (!isKept) {
      this.drop(entry);
      return;
    }
    // Sent again, a refused batch is tried again.
    if (outcome.kind === 'error') this.forget(this.byKey, entry.key, entry);
    const text = outcome.kind === 'error' ? '' : outcome.text;
    entry.size = BYTES_OF_ENTRY + Buffer.byteLength(text);
    entry.cancelKeeping = this.clock.schedule(KEPT_MS, () => this.drop(entry));
    this.dropBeyond(this.keptOf.get(entry.person), MOST_KEPT_OF_PERSON - entry.size);
    this.dropBeyond(this.kept, MOST_KEPT - entry.size);
    const own = this.keptOf.get(entry.person) ?? new KeptEntries();
    this.keptOf.set(entry.person, own);
    for (const kept of [own, this.kept]) kept.add(entry);
  }

  private dropBeyond(kept: KeptEntries | undefined, most: number): void {
    for (const oldest of kept?.beyond(most) ?? []) this.drop(oldest);
  }

  private drop(entry: Entry): void {
    entry.cancelKeeping();
    this.kept.delete(entry);
    const own = this.keptOf.get(entry.person);
    own?.delete(entry);
    if (own?.isEmpty === true) this.keptOf.delete(entry.person);
    this.forget(this.byKey, entry.key, entry);
    if (entry.pollKey !== undefined) this.forget(this.byPollKey, entry.pollKey, entry);
  }

  private forget(from: Map<string, Entry>, key: string, entry: Entry): void {
    if (from.get(key) === entry) from.delete(key);
  }
}

/** Batches that ended, the oldest first, and how many bytes they take. */
class KeptEntries {
  private readonly entries = new Set<Entry>();
  private bytes = 0;

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  add(entry: Entry): void {
    this.entries.add(entry);
    this.bytes += entry.size;
  }

  delete(entry: Entry): void {
    if (this.entries.delete(entry)) this.bytes -= entry.size;
  }

  /** The oldest, as long as all that are left take more than so many bytes. */
  *beyond(most: number): Iterable<Entry> {
    for (const oldest of this.entries) {
      if (this.bytes <= most) return;
      yield oldest;
    }
  }
}

/** Memory for the body of one request. */
export interface BodyRoom {
  take(bytes: number): ErrorReply | undefined;
  endReading(): void;
  release(): void;
}

/** Bytes of a body, unpacked. */
export const LARGE = 1024 * 1024;
/** An engine that asks no more has ended its query. */
const LONGEST_BETWEEN_POLLS_MS = 180_000;
/** For an engine that has lost the reply. */
const KEPT_MS = 300_000;
const MOST_KEPT_OF_PERSON = 16 * 1024 * 1024;
const MOST_KEPT = 64 * 1024 * 1024;
/** An entry without its reply: its keys, its timer, its promise. */
const BYTES_OF_ENTRY = 4096;
/** Bytes of bodies; what is read of them takes several times as much. */
const BODIES: ShareLimits = { mostOfPerson: 40 * 1024 * 1024, most: 120 * 1024 * 1024 };
const TOO_MUCH: ErrorReply = {
  status: 429,
  reason: 'too-much-waiting',
  message: 'Too many of your batches are under way. Send it again in a few seconds.',
  retryAfterSeconds: 2,
};
const FULL: ErrorReply = {
  status: 503,
  reason: 'too-much-waiting',
  message: 'Too many batches are under way. Send it again in a few seconds.',
  retryAfterSeconds: 5,
};
