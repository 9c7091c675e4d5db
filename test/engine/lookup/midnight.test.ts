import { createEngine } from '../../../src/engine/lookup';
import { createMemoryStore } from './memory-store';
import type { Outcome, ScoreQuestion } from '../../../src/engine/lookup';
import { attribute, ended, setUp } from './engine-setup';
import type { Setup } from './engine-setup';

const DAY_MS = 86_400_000;
const ONE_AT_ONCE = { startConcurrency: 1, maxConcurrency: 1 };

/** A score without a date, which means the day on which it is sent. */
function undated(row: number): ScoreQuestion {
  return { kind: 'score', place: attribute(row, '').place, model: 'm' };
}

function askRows({ engine }: Pick<Setup, 'engine'>, count: number): Promise<Outcome>[] {
  return Array.from({ length: count }, (_, row) => engine.ask(undated(row)));
}

function setToMidnight({ clock }: Setup, lessMs: number): void {
  clock.jump(DAY_MS - (clock.now() % DAY_MS) - lessMs);
}

describe('undated scores around midnight', () => {
  it('are of the day on which they were sent: only those of yesterday are asked again', async () => {
    const set = setUp(ONE_AT_ONCE);
    setToMidnight(set, 2000);
    const sentOn: string[] = [];
    const { score } = set.source;
    set.source.score = (call, signal) => {
      sentOn.push(set.clock.today());
      return score.call(set.source, call, signal);
    };
    const first = askRows(set, 60);
    await set.clock.drain();
    expect(new Set(await ended(first))).toEqual(new Set([1]));
    expect(sentOn).toHaveLength(60);
    const sentYesterday = sentOn.filter((day) => day === sentOn[0]).length;
    expect(sentYesterday).toBeGreaterThan(0);
    expect(sentYesterday).toBeLessThan(60);
    const again = askRows(set, 60);
    await set.clock.drain();
    expect(new Set(await ended(again))).toEqual(new Set([1]));
    expect(set.source.scores).toHaveLength(60 + sentYesterday);
  });

  it('are one question where they were asked on both sides of it, and wait still', async () => {
    const set = setUp(ONE_AT_ONCE);
    setToMidnight(set, 10);
    const asked = askRows(set, 1);
    await set.clock.advance(15);
    asked.push(...askRows(set, 1));
    await set.clock.drain();
    expect(await ended(asked)).toEqual([1, 1]);
    expect(set.source.scores).toHaveLength(1);
  });

  it('are kept and found under that day by a store', async () => {
    const set = setUp(ONE_AT_ONCE);
    const store = createMemoryStore({ clock: set.clock });
    const make = () =>
      createEngine({
        ...{ source: set.source, clock: set.clock, random: () => 0.5, ...ONE_AT_ONCE },
        tiers: [{ origin: 'device', store, isWritable: true }],
      });
    setToMidnight(set, 10);
    const before = askRows({ engine: make() }, 5);
    await set.clock.drain();
    await ended(before);
    expect(set.clock.today()).toBe('2026-11-22');
    const after = askRows({ engine: make() }, 5);
    await set.clock.drain();
    expect(await ended(after)).toEqual([1, 1, 1, 1, 1]);
    expect(set.source.scores).toHaveLength(5);
  });

  it('are of the day of the sending that was taken, not of one that was refused before', async () => {
    const set = setUp(ONE_AT_ONCE);
    setToMidnight(set, 60);
    set.source.onScore = () =>
      set.source.scores.length === 1
        ? { kind: 'failed', code: 'throttled', status: 429 }
        : { kind: 'answered', value: 1 };
    const asked = askRows(set, 1);
    await set.clock.drain();
    expect(await ended(asked)).toEqual([1]);
    // A refused call gave no answer: the day is that of the call that was answered.
    const again = askRows(set, 1);
    await set.clock.drain();
    expect(await ended(again)).toEqual([1]);
    expect(set.source.scores).toHaveLength(2);
  });
});
