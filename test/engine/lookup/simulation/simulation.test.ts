import fc from 'fast-check';
import type { Outcome } from '../../../../src/engine/lookup';
import { rightValue, scoreText } from './model-service';
import { placeOf, play } from './run';
import type { Run, Settlement } from './run';
import { anyService, scenarioWith, soundService } from './scenario';
import type { Scenario } from './scenario';

/** For thousands of runs: `SIMULATIONS=5000 npx jest test/engine/lookup/simulation`. */
const numRuns = Number(process.env.SIMULATIONS ?? 150);
const DEADLINE_MS = 60_000;
/** No reply of the modelled service takes longer. */
const SLOWEST_MS = 2500;
jest.setTimeout(10_000 + numRuns * 400);

const anyScenario = scenarioWith(anyService);
/**
 * Of the scenarios, so that one that breaks a promise can be found again and made smaller. Without
 * bias, because by default one number in two is close to 0 or to the largest.
 */
const [seed = 0] = fc.sample(fc.noBias(fc.integer()), 1);
/** Played once, because playing takes far longer than looking whether a promise was kept. */
const lives: { readonly scenario: Scenario; readonly run: Run }[] = [];

/** Every life keeps the promise; if one does not, the smallest scenario that breaks it is shown. */
async function always(promise: Promised): Promise<void> {
  try {
    for (const { run, scenario } of lives) promise(run, scenario);
  } catch (error) {
    await eachOf(anyScenario, promise);
    throw error;
  }
}

type Promised = (run: Run, scenario: Scenario) => void;

function eachOf(scenarios: fc.Arbitrary<Scenario>, promise: Promised): Promise<void> {
  return fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => promise(await play(scenario), scenario)),
    { numRuns, seed },
  );
}

const kindOf = ({ question }: Settlement): 'lookup' | 'score' =>
  question.kind === 'attribute' ? 'lookup' : 'score';

const textOf = ({ question }: Settlement): string =>
  question.kind === 'attribute' ? question.name : scoreText(question);

const only = ({ outcomes }: Settlement): Outcome | undefined => outcomes[0]?.outcome;

describe('whatever the service does', () => {
  beforeAll(async () => {
    for (const scenario of fc.sample(anyScenario, { numRuns, seed })) {
      lives.push({ scenario, run: await play(scenario) });
    }
  });

  it('is played as often as was asked for', () => {
    expect(lives).toHaveLength(numRuns);
  });

  it('settles every question exactly once', () =>
    always(({ settlements, engine }) => {
      for (const { outcomes } of settlements) expect(outcomes).toHaveLength(1);
      const { waiting, inFlight, callsInFlight } = engine.activity.snapshot();
      expect({ waiting, inFlight, callsInFlight }).toEqual({
        waiting: 0,
        inFlight: 0,
        callsInFlight: 0,
      });
    }));

  it('settles every question by its deadline', () =>
    always(({ settlements, service }) => {
      for (const settlement of settlements) {
        const at = settlement.outcomes[0]?.at ?? Number.POSITIVE_INFINITY;
        const kind = kindOf(settlement);
        const lastAnswer = Math.max(
          settlement.ask.at,
          ...service.calls
            .filter((call) => call.kind === kind && call.failure === undefined)
            .map((call) => call.endedAt ?? 0)
            .filter((endedAt) => endedAt <= at),
        );
        // While the service says "not now", time does not count, for one deadline more.
        const restingMs = service.calls.some(
          ({ failure }) => failure?.retryAfterMs !== undefined || failure?.code === 'throttled',
        )
          ? DEADLINE_MS
          : 0;
        // Whole milliseconds and slightly late timers add up: for the asking, for a call that is
        // given up, and for the last look.
        expect(at).toBeLessThanOrEqual(lastAnswer + DEADLINE_MS + restingMs + 5);
      }
    }));

  it('carries 1 to 50 names a call, each once', () =>
    always(({ service }) => {
      for (const { asked } of service.calls) {
        expect(asked.length).toBeGreaterThan(0);
        expect(asked.length).toBeLessThanOrEqual(50);
        expect(new Set(asked).size).toBe(asked.length);
      }
    }));

  it('keeps within the number of calls at once', () =>
    always(({ service }) => {
      expect(service.most.lookup).toBeLessThanOrEqual(6);
      expect(service.most.score).toBeLessThanOrEqual(6);
    }));

  it('sends nothing while the service wants to be left alone', () =>
    always(({ service }) => {
      for (const { endedAt = 0, failure } of service.calls) {
        if (failure?.retryAfterMs === undefined) continue;
        // The engine counts whole milliseconds, so a fraction more or less does not matter.
        const until = endedAt + failure.retryAfterMs - 1;
        const sent = service.calls.filter(
          (call) => call.startedAt > endedAt && call.startedAt < until,
        );
        expect(sent).toEqual([]);
      }
    }));

  it('never sends a score again by itself that may have been charged', () =>
    always(({ service, settlements }) => {
      const scores = service.calls.filter((call) => call.kind === 'score');
      scores.forEach((call, index) => {
        const earlier = scores
          .slice(0, index)
          .filter((other) => other.place === call.place && other.asked[0] === call.asked[0]);
        const last = earlier.at(-1);
        if (last === undefined || last.failure?.code === 'throttled') return;
        // Only a person who asks again, after the doubtful call was over, brings it back.
        const isAskedAnew = settlements.some(
          (settlement) =>
            settlement.question.place.key === call.place &&
            textOf(settlement) === call.asked[0] &&
            settlement.askedAt >= (last.endedAt ?? Number.POSITIVE_INFINITY),
        );
        expect(isAskedAnew).toBe(true);
      });
    }));

  it('shows no answer for another place, name, model, date or account', () =>
    always(({ settlements }, { service }) => {
      for (const settlement of settlements) {
        const outcome = only(settlement);
        if (outcome?.kind === 'missing') {
          expect(service.emptyNames).toContain(textOf(settlement));
        }
        if (outcome?.kind !== 'found') continue;
        const { key } = settlement.question.place;
        const scope = `first-${kindOf(settlement)}`;
        expect(outcome.value).toBe(rightValue(scope, key, textOf(settlement)));
      }
    }));

  it('sends nothing once it has said out-of-credits', () =>
    always(({ service }) => {
      const told = service.calls.filter((call) => call.failure?.code === 'out-of-credits');
      const endedAt = Math.min(...told.map((call) => call.endedAt ?? 0));
      expect(service.calls.filter((call) => call.startedAt > endedAt)).toEqual([]);
    }));

  it('looks once more, alone, where it has said key-refused, and stops for the second time', () =>
    always(({ service }) => {
      const refused = service.calls.filter((call) => call.failure?.code === 'key-refused');
      const endedAt = Math.min(...refused.map((call) => call.endedAt ?? 0));
      const looks = refused.filter((call) => call.startedAt > endedAt);
      expect(looks.length).toBeLessThanOrEqual(1);
      const stoppedAt = looks[0]?.endedAt ?? Number.POSITIVE_INFINITY;
      expect(service.calls.filter((call) => call.startedAt > stoppedAt)).toEqual([]);
    }));

  it('blames a name only if the service refuses it', () =>
    always(({ settlements }, { service }) => {
      for (const settlement of settlements) {
        const outcome = only(settlement);
        if (outcome?.kind === 'failed' && outcome.error.code === 'rejected') {
          expect(service.badNames).toContain(textOf(settlement));
        }
      }
    }));
});

describe('with a service that answers', () => {
  it('gives every asker who stays a value, a certain "no value", or the blame for a bad name', () =>
    eachOf(scenarioWith(soundService), ({ settlements }, { service }) => {
      for (const settlement of settlements) {
        if (settlement.ask.cancelAfter !== undefined) continue;
        const text = textOf(settlement);
        const outcome = only(settlement);
        if (service.badNames.includes(text)) expect(outcome?.kind).toBe('failed');
        else if (service.emptyNames.includes(text)) expect(outcome?.kind).toBe('missing');
        else expect(outcome?.kind).toBe('found');
      }
    }));

  it('makes as few calls for a burst as the contract permits', () =>
    eachOf(
      scenarioWith(soundService).map(({ asks, service, seed: chance }) => ({
        asks: asks.map(({ place, what }) => ({ at: 0, place, what })),
        service: { ...service, badNames: [] },
        seed: chance,
      })),
      ({ service, settlements }) => {
        const wanted = new Map<string, Set<string>>();
        for (const settlement of settlements) {
          const isScore = kindOf(settlement) === 'score';
          const { key } = settlement.question.place;
          const call = isScore ? `${key} ${textOf(settlement)}` : key;
          wanted.set(call, (wanted.get(call) ?? new Set()).add(textOf(settlement)));
        }
        const least = [...wanted.values()].reduce(
          (sum, names) => sum + Math.ceil(names.size / 50),
          0,
        );
        expect(service.calls).toHaveLength(least);
      },
    ));

  it('gives the others the same, whoever withdraws', () =>
    fc.assert(
      fc.asyncProperty(scenarioWith(soundService), async (scenario) => {
        const staying: Scenario = {
          ...scenario,
          asks: scenario.asks.map(({ at, place, what }) => ({ at, place, what })),
        };
        const [withdrawn, all] = [await play(scenario), await play(staying)];
        scenario.asks.forEach((ask, index) => {
          if (ask.cancelAfter !== undefined) return;
          const [one, other] = [withdrawn, all].map(
            (run) => run.settlements[index] && shownBy(only(run.settlements[index])),
          );
          expect(one).toEqual(other);
        });
      }),
      { numRuns },
    ));

  it('shows the same with a memory and without', () =>
    fc.assert(
      fc.asyncProperty(scenarioWith(soundService), async (scenario) => {
        const [small, large] = [await play(scenario, { maxRemembered: 0 }), await play(scenario)];
        const shown = (run: Run): unknown[] =>
          run.settlements
            .filter(({ ask }) => ask.cancelAfter === undefined)
            .map((settlement) => shownBy(only(settlement)));
        expect(shown(small)).toEqual(shown(large));
      }),
      { numRuns },
    ));

  it('keeps accounts apart when the key changes in the middle', () =>
    fc.assert(
      fc.asyncProperty(
        scenarioWith(soundService),
        fc.integer({ min: 0, max: 3000 }),
        async (scenario, changeAt) => {
          const run = await play(scenario, {}, ({ clock, engine, service }) => {
            clock.schedule(changeAt, () => {
              service.account = 'second';
              engine.resume();
            });
          });
          for (const settlement of run.settlements) {
            const outcome = only(settlement);
            if (outcome?.kind !== 'found') continue;
            const { key } = settlement.question.place;
            const text = textOf(settlement);
            const kind = kindOf(settlement);
            // Each timer is late by its own fraction, up to a millisecond.
            const accounts = settlement.ask.at > changeAt + 1 ? ['second'] : ['first', 'second'];
            const right = accounts.map((account) => rightValue(`${account}-${kind}`, key, text));
            expect(right).toContain(outcome.value);
          }
        },
      ),
      { numRuns },
    ));

  it('sends one call at most from a refusal of the key until a person has put in another', () =>
    fc.assert(
      fc.asyncProperty(
        scenarioWith(soundService),
        fc.tuple(fc.integer({ min: 0, max: 2500 }), fc.integer({ min: 2500, max: 5000 })),
        async (scenario, keyRefused) => {
          const [, mendedAt] = keyRefused;
          const asked = { ...scenario, service: { ...scenario.service, keyRefused } };
          const { service, settlements } = await play(asked, {}, ({ clock, engine }) => {
            clock.schedule(mendedAt, () => engine.resume());
          });
          const refused = service.calls.filter((call) => call.failure?.code === 'key-refused');
          const stoppedAt = Math.min(...refused.map((call) => call.endedAt ?? 0));
          const between = ({ startedAt }: { startedAt: number }): boolean =>
            startedAt > stoppedAt && startedAt < mendedAt;
          expect(service.calls.filter(between).length).toBeLessThanOrEqual(1);
          for (const settlement of settlements) {
            const { ask, outcomes } = settlement;
            expect(outcomes).toHaveLength(1);
            if (ask.cancelAfter !== undefined || ask.at < mendedAt + SLOWEST_MS) continue;
            expect(shownBy(only(settlement))).not.toBe('key-refused');
          }
        },
      ),
      { numRuns },
    ));

  it('works on when the wall clock jumps about', () =>
    fc.assert(
      fc.asyncProperty(
        scenarioWith(soundService),
        fc.array(fc.integer({ min: -86_400_000 * 2, max: 86_400_000 * 2 }), { maxLength: 5 }),
        async (scenario, jumps) => {
          const attributes = scenario.asks.filter(({ what }) => 'name' in what);
          const run = await play({ ...scenario, asks: attributes }, {}, ({ clock }) => {
            jumps.forEach((jump, index) => {
              clock.schedule(index * 700, () => clock.jump(jump));
            });
          });
          for (const settlement of run.settlements) {
            expect(settlement.outcomes).toHaveLength(1);
            const outcome = only(settlement);
            if (outcome?.kind !== 'found') continue;
            const { key } = settlement.question.place;
            expect(outcome.value).toBe(rightValue('first-lookup', key, textOf(settlement)));
          }
        },
      ),
      { numRuns },
    ));
});

function shownBy(outcome: Outcome | undefined): unknown {
  if (outcome?.kind === 'found') return outcome.value;
  return outcome?.kind === 'missing' ? 'no-value' : outcome?.error.code;
}

it('knows its places apart', () => {
  expect(new Set([0, 1, 2].map((row) => placeOf(row).key)).size).toBe(3);
});
