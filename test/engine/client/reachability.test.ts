import { createReachability } from '../../../src/engine/client/reachability';
import type { CallContact } from '../../../src/engine/client/reachability';
import type { CallKind } from '../../../src/engine/lookup';
import { HandClock } from '../lookup/hand-clock';

function setUp() {
  const clock = new HandClock();
  const probes: CallKind[] = [];
  const told: boolean[] = [];
  let isThere = false;
  let online = (): void => undefined;
  const reachability = createReachability({
    clock,
    random: () => 0.5,
    probe(kind) {
      probes.push(kind);
      return Promise.resolve(isThere);
    },
    whenOnline: (run) => void (online = run),
  });
  reachability.subscribe(() => told.push(reachability.mayCall('lookup')));
  return {
    ...{ clock, probes, told, reachability },
    call: (end: CallContact, kind: CallKind = 'lookup') => reachability.began(kind)(end),
    fail: (status: number) => reachability.began('lookup')('failing', status),
    comeBack: (is = true) => void (isThere = is),
    online: () => online(),
    may: () => (['lookup', 'score'] as const).map((kind) => reachability.mayCall(kind)),
  };
}

describe('a service', () => {
  it('is taken for away after two calls in a row without a reply, not after one', () => {
    const { call, may } = setUp();
    call('silent');
    call('replied');
    call('silent');
    expect(may()).toEqual([true, true]);
    call('silent');
    expect(may()).toEqual([false, true]);
  });

  it('is away at once where a call could not leave, and the other service is not', () => {
    const { call, may, reachability } = setUp();
    call('unsent', 'score');
    expect(may()).toEqual([true, false]);
    expect(reachability.isLost).toBe(true);
  });

  it('that only hangs is not away: others look after that', () => {
    const { call, may } = setUp();
    for (let turn = 0; turn < 9; turn += 1) call('unknown');
    expect(may()).toEqual([true, true]);
  });

  it('is probed at once and ever more rarely, at most 30 seconds apart', async () => {
    const { call, clock, probes } = setUp();
    call('unsent');
    expect(probes).toEqual(['lookup']);
    await clock.advance(1_000);
    const inFirstSecond = probes.length;
    expect(inFirstSecond).toBeGreaterThan(2);
    await clock.advance(3_600_000);
    const before = probes.length;
    await clock.advance(300_000);
    expect(probes.length - before).toBe(10);
  });

  it('that is found again may be called, and is back with the first reply', async () => {
    const { call, clock, may, reachability, comeBack, probes } = setUp();
    call('unsent');
    await clock.advance(10_000);
    comeBack();
    await clock.advance(10_000);
    expect(may()).toEqual([true, true]);
    // Also where there is nothing left to ask it.
    expect(reachability.isLost).toBe(false);
    call('replied');
    expect(reachability.isLost).toBe(false);
    const before = probes.length;
    await clock.advance(60_000);
    expect(probes).toHaveLength(before);
  });

  it('that is found and then fails a call is lost until a call is answered, whatever probes say', async () => {
    const { call, clock, reachability, comeBack } = setUp();
    comeBack();
    call('unsent');
    await clock.advance(0);
    expect(reachability.isLost).toBe(false);
    call('silent');
    expect(reachability.isLost).toBe(true);
    await clock.advance(60_000);
    expect([reachability.mayCall('lookup'), reachability.isLost]).toEqual([true, true]);
    call('replied');
    expect(reachability.isLost).toBe(false);
  });

  it('is looked for at once when the device has a network again', async () => {
    const { call, clock, may, comeBack, online } = setUp();
    call('unsent');
    await clock.advance(600_000);
    comeBack();
    online();
    await clock.advance(0);
    expect(may()).toEqual([true, true]);
  });

  it('is not thought back because of a reply to a call from before', async () => {
    const { call, may, reachability } = setUp();
    const early = reachability.began('lookup');
    call('unsent');
    early('replied');
    expect(may()).toEqual([false, true]);
  });

  it('that is there and never replies is tried five times, and again when a person wants it', async () => {
    const { call, clock, may, comeBack, reachability, probes } = setUp();
    comeBack();
    call('unsent');
    let trials = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      await clock.advance(60_000);
      if (!reachability.mayCall('lookup')) continue;
      trials += 1;
      call('silent');
    }
    expect(trials).toBe(5);
    const before = probes.length;
    await clock.advance(3_600_000);
    expect(probes).toHaveLength(before);
    reachability.retry();
    expect(may()).toEqual([true, true]);
  });

  it('tells of every change, and of nothing else', async () => {
    const { call, clock, told, comeBack } = setUp();
    call('replied');
    expect(told).toEqual([]);
    comeBack();
    call('unsent');
    await clock.advance(0);
    call('replied');
    expect(told).toEqual([false, true, true]);
  });
});

describe('a service whose every reply is that it does not work', () => {
  it('is asked no more after three calls, and says what it fails with', () => {
    const { fail, may, reachability } = setUp();
    fail(503);
    fail(503);
    expect([may(), reachability.failingStatus]).toEqual([[true, true], undefined]);
    fail(503);
    expect([may(), reachability.isLost, reachability.failingStatus]).toEqual([
      [false, true],
      true,
      503,
    ]);
  });

  it('is asked on while it answers others in between: it only sheds load', async () => {
    const { call, fail, clock, may } = setUp();
    for (let turn = 0; turn < 50; turn += 1) {
      call('replied');
      for (let more = 0; more < 4; more += 1) fail(503);
      await clock.advance(1_000);
    }
    expect(may()).toEqual([true, true]);
  });

  it('is tried with a few calls a minute, for as long as it fails, without a probe', async () => {
    const { fail, clock, reachability, probes } = setUp();
    for (let first = 0; first < 3; first += 1) fail(500);
    let trials = 0;
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000);
      if (!reachability.mayCall('lookup')) continue;
      trials += 1;
      fail(500);
    }
    expect(trials).toBeGreaterThan(55);
    expect(trials).toBeLessThan(75);
    expect(probes).toEqual([]);
  });

  it('is back with the first call that it answers, and not before', async () => {
    const { call, fail, clock, reachability } = setUp();
    for (let first = 0; first < 3; first += 1) fail(502);
    await clock.advance(2_000);
    expect([reachability.isTrying('lookup'), reachability.isLost]).toEqual([true, true]);
    call('replied');
    expect([reachability.isTrying('lookup'), reachability.isLost]).toEqual([false, false]);
    expect(reachability.failingStatus).toBeUndefined();
  });

  it('is tried at once when a person wants it, or the device has a network again', () => {
    const { fail, may, reachability, online } = setUp();
    for (let first = 0; first < 3; first += 1) fail(503);
    online();
    expect(may()).toEqual([true, true]);
    fail(503);
    expect(may()).toEqual([false, true]);
    reachability.retry();
    expect(may()).toEqual([true, true]);
  });

  it('that goes away altogether is looked for by probes', async () => {
    const { call, fail, clock, reachability, probes } = setUp();
    for (let first = 0; first < 3; first += 1) fail(503);
    await clock.advance(2_000);
    call('silent');
    expect(reachability.failingStatus).toBeUndefined();
    await clock.advance(1_000);
    expect(probes.slice(0, 1)).toEqual(['lookup']);
  });
});
