import { RatePhase } from '../../../src/lookup/limits/rate-phase';
import type { Ticket } from '../../../src/lookup/limits/recent-calls';

function call(phase: number, startedAt: number): Ticket {
  return { startedAt, phase, level: 1, isRefused: false, isHanging: false };
}

describe('a stretch of time with one rate', () => {
  it('is told by no call of the one before it', () => {
    const phase = new RatePhase();
    const before = phase.started();
    phase.begin('probe', 5000);
    expect(phase.counts(call(before, 5000))).toBe(false);
    expect(phase.counts(call(phase.started(), 5000))).toBe(true);
  });

  it.each(['settle', 'test'] as const)('%s: is told by calls from the second second on', (kind) => {
    const phase = new RatePhase();
    phase.begin(kind, 5000);
    const id = phase.started();
    expect([5000, 5999, 6000].map((at) => phase.counts(call(id, at)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is not judged before the service has had a rest', () => {
    const phase = new RatePhase();
    phase.begin('steady', 5000);
    phase.judgedFrom = 5250;
    const id = phase.started();
    expect([5249, 5250].map((at) => phase.counts(call(id, at)))).toEqual([false, true]);
  });

  it('counts anew from its beginning', () => {
    const phase = new RatePhase();
    phase.started();
    phase.count(true);
    phase.count(false);
    expect(phase).toMatchObject({ begun: 1, ended: 2, refusals: 1 });
    phase.begin('steady', 5000);
    expect(phase).toMatchObject({ begun: 0, ended: 0, refusals: 0, judgedFrom: 0, at: 5000 });
  });
});
