import fc from 'fast-check';

/** Everything that people, workbooks and services may do to an engine, all at once. */
export interface Adversity {
  readonly seed: number;
  readonly acts: readonly { readonly at: number; readonly act: Act }[];
  /** What the service does, in turn. */
  readonly moods: readonly Mood[];
  readonly latencyMs: number;
  /** Later calls are answered sooner. */
  readonly isReversed: boolean;
  /** How long a tier takes; Infinity if it hangs. */
  readonly tierMs: number;
  readonly approvalThreshold: number;
  readonly dailyBudget: number;
  /** Numbers of names for which the service refuses a whole call. */
  readonly bad: readonly number[];
}

export type Act =
  | {
      readonly kind: 'attribute';
      readonly row: number;
      readonly name: number;
      cancelAfter?: number;
    }
  | { readonly kind: 'score'; readonly row: number; readonly model: string; cancelAfter?: number }
  | { readonly kind: Interference };

export type Interference =
  | 'pause'
  | 'go on'
  | 'resume'
  | 'forget'
  | 'forget for good'
  | 'cancel what waits'
  | 'change the account'
  | 'approve'
  | 'approve one'
  | 'refuse'
  | 'narrow the limits'
  | 'widen the limits'
  | 'a day on'
  | 'two days back'
  | 'sleep for hours'
  | 'withdraw all';

export type Mood =
  | 'well'
  | 'throttled'
  | 'unavailable'
  | 'rejected'
  | 'service-failed'
  | 'offline'
  | 'key-refused'
  | 'out-of-credits'
  | 'silent'
  | 'throws'
  | 'talks nonsense'
  | 'wants a rest of 0'
  | 'wants a rest of a minute';

const row = fc.nat(5);
const cancelAfter = fc.nat(3000);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record(
      { kind: fc.constant('attribute' as const), row, name: fc.nat(60), cancelAfter },
      { requiredKeys: ['kind', 'row', 'name'] },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { kind: fc.constant('score' as const), row, model: fc.constantFrom('m', 'n'), cancelAfter },
      { requiredKeys: ['kind', 'row', 'model'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom<Interference>(
        'pause',
        'go on',
        'resume',
        'forget',
        'forget for good',
        'cancel what waits',
        'change the account',
        'approve',
        'approve one',
        'refuse',
        'narrow the limits',
        'widen the limits',
        'a day on',
        'two days back',
        'sleep for hours',
        'withdraw all',
      ),
    }),
  },
);

export const adversity: fc.Arbitrary<Adversity> = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  acts: fc.array(fc.record({ at: fc.oneof(fc.constant(0), fc.nat(8000)), act }), {
    minLength: 1,
    maxLength: 80,
    size: 'max',
  }),
  moods: fc.array(
    fc.constantFrom<Mood>(
      'well',
      'well',
      'well',
      'throttled',
      'unavailable',
      'rejected',
      'service-failed',
      'offline',
      'key-refused',
      'out-of-credits',
      'silent',
      'throws',
      'talks nonsense',
      'wants a rest of 0',
      'wants a rest of a minute',
    ),
    { minLength: 1, maxLength: 30 },
  ),
  latencyMs: fc.constantFrom(0.7, 33.35, 100.6, 2999.9, 5000.5),
  isReversed: fc.boolean(),
  tierMs: fc.constantFrom(0, 50, 4000, Number.POSITIVE_INFINITY),
  approvalThreshold: fc.constantFrom(3, 20, 500),
  dailyBudget: fc.constantFrom(2, 10, 1e9),
  bad: fc.constantFrom<readonly number[]>([], [3], [3, 40]),
});
