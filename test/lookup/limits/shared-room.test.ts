import { RecentCalls } from '../../../src/lookup/limits/recent-calls';
import { SharedRoom } from '../../../src/lookup/limits/shared-room';

/** Ten seconds in which so many calls each were taken. */
function roomAfter(perSecond: readonly number[]): SharedRoom {
  const recent = new RecentCalls();
  perSecond.forEach((count, second) => {
    for (let index = 0; index < count; index += 1) {
      const startedAt = second * 1000 + (index * 1000) / count + 1;
      recent.add({ startedAt, phase: 0, level: 1, isRefused: false, isHanging: false });
    }
  });
  return new SharedRoom(recent);
}

const CHANGING = [1, 5, 3, 4, 1, 2, 5, 3, 1, 4];
const STEADY = [4, 4, 4, 3, 4, 4, 5, 4, 4, 4];

describe('the room under a limit', () => {
  it('is shared where two cuts did not help, refusals come together and seconds differ', () => {
    const room = roomAfter(CHANGING);
    expect(room.isLikely(10_000, 0.3)).toBe(false);
    room.cut(7000);
    room.cut(9000);
    expect(room.isLikely(10_000, 0.3)).toBe(true);
    expect(room.isLikely(10_000, 0.1)).toBe(false);
  });

  it('is not where every second takes as many', () => {
    const room = roomAfter(STEADY);
    room.cut(7000);
    room.cut(9000);
    expect(room.isLikely(10_000, 0.3)).toBe(false);
  });

  it('is not after two cuts that are far apart', () => {
    const room = roomAfter(CHANGING);
    room.cut(-10_000);
    room.cut(9000);
    expect(room.isLikely(10_000, 0.3)).toBe(false);
  });

  it('is known to be for five seconds, and taken for it sooner for half a minute', () => {
    const room = roomAfter(CHANGING);
    expect(room.isFound(10_000)).toBe(false);
    room.found(5000);
    expect([room.isFound(9999), room.isFound(10_000)]).toEqual([true, false]);
    expect(room.isLikely(10_000, 0)).toBe(true);
    room.found(-30_000);
    expect(room.isLikely(10_000, 0)).toBe(false);
  });
});
