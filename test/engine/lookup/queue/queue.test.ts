import fc from 'fast-check';
import { coordinatePlace } from '../../../../src/engine/lookup';
import { Queue } from '../../../../src/engine/lookup/queue/queue';
import type { Tenant } from '../../../../src/engine/lookup/queue/pending-questions';
import { CallTarget } from '../../../../src/engine/lookup/queue/pending-questions';
import { wanting } from '../wanting';

const owner = { onAbandoned() {}, onKnownChanged() {}, onEmpty() {} };

function target(row: number, joinedAt = 0): CallTarget {
  const made = new CallTarget('scope', `${row}`, coordinatePlace(row, 0), undefined, owner);
  void wanting(made, 1, undefined, joinedAt, undefined);
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
    void wanting(early, 2, undefined, 20, undefined);
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

  it('passes over the blocked, also the urgent, however many are ahead', () => {
    const queue = new Queue(25, 100);
    const blocked = Array.from({ length: 100 }, (_, row) => target(row));
    for (const each of blocked) queue.addUrgent(each);
    const isBlocked = (each: CallTarget): boolean => blocked.includes(each);
    expect(queue.next(100, isBlocked)).toBe(250);
    const free = target(100);
    queue.add(free);
    expect(queue.next(100, isBlocked)).toBe(free);
    const freeAndUrgent = target(101, 100);
    queue.addUrgent(freeAndUrgent);
    expect(queue.next(100, isBlocked)).toBe(freeAndUrgent);
    expect(queue.next(100)).toBe(blocked[0]);
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

describe('the calls that a queue needs', () => {
  it('are those of all that wait in it, however they wait, of 50 names each', () => {
    const queue = new Queue(25, 100);
    const [first, second, third] = [target(1), target(2), target(3)];
    for (const each of [first, second, third]) queue.add(each);
    for (let name = 2; name <= 51; name += 1) void wanting(first, name, undefined, 0, undefined);
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
    for (let now = 20; now <= 100; now += 20) void wanting(busy, now, undefined, now, undefined);
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

describe('tenants', () => {
  const tenant = (group: string, member: string): Tenant => ({ group, member });
  const [asha, binod, chitra] = [tenant('a', '1'), tenant('a', '2'), tenant('b', '3')];
  const wanted = (queue: Queue, row: number, own: Tenant): CallTarget => {
    const made = target(row);
    made.tenant = own;
    queue.add(made);
    return made;
  };
  /** Takes everything, and tells whose turn each was. */
  const turns = (queue: Queue): string => {
    let members = '';
    for (let next = queue.next(100); typeof next !== 'number'; next = queue.next(100)) {
      next.take(50);
      queue.dispatched(next);
      members += next.tenant.member;
    }
    expect(queue.length).toBe(0);
    return members;
  };

  it('take turns, groups before members', () => {
    const queue = new Queue(25, 100);
    for (let row = 0; row < 6; row += 1) wanted(queue, row, asha);
    for (let row = 6; row < 9; row += 1) wanted(queue, row, binod);
    for (let row = 9; row < 13; row += 1) wanted(queue, row, chitra);
    expect(turns(queue)).toBe('1323132312111');
  });

  it('have as many calls in a turn as their group weighs, of each member in turn', () => {
    const queue = new Queue(25, 100);
    const [dev, esha] = ['4', '5'].map((member) => ({ group: 'c', member, weight: 3 })) as [
      Tenant,
      Tenant,
    ];
    for (let row = 0; row < 4; row += 1) wanted(queue, row, asha);
    for (let row = 4; row < 8; row += 1) wanted(queue, row, dev);
    for (let row = 8; row < 12; row += 1) wanted(queue, row, esha);
    for (let row = 12; row < 14; row += 1) wanted(queue, row, chitra);
    expect(turns(queue)).toBe('14543154531451');
  });

  it('keep nothing of a turn once nothing waits in their group', () => {
    const queue = new Queue(25, 100);
    const heavy: Tenant = { group: 'c', member: '4', weight: 3 };
    wanted(queue, 0, heavy);
    expect(turns(queue)).toBe('4');
    for (let row = 1; row < 6; row += 1) wanted(queue, row, heavy);
    wanted(queue, 6, asha);
    expect(turns(queue)).toBe('444144');
  });

  it('have their urgent targets in their own turns', () => {
    const queue = new Queue(25, 100);
    for (let row = 0; row < 3; row += 1) queue.addUrgent(wanted(queue, row, asha));
    wanted(queue, 3, asha);
    wanted(queue, 4, chitra);
    wanted(queue, 5, chitra);
    expect(turns(queue)).toBe('131311');
  });

  it('have a turn for each call, not for each target', () => {
    const queue = new Queue(25, 100);
    const large = wanted(queue, 1, asha);
    for (let name = 2; name <= 130; name += 1) void wanting(large, name, undefined, 0, undefined);
    wanted(queue, 2, binod);
    expect(turns(queue)).toBe('1211');
  });

  it('do not wait for one whose window is open', () => {
    const queue = new Queue(25, 100);
    const early = wanted(queue, 1, asha);
    const late = wanted(queue, 2, binod);
    void wanting(early, 2, undefined, 90, undefined);
    expect(queue.next(95)).toBe(late);
  });

  it('share a target that both wait for: it goes with the shorter', () => {
    const queue = new Queue(25, 100);
    const all = [0, 1, 2, 3, 4].map((row) => wanted(queue, row, asha));
    const shared = all[4] as CallTarget;
    queue.share(shared, chitra);
    expect(queue.next(100)).toBe(all[0]);
    queue.share(shared, asha);
    (all[0] as CallTarget).take(50);
    queue.dispatched(all[0] as CallTarget);
    expect(queue.next(100)).toBe(shared);
    expect(turns(queue)).toBe('3111');
  });

  it('lose nothing, whatever is added, hurried, delayed, shared and taken', () => {
    const tenants = [asha, binod, chitra];
    const step = fc.record({
      what: fc.constantFrom('add', 'hurry', 'delay', 'share', 'take', 'remove'),
      row: fc.nat(5),
      tenant: fc.constantFrom(...tenants),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new Queue(0, 0);
        const targets = Array.from({ length: 6 }, (_, row) => target(row));
        const inside = new Set<CallTarget>();
        for (const { what, row, tenant: own } of steps) {
          const one = targets[row] as CallTarget;
          if (what === 'add') queue.add(one);
          else if (what === 'hurry') queue.addUrgent(one);
          else if (what === 'delay') queue.delay(one);
          else if (what === 'share') queue.share(one, own);
          else if (what === 'remove') queue.remove(one);
          else {
            const next = queue.next(10);
            if (typeof next !== 'number') queue.dispatched(next);
          }
          if (['add', 'hurry', 'delay'].includes(what)) inside.add(one);
          if (what === 'remove') inside.delete(one);
          expect(new Set(queue.items())).toEqual(inside);
          expect(queue.length).toBe(inside.size);
        }
      }),
    );
  });
});
