import { coordinatePlace, createCancellation, createEngine } from '../../../src/engine/lookup';
import type {
  CancelSignal,
  Engine,
  LookupReply,
  Outcome,
  Source,
} from '../../../src/engine/lookup';
import { createChance } from '../chance';
import type { Callee, Contender } from '../contender';
import type { VirtualClock } from '../virtual-clock';

/** Ours as the functions use it: every cell can be cancelled by itself. */
export const locus: Contender = {
  id: 'locus',
  title: 'Locus',
  start(service, clock, seed) {
    const engine = startEngine(service, clock, seed);
    return {
      ask: (lat, lng, name) =>
        engine.ask(
          { kind: 'attribute', place: coordinatePlace(lat, lng), name },
          { signal: createCancellation().signal },
        ),
    };
  },
  shown(result) {
    const outcome = result as Outcome;
    return outcome.kind === 'found' ? outcome.value : undefined;
  },
};

/** What a cell's own cancellation costs shows in the difference. */
export const locusWithoutCancel: Contender = {
  ...locus,
  id: 'locus-without-cancel',
  title: 'Locus, cells not cancellable',
  only: 'f',
  start(service, clock, seed) {
    const engine = startEngine(service, clock, seed);
    return {
      ask: (lat, lng, name) =>
        engine.ask({ kind: 'attribute', place: coordinatePlace(lat, lng), name }),
    };
  },
};

function startEngine(service: Callee, clock: VirtualClock, seed = 1): Engine {
  const source: Source = {
    scope: () => 'bench',
    refusal: () => undefined,
    lookup: ({ place, names }, signal) => lookUp(service, place, names, signal),
    score: () => Promise.reject(new Error('No workload asks for a score.')),
  };
  // Limits that are never reached cost as much as others.
  const limits = { approvalThreshold: 1_000_000, dailyBudget: 1_000_000 };
  const maxConcurrency = service.slots === undefined ? {} : { maxConcurrency: service.slots };
  return createEngine({ source, clock, random: createChance(seed), limits, ...maxConcurrency });
}

function lookUp(
  service: Callee,
  place: Parameters<Source['lookup']>[0]['place'],
  names: readonly string[],
  signal: CancelSignal,
): Promise<LookupReply> {
  if (place.kind !== 'coordinates') throw new TypeError('Workloads have coordinates alone.');
  return service.call(place.lat, place.lng, names, signal);
}
