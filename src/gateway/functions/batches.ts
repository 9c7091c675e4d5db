import type { Clock } from '../../engine/lookup';
import type { Refusal } from '../json-reply';
import type { Client } from '../sign-in/verification-queue';
import type { Batch, BatchOutcome } from './batch';

/** A batch as its callers see it: several may wait for one. */
export interface RunningBatch {
  readonly outcome: Promise<BatchOutcome>;
  /** Its caller waits until the outcome is there, or the connection is closed. */
  wait(client: Client): void;
}

interface Entry extends RunningBatch {
  readonly key: string;
  readonly pollKey: string | undefined;
  cut(): void;
  /** Characters of what is kept for the next poll. */
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
  private readonly held = new Map<string, number>();
  private heldByAll = 0;
  private kept = 0;

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  /**
   * @param key equal for the same rows of the same function for the same person.
   * @param pollKey by which it can be asked for without its rows.
   */
  start(key: string, pollKey: string | undefined, begin: () => Batch): RunningBatch {
    const same = this.byKey.get(key);
    if (same !== undefined) return same;
    const entry = this.entryOf(key, pollKey, begin());
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

  /** Takes memory for a body, until it is released; the refusal if there is no room. */
  hold(person: string): BodyRoom {
    let own = 0;
    return {
      take: (bytes) => {
        const ofPerson = this.held.get(person) ?? 0;
        // Somebody who holds nothing else may always send a batch.
        const isFirst = ofPerson === own;
        if (!isFirst && ofPerson + bytes > MOST_HELD_BY_PERSON) return TOO_MUCH;
        if (this.heldByAll > own && this.heldByAll + bytes > MOST_HELD) return FULL;
        own += bytes;
        this.change(person, bytes);
        return undefined;
      },
      release: () => {
        this.change(person, -own);
        own = 0;
      },
    };
  }

  private change(person: string, bytes: number): void {
    const held = (this.held.get(person) ?? 0) + bytes;
    if (held === 0) this.held.delete(person);
    else this.held.set(person, held);
    this.heldByAll += bytes;
  }

  private entryOf(key: string, pollKey: string | undefined, begun: Batch): Entry {
    /** While it runs: its rows take more memory than the reply that is kept. */
    let batch: Batch | undefined = begun;
    let clients = 0;
    let cancelWait = (): void => {};
    const entry: Entry = {
      ...{ key, pollKey, size: 0, isOver: false, cancelKeeping: () => {} },
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
    if (outcome.kind === 'refused') this.forget(this.byKey, entry.key, entry);
    else entry.size = outcome.text.length;
    this.kept += entry.size;
    entry.cancelKeeping = this.clock.schedule(KEPT_MS, () => this.drop(entry));
    for (const oldest of this.byPollKey.values()) {
      if (this.kept <= MOST_KEPT) break;
      if (oldest.isOver && oldest !== entry) this.drop(oldest);
    }
  }

  private drop(entry: Entry): void {
    this.kept -= entry.size;
    entry.size = 0;
    entry.cancelKeeping();
    this.forget(this.byKey, entry.key, entry);
    if (entry.pollKey !== undefined) this.forget(this.byPollKey, entry.pollKey, entry);
  }

  private forget(from: Map<string, Entry>, key: string, entry: Entry): void {
    if (from.get(key) === entry) from.delete(key);
  }
}

/** Memory for the body of one request. */
export interface BodyRoom {
  take(bytes: number): Refusal | undefined;
  release(): void;
}

/** An engine that asks no more has ended its query. */
const LONGEST_BETWEEN_POLLS_MS = 180_000;
/** For an engine that has lost the reply. */
const KEPT_MS = 300_000;
/** In characters. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Bytes of bodies; what is read of them takes several times as much. */
const MOST_HELD_BY_PERSON = 40 * 1024 * 1024;
const MOST_HELD = 120 * 1024 * 1024;
const TOO_MUCH: Refusal = {
  status: 429,
  reason: 'too-much-waiting',
  message: 'Too many of your batches are under way. Send it again in a few seconds.',
  retryAfterSeconds: 2,
};
const FULL: Refusal = {
  status: 503,
  reason: 'too-much-waiting',
  message: 'Too many batches are under way. Send it again in a few seconds.',
  retryAfterSeconds: 5,
};
