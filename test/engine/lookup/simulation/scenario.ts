import fc from 'fast-check';
import type { ServiceModel } from './model-service';

/** What the cells of a sheet do over some seconds, and the service they use. */
export interface Scenario {
  readonly asks: readonly Ask[];
  readonly service: ServiceModel;
  readonly seed: number;
}

export interface Ask {
  readonly at: number;
  readonly place: number;
  readonly what: { readonly name: string } | { readonly model: string; readonly date?: string };
  /** Milliseconds after asking at which this asker withdraws. */
  readonly cancelAfter?: number;
}

const attributeName = fc.integer({ min: 0, max: 69 }).map((n) => `name_${n}`);

const what: fc.Arbitrary<Ask['what']> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name: attributeName }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { model: fc.constantFrom('a', 'b'), date: fc.constantFrom('2026-01-01', '2026-02-01') },
      { requiredKeys: ['model'] },
    ),
  },
);

const ask: fc.Arbitrary<Ask> = fc.record(
  {
    at: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
    place: fc.integer({ min: 0, max: 7 }),
    what,
    cancelAfter: fc.integer({ min: 0, max: 500 }),
  },
  { requiredKeys: ['at', 'place', 'what'] },
);

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

const NEVER: [number, number] = [0, 0];

/** A service with any behaviour. */
export const anyService: fc.Arbitrary<ServiceModel> = fc.record({
  seed,
  latency: fc.constantFrom('steady', 'uniform', 'long-tailed'),
  callsPerSecond: fc.constantFrom(0, 0, 3, 20),
  retryAfterMs: fc.constantFrom(0, 0, 1500, 20_000),
  credits: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 3, 10),
  keyRefused: fc.constantFrom<[number, number]>(NEVER, NEVER, [0, 1000], [1500, 4_000_000]),
  failing: fc.constantFrom(0, 0, 0.02, 0.5),
  hanging: fc.constantFrom(0, 0, 0.1, 1),
  outage: fc.constantFrom<[number, number]>(NEVER, NEVER, [200, 9000], [0, 200_000]),
  badNames: fc.constantFrom<string[]>([], [], ['name_3'], ['name_3', 'name_40', 'name_41']),
  emptyNames: fc.constantFrom<string[]>([], ['name_5', 'name_6']),
  repeatsItself: fc.boolean(),
  isCareless: fc.boolean(),
});

/** A service that answers everything, except for bad or empty names. */
export const soundService: fc.Arbitrary<ServiceModel> = anyService.map((service) => ({
  ...service,
  callsPerSecond: 0,
  credits: Number.POSITIVE_INFINITY,
  failing: 0,
  hanging: 0,
  outage: NEVER,
  keyRefused: NEVER,
}));

export function scenarioWith(service: fc.Arbitrary<ServiceModel>): fc.Arbitrary<Scenario> {
  return fc.record({
    asks: fc.array(ask, { minLength: 1, maxLength: 150, size: 'max' }),
    service,
    seed,
  });
}
