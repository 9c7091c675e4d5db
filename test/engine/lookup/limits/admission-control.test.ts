import {
  ApprovedCalls,
  QuestionSet,
  UnapprovedCalls,
} from '../../../../src/engine/lookup/limits/admission-control';

const MINUTE_MS = 60_000;

/** One call in each of these minutes. */
function callsAt(...minutes: readonly number[]): UnapprovedCalls {
  const calls = new UnapprovedCalls();
  for (const minute of minutes) calls.add(minute * MINUTE_MS);
  return calls;
}

describe('calls that nobody approved', () => {
  it('count for a quarter of an hour after their minute', () => {
    const calls = callsAt(0, 0, 0.99, 1, 15);
    expect(calls.count(15 * MINUTE_MS)).toBe(5);
    expect(calls.count(15.99 * MINUTE_MS)).toBe(5);
    expect(calls.count(16 * MINUTE_MS)).toBe(2);
    expect(calls.count(17 * MINUTE_MS)).toBe(1);
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

/** Approved for one name at each of these places. */
function approve(calls: number, isTrimmed: boolean, places: readonly string[]): ApprovedCalls {
  const questions = new QuestionSet();
  for (const place of places) questions.add(place, 'name');
  return new ApprovedCalls(calls, isTrimmed, questions);
}

describe('calls that a person approved', () => {
  it('may be made for what was held, once that is asked again, and for nothing else', () => {
    const approved = approve(2, false, ['here', 'there']);
    expect(approved.covers('here')).toBe(false);
    approved.onAsked('here', 'name');
    approved.onAsked('there', 'another name');
    approved.onAsked('elsewhere', 'name');
    expect(['here', 'there', 'elsewhere'].filter((place) => approved.covers(place))).toEqual([
      'here',
    ]);
  });

  it('are over once all of them are made, or all that was held has been asked', () => {
    const approved = approve(1, false, ['here']);
    expect(approved.isOver).toBe(false);
    approved.calls = 0;
    expect(approved.isOver).toBe(true);
    approved.calls = 1;
    approved.onAsked('here', 'name');
    expect(approved.isOver).toBe(true);
    expect(ApprovedCalls.none().isOver).toBe(true);
  });

  it('leave out the rest of what was held where they were fewer, but only when all are made', () => {
    const trimmed = approve(1, true, ['here', 'there']);
    trimmed.onAsked('here', 'name');
    expect(trimmed.leavesOut('here')).toBe(false);
    trimmed.calls = 0;
    expect(trimmed.leavesOut('here')).toBe(true);
    expect(trimmed.leavesOut('there')).toBe(false);
    expect(trimmed.covers('here')).toBe(false);
    const whole = approve(0, false, ['here']);
    whole.onAsked('here', 'name');
    expect(whole.leavesOut('here')).toBe(false);
  });

  it('may be made for anything where more was held than is remembered', () => {
    const questions = new QuestionSet();
    questions.isOverflown = true;
    const approved = new ApprovedCalls(1, false, questions);
    approved.onAsked('elsewhere', 'name');
    expect(approved.covers('elsewhere')).toBe(true);
  });
});

describe('a set of questions', () => {
  it('counts each once, and the calls of up to 50 names that they take', () => {
    const set = new QuestionSet();
    for (let round = 0; round < 2; round += 1) {
      for (let name = 0; name < 51; name += 1) set.add('place', `name_${name}`);
      set.add('other', 'name_0');
    }
    expect([set.calls, set.values]).toEqual([3, 52]);
    expect(set.delete('place', 'name_50')).toBe(true);
    expect(set.delete('place', 'name_50')).toBe(false);
    expect(set.delete('nowhere', 'name_0')).toBe(false);
    expect([set.calls, set.values]).toEqual([2, 51]);
  });

  it('of a great many counts those that it does not remember', () => {
    const set = new QuestionSet();
    for (let row = 0; row < 300_000; row += 1) set.add(`place ${row}`, 'name');
    expect(set).toMatchObject({ calls: 300_000, values: 300_000, isOverflown: true });
  });
});
