import { createSteadyTime } from '../../../src/gateway/state/open-state';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 0, 31, 12);
let machine: { wall: number; elapsed: number; uptime: number };
let jumps: number[];
let now: () => number;
beforeEach(() => {
  machine = { wall: NOON, elapsed: 5, uptime: 7 };
  jumps = [];
  now = createSteadyTime({
    wall: () => machine.wall,
    elapsedMs: () => machine.elapsed,
    uptimeMs: () => machine.uptime,
    onJump: (byMs) => jumps.push(byMs),
  });
});

function pass(ms: number): void {
  for (const clock of ['wall', 'elapsed', 'uptime'] as const) machine[clock] += ms;
}

it('is the machine’s, also when that is set by some hours', () => {
  pass(1000 * HOUR_MS);
  machine.wall -= 20 * HOUR_MS;
  expect([now(), jumps]).toEqual([NOON + 980 * HOUR_MS, []]);
});

it.each([400, 2, -2, -400])(
  'goes on as before after a jump of %i days, and says so once',
  (days) => {
    machine.wall += days * 24 * HOUR_MS;
    pass(HOUR_MS);
    expect([now(), now()]).toEqual([NOON + HOUR_MS, NOON + HOUR_MS]);
    expect(jumps).toEqual([days * 24 * HOUR_MS]);
    machine.wall -= days * 24 * HOUR_MS;
    expect(now()).toBe(NOON + HOUR_MS);
  },
);

it('takes many jumps of less than a day for what they are together', () => {
  for (let time = 0; time < 5; time += 1) {
    machine.wall += 20 * HOUR_MS;
    expect(now()).toBe(time === 0 ? NOON + 20 * HOUR_MS : NOON);
  }
});

it('has not jumped after the machine slept', () => {
  machine.wall += 100 * HOUR_MS;
  machine.uptime += 100 * HOUR_MS;
  expect([now(), jumps]).toEqual([NOON + 100 * HOUR_MS, []]);
});
