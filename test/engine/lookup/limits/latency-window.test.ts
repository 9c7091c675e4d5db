import { LatencyWindow } from '../../../../src/engine/lookup/limits/latency-window';
import { attribute, ended, setUp } from '../engine-setup';

/**
 * Keeps as many calls under way as the window allows, each answered after so long; how many that
 * were.
 */
function room(window: LatencyWindow, latencyMs: number, rounds: number): number {
  let now = 0;
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    const tickets = [];
    while (window.waitMs(now) === 0) tickets.push(window.started(now));
    most = tickets.length;
    now += latencyMs;
    for (const ticket of tickets) window.accepted(ticket, now);
  }
  return most;
}

describe('the window of a gateway', () => {
  it('grows while answers come soon, up to a bound', () => {
    expect(room(new LatencyWindow(), 500, 2)).toBeGreaterThan(1200);
    expect(room(new LatencyWindow(), 500, 50)).toBe(4000);
  });

  it('shrinks while they come late, and leaves room for some', () => {
    expect(room(new LatencyWindow(), 9000, 2)).toBeLessThan(1000);
    expect(room(new LatencyWindow(), 20_000, 50)).toBe(50);
  });

  it('does not grow where fewer calls are under way than it has room for', () => {
    const window = new LatencyWindow();
    for (let call = 0; call < 5000; call += 1) window.accepted(window.started(call), call + 1);
    expect(room(window, 0, 1)).toBe(1000);
  });

  it('rests when calls are throttled, longer each time, and is halved once for all that left together', () => {
    const window = new LatencyWindow();
    const together = Array.from({ length: 10 }, () => window.started(0));
    for (const ticket of together) window.throttled(ticket, 100);
    expect(window.waitMs(100)).toBe(250);
    expect(window.isPaused(349)).toBe(true);
    expect(window.isPaused(350)).toBe(false);
    window.throttled(window.started(350), 400);
    expect(window.waitMs(400)).toBe(500);
    expect(room(window, 5000, 1)).toBe(0);
    window.reset();
    expect(room(window, 5000, 1)).toBe(250);
  });

  it('rests for as long as it is asked to', () => {
    const window = new LatencyWindow();
    window.throttled(window.started(0), 10, 7000);
    expect(window.waitMs(10)).toBe(7000);
  });
});

describe('an engine in front of a gateway', () => {
  it('sends many at once, and the few it started with are counted where they began', async () => {
    const { clock, source, engine } = setUp({ maxConcurrency: 6 });
    const window = new LatencyWindow();
    let isGateway = false;
    Object.assign(source, { limiter: () => (isGateway ? window : undefined) });
    let calls = 0;
    Object.defineProperty(source, 'latencyMs', { get: () => 50 + ((calls += 7) % 100) });
    const asked = Array.from({ length: 3000 }, (_, row) => engine.ask(attribute(row, 'a')));
    await clock.advance(30);
    expect(source.mostInFlight).toBeLessThanOrEqual(6);
    isGateway = true;
    await clock.drain();
    expect(source.mostInFlight).toBeGreaterThanOrEqual(1000);
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    // What was learnt may turn out wrong: the first limiter has all its slots again.
    isGateway = false;
    source.mostInFlight = 0;
    const more = Array.from({ length: 100 }, (_, row) => engine.ask(attribute(row, 'b')));
    await clock.drain();
    expect(source.mostInFlight).toBeGreaterThan(1);
    expect(source.mostInFlight).toBeLessThanOrEqual(6);
    await ended(more);
  });

  it('loses no cell when the gateway is away for a while', async () => {
    const { clock, source, engine } = setUp();
    const window = new LatencyWindow();
    Object.assign(source, { limiter: () => window });
    const answer = source.onLookup;
    source.onLookup = () => ({ kind: 'failed', code: 'offline' });
    const asked = Array.from({ length: 2000 }, (_, row) => engine.ask(attribute(row, 'a')));
    await clock.advance(20_000);
    source.onLookup = answer;
    await clock.drain();
    expect((await ended(asked)).filter((value) => typeof value !== 'number')).toEqual([]);
  });
});
