import { coordinatePlace, createCancellation, createEngine } from '../../../../src/engine/lookup';
import type {
  Engine,
  EngineOptions,
  Outcome,
  Place,
  Question,
} from '../../../../src/engine/lookup';
import { HandClock } from '../hand-clock';
import { ModelService, mulberry32 } from './model-service';
import type { Ask, Scenario } from './scenario';

/** The result of one scenario. */
export interface Run {
  readonly clock: HandClock;
  readonly service: ModelService;
  readonly engine: Engine;
  readonly settlements: readonly Settlement[];
}

export interface Settlement {
  readonly ask: Ask;
  readonly question: Question;
  /** When it was asked, in elapsed milliseconds: timers are late, so later than `ask.at`. */
  readonly askedAt: number;
  /**
   * The outcomes that the asker was given, with elapsed milliseconds: exactly one, if all is well.
   */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly at: number }[];
}

/** Plays a scenario to its end in virtual time. */
export async function play(
  scenario: Scenario,
  options: Partial<EngineOptions> = {},
  during?: (parts: { clock: HandClock; engine: Engine; service: ModelService }) => void,
): Promise<Run> {
  const clock = new HandClock(mulberry32(scenario.seed));
  const service = new ModelService(scenario.service, clock);
  const engine = createEngine({
    source: service,
    clock,
    random: mulberry32(scenario.seed),
    ...options,
  });
  const settlements = scenario.asks.map((ask) => {
    let askedAt = Number.NaN;
    const outcomes: { outcome: Outcome; at: number }[] = [];
    const question = questionOf(ask);
    clock.schedule(ask.at, () => {
      askedAt = clock.elapsed();
      const cancellation = createCancellation();
      const { cancelAfter } = ask;
      const isCancelled = cancelAfter !== undefined;
      const told = engine.ask(question, isCancelled ? { signal: cancellation.signal } : {});
      void told.then((outcome) => outcomes.push({ outcome, at: clock.elapsed() }));
      if (isCancelled) clock.schedule(cancelAfter, () => cancellation.cancel());
    });
    return {
      ask,
      question,
      outcomes,
      get askedAt() {
        return askedAt;
      },
    };
  });
  during?.({ clock, engine, service });
  await clock.drain();
  return { clock, service, engine, settlements };
}

export function placeOf(row: number): Place {
  return coordinatePlace(12 + row / 100, 77);
}

export function questionOf({ place, what }: Ask): Question {
  return 'name' in what
    ? { kind: 'attribute', place: placeOf(place), name: what.name }
    : { kind: 'score', place: placeOf(place), ...what };
}
