import fc from 'fast-check';
import type { Outcome, SpendingLimits } from '../../../../src/engine/lookup';
import { costOf } from '../../../../src/engine/lookup/queue/retry';
import { outcomeOf, shown } from '../engine-setup';
import { rightValue, scoreText } from './model-service';
import type { CallRecord } from './model-service';
import { play, questionOf } from './run';
import type { Run } from './run';
import { anyService, scenarioWith, soundService } from './scenario';
import type { Ask } from './scenario';

const numRuns = Number(process.env.SIMULATIONS ?? 150);
jest.setTimeout(10_000 + numRuns * 400);

const NONE = Number.POSITIVE_INFINITY;

/** Everyone asks at once, nobody withdraws, and every name is good. */
const burst = scenarioWith(soundService).map(({ asks, service, seed }) => ({
  asks: asks.map(({ place, what }): Ask => ({ at: 0, place, what })),
  service: { ...service, badNames: [], emptyNames: [] },
  seed,
}));

const threshold = fc.record<SpendingLimits>({
  approvalThreshold: fc.integer({ min: 0, max: 20 }),
  dailyBudget: fc.constant(NONE),
});
const budget = fc.record<SpendingLimits>({
  approvalThreshold: fc.constant(NONE),
  dailyBudget: fc.integer({ min: 0, max: 20 }),
});

/** What a burst needs: the fewest calls, and the values wanted. */
function neededBy(asks: readonly Ask[]): { calls: number; values: number } {
  const wanted = new Map<string, Set<string>>();
  for (const { place, what } of asks) {
    const isScore = !('name' in what);
    const text = isScore ? scoreText(what) : what.name;
    const call = isScore ? `${place} ${text}` : `${place}`;
    wanted.set(call, (wanted.get(call) ?? new Set()).add(text));
  }
  const sizes = [...wanted.values()].map((texts) => texts.size);
  return {
    calls: sizes.reduce((sum, size) => sum + Math.ceil(size / 50), 0),
    values: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** How many of the calls carry something that no earlier call carried. */
function firstCalls(calls: readonly CallRecord[]): number {
  const sent = new Set<string>();
  const isFirst = ({ kind, scope, place, asked }: CallRecord): boolean => {
    const before = sent.size;
    for (const text of asked) sent.add(JSON.stringify([kind, scope, place, text]));
    return sent.size > before;
  };
  return calls.filter(isFirst).length;
}

/** Calculates every cell once more. */
async function askAgain({ engine, clock }: Run, asks: readonly Ask[]): Promise<Outcome[]> {
  const asked = asks.map((ask) => engine.ask(questionOf(ask)));
  await clock.drain();
  return Promise.all(asked.map(outcomeOf));
}

function onlyRightOr(code: string, outcomes: readonly Outcome[], asks: readonly Ask[]): void {
  outcomes.forEach((outcome, index) => {
    const question = questionOf(asks[index] as Ask);
    const [scope, text] =
      question.kind === 'attribute'
        ? ['first-lookup', question.name]
        : ['first-score', scoreText(question)];
    expect([rightValue(scope, question.place.key, text), code]).toContain(shown(outcome));
  });
}

describe.each([
  ['a threshold', threshold, 'held'],
  ["a day's budget", budget, 'over-budget'],
] as const)('under %s', (_, limits, code) => {
  it('a burst is sent as far as it may be, the rest is held, and approval releases just that', () =>
    fc.assert(
      fc.asyncProperty(burst, limits, fc.nat(20), async (scenario, allowed, some) => {
        const { asks } = scenario;
        const needed = neededBy(asks);
        const run = await play(scenario, { limits: allowed });
        const { service, engine, settlements } = run;
        const { approvalThreshold, dailyBudget } = allowed;
        const mayBegin = needed.calls <= approvalThreshold;
        const sent = mayBegin ? Math.min(needed.calls, dailyBudget) : 0;
        expect(service.calls).toHaveLength(sent);
        const outcomes = settlements.map(({ outcomes: [only] }) => only?.outcome as Outcome);
        onlyRightOr(code, outcomes, asks);

        const held = engine.spending.held();
        expect(held?.calls ?? 0).toBe(needed.calls - sent);
        if (held === undefined) return;
        expect(held.reason).toBe(code);
        if (sent === 0) expect(held.values).toBe(needed.values);

        const approved = Math.min(some, held.calls);
        engine.spending.approve(approved);
        onlyRightOr(code, await askAgain(run, asks), asks);
        expect(service.calls).toHaveLength(sent + approved);

        engine.spending.approve();
        const final = await askAgain(run, asks);
        expect(final.map(({ kind }) => kind)).toEqual(asks.map(() => 'found'));
        expect(service.calls).toHaveLength(needed.calls);
        expect(engine.spending.held()).toBeUndefined();
      }),
      { numRuns },
    ));
});

describe('whatever the service does', () => {
  it("is paid for no more calls than the day's budget", () =>
    fc.assert(
      fc.asyncProperty(scenarioWith(anyService), budget, async (scenario, limits) => {
        const { service, engine, settlements } = await play(scenario, { limits });
        const paid = service.calls.filter(
          ({ kind, failure }) =>
            failure === undefined || ['spent', 'unknown'].includes(costOf(kind, failure)),
        );
        expect(paid.length).toBeLessThanOrEqual(limits.dailyBudget);
        expect(engine.spending.spentToday().calls).toBe(paid.length);
        for (const { outcomes } of settlements) expect(outcomes).toHaveLength(1);
      }),
      { numRuns },
    ));

  it('is sent no more calls in a burst than the threshold, what it is asked again aside', () =>
    fc.assert(
      fc.asyncProperty(scenarioWith(anyService), threshold, async (scenario, limits) => {
        const asks = scenario.asks.map((ask) => ({ ...ask, at: 0 }));
        const { service, settlements } = await play({ ...scenario, asks }, { limits });
        expect(firstCalls(service.calls)).toBeLessThanOrEqual(limits.approvalThreshold);
        for (const { outcomes } of settlements) expect(outcomes).toHaveLength(1);
      }),
      { numRuns },
    ));
});

it('knows what a burst needs', () => {
  const place = 1;
  const asks = Array.from({ length: 120 }, (_, n) => ({
    at: 0,
    place,
    what: { name: `n${n % 60}` },
  }));
  expect(neededBy([...asks, { at: 0, place, what: { model: 'm' } }])).toEqual({
    calls: 3,
    values: 61,
  });
});
