import { createReachability } from '../../../../src/engine/client/reachability';
import { addressPlace } from '../../../../src/engine/lookup';
import type { ScoreQuestion } from '../../../../src/engine/lookup';
import { HandClock } from '../hand-clock';
import { attribute, ended, setUp, shown } from '../engine-setup';
import { RecordingSource, valuesFor } from '../recording-source';

/** An engine whose source watches its calls, as the client does. */
function setUpWatched() {
  const clock = new HandClock();
  let isThere = true;
  let probes = 0;
  const reachability = createReachability({
    clock,
    random: () => 0.5,
    probe() {
      probes += 1;
      return Promise.resolve(isThere);
    },
  });
  const failure = { kind: 'failed', code: 'offline' } as const;
  class WatchedSource extends RecordingSource {
    readonly reachability = reachability;
    override lookup(...args: Parameters<RecordingSource['lookup']>) {
      return watched('lookup', super.lookup(...args));
    }

    override score(...args: Parameters<RecordingSource['score']>) {
      return watched('score', super.score(...args));
    }
  }
  async function watched<Reply extends { kind: string }>(
    kind: 'lookup' | 'score',
    reply: Promise<Reply>,
  ): Promise<Reply> {
    const end = reachability.began(kind);
    const told = await reply;
    end(told.kind === 'answered' ? 'replied' : 'silent');
    return told;
  }
  const source = new WatchedSource(clock);
  source.onLookup = (call) => (isThere ? valuesFor(call) : failure);
  source.onScore = () => (isThere ? { kind: 'answered', value: 1 } : failure);
  const { engine } = setUp({ source, clock }, clock);
  return {
    ...{ clock, source, engine },
    probes: () => probes,
    goAway: () => void (isThere = false),
    comeBack: () => void (isThere = true),
    snapshot: () => engine.activity.snapshot(),
  };
}

const score = (row: number): ScoreQuestion => ({
  kind: 'score',
  model: 'm',
  place: addressPlace(`${row} Main Road`, '560001'),
});
const rows = (count: number): readonly number[] => Array.from({ length: count }, (_, row) => row);

describe('a service that goes away in the middle of a list', () => {
  it('costs one call more than were on their way, and the list ends by itself afterwards', async () => {
    const { clock, source, engine, goAway, comeBack, snapshot } = setUpWatched();
    const asked = rows(300).map((row) => engine.ask(attribute(row, 'a')));
    await clock.advance(2_000);
    const before = source.lookups.length;
    goAway();
    await clock.advance(20_000);
    expect(snapshot().isUnreachable).toBe(true);
    expect(source.lookups.length - before).toBeLessThanOrEqual(7);
    expect(snapshot().callsUnanswered).toBeLessThanOrEqual(7);
    comeBack();
    await clock.advance(60_000);
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect(snapshot()).toMatchObject({ isUnreachable: false, callsSpent: 300 });
  });

  it('is why cells end, also where a reply from before comes after it was lost', async () => {
    const { clock, source, engine, goAway, snapshot } = setUpWatched();
    source.latencyMs = 300;
    const asked = rows(300).map((row) => engine.ask(attribute(row, 'a')));
    await clock.advance(1_000);
    const { onLookup } = source;
    let late: (() => void) | undefined;
    source.onLookup = (call) => {
      if (late !== undefined) return onLookup(call);
      return new Promise((resolve) => (late = () => resolve(valuesFor(call))));
    };
    await clock.advance(400);
    goAway();
    await clock.advance(1_000);
    expect(snapshot().isUnreachable).toBe(true);
    late?.();
    await clock.advance(300_000);
    const failed = (await ended(asked)).filter((value) => typeof value !== 'number');
    expect(failed.length).toBeGreaterThan(100);
    expect(new Set(failed)).toEqual(new Set(['offline']));
  });

  it('gets each score once: those that may have arrived are not asked again, the others are', async () => {
    const { clock, source, engine, goAway, comeBack } = setUpWatched();
    const asked = rows(100).map((row) => engine.ask(score(row)));
    await clock.advance(300);
    goAway();
    await clock.advance(10_000);
    comeBack();
    await clock.advance(60_000);
    const outcomes = await ended(asked);
    const lost = outcomes.filter((outcome) => outcome === 'timed-out').length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(7);
    expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(100 - lost);
    const sent = source.scores.map(({ place }) => place.key);
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('leaves cells that never went offline, which may be asked again, when it stays away', async () => {
    const { clock, engine, goAway, probes, source } = setUpWatched();
    goAway();
    const asked = rows(50).map((row) => engine.ask(score(row)));
    await clock.advance(61_000);
    const outcomes = await ended(asked);
    expect(outcomes.filter((outcome) => outcome === 'offline').length).toBeGreaterThanOrEqual(44);
    expect(source.scores.length).toBeLessThanOrEqual(7);
    expect(probes()).toBeGreaterThan(3);
  });

  it('of scores does not stop the lookups, and the other way round', async () => {
    const { clock, engine, source } = setUpWatched();
    source.onScore = () => ({ kind: 'failed', code: 'offline' });
    const lost = rows(8).map((row) => engine.ask(score(row)));
    await clock.advance(5_000);
    const asked = rows(20).map((row) => engine.ask(attribute(row, 'a')));
    await clock.advance(5_000);
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    await clock.advance(60_000);
    await Promise.all(lost);
  });

  it('is tried at once when a person presses “Retry failed”', async () => {
    const { clock, engine, goAway, comeBack, snapshot } = setUpWatched();
    goAway();
    const asked = engine.ask(attribute(1, 'a'));
    await clock.advance(61_000);
    expect(shown(await asked)).toBe('offline');
    comeBack();
    engine.resume();
    const again = engine.ask(attribute(1, 'a'));
    await clock.advance(500);
    expect(typeof shown(await again)).toBe('number');
    expect(snapshot().isUnreachable).toBe(false);
  });
});

describe('a call that never left', () => {
  it('is counted nowhere: not as made, not as spent, not in the budget', async () => {
    const { clock, source, engine } = setUp({
      limits: { approvalThreshold: 500, dailyBudget: 2 },
    });
    let fails = 3;
    source.onScore = () =>
      fails-- > 0
        ? { kind: 'failed', code: 'offline', isUnsent: true }
        : { kind: 'answered', value: 4 };
    const asked = engine.ask(score(1));
    await clock.advance(30_000);
    expect(await ended([asked])).toEqual([4]);
    expect(source.scores).toHaveLength(4);
    expect(engine.activity.snapshot()).toMatchObject({
      callsMade: 1,
      callsSpent: 1,
      callsUnanswered: 0,
    });
    expect(engine.spending.spentToday().calls).toBe(1);
  });

  it('that broke off in the middle counts apart, and in the budget', async () => {
    const { clock, source, engine } = setUp();
    source.onScore = () => ({ kind: 'failed', code: 'offline' });
    const asked = engine.ask(score(1));
    await clock.advance(1_000);
    expect(await ended([asked])).toEqual(['timed-out']);
    expect(engine.activity.snapshot()).toMatchObject({
      callsMade: 1,
      callsSpent: 0,
      callsUnanswered: 1,
    });
    expect(engine.spending.spentToday().calls).toBe(1);
  });
});
