import type { AnswerStore, Clock, StoredAnswer, StoredEntry, StoreSize } from '../../engine/lookup';
import {
  adjustTally,
  ANSWER_STORES,
  clearPages,
  mergeIntoPages,
  readPages,
  readTally,
} from './answer-pages';
import { DatabaseConnection, type Databases, type Transaction } from './database-connection';
import { clearNow, sweepPages } from './answer-sweep';
import { PendingAnswers, type PendingBatch } from './pending-answers';
import type { DeviceStorage } from '../spreadsheet/host';
import { CLEARING } from './stored-record';
import { randomHex } from './device-salt';

export interface AnswerDatabaseOptions {
  readonly databases: () => Databases;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  /** The clearings that all windows of the device share. @default none */
  readonly clearings?: Clearings;
  /** @default 'locus-answers' */
  readonly name?: string;
  /** Maximum number of answers; the oldest are dropped first. @default 500_000 */
  readonly maxAnswers?: number;
  /**
   * Answers older than this are dropped. Until then, a stale answer is better than none.
   *
   * @default 90 days
   */
  readonly maxAgeMs?: number;
  /** How long answers wait for others to be written with. @default 500 */
  readonly writeDelayMs?: number;
  /** How long the device may do nothing before we stop waiting for it. @default 5_000 */
  readonly deadlineMs?: number;
  /** How long nothing is asked of a device after it has failed. @default 30_000 */
  readonly retryMs?: number;
  /**
   * How long after the first use the sweep for old answers starts. It runs at most once a day.
   *
   * @default 60_000
   */
  readonly sweepDelayMs?: number;
}

export const defaultAnswerDatabaseOptions = {
  clearings: { last: () => undefined, next: () => '' },
  name: 'locus-answers',
  maxAnswers: 500_000,
  maxAgeMs: 90 * 86_400_000,
  writeDelayMs: 500,
  deadlineMs: 5_000,
  retryMs: 30_000,
  sweepDelayMs: 60_000,
} as const;

/** Answers kept on this device. No method rejects, whatever the device does. */
export interface AnswerDatabase extends AnswerStore {
  /**
   * Resolves once everything added so far is stored or refused, to whether all of it is stored.
   * Refused answers are written with the next ones. For a page about to be hidden.
   */
  flush(): Promise<boolean>;
  /** Returns the answers that were added and are not stored yet. */
  unwritten(): readonly StoredEntry[];
  /** Drops answers that are too old or too many. It also runs by itself, at most once a day. */
  sweep(): Promise<void>;
  /** Drops the answers that are not stored yet. Call it when another window has cleared them. */
  drop(): void;
  /** Flushes and closes the database, which opens again on demand. */
  close(): Promise<void>;
}

/** Creates the answers of this device. It opens nothing before it is used, and never throws. */
export function createAnswerDatabase(options: AnswerDatabaseOptions): AnswerDatabase {
  return new DeviceAnswers({ ...defaultAnswerDatabaseOptions, ...options });
}

/** Raise it with each change of the stores. Whatever another version has kept is then dropped. */
const VERSION = 2;
/** Subjects in one transaction: a window that writes a whole sheet lets others write in between. */
const SUBJECTS_AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** A clock that leapt this far may be wrong: nothing is too old until it has held for a day. */
const LEAP_MS = 30 * DAY_MS;
/** On a full device, a quarter of the answers are dropped to make room. */
const KEPT_WHEN_FULL = 0.75;
/** Trimming goes a little below the limit, so that the next write does not trim again. */
const KEPT_WHEN_OVER = 0.9;

class DeviceAnswers implements AnswerDatabase {
  private readonly connection: DatabaseConnection;
  private readonly pending = new PendingAnswers();
  private writing: Promise<boolean> | undefined;
  private isWhole = true;
  private sweeping: Promise<void> | undefined;
  /** The sweep after the one under way, which may have surveyed before the latest answers came. */
  private nextSweep: Promise<void> | undefined;
  private wiping: Promise<boolean> | undefined;
  /**
   * Whether the device has yet to carry out a clearing. Until then, nothing that it holds counts.
   */
  private mustWipe = false;
  /** The last clearing that this window has made or found in the database. */
  private clearing: string | undefined;
  /** Whether the database has been seen to have carried out the device's last clearing. */
  private isChecked = false;
  private cancelTimer: (() => void) | undefined;
  private isSweepPlanned = false;
  private fullUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: Required<AnswerDatabaseOptions>) {
    this.connection = new DatabaseConnection({
      ...options,
      version: VERSION,
      stores: ANSWER_STORES,
    });
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    const wanted = new Set(keys);
    const found = new Map<string, StoredAnswer[]>();
    if (wanted.size === 0) return found;
    const { epoch } = this.pending;
    // Keep these: a batch being written may reach the database only after we have looked there.
    const batches = this.pending.batches;
    const oldest = this.options.clock.now() - this.options.maxAgeMs;
    const keep = ({ at }: StoredAnswer): boolean => at >= oldest;
    if (await this.isWiped()) {
      await this.connection.transact('readonly', (transaction) =>
        readPages(transaction, wanted, keep, found),
      );
      this.planSweep();
    }
    if (epoch === this.pending.epoch) this.pending.overlay(batches, wanted, keep, found);
    else found.clear();
    this.pending.overlay(this.pending.batches, wanted, keep, found);
    return found;
  }

  write(entries: readonly StoredEntry[]): Promise<void> {
    this.pending.add(entries, this.options.clearings.last() ?? this.clearing);
    if (!this.pending.isEmpty && this.cancelTimer === undefined && this.writing === undefined) {
      this.cancelTimer = this.options.clock.schedule(this.options.writeDelayMs, () => {
        void this.flush();
      });
    }
    return Promise.resolve();
  }

  flush(): Promise<boolean> {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (this.writing === undefined && this.pending.isEmpty) return Promise.resolve(true);
    this.writing ??= this.writeAll();
    return this.writing;
  }

  unwritten(): readonly StoredEntry[] {
    return this.pending.batches.flatMap((batch) => batch.subjects());
  }

  async clear(): Promise<void> {
    this.drop();
    this.clearing = this.options.clearings.next();
    this.mustWipe = true;
    await this.isWiped();
  }

  drop(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.pending.clear();
    // The window that has cleared may fail to carry it out, or may be closed before that.
    this.isChecked = false;
  }

  async size(): Promise<StoreSize> {
    await this.flush();
    const isReadable = await this.isWiped();
    const read = isReadable ? await this.connection.transact('readonly', readTally) : undefined;
    const { answers, bytes } = read?.isDone === true ? read.value : { answers: 0, bytes: 0 };
    const { trouble } = this.connection;
    return { answers, bytes, ...(trouble === undefined ? {} : { trouble }) };
  }

  sweep(): Promise<void> {
    if (this.sweeping !== undefined) {
      return (this.nextSweep ??= this.sweeping.then(() => {
        this.nextSweep = undefined;
        return this.sweep();
      }));
    }
    const { maxAnswers } = this.options;
    const quota = (answers: number): number =>
      answers > maxAnswers ? Math.floor(maxAnswers * KEPT_WHEN_OVER) : answers;
    this.sweeping = this.sweepTo(quota).then(() => void (this.sweeping = undefined));
    return this.sweeping;
  }

  async close(): Promise<void> {
    await this.flush();
    await (this.nextSweep ?? this.sweeping);
    this.connection.close();
  }

  private async writeAll(): Promise<boolean> {
    const { maxAnswers } = this.options;
    let stored = 0;
    this.isWhole = true;
    for (let batch; this.isWhole && (batch = this.pending.take()) !== undefined;) {
      stored = (await this.writeBatch(batch)) ?? stored;
      if (this.isWhole) this.pending.finished(batch);
      else this.pending.putBack(batch);
    }
    // In the same turn as the last check, so that a write from now on plans its own flush.
    this.writing = undefined;
    if (stored > maxAnswers) void this.sweep();
    this.planSweep();
    return this.isWhole;
  }

  /** Resolves to the number of answers then stored; undefined if nothing could be written. */
  private async writeBatch(batch: PendingBatch): Promise<number | undefined> {
    // Before any await: a clearing in between applies to this batch too.
    const { epoch } = this.pending;
    if (this.options.clock.elapsed() < this.fullUntil || !(await this.isWiped())) {
      this.isWhole = false;
      return undefined;
    }
    const subjects = batch.subjects();
    let stored: number | undefined;
    for (let from = 0; from < subjects.length; from += SUBJECTS_AT_ONCE) {
      const chunk = subjects.slice(from, from + SUBJECTS_AT_ONCE);
      let written = await this.merge(chunk, epoch, batch.clearing);
      if (!written.isDone && written.trouble === 'full') {
        await this.sweepTo((answers) => Math.floor(answers * KEPT_WHEN_FULL));
        written = await this.merge(chunk, epoch, batch.clearing);
      }
      if (!written.isDone) {
        const { clock, retryMs } = this.options;
        this.isWhole = false;
        if (written.trouble === 'full') this.fullUntil = clock.elapsed() + retryMs;
        return stored;
      }
      stored = written.value.answers;
    }
    return stored;
  }

  private merge(chunk: readonly StoredEntry[], epoch: number, clearing: string | undefined) {
    const now = this.options.clock.now();
    return this.connection.transact('readwrite', async (transaction) => {
      const tally = await readTally(transaction);
      // Answers added before a clearing, by any window, must not come back after it. A window that
      // knows of no clearing is on a device that records none.
      const isKnown = tally.clearing !== undefined && clearing !== undefined;
      const isBefore = isKnown && tally.clearing !== clearing;
      this.clearing = tally.clearing ?? this.clearing;
      if (isBefore || epoch !== this.pending.epoch) return tally;
      return mergeIntoPages(transaction, chunk, now);
    });
  }

  /** Carries out a clearing that is due, this window's or another's. False if that fails. */
  private async isWiped(): Promise<boolean> {
    const isSettled = this.isChecked || this.options.clearings.last() === undefined;
    if (isSettled && !this.mustWipe) return true;
    return (this.wiping ??= this.wipeOnce());
  }

  private async wipeOnce(): Promise<boolean> {
    const { epoch } = this.pending;
    const isDone = await clearNow(this.connection, (transaction) => this.wipe(transaction));
    this.wiping = undefined;
    // There was another clearing meanwhile, which this may have been too early to see.
    if (isDone && epoch !== this.pending.epoch) return this.isWiped();
    this.isChecked ||= isDone;
    this.mustWipe &&= !isDone;
    return isDone;
  }

  private async wipe(transaction: Transaction): Promise<void> {
    const latest = this.options.clearings.last();
    const { clearing } = await readTally(transaction);
    // Of several clearings the last one counts, in whichever window it is carried out.
    const isDue = latest === undefined ? this.mustWipe : latest !== clearing;
    if (isDue) await clearPages(transaction, latest ?? this.clearing);
  }

  private planSweep(): void {
    if (this.isSweepPlanned) return;
    this.isSweepPlanned = true;
    const { clock, sweepDelayMs } = this.options;
    clock.schedule(sweepDelayMs, () => void this.sweepIfDue());
  }

  private async sweepIfDue(): Promise<void> {
    const read = await this.connection.transact('readonly', readTally);
    if (!read.isDone) return;
    const now = this.options.clock.now();
    const since = Math.abs(now - read.value.sweptAt);
    if (since > LEAP_MS) {
      await this.connection.transact('readwrite', (transaction) =>
        adjustTally(transaction, [], now),
      );
    } else if (since >= DAY_MS) await this.sweep();
  }

  private async sweepTo(quota: (answers: number) => number): Promise<void> {
    const now = this.options.clock.now();
    await sweepPages(this.connection, { now, oldest: now - this.options.maxAgeMs, quota });
  }
}

/** Distinguishes answers added before a clearing from those added after it, in any window. */
interface Clearings {
  /** The last clearing; undefined if there was none, or if the device did not record it. */
  last(): string | undefined;
  /** Makes a new clearing, with a text never used before. The other windows are notified. */
  next(): string;
}

/**
 * Creates the clearings of a device. The last one is a text in its storage, so that a window that
 * was suspended meanwhile still finds it.
 */
export function createClearings(storage: DeviceStorage): Clearings {
  return {
    last: () => storage.read(CLEARING),
    next() {
      const text = randomHex();
      storage.write(CLEARING, text);
      return text;
    },
  };
}
