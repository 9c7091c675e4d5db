import { ApprovedCalls } from '../../../src/lookup/limits/approved-calls';
import { QuestionSet } from '../../../src/lookup/limits/question-set';

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
