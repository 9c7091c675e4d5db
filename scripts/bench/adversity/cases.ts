import * as admit from './admission';
import type { Admission, Chance } from './admission';
import type { AdverseModel } from './adverse-service';

/** A row of the comparison: a service, how many windows meet it, and with how many places each. */
export interface Case {
  readonly id: string;
  readonly model: AdverseModel;
  readonly places: number;
  readonly clients: number;
  /** For how long nothing was taken; it is no part of what is compared with the least. */
  readonly outageMs?: number;
  /** So are the waits that the service asks for, where it asks at random. */
  readonly isWaitExcused?: boolean;
}

type Refusing = (chance: Chance) => Admission;

const steady = (ms: number) => () => ms;

export function lognormal(ms: number, spread = 0.4): (chance: Chance) => number {
  return (chance) => {
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    return Math.min(ms * 12, Math.max(ms * 0.3, ms * Math.exp(spread * normal)));
  };
}

export function make(
  id: string,
  admission: Refusing,
  {
    places = 1000,
    clients = 1,
    outageMs = 0,
    isWaitExcused = false,
    ...rest
  }: Partial<Case> & Partial<AdverseModel> = {},
): Case {
  const model = { slots: 6, latency: steady(80), refusalMs: 20, admission, ...rest };
  return { id, model, places, clients, outageMs, isWaitExcused };
}

function slowAtTimes(share: number, ms: number): (chance: Chance) => number {
  return (chance) => (chance() < share ? ms : 80);
}

const random = (
  share: number,
  retryAfterMs?: number,
  rest: Parameters<typeof make>[2] = {},
): Case =>
  make(
    `random ${share * 100}%${retryAfterMs === undefined ? '' : ` ra ${retryAfterMs}`}${rest.latency ? ' lognormal' : ''}`,
    (chance) => admit.atRandom(share, chance, retryAfterMs),
    { unavoidable: () => admit.open, isWaitExcused: retryAfterMs !== undefined, ...rest },
  );

const NO_OUTAGE = { unavoidable: () => admit.open };

/** Groups with what is wanted: of makespan by least, and of other figures. */
export const groups: Record<string, readonly Case[]> = {
  constant: [
    make('h 20/s', () => admit.slidingWindow(20, 1000), { places: 2000, latency: lognormal(80) }),
    make('h2 20/s ra', () => admit.slidingWindow(20, 1000, 1000), {
      places: 2000,
      latency: lognormal(80),
    }),
    ...[3, 7, 11, 33, 50].map((n) =>
      make(`sliding ${n}/s`, () => admit.slidingWindow(n, 1000), {
        places: Math.min(2000, n * 60),
      }),
    ),
    ...[5, 20, 45].map((n) =>
      make(`fixed ${n}/s`, () => admit.fixedWindow(n, 1000), { places: Math.min(2000, n * 60) }),
    ),
    make('fixed 20/s ra', () => admit.fixedWindow(20, 1000, true)),
    make('sliding 100/10s', () => admit.slidingWindow(100, 10_000)),
    make('sliding 300/min', () => admit.slidingWindow(300, 60_000), { places: 2000 }),
    make('sliding 100/min ra', () => admit.slidingWindow(100, 60_000, 5000)),
    make(
      'sliding 60/min ra, full before',
      () =>
        admit.both(
          admit.outage('throttled', [0, 50_000], 5000),
          admit.slidingWindow(60, 60_000, 5000),
        ),
      { places: 120 },
    ),
    make('fixed 100/min ra', () => admit.fixedWindow(100, 60_000, true), { places: 400 }),
    make('20/s slow 1.5s', () => admit.slidingWindow(3, 1000), {
      latency: lognormal(1500),
      places: 300,
    }),
    make('20/s fast 5ms', () => admit.slidingWindow(20, 1000), {
      latency: steady(5.3),
      refusalMs: 4.1,
    }),
    make('150/s slots 32', () => admit.slidingWindow(150, 1000), { slots: 32, places: 5000 }),
    make('20/s refusal 80ms', () => admit.slidingWindow(20, 1000), { refusalMs: 80 }),
  ],
  random: [
    ...[0.005, 0.01, 0.02, 0.05, 0.1].map((share) => random(share)),
    ...[0.005, 0.01, 0.02, 0.05, 0.1].map((share) => random(share, 1000)),
    random(0.05, undefined, { refusalMs: 80 }),
    random(0.05, undefined, { latency: lognormal(80) }),
    random(0.1, undefined, { latency: lognormal(700), places: 200 }),
    random(0.1, undefined, { latency: lognormal(7), places: 5000 }),
    random(0.1, 0),
    random(0.08, undefined, { places: 50 }),
  ],
  neighbour: [
    make('neighbour 20/s', (c) => admit.neighbour(20, c)),
    make('neighbour 50/s', (c) => admit.neighbour(50, c)),
    make('neighbour 70/s', (c) => admit.neighbour(70, c)),
    make('neighbour 10/s', (c) => admit.neighbour(10, c)),
    make('neighbour 30/s fixed', (c) => admit.neighbour(30, c, { isSliding: false })),
    make('neighbour 30/s lognormal', (c) => admit.neighbour(30, c), { latency: lognormal(80) }),
    make('neighbour 100/s', (c) => admit.neighbour(100, c), { places: 2000 }),
  ],
  many: [
    ...[2, 5, 10, 20].map((n) =>
      make(`${n} under 50/s`, () => admit.slidingWindow(50, 1000), {
        clients: n,
        places: Math.max(200, Math.floor(3000 / n)),
      }),
    ),
    make('2 under 20/s', () => admit.slidingWindow(20, 1000), { clients: 2, places: 500 }),
    make('20 under 20/s', () => admit.slidingWindow(20, 1000), { clients: 20, places: 100 }),
    make('5 under 20/s', () => admit.slidingWindow(20, 1000), { clients: 5, places: 1000 }),
    make('4 under 20/s fixed', () => admit.fixedWindow(20, 1000), { clients: 4, places: 500 }),
    make('6 under 30/s bucket', () => admit.tokenBucket(30, 30), { clients: 6, places: 400 }),
    make('20 under 100/s logn', () => admit.slidingWindow(100, 1000), {
      clients: 20,
      places: 300,
      latency: lognormal(80),
    }),
  ],
  bucket: [
    ...(
      [
        [2, 1],
        [2, 10],
        [10, 1],
        [10, 20],
        [10, 200],
        [20, 5],
        [50, 1],
        [50, 50],
        [50, 200],
        [65, 10],
        [200, 1],
        [200, 200],
      ] as const
    ).map(([rate, burst]) =>
      make(`bucket ${rate}/s burst ${burst}`, () => admit.tokenBucket(rate, burst), {
        places: Math.min(1000, burst + rate * 60),
      }),
    ),
    make('bucket 200/s burst 50 slots 32', () => admit.tokenBucket(200, 50), {
      places: 5000,
      slots: 32,
    }),
  ],
  falling: [
    make('50 -> 5 at 5..25', () => admit.falling(50, 5, [5000, 25_000])),
    make('50 -> 5 at 10..30', () => admit.falling(50, 5, [10_000, 30_000])),
    make('50 -> 5 at 3..23, 2000', () => admit.falling(50, 5, [3000, 23_000]), { places: 2000 }),
    make('20 -> 2 at 10..30', () => admit.falling(20, 2, [10_000, 30_000])),
    make('65 -> 6.5 at 4..24', () => admit.falling(65, 6.5, [4000, 24_000])),
    make('200 -> 20 at 4..24', () => admit.falling(200, 20, [4000, 24_000]), { places: 2000 }),
  ],
  outage: [
    ...(['unavailable', 'offline'] as const).flatMap((code) =>
      [5, 20, 40].map((s) =>
        make(`${code} ${s} s`, () => admit.outage(code, [3000, 3000 + s * 1000]), {
          ...NO_OUTAGE,
          outageMs: s * 1000,
        }),
      ),
    ),
    ...[5, 20, 40].map((s) =>
      make(`no reply for ${s} s`, () => admit.outage('timed-out', [3000, 3000 + s * 1000]), {
        ...NO_OUTAGE,
        outageMs: s * 1000,
      }),
    ),
    make('no reply for 20 s, lognormal 300', () => admit.outage('timed-out', [5000, 25_000]), {
      ...NO_OUTAGE,
      outageMs: 20_000,
      latency: lognormal(300),
      places: 500,
    }),
    make(
      'no reply for 20 s, 20/s',
      () => admit.both(admit.outage('timed-out', [8000, 28_000]), admit.slidingWindow(20, 1000)),
      {
        unavoidable: () => admit.slidingWindow(20, 1000),
        outageMs: 20_000,
      },
    ),
    make('no reply for 20 s, 16 slots', () => admit.outage('timed-out', [3000, 23_000]), {
      ...NO_OUTAGE,
      outageMs: 20_000,
      slots: 16,
      places: 3000,
    }),
    make('no reply for 20 s, from 0', () => admit.outage('timed-out', [0, 20_000]), {
      ...NO_OUTAGE,
      outageMs: 20_000,
    }),
    make('no reply for 20 s, 50 places', () => admit.outage('timed-out', [300, 20_300]), {
      ...NO_OUTAGE,
      outageMs: 20_000,
      places: 50,
    }),
    make('no reply to 1%', (c) => admit.silentAtRandom(0.01, c), NO_OUTAGE),
    make('no reply to 5%', (c) => admit.silentAtRandom(0.05, c), NO_OUTAGE),
    make('unavailable from 0, 20 s', () => admit.outage('unavailable', [0, 20_000]), {
      ...NO_OUTAGE,
      outageMs: 20_000,
    }),
    make('unavailable 20 s 50 places', () => admit.outage('unavailable', [300, 20_300]), {
      outageMs: 20_000,
      ...NO_OUTAGE,
      places: 50,
    }),
    make('offline 20 s 30 places', () => admit.outage('offline', [200, 20_200]), {
      outageMs: 20_000,
      ...NO_OUTAGE,
      places: 30,
    }),
    make(
      '429 for 20 s, 20/s',
      () => admit.both(admit.outage('throttled', [8000, 28_000]), admit.slidingWindow(20, 1000)),
      {
        outageMs: 20_000,
        unavoidable: () => admit.slidingWindow(20, 1000),
      },
    ),
    make(
      '503 for 15 s, 2% random',
      (c) => admit.both(admit.outage('unavailable', [4000, 19_000]), admit.atRandom(0.02, c)),
      {
        outageMs: 15_000,
        unavoidable: () => admit.open,
      },
    ),
  ],
  queue: [
    ...[1, 2, 3, 4, 6].map((n) => make(`${n} workers`, () => admit.open, { workers: n })),
    ...[1, 2, 3, 4, 6].map((n) =>
      make(`${n} workers lognormal`, () => admit.open, { workers: n, latency: lognormal(80) }),
    ),
    ...[0, 0.1, 0.3, 0.5, 0.8, 1].map((a) =>
      make(`latency 80 (1 + ${a} (n - 1))`, () => admit.open, {
        latency: (_chance, n = 1) => 80 * (1 + a * (n - 1)),
      }),
    ),
    make('5 workers of 32', () => admit.open, { workers: 5, slots: 32, places: 3000 }),
    make('20 workers of 32 lognormal', () => admit.open, {
      ...{ workers: 20, slots: 32, places: 5000, latency: lognormal(80) },
    }),
    make('2 workers, 700 ms', () => admit.open, {
      workers: 2,
      latency: lognormal(700),
      places: 300,
    }),
  ],
  /** So many calls at once, whatever the rate. */
  atOnce: [
    ...[1, 2, 4].map((n) => make(`${n} at once`, () => admit.atOnce(n, 80), { places: 500 })),
    make('3 at once ra', () => admit.atOnce(3, 80, 1000), { places: 500 }),
  ],
  /** A few calls take much longer than others, of which no queue is the reason. */
  slow: [
    make('5% take 5 s', () => admit.open, { latency: slowAtTimes(0.05, 5000) }),
    make('5% take 5 s, 20/s', () => admit.slidingWindow(20, 1000), {
      latency: slowAtTimes(0.05, 5000),
    }),
    make('5% take 2 s, 3 workers', () => admit.open, {
      ...{ workers: 3, latency: slowAtTimes(0.05, 2000) },
    }),
  ],
  /** Few calls a minute; the rest of the minute they are refused. */
  minute: [
    make('10/min', () => admit.slidingWindow(10, 60_000), { places: 100 }),
    make('10/min fixed ra', () => admit.fixedWindow(10, 60_000, true), { places: 100 }),
  ],
  /** Under a limit at first, or for a while; what is refused after that is chance. */
  lifted: [
    ...[0.01, 0.02, 0.05, 0.1].map((share) =>
      make(
        `20/s for 10 s, ${share * 100}% random`,
        (c) => admit.both(admit.atRandom(share, c), admit.falling(1000, 20, [0, 10_000])),
        { places: 4000, unavoidable: () => admit.falling(1000, 20, [0, 10_000]) },
      ),
    ),
    make(
      '50 -> 5 at 5..25, 3% random',
      (c) => admit.both(admit.atRandom(0.03, c), admit.falling(50, 5, [5000, 25_000])),
      { places: 3000, unavoidable: () => admit.falling(50, 5, [5000, 25_000]) },
    ),
    make(
      '20/s for 10 s, 50/s then, 2% random',
      (c) => admit.both(admit.atRandom(0.02, c), admit.falling(50, 20, [0, 10_000])),
      { places: 3000, unavoidable: () => admit.falling(50, 20, [0, 10_000]) },
    ),
  ],
  /** A machine of several is broken: under no limit, under one, and under one that is lifted. */
  periodic: [
    ...[3, 5, 10, 20].map((n) =>
      make(`one call of ${n}`, () => admit.oneOf(n), { unavoidable: () => admit.open }),
    ),
    ...[5, 7, 10, 20].map((n) =>
      make(
        `20/s for 10 s, one of ${n}`,
        () => admit.both(admit.oneOf(n), admit.falling(1000, 20, [0, 10_000])),
        { places: 4000, unavoidable: () => admit.falling(1000, 20, [0, 10_000]) },
      ),
    ),
    ...[5, 7, 10, 20].map((n) =>
      make(`20/s, one of ${n}`, () => admit.both(admit.oneOf(n), admit.slidingWindow(20, 1000)), {
        places: 2000,
        unavoidable: () => admit.slidingWindow(20, 1000),
      }),
    ),
  ],
  mixed: [
    ...[0.01, 0.02].map((share) =>
      make(
        `20/s + ${share * 100}% random`,
        (c) => admit.both(admit.atRandom(share, c), admit.slidingWindow(20, 1000)),
        { places: 2000, unavoidable: () => admit.slidingWindow(20, 1000) },
      ),
    ),
    make(
      '20/s + 5% random',
      (c) => admit.both(admit.atRandom(0.05, c), admit.slidingWindow(20, 1000)),
      {
        unavoidable: () => admit.slidingWindow(20, 1000),
      },
    ),
    make(
      '50/s + 1% random ra',
      (c) => admit.both(admit.atRandom(0.01, c, 500), admit.slidingWindow(50, 1000)),
      {
        unavoidable: () => admit.slidingWindow(50, 1000),
      },
    ),
  ],
};

/** @throws Error for an id that is none of ours. */
export function findCase(id: string): Case {
  const found = Object.values(groups)
    .flat()
    .find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return found;
}
