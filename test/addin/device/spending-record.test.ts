import * as fc from 'fast-check';

import { refundCalls, reserveCalls, spendingNow } from '../../../src/addin/device/spending-record';
import type { SpendingMoment, SpendingRecord } from '../../../src/addin/device/spending-record';

const NONE = Number.POSITIVE_INFINITY;
const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const DAY = 86_400_000;

function momentOf(change: Partial<SpendingMoment> & { now?: number } = {}): SpendingMoment {
  const now = change.now ?? NOON;
  return {
    now,
    today: new Date(now).toISOString().slice(0, 10),
    limits: { dailyBudget: NONE, approvalThreshold: NONE },
    atLeast: undefined,
    ...change,
  };
}

const budgetOf = (dailyBudget: number) => ({ dailyBudget, approvalThreshold: NONE });
const thresholdOf = (approvalThreshold: number) => ({ dailyBudget: NONE, approvalThreshold });
const nothing = { new: 0, repeated: 0, approved: 0, queued: 0, ahead: 0 };

function reserve(
  record: unknown,
  wanted: Partial<typeof nothing>,
  moment = momentOf(),
): ReturnType<typeof reserveCalls> {
  return reserveCalls(spendingNow(record, moment), moment, { ...nothing, ...wanted });
}

describe('the budget of a day', () => {
  it('has room for exactly that many calls', () => {
    const limits = budgetOf(10);
    const first = reserve(undefined, { new: 4, queued: 9, ahead: 3 }, momentOf({ limits }));
    expect(first.granted).toMatchObject({ new: 4, ahead: 3 });
    const second = reserve(first.record, { new: 2, repeated: 2 }, momentOf({ limits }));
    expect(second.granted).toMatchObject({ new: 1, repeated: 2, refusal: 'over-budget' });
    expect(second.record.calls).toBe(10);
  });

  it('lets approved calls pass, and counts them', () => {
    const limits = budgetOf(3);
    const { record, granted } = reserve(undefined, { approved: 5, new: 1 }, momentOf({ limits }));
    expect(granted).toMatchObject({ approved: 5, new: 0, refusal: 'over-budget' });
    expect(record.calls).toBe(5);
  });

  it('is new with a new day, not with a clock set back', () => {
    const limits = budgetOf(5);
    const spent = reserve(undefined, { new: 5 }, momentOf({ limits })).record;
    const asks = (now: number) => reserve(spent, { new: 1 }, momentOf({ limits, now })).granted.new;
    expect(asks(NOON + DAY)).toBe(1);
    expect(asks(NOON - DAY)).toBe(0);
    expect(asks(NOON - 2 * DAY)).toBe(0);
  });

  it('is not closed for a year by a clock that was a year ahead', () => {
    const limits = budgetOf(5);
    const ahead = momentOf({ limits, now: NOON + 365 * DAY });
    const spent = reserve(undefined, { new: 5 }, ahead).record;
    const put = reserve(spent, { new: 1 }, momentOf({ limits }));
    expect(put.granted.new).toBe(0);
    expect(put.record.day).toBe('2026-11-21');
    const tomorrow = momentOf({ limits, now: NOON + DAY });
    expect(reserve(put.record, { new: 1 }, tomorrow).granted.new).toBe(1);
  });

  it('counts what other books have, once', () => {
    const moment = momentOf({ limits: budgetOf(10), atLeast: { day: '2026-11-21', calls: 8 } });
    const first = reserve(undefined, { new: 5 }, moment);
    expect(first.granted.new).toBe(2);
    expect(first.record.calls).toBe(10);
    const yesterday = { day: '2026-11-20', calls: 8 };
    expect(reserve(undefined, { new: 5 }, { ...moment, atLeast: yesterday }).granted.new).toBe(5);
  });
});

describe('the approval threshold', () => {
  const limits = thresholdOf(20);

  it('holds everything that waits if it is too much, the first calls included', () => {
    const { granted, record } = reserve(undefined, { new: 4, queued: 17 }, momentOf({ limits }));
    expect(granted).toMatchObject({ new: 0, ahead: 0, refusal: 'held' });
    expect(record.calls).toBe(0);
    expect(reserve(undefined, { new: 4, queued: 16 }, momentOf({ limits })).granted.new).toBe(4);
  });

  it('counts unapproved calls for 15 minutes, without retries', () => {
    let { record } = reserve(
      undefined,
      { new: 15, repeated: 40, approved: 40 },
      momentOf({ limits }),
    );
    const later = (minutes: number) => momentOf({ limits, now: NOON + minutes * MINUTE });
    record = reserve(record, { new: 5 }, later(10)).record;
    expect(reserve(record, { new: 1 }, later(15)).granted).toMatchObject({ refusal: 'held' });
    expect(reserve(record, { new: 15 }, later(16)).granted.new).toBe(15);
    expect(reserve(record, { new: 16 }, later(16)).granted.new).toBe(0);
  });

  it('does not hold for long what a clock that was ahead has counted', () => {
    const ahead = momentOf({ limits, now: NOON + 300 * DAY });
    const { record } = reserve(undefined, { new: 20 }, ahead);
    const right = reserve(record, { new: 1 }, momentOf({ limits }));
    expect(right.granted.new).toBe(0);
    const later = momentOf({ limits, now: NOON + 16 * MINUTE });
    expect(reserve(right.record, { new: 20 }, later).granted.new).toBe(20);
  });
});

describe('what is given back', () => {
  const limits = { dailyBudget: 10, approvalThreshold: 10 };

  it('has room again: for the budget where it was free, for both where it was never sent', () => {
    const { record, granted } = reserve(undefined, { new: 10 }, momentOf({ limits }));
    const { booked } = granted;
    const free = refundCalls(record, { booked, calls: 4, unapproved: 0 });
    expect(reserve(free, { repeated: 9 }, momentOf({ limits })).granted.repeated).toBe(4);
    expect(reserve(free, { new: 1 }, momentOf({ limits })).granted.refusal).toBe('held');
    const unsent = refundCalls(record, { booked, calls: 4, unapproved: 4 });
    expect(reserve(unsent, { new: 4 }, momentOf({ limits })).granted.new).toBe(4);
  });

  it('of another day, or of what was forgotten, makes no room', () => {
    const { granted } = reserve(undefined, { new: 10 }, momentOf({ limits }));
    const refund = { booked: granted.booked, calls: 10, unapproved: 0 };
    const tomorrow = momentOf({ limits, now: NOON + DAY });
    const next = reserve(undefined, { new: 5 }, tomorrow).record;
    expect(refundCalls({ ...next, begunAt: refund.booked.begunAt }, refund).calls).toBe(5);
    const anew = reserve(undefined, { new: 5 }, momentOf({ limits, now: NOON + 1 })).record;
    expect(refundCalls(anew, refund)).toEqual(anew);
  });
});

it.each([
  ['nothing', undefined],
  ['a text', 'calls'],
  ['another version', { version: 2, begunAt: 1, day: '2026-11-21', calls: 3, unapproved: [] }],
  ['a negative number', { version: 1, begunAt: 1, day: '2026-11-21', calls: -3, unapproved: [] }],
  ['a fraction', { version: 1, begunAt: 1, day: '2026-11-21', calls: 0.5, unapproved: [] }],
  ['no day', { version: 1, begunAt: 1, day: 'x', calls: 3, unapproved: [] }],
  ['no list', { version: 1, begunAt: 1, day: '2026-11-21', calls: 3, unapproved: 3 }],
  ['odd pairs', { version: 1, begunAt: 1, day: '2026-11-21', calls: 3, unapproved: [[1]] }],
])('reads %s as an empty record', (_, found) => {
  expect(spendingNow(found, momentOf())).toEqual({
    version: 1,
    begunAt: NOON,
    day: '2026-11-21',
    calls: 0,
    unapproved: [],
  });
});

it('never grants more than the limits, whatever windows reserve and give back in whatever order', () => {
  const step = fc.record({
    wait: fc.nat(20 * MINUTE),
    new: fc.nat(5),
    repeated: fc.nat(3),
    queued: fc.nat(10),
    ahead: fc.nat(6),
    giveBack: fc.nat(8),
    isSent: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.nat(30),
      fc.nat(30),
      (steps, budget, most) => {
        const limits = { dailyBudget: budget, approvalThreshold: most };
        let record: SpendingRecord | undefined;
        let now = NOON;
        const out: { day: string; at: number; isNew: boolean }[] = [];
        for (const each of steps) {
          now += each.wait;
          const moment = momentOf({ now, limits });
          const { record: next, granted } = reserve(record, each, moment);
          record = next;
          const fresh = granted.new + granted.ahead;
          for (let i = 0; i < fresh + granted.repeated; i += 1) {
            out.push({ day: moment.today, at: now, isNew: i < fresh });
          }
          const back = Math.min(each.giveBack, fresh);
          const unapproved = each.isSent ? 0 : back;
          record = refundCalls(record, { booked: granted.booked, calls: back, unapproved });
          for (let i = 0; i < back; i += 1) {
            const index = out.findIndex(
              ({ day, at, isNew }) => day !== 'free' && at === now && isNew,
            );
            if (!each.isSent) out.splice(index, 1);
            else (out[index] as { day: string }).day = 'free';
          }
          const recent = out.filter(({ at, isNew }) => isNew && now - at < 15 * MINUTE).length;
          expect(recent).toBeLessThanOrEqual(most);
          expect(out.filter(({ day }) => day === moment.today).length).toBeLessThanOrEqual(budget);
          expect(record.calls).toBe(out.filter(({ day }) => day === moment.today).length);
        }
      },
    ),
  );
});
