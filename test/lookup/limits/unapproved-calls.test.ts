import { UnapprovedCalls } from '../../../src/lookup/limits/unapproved-calls';

const MINUTE_MS = 60_000;

/** One call in each of these minutes. */
function callsAt(...minutes: readonly number[]): UnapprovedCalls {
  const calls = new UnapprovedCalls();
  for (const minute of minutes) calls.add(minute * MINUTE_MS);
  return calls;
}

describe('calls that nobody approved', () => {
  it('count for a quarter of an hour, to the minute', () => {
    const calls = callsAt(0, 0, 0.99, 1, 15);
    expect(calls.count(15 * MINUTE_MS)).toBe(5);
    expect(calls.count(15 * MINUTE_MS + 1)).toBe(2);
    expect(calls.count(16 * MINUTE_MS)).toBe(2);
    expect(calls.count(16.5 * MINUTE_MS)).toBe(1);
  });

  it('are counted no more where one was not made after all', () => {
    const calls = callsAt(1, 1, 2);
    calls.takeBack();
    expect(calls.count(2 * MINUTE_MS)).toBe(2);
    calls.takeBack();
    expect(calls.count(2 * MINUTE_MS)).toBe(2);
    const none = callsAt();
    none.takeBack();
    none.add(0);
    expect(none.count(0)).toBe(1);
  });

  it('are forgotten once they are too old, and those that count are not', () => {
    const calls = callsAt(0, 1, 2);
    calls.expire(15 * MINUTE_MS);
    // As for a clock that is set back, since that alone tells.
    expect(calls.count(2 * MINUTE_MS)).toBe(3);
    calls.expire(16 * MINUTE_MS);
    expect(calls.count(2 * MINUTE_MS)).toBe(2);
    calls.expire(60 * MINUTE_MS);
    expect(calls.count(2 * MINUTE_MS)).toBe(0);
    calls.expire(60 * MINUTE_MS);
    calls.add(60 * MINUTE_MS);
    expect(calls.count(60 * MINUTE_MS)).toBe(1);
  });

  it('are none after a person has approved', () => {
    const calls = callsAt(1, 2);
    calls.clear();
    expect(calls.count(2 * MINUTE_MS)).toBe(0);
  });
});
