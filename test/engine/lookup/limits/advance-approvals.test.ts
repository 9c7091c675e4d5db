import { createCancellation } from '../../../../src/engine/lookup';
import type { Engine, EngineOptions, Question } from '../../../../src/engine/lookup';
import { attribute, setUp, shown } from '../engine-setup';

const NONE = Number.POSITIVE_INFINITY;

function limited(limits: Partial<EngineOptions['limits']> = {}) {
  return setUp({ limits: { approvalThreshold: 20, dailyBudget: NONE, ...limits } });
}

function askRows(engine: Engine, rows: number, from = 0, name = 'a'): (string | number)[] {
  const texts: (string | number)[] = [];
  for (let row = from; row < from + rows; row += 1) {
    void engine.ask(attribute(row, name)).then((outcome) => texts.push(shown(outcome)));
  }
  return texts;
}

/** The questions that a person saw the number of: these names at the first so many rows. */
function rowsOf(rows: number, names: readonly string[] = ['a']) {
  const places = new Set(Array.from({ length: rows }, (_, row) => attribute(row, 'a').place.key));
  return (question: Question): boolean =>
    question.kind === 'attribute' &&
    places.has(question.place.key) &&
    names.includes(question.name);
}

describe('calls that were approved before they were asked for', () => {
  it('leave as they are asked, though they are more than the threshold', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('are no more than were shown: the rest waits, even where it alone would have gone', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(35) });
    const texts = askRows(engine, 35);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(texts.filter((text) => text === 'held')).toHaveLength(5);
    expect(engine.spending.held()).toMatchObject({ calls: 5, reason: 'held' });
    engine.spending.approve();
    askRows(engine, 35);
    await clock.drain();
    expect(source.lookups).toHaveLength(35);
  });

  it('are those that were shown: other questions are measured by the threshold', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 60, covers: rowsOf(30) });
    askRows(engine, 30);
    const others = askRows(engine, 25, 100);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(new Set(others)).toEqual(new Set(['held']));
    expect(engine.spending.held()).toMatchObject({ calls: 25 });
  });

  it('hold none of the others that are few enough', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 20);
    await clock.drain();
    askRows(engine, 15, 100);
    await clock.drain();
    expect(source.lookups).toHaveLength(35);
  });

  it('do not use up the threshold, and leave what is held to a decision of its own', async () => {
    const { clock, source, engine } = limited();
    askRows(engine, 25, 100);
    await clock.drain();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(engine.spending.held()).toMatchObject({ calls: 25 });
    engine.spending.refuse();
    askRows(engine, 20, 200);
    await clock.drain();
    expect(source.lookups).toHaveLength(50);
  });

  it('stop at the day’s budget, which says so', async () => {
    const { clock, source, engine } = limited({ dailyBudget: 10 });
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(10);
    expect(engine.spending.held()).toMatchObject({ calls: 20, reason: 'over-budget' });
    // A new budget is a decision about what is held, not about what was approved before it.
    engine.spending.setLimits({ approvalThreshold: 5, dailyBudget: 100 });
    askRows(engine, 20, 10);
    await clock.drain();
    expect(source.lookups).toHaveLength(10);
    expect(engine.spending.held()).toMatchObject({ calls: 20, reason: 'held' });
  });

  it('stay good while others are approved and asked', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.advance(50);
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30, ['b']) });
    askRows(engine, 30, 0, 'b');
    await clock.drain();
    expect(engine.spending.held()).toBeUndefined();
    expect(source.lookups.length).toBeLessThanOrEqual(60);
    expect(engine.activity.snapshot()).toMatchObject({ done: 60 });
  });

  it('wait for all that was announced, so that each place takes the one call it was shown with', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30, ['a', 'b']) });
    engine.spending.expect(60);
    askRows(engine, 30);
    await clock.advance(700);
    askRows(engine, 30, 0, 'b');
    await clock.drain();
    expect(source.lookups).toHaveLength(30);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('wait for no announced value whose place is blank', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    engine.spending.expect(31);
    askRows(engine, 30);
    engine.spending.expectedCame();
    await clock.advance(700);
    expect(source.lookups).toHaveLength(30);
  });

  it('are not used up by what cost nothing', async () => {
    const { clock, source, engine } = limited();
    const good = source.onLookup;
    let throttled = 3;
    source.onLookup = (call) =>
      throttled-- > 0 ? { kind: 'failed', code: 'throttled', status: 429 } : good(call);
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({ callsSpent: 30, done: 30 });
  });

  it('are there for another once a call that cost nothing is no longer wanted', async () => {
    const { clock, source, engine } = limited();
    const good = source.onLookup;
    source.onLookup = () => ({ kind: 'failed', code: 'throttled', status: 429 });
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(31) });
    const cancellation = createCancellation();
    void engine.ask(attribute(0, 'a'), { signal: cancellation.signal });
    await clock.advance(130);
    cancellation.cancel();
    source.onLookup = good;
    askRows(engine, 30, 1);
    await clock.drain();
    expect(engine.activity.snapshot()).toMatchObject({ callsSpent: 30, done: 30 });
    expect(engine.spending.held()).toBeUndefined();
  });

  it('are made again where the service failed, without a decision or a call of the others', async () => {
    const { clock, source, engine } = limited();
    const good = source.onLookup;
    let failing = 2;
    source.onLookup = (call) =>
      failing-- > 0 ? { kind: 'failed', code: 'service-failed', status: 500 } : good(call);
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.drain();
    expect(engine.spending.held()).toBeUndefined();
    expect(engine.activity.snapshot()).toMatchObject({ callsMade: 32, done: 30 });
    // All of them were used.
    askRows(engine, 30, 0, 'b');
    await clock.drain();
    expect(engine.spending.held()).toMatchObject({ calls: 30 });
  });

  it('are held if the approval was withdrawn, or given a quarter of an hour before', async () => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) })();
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    engine.spending.refuse();
    engine.spending.approveAhead({ calls: 30, covers: rowsOf(30) });
    await clock.advance(16 * 60_000);
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    expect(engine.spending.held()).toMatchObject({ calls: 30 });
  });

  it.each([Number.NaN, -5, 0, 0.9])('by %s calls let none leave', async (calls) => {
    const { clock, source, engine } = limited();
    engine.spending.approveAhead({ calls, covers: rowsOf(30) });
    askRows(engine, 30);
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
  });
});
