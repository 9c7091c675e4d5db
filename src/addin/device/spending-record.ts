import {
  budgetDay,
  callsIn,
  countedMinutes,
  minuteOf,
  withCalls,
  type CallMinutes,
  type CountsAs,
  type SpendingLimits,
  type SpentCalls,
} from '../../engine/lookup';

/**
 * What all windows of this device have spent: the day's calls, reserved ones included, and the
 * times of unapproved calls in the last 15 minutes.
 */
export interface SpendingRecord {
  readonly version: 1;
  /** Distinguishes this record from one begun after everything was forgotten. */
  readonly begunAt: number;
  /** The local day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly calls: number;
  readonly unapproved: CallMinutes;
}

/** The situation of the window that reserves. */
export interface SpendingMoment {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly today: string;
  readonly limits: SpendingLimits;
  /** What was certainly spent, according to the ledger. */
  readonly atLeast: SpentCalls | undefined;
}

export interface CallsWanted extends Readonly<Record<CountsAs, number>> {
  /** New calls that wait behind these. */
  readonly queued: number;
  /** How many of those may be reserved at the same time. */
  readonly ahead: number;
}

/** Calls that were reserved together and can be given back. */
export interface BookedCalls {
  readonly begunAt: number;
  readonly day: string;
  readonly minute: number;
}

export interface CallsGranted extends Readonly<Record<CountsAs, number>> {
  readonly ahead: number;
  /** Why not all the new calls were reserved. */
  readonly refusal: 'held' | 'over-budget';
  readonly booked: BookedCalls;
}

export interface Refund {
  readonly booked: BookedCalls;
  readonly calls: number;
  /** The new calls among them that were never sent. */
  readonly unapproved: number;
}

/**
 * The record as of now; a malformed one counts as absent.
 *
 * @param unbooked calls to be added, which the ledger may know already.
 */
export function spendingNow(found: unknown, moment: SpendingMoment, unbooked = 0): SpendingRecord {
  const { now, today, atLeast } = moment;
  const record: SpendingRecord = isRecord(found)
    ? found
    : { version: 1, begunAt: now, day: today, calls: 0, unapproved: [] };
  const day = budgetDay(record.day, today);
  const calls = (day > record.day ? 0 : record.calls) + unbooked;
  return {
    ...record,
    day,
    calls: atLeast?.day === day ? Math.max(calls, atLeast.calls) : calls,
    unapproved: countedMinutes(record.unapproved, now),
  };
}

/** Reserves as many calls as there is room for. */
export function reserveCalls(
  record: SpendingRecord,
  { now, limits }: SpendingMoment,
  wanted: CallsWanted,
): { readonly record: SpendingRecord; readonly granted: CallsGranted } {
  const minute = minuteOf(now);
  const threshold = limits.approvalThreshold - callsIn(record.unapproved);
  // Everything that waits is held, not everything after the first few calls.
  const isHeld = wanted.new > 0 && wanted.new + wanted.queued > threshold;
  const room = Math.max(0, limits.dailyBudget - record.calls - wanted.approved);
  const repeated = Math.min(wanted.repeated, room);
  const fresh = isHeld ? 0 : Math.min(wanted.new, room - repeated);
  const isAll = fresh === wanted.new && fresh > 0;
  const ahead = isAll ? Math.min(wanted.ahead, wanted.queued, room - repeated - fresh) : 0;
  const unapproved = fresh + ahead;
  return {
    record: {
      ...record,
      calls: record.calls + wanted.approved + repeated + unapproved,
      unapproved:
        unapproved === 0 ? record.unapproved : withCalls(record.unapproved, minute, unapproved),
    },
    granted: {
      approved: wanted.approved,
      repeated,
      new: fresh,
      ahead,
      refusal: isHeld ? 'held' : 'over-budget',
      booked: { begunAt: record.begunAt, day: record.day, minute },
    },
  };
}

/**
 * Takes back reserved calls that cost nothing. Calls reserved before everything was forgotten are
 * not in this record.
 */
export function refundCalls(record: SpendingRecord, refund: Refund): SpendingRecord {
  const { booked, calls, unapproved } = refund;
  if (booked.begunAt !== record.begunAt) return record;
  return {
    ...record,
    calls: booked.day === record.day ? Math.max(0, record.calls - calls) : record.calls,
    unapproved: record.unapproved.map(([at, count]) =>
      at === booked.minute ? [at, Math.max(0, count - unapproved)] : [at, count],
    ),
  };
}

function isRecord(found: unknown): found is SpendingRecord {
  const { version, begunAt, day, calls, unapproved } = (found ?? {}) as Partial<SpendingRecord>;
  return (
    version === 1 &&
    Number.isFinite(begunAt) &&
    typeof day === 'string' &&
    DAY.test(day) &&
    isCount(calls) &&
    Array.isArray(unapproved) &&
    unapproved.every(
      (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(isCount),
    )
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
