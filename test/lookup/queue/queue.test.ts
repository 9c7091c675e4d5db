import { Deque } from '../../../src/lookup/queue/deque';
import type { Positioned } from '../../../src/lookup/queue/deque';
import { coordinatePlace } from '../../../src/lookup';
import { Queue } from '../../../src/lookup/queue/queue';
import { CallTarget } from '../../../src/lookup/queue/call-target';

const owner = { onAbandoned() {}, onKnownChanged() {}, onEmpty() {} };

function target(row: number, joinedAt = 0): CallTarget {
  const made = new CallTarget('scope', `${row}`, coordinatePlace(row, 0), undefined, owner);
  void made.want(1, undefined, joinedAt, undefined);
  return made;
}

describe('a queue of targets', () => {
  it('gives none before its window has closed, and says when to look again', () => {
    const queue = new Queue(25, 100);
    const first = target(1);
    queue.add(first);
    expect(queue.next(10)).toBe(15);
    expect(queue.next(25)).toBe(first);
    expect(new Queue(25, 100).next(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('passes over one whose window is open for one whose is closed', () => {
    const queue = new Queue(25, 100);
    const [early, late] = [target(1), target(2)];
    queue.add(early);
    queue.add(late);
    void early.want(2, undefined, 20, undefined);
    expect(queue.next(30)).toBe(late);
    queue.remove(late);
    expect(queue.next(30)).toBe(15);
  });

  it('lets the urgent go first, and keeps the delayed back', () => {
    const queue = new Queue(25, 100);
    const [first, second, third] = [target(1), target(2), target(3)];
    for (const each of [first, second, third]) queue.add(each);
    queue.delay(first);
    queue.addUrgent(third);
    expect(queue.next(100)).toBe(third);
    queue.delay(third);
    expect(queue.next(100)).toBe(third);
    queue.remove(third);
    expect(queue.next(100)).toBe(second);
    queue.remove(second);
    expect(queue.next(100)).toBe(Number.POSITIVE_INFINITY);
    expect(queue.length).toBe(1);
    queue.addUrgent(first);
    queue.addUrgent(first);
    expect(queue.next(100)).toBe(first);
    expect(queue.length).toBe(1);
  });

  it('holds each target once, however often it is added', () => {
    const queue = new Queue(25, 100);
    const one = target(1);
    queue.add(one);
    queue.add(one);
    expect(queue.length).toBe(1);
    expect(queue.callsNeeded).toBe(1);
    expect(queue.drain()).toEqual([one]);
    expect([queue.length, one.queueState]).toEqual([0, 'idle']);
    queue.remove(one);
    expect(queue.length).toBe(0);
  });
});

describe('the urgent', () => {
  it('keep their order, also when one is made urgent twice', () => {
    const queue = new Queue(25, 100);
    const [first, second] = [target(1), target(2)];
    for (const each of [first, second, first]) queue.addUrgent(each);
    expect(queue.next(0)).toBe(first);
    expect(queue.drain()).toEqual([first, second]);
  });
});

describe('all that waits', () => {
  it('is listed wherever it stands: the urgent, the others, the delayed', () => {
    const queue = new Queue(25, 100);
    const [first, second, third] = [target(1), target(2), target(3)];
    for (const each of [first, second, third]) queue.add(each);
    queue.addUrgent(third);
    queue.delay(first);
    expect(queue.items()).toEqual([third, second, first]);
    expect(queue.length).toBe(3);
  });
});

describe('the calls that a queue needs', () => {
  it('are those of all that wait in it, however they wait, of 50 names each', () => {
    const queue = new Queue(25, 100);
    const [first, second, third] = [target(1), target(2), target(3)];
    for (const each of [first, second, third]) queue.add(each);
    for (let name = 2; name <= 51; name += 1) void first.want(name, undefined, 0, undefined);
    queue.addUrgent(second);
    queue.delay(third);
    expect([queue.length, queue.callsNeeded]).toEqual([3, 4]);
  });
});

describe('a window', () => {
  it('closes after the longest time a window may be open, though names keep coming', () => {
    const queue = new Queue(25, 100);
    const busy = target(1);
    queue.add(busy);
    for (let now = 20; now <= 100; now += 20) void busy.want(now, undefined, now, undefined);
    expect(queue.next(99)).toBe(1);
    expect(queue.next(100)).toBe(busy);
  });

  it('is looked for among the first 64, so that a long queue costs little', () => {
    const queue = new Queue(25, 100);
    const open = Array.from({ length: 70 }, (_, row) => target(row, row < 64 ? 50 : 0));
    for (const each of open) queue.add(each);
    expect(queue.next(30)).toBe(45);
    queue.remove(open[0] as CallTarget);
    expect(queue.next(30)).toBe(open[64]);
  });
});

describe('a first-in-first-out list', () => {
  it('keeps its order through thousands of removals, in front and in the middle', () => {
    const list = new Deque<Positioned>();
    const twin: Positioned[] = [];
    const push = (): void => {
      const item = { position: 0 };
      list.push(item);
      twin.push(item);
    };
    for (let i = 0; i < 5000; i += 1) push();
    for (let i = 0; i < 4000; i += 1) {
      const [gone] = twin.splice(i % 3 === 0 ? 7 : i % 7 === 0 ? twin.length - 1 : 0, 1);
      list.remove(gone as Positioned);
      if (i % 50 === 0) push();
      expect(list.first).toBe(twin[0]);
      expect(list.length).toBe(twin.length);
    }
    expect(list.items()).toEqual(twin);
    // Positions, not items: an item whose neighbours have gone is found as fast as any other.
    const front = Array.from({ length: 64 }, (_, position) => list.behindFirst(position));
    expect(twin).toEqual(expect.arrayContaining(front.filter((item) => item !== undefined)));
    expect(list.behindFirst(10_000)).toBeUndefined();
    list.clear();
    expect([list.length, list.first]).toEqual([0, undefined]);
  });
});
