import { Deque } from '../../src/lookup/deque';
import { coordinatePlace } from '../../src/lookup';
import { Queue } from '../../src/lookup/queue';
import { Subject } from '../../src/lookup/subject';

const owner = { onAbandoned() {}, onKnownChanged() {}, onEmpty() {} };

function subject(row: number, joinedAt = 0): Subject {
  const made = new Subject('scope', `${row}`, coordinatePlace(row, 0), undefined, owner);
  void made.want(1, undefined, joinedAt, undefined);
  return made;
}

describe('a queue of subjects', () => {
  it('gives none before its window has closed, and says when to look again', () => {
    const queue = new Queue(25, 100);
    const first = subject(1);
    queue.add(first);
    expect(queue.next(10)).toBe(15);
    expect(queue.next(25)).toBe(first);
    expect(new Queue(25, 100).next(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('passes over one whose window is open for one whose is closed', () => {
    const queue = new Queue(25, 100);
    const [early, late] = [subject(1), subject(2)];
    queue.add(early);
    queue.add(late);
    void early.want(2, undefined, 20, undefined);
    expect(queue.next(30)).toBe(late);
    queue.remove(late);
    expect(queue.next(30)).toBe(15);
  });

  it('lets the urgent go first, and keeps the delayed back', () => {
    const queue = new Queue(25, 100);
    const [first, second, third] = [subject(1), subject(2), subject(3)];
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

  it('holds each subject once, however often it is added', () => {
    const queue = new Queue(25, 100);
    const one = subject(1);
    queue.add(one);
    queue.add(one);
    expect(queue.length).toBe(1);
    expect(queue.callsNeeded).toBe(1);
    expect(queue.drain()).toEqual([one]);
    expect([queue.length, one.standing]).toEqual([0, 'idle']);
    queue.remove(one);
    expect(queue.length).toBe(0);
  });
});

describe('a first-in-first-out list', () => {
  it('keeps its order through thousands of removals, in front and in the middle', () => {
    const list = new Deque<number>();
    const twin: number[] = [];
    for (let i = 0; i < 5000; i += 1) {
      list.push(i);
      twin.push(i);
    }
    for (let i = 0; i < 4000; i += 1) {
      const gone = (i % 3 === 0 ? twin[7] : twin[0]) ?? -1;
      list.remove(gone);
      list.remove(-1);
      twin.splice(twin.indexOf(gone), 1);
      expect(list.first).toBe(twin[0]);
    }
    expect(list.items()).toEqual(twin);
    expect([list.length, list.at(5)]).toEqual([twin.length, twin[5]]);
    list.clear();
    expect([list.length, list.first]).toEqual([0, undefined]);
  });
});
