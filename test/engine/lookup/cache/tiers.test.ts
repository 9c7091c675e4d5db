import { createEngine } from '../../../../src/engine/lookup';
import type {
  AnswerStore,
  EngineOptions,
  StoredAnswer,
  StoredEntry,
  Tier,
} from '../../../../src/engine/lookup';
import { attribute, ended, setUp } from '../engine-setup';
import { HandClock } from '../hand-clock';
import { RecordingSource } from '../recording-source';

/** A tier that knows these names of every place, and takes 100 ms to answer. */
function tier(clock: HandClock, known: readonly string[], isWritable = false) {
  const written: StoredEntry[] = [];
  const store: AnswerStore = {
    read: (keys) => {
      const answers = known.map((name): StoredAnswer => ({ name, value: 7, at: clock.now() }));
      return new Promise((resolve) =>
        clock.schedule(100, () => resolve(new Map(keys.map((key) => [key, answers])))),
      );
    },
    write: (entries) => {
      written.push(...entries);
      return Promise.resolve();
    },
    clear: () => Promise.resolve(),
    size: () => Promise.resolve({ answers: 0, bytes: 0 }),
  };
  const made: Tier = { origin: isWritable ? 'device' : 'workbook', store, isWritable };
  return { tier: made, written };
}

function withTiers(
  make: (clock: HandClock) => readonly Tier[],
  options: Partial<EngineOptions> = {},
) {
  const clock = new HandClock();
  const source = new RecordingSource(clock);
  const engine = createEngine({
    source,
    clock,
    random: () => 0.5,
    tiers: make(clock),
    ...options,
  });
  return { clock, source, engine };
}

const score = (row: number) =>
  ({ kind: 'score', place: attribute(row, '').place, model: 'm' }) as const;

describe('an engine with tiers', () => {
  it('keeps what it learns in those that may be written to, whatever the others are', async () => {
    const clock = new HandClock();
    const source = new RecordingSource(clock);
    const [workbook, device] = [tier(clock, []), tier(clock, [], true)];
    const tiers = [workbook.tier, device.tier];
    const engine = createEngine({ source, clock, random: () => 0.5, tiers });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect([workbook.written.length, device.written.length]).toEqual([0, 1]);
  });

  it('gives what a tier knows though a key was refused while it was read', async () => {
    const { clock, source, engine } = withTiers((clock) => [tier(clock, ['a']).tier]);
    source.onLookup = () => ({ kind: 'failed', code: 'key-refused' });
    const refused = engine.ask(attribute(1, 'b'));
    await clock.advance(175);
    const known = engine.ask(attribute(2, 'a'));
    const unknown = engine.ask(attribute(2, 'b'));
    await clock.advance(50);
    expect(await ended([refused])).toEqual(['key-refused']);
    await clock.advance(50);
    expect(await ended([known, unknown])).toEqual([7, 'key-refused']);
    expect(source.calls).toHaveLength(1);
  });

  it('tells those without a key at once when no tier knows', async () => {
    const { clock, source, engine } = withTiers((clock) => [tier(clock, ['a']).tier]);
    source.refusalCode = 'no-key';
    const asked = ['a', 'b'].map((name) => engine.ask(attribute(1, name)));
    await clock.advance(100);
    expect(await ended(asked)).toEqual([7, 'no-key']);
  });

  it('measures a burst by what no tier knows', async () => {
    const { clock, source, engine } = withTiers((clock) => [tier(clock, ['a']).tier], {
      limits: { approvalThreshold: 1, dailyBudget: Number.POSITIVE_INFINITY },
    });
    const known = [1, 2, 3, 4, 5].map((row) => engine.ask(attribute(row, 'a')));
    const unknown = engine.ask(attribute(6, 'b'));
    await clock.drain();
    expect(await ended(known)).toEqual([7, 7, 7, 7, 7]);
    expect((await ended([unknown])).map((value) => typeof value)).toEqual(['number']);
    expect(source.calls).toHaveLength(1);
  });

  it('asks for scores and for attributes at a pace each', async () => {
    const { clock, source, engine } = withTiers((clock) => [tier(clock, []).tier]);
    for (let row = 0; row < 10; row += 1) {
      void engine.ask(attribute(row, 'a'));
      void engine.ask(score(row));
    }
    await clock.advance(126);
    expect([source.calls.length, source.scores.length]).toEqual([4, 4]);
    await clock.drain();
    expect([source.calls.length, source.scores.length]).toEqual([10, 10]);
  });
});

describe('an engine without tiers', () => {
  it('asks for scores and for attributes at a pace each', async () => {
    const { clock, source, engine } = setUp();
    for (let row = 0; row < 10; row += 1) {
      void engine.ask(attribute(row, 'a'));
      void engine.ask(score(row));
    }
    await clock.advance(26);
    expect([source.calls.length, source.scores.length]).toEqual([4, 4]);
    await clock.drain();
  });

  it('counts every cell that it refuses, each by its place and name', () => {
    const { source, engine } = setUp();
    source.refusalCode = 'no-key';
    for (const row of [1, 2]) for (const name of ['a', 'b']) void engine.ask(attribute(row, name));
    void engine.ask(attribute(1, 'a'));
    expect(engine.activity.snapshot()).toMatchObject({
      failed: 4,
      failedByCode: { 'no-key': 4 },
    });
  });
});
