import type {
  Admission,
  CountsAs,
  CallUse,
  Clock,
  ProposedCall,
  Reservation,
  SpendingLimits,
  SpentCalls,
} from '../../engine/lookup';
import type { SharedRecord } from './shared-record';
import {
  refundCalls,
  reserveCalls,
  spendingNow,
  type BookedCalls,
  type CallsGranted,
  type CallsWanted,
  type Refund,
} from './spending-record';

/** What the admission of this device is made of. */
export interface SharedAdmissionParts {
  /** The record that all windows share. */
  readonly record: SharedRecord;
  readonly clock: Pick<Clock, 'now' | 'today' | 'schedule'>;
  /** The current limits. */
  readonly limits: () => SpendingLimits;
  /** What was spent today according to this device's ledger. */
  readonly atLeast: () => SpentCalls | undefined;
}

/** The budget and the approval threshold that all windows of this device share. */
export interface SharedAdmission extends Admission {
  /** Gives back what was reserved ahead. For a window that may be gone the next moment. */
  release(): Promise<void>;
  /** Forgets everything that was spent. */
  forget(): Promise<void>;
  /** Whether the device keeps no record, so that this window relies on its own count. */
  readonly isAlone: boolean;
}

/** Creates the admission of this window, which books its calls in the shared record. */
export function createSharedAdmission(parts: SharedAdmissionParts): SharedAdmission {
  return new WindowAdmission(parts);
}

/** New calls reserved at once: a transaction takes a few milliseconds, and calls wait for it. */
const BLOCK = 6;
/** Calls that were reserved ahead and stay unused for this long are given back. */
const IDLE_MS = 500;

interface Asked {
  readonly call: ProposedCall;
  readonly resolve: (reservation: Reservation) => void;
}

/** New calls that are reserved and not yet asked for. */
interface Stock {
  readonly booked: BookedCalls;
  readonly limits: SpendingLimits;
  calls: number;
}

class WindowAdmission implements SharedAdmission {
  isAlone = false;
  private asked: Asked[] = [];
  private refunds: Refund[] = [];
  private stock: Stock | undefined;
  private mustForget = false;
  /** Whether a person has decided, so that the threshold counts from here. */
  private mustBeginAnew = false;
  /** Calls let through while the device kept no record. */
  private unbooked = { calls: 0 };
  private updating: Promise<void> | undefined;
  private isDue = false;
  private isIdleWatched = false;
  private wasUsed = false;

  constructor(private readonly parts: SharedAdmissionParts) {
    // Begins at once, so that a hanging device is noticed before a call waits for it.
    void this.update();
  }

  reserve(call: ProposedCall): Reservation | Promise<Reservation> {
    if (isUnlimited(this.parts.limits())) return reserved(() => {});
    const ahead = this.takeAhead(call);
    if (ahead !== undefined) return ahead;
    return new Promise((resolve) => {
      this.asked.push({ call, resolve });
      void this.update();
    });
  }

  release(): Promise<void> {
    this.giveBack();
    return this.update();
  }

  decided(): void {
    this.mustBeginAnew = true;
    void this.update();
  }

  forget(): Promise<void> {
    this.mustForget = true;
    this.stock = undefined;
    this.refunds = [];
    this.unbooked = { calls: 0 };
    return this.update();
  }

  /** A call reserved ahead, if today and the current limits still match. */
  private takeAhead({ countsAs }: ProposedCall): Reservation | undefined {
    const { stock } = this;
    if (countsAs !== 'new' || stock === undefined || stock.calls === 0) return undefined;
    const { clock, limits } = this.parts;
    if (stock.booked.day !== clock.today() || !isSame(stock.limits, limits())) {
      this.giveBack();
      return undefined;
    }
    stock.calls -= 1;
    this.wasUsed = true;
    return this.booked(countsAs, stock.booked);
  }

  /** For calls that were asked for while others were being reserved ahead. */
  private serveAhead({ call, resolve }: Asked): boolean {
    const ahead = this.takeAhead(call);
    if (ahead !== undefined) resolve(ahead);
    return ahead !== undefined;
  }

  private giveBack(): void {
    const { stock } = this;
    this.stock = undefined;
    if (stock === undefined || stock.calls === 0) return;
    this.refunds.push({ booked: stock.booked, calls: stock.calls, unapproved: stock.calls });
  }

  /** Runs one transaction after another, each for everything asked since. */
  private update(): Promise<void> {
    this.isDue = true;
    this.updating ??= this.updateAll();
    return this.updating;
  }

  private async updateAll(): Promise<void> {
    while (this.isDue) {
      // Calls that leave in the same turn are reserved together.
      await Promise.resolve();
      this.isDue = false;
      await this.updateOnce();
    }
    this.updating = undefined;
  }

  private async updateOnce(): Promise<void> {
    const { record, clock, limits, atLeast } = this.parts;
    const asked = this.asked.filter((one) => !this.serveAhead(one));
    const { refunds, unbooked, mustForget, mustBeginAnew } = this;
    this.mustBeginAnew = false;
    this.asked = [];
    this.refunds = [];
    const wanted = wantedBy(asked);
    const moment = { now: clock.now(), today: clock.today(), limits: limits(), atLeast: atLeast() };
    const granted = await record.update((found) => {
      let current = spendingNow(mustForget ? undefined : found, moment, unbooked.calls);
      if (mustBeginAnew) current = { ...current, unapproved: [] };
      for (const refund of refunds) current = refundCalls(current, refund);
      const next = reserveCalls(current, moment, wanted);
      const isNothing = mustForget && next.record.calls === 0;
      return { record: isNothing ? undefined : next.record, result: next.granted };
    });
    this.isAlone = granted === undefined;
    if (granted === undefined) {
      this.mustBeginAnew ||= mustBeginAnew;
      // What was to be given back stays booked: spending less than allowed does no harm.
      for (const { resolve } of asked) resolve(this.reserveUnbooked());
      return;
    }
    if (mustForget) this.mustForget = false;
    if (this.unbooked === unbooked) this.unbooked = { calls: 0 };
    // Calls reserved before everything was forgotten are booked nowhere.
    if (granted.ahead > 0 && !this.mustForget) this.putAhead(granted, moment.limits);
    this.resolveAsked(asked, granted);
  }

  private putAhead({ ahead, booked }: CallsGranted, limits: SpendingLimits): void {
    this.giveBack();
    this.stock = { booked, limits, calls: ahead };
    this.wasUsed = true;
    if (!this.isIdleWatched) this.watchIdle();
  }

  private watchIdle(): void {
    this.isIdleWatched = true;
    this.wasUsed = false;
    this.parts.clock.schedule(IDLE_MS, () => {
      this.isIdleWatched = false;
      if (this.stock === undefined || this.stock.calls === 0) return;
      if (this.wasUsed) this.watchIdle();
      else void this.release();
    });
  }

  private resolveAsked(asked: readonly Asked[], granted: CallsGranted): void {
    const left = { ...granted };
    for (const { call, resolve } of asked) {
      const { countsAs } = call;
      if (left[countsAs] > 0) {
        left[countsAs] -= 1;
        resolve(this.booked(countsAs, granted.booked));
      } else {
        const code = countsAs === 'new' ? granted.refusal : 'over-budget';
        resolve({ kind: 'refused', code, isForAll: true });
      }
    }
  }

  private booked(countsAs: CountsAs, booked: BookedCalls): Reservation {
    return reserved((use) => {
      const unapproved = use === 'unsent' && countsAs === 'new' ? 1 : 0;
      this.refunds.push({ booked, calls: 1, unapproved });
      void this.update();
    });
  }

  private reserveUnbooked(): Reservation {
    const { unbooked } = this;
    unbooked.calls += 1;
    return reserved(() => {
      // A call that has been booked by now stays booked.
      if (this.unbooked === unbooked) unbooked.calls -= 1;
    });
  }
}

/** @param refund runs once, if the call cost nothing. */
function reserved(refund: (use: CallUse) => void): Reservation {
  let isSettled = false;
  return {
    kind: 'reserved',
    settle(use) {
      if (!isSettled && use !== 'spent') refund(use);
      isSettled = true;
    },
  };
}

function wantedBy(asked: readonly Asked[]): CallsWanted {
  const wanted = { new: 0, repeated: 0, approved: 0 };
  let queued = 0;
  for (const { call } of asked) {
    wanted[call.countsAs] += 1;
    // The last call to ask has the fewest behind it.
    if (call.countsAs === 'new') queued = call.queued;
  }
  return { ...wanted, queued, ahead: wanted.new === 0 ? 0 : Math.min(queued, BLOCK) };
}

function isUnlimited({ dailyBudget, approvalThreshold }: SpendingLimits): boolean {
  return dailyBudget === Number.POSITIVE_INFINITY && approvalThreshold === Number.POSITIVE_INFINITY;
}

function isSame(one: SpendingLimits, other: SpendingLimits): boolean {
  return one.dailyBudget === other.dailyBudget && one.approvalThreshold === other.approvalThreshold;
}
