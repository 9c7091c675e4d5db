import type { Clock } from '../../engine/lookup';
import type { ErrorReply } from '../json-reply';
import { TOO_MUCH_WORK } from '../processor-turns';
import { Shares, type ShareLimits } from '../shares';
import type { Client } from '../sign-in/verification-queue';
import type { Batch, BatchOutcome } from './batch';

/** A batch under way. Several callers may wait for it. */
export interface RunningBatch {
  readonly outcome: Promise<BatchOutcome>;
  /** Lets this caller wait until there is an outcome or its connection is closed. */
  wait(client: Client): void;
}

type BegunBatch = Pick<Batch, 'outcome' | 'cut'>;

/** The keys by which a batch is found again. */
interface BatchName {
  readonly person: string;
  /** A hash, equal for the same rows of the same function for the same person. */
  readonly key: string;
  /** A key without the rows, for polls; undefined if the engine does not poll. */
  readonly pollKey: string | undefined;
}

interface Entry extends RunningBatch, BatchName {
  cut(): void;
  /** How many bytes the reply takes that is kept for the next poll. */
  size: number;
  cancelKeeping: () => void;
  isOver: boolean;
}

/**
 * The batches under way. An engine that repeats a batch joins the first one. A batch that may be
 * polled goes on while nobody is connected. Its reply is kept for a while, because it may get lost.
 */
export class Batches {
  private readonly byKey = new Map<string, Entry>();
  private readonly byPollKey = new Map<string, Entry>();
  private readonly bodies = new Shares(BODIES);
  /** Each person's large body that is being read. */
  private readonly large = new Map<string, object>();
  /** Batches that have ended and are kept for the next poll, the oldest first. */
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

  /** Returns the batch of a poll; undefined if there is none, or if it is too old. */
  polled(pollKey: string): RunningBatch | undefined {
    return this.byPollKey.get(pollKey);
  }

  /** Ends all batches, and sends nothing more. Settles once each has an outcome. */
  async stop(): Promise<void> {
    const running = [...this.byKey.values()].filter(({ isOver }) => !isOver);
    for (const entry of running) entry.cut();
    await Promise.all(running.map(({ outcome }) => outcome));
    for (const entry of [...this.byPollKey.values()]) this.drop(entry);
  }

  /**
   * Reserves memory for a body until it is released. Only one large body of each person is read at
   * a time.
   *
   * @param errorIfLarge the error for a body that turns out to be large.
   */
  hold(person: string, errorIfLarge?: ErrorReply): BodyMemory {
    const share = this.bodies.open(person);
    let isReleased = false;
    const reading = {};
    const endReading = (): void => {
      if (this.large.get(person) === reading) this.large.delete(person);
    };
    return {
      endReading,
      take: (bytes) => {
        // The client left while a piece waited for its turn.
        if (isReleased) return TOO_MUCH;
        const limit = share.take(bytes);
        if (limit !== undefined) return limit === 'person' ? TOO_MUCH : FULL;
        if (share.size <= LARGE) return undefined;
        const other = this.large.get(person) ?? reading;
        this.large.set(person, other);
        return errorIfLarge ?? (other === reading ? undefined : TOO_MUCH_WORK);
      },
      release: () => {
        isReleased = true;
        endReading();
        share.release();
      },
    };
  }

  /** Reserves memory for a reply that is polled, until its client has it or leaves. */
  holdReply(person: string, bytes: number, client: Client): ErrorReply | undefined {
    const share = this.bodies.open(person);
    const limit = share.take(bytes);
    if (limit !== undefined) return limit === 'person' ? TOO_MUCH : FULL;
    if (client.destroyed) share.release();
    else client.once('close', () => share.release());
    return undefined;
  }

  private entryOf({ person, key, pollKey }: BatchName, begun: BegunBatch): Entry {
    /** Held only while it runs, because its rows take more memory than the reply that is kept. */
    let batch: BegunBatch | undefined = begun;
    let clients = 0;
    let cancelWait = (): void => {};
    const entry: Entry = {
      ...{ person, key, pollKey, size: 0, isOver: false, cancelKeeping: () => {} },
      outcome: begun.outcome,
      cut: () => {
        // A repeated request must not join a batch that is about to fail.
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
    // An engine that sends a refused batch again gets a new attempt.
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

/** Batches that have ended, the oldest first, and how many bytes they take. */
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

  /** Yields the oldest batches until the rest take at most this many bytes. */
  *beyond(most: number): Iterable<Entry> {
    for (const oldest of this.entries) {
      if (this.bytes <= most) return;
      yield oldest;
    }
  }
}

/** Memory for the body of one request. */
export interface BodyMemory {
  take(bytes: number): ErrorReply | undefined;
  endReading(): void;
  release(): void;
}

/** A body of more bytes than this, unpacked, counts as large. */
export const LARGE = 1024 * 1024;
/** An engine that polls less often has ended its query. */
const LONGEST_BETWEEN_POLLS_MS = 180_000;
/** How long a reply is kept for an engine that has lost it. */
const KEPT_MS = 300_000;
const MOST_KEPT_OF_PERSON = 16 * 1024 * 1024;
const MOST_KEPT = 64 * 1024 * 1024;
/** Bytes of an entry without its reply: its keys, its timer, its promise. */
const BYTES_OF_ENTRY = 4096;
/** Bytes of bodies, unpacked, whose values take several times as much, and of polled replies. */
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
