import { RecentCalls } from '../../../src/lookup/limits/recent-calls';
import type { Ticket } from '../../../src/lookup/limits/recent-calls';

function call(startedAt: number, isRefused = false): Ticket {
  return { startedAt, phase: 0, level: 1, isRefused, isHanging: false };
}

describe('the last calls', () => {
  it('are those that started after a time, the last one refused and what came before it', () => {
    const recent = new RecentCalls();
    for (const each of [call(0), call(10), call(20, true), call(30), call(40, true), call(50)]) {
      recent.add(each);
    }
    // Of 10 to 40; the one at 50 may be refused, too.
    expect(recent.since(0)).toEqual({ taken: 2, share: 0.5 });
    expect(recent.since(15)).toEqual({ taken: 1, share: 2 / 3 });
    expect(recent.since(40)).toEqual({ taken: 0, share: 0 });
  });

  it('are some thousands at the most', () => {
    const recent = new RecentCalls();
    for (let at = 1; at <= 10_000; at += 1) recent.add(call(at, at === 10_000));
    const { taken } = recent.since(0);
    expect(taken).toBeGreaterThan(2000);
    expect(taken).toBeLessThan(4096);
  });

  it('have a share refused, once there are so many', () => {
    const recent = new RecentCalls();
    for (const isRefused of [true, true, false, true]) recent.add(call(0, isRefused));
    expect([5, 4, 3, 2].map((count) => recent.shareOfLast(count))).toEqual([
      0,
      3 / 4,
      2 / 3,
      1 / 2,
    ]);
  });
});
