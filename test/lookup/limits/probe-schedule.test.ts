import fc from 'fast-check';
import { ProbeSchedule } from '../../../src/lookup/limits/probe-schedule';

describe('when a higher rate is tried', () => {
  it('is in larger steps and sooner where it goes well', () => {
    const probes = new ProbeSchedule();
    const { step, calls } = probes;
    probes.failed(50, false);
    expect(probes.step).toBeLessThan(step);
    expect(probes.calls).toBeGreaterThan(calls);
    probes.succeeded();
    expect([probes.step, probes.calls]).toEqual([step, calls]);
  });

  it('is soon, and for twice the rate, while the rate is a guess', () => {
    const probes = new ProbeSchedule();
    probes.hurry();
    expect([probes.step, probes.calls]).toEqual([1, 1]);
    // A success brings no longer wait.
    probes.succeeded();
    expect([probes.step, probes.calls]).toEqual([1, 1]);
  });

  it('tries as much more as ten seconds can show, twice that where others take the rest', () => {
    const steps = [false, true].map((isContended) => {
      const probes = new ProbeSchedule();
      for (let times = 0; times < 20; times += 1) probes.failed(2, isContended);
      return probes.step;
    });
    expect(steps).toEqual([0.11, 0.22]);
  });

  it('is in large steps again where the rate was much higher once, and after a new beginning', () => {
    const probes = new ProbeSchedule();
    const { step, calls } = probes;
    for (let times = 0; times < 20; times += 1) probes.failed(50, false);
    const rarely = probes.calls;
    probes.enlarge();
    expect([probes.step, probes.calls]).toEqual([step, rarely]);
    probes.failed(50, false);
    probes.begin();
    expect([probes.step, probes.calls]).toEqual([step, calls]);
    probes.hurry();
    probes.enlarge();
    expect(probes.step).toBe(1);
  });

  it('stays within what can be tried, whatever comes', () => {
    const events = fc.constantFrom('succeeded', 'failed', 'hurry', 'enlarge', 'begin', 'smaller');
    const rates = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(events, rates, fc.boolean())), (all) => {
        const probes = new ProbeSchedule();
        for (const [event, rate, isContended] of all) {
          if (event === 'failed' || event === 'smaller') probes[event](rate, isContended);
          else probes[event]();
          expect(probes.step).toBeGreaterThanOrEqual(0.04);
          expect(probes.step).toBeLessThanOrEqual(1);
          expect(probes.calls).toBeGreaterThanOrEqual(1);
          expect(probes.calls).toBeLessThanOrEqual(150);
        }
      }),
    );
  });
});
