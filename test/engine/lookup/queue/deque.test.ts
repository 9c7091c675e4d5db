import fc from 'fast-check';
import { Deque } from '../../../../src/engine/lookup/queue/queue';

/** Counts how often a list gives it a position. */
class Guest {
  moves = 0;
  private at = -1;

  constructor(readonly name: number) {}

  get position(): number {
    return this.at;
  }

  set position(position: number) {
    this.at = position;
    this.moves += 1;
  }
}

function filled(count: number): { deque: Deque<Guest>; guests: Guest[] } {
  const deque = new Deque<Guest>();
  const guests = Array.from({ length: count }, (_, name) => new Guest(name));
  for (const guest of guests) deque.push(guest);
  return { deque, guests };
}

const namesIn = (deque: Deque<Guest>): number[] => deque.items().map(({ name }) => name);

/** What the positions hold, first to last, without the empty ones. */
function seen(deque: Deque<Guest>, upTo: number): number[] {
  return Array.from({ length: upTo }, (_, seats) => deque.behindFirst(seats))
    .filter((guest) => guest !== undefined)
    .map(({ name }) => name);
}

describe('a list out of whose middle anything can be taken', () => {
  it('keeps the order of those who stay, whoever leaves', () =>
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(99)), { maxLength: 200 }), (steps) => {
        const { deque } = filled(0);
        const present: Guest[] = [];
        steps.forEach((leaving, name) => {
          const [left] = leaving === null ? [] : present.splice(leaving % (present.length || 1), 1);
          if (left !== undefined) return deque.remove(left);
          const guest = new Guest(name);
          present.push(guest);
          deque.push(guest);
        });
        const names = present.map(({ name }) => name);
        expect(deque.length).toBe(names.length);
        expect(deque.behindFirst(0)?.name).toBe(names[0]);
        expect(namesIn(deque)).toEqual(names);
        expect(seen(deque, steps.length)).toEqual(names);
      }),
    ));

  it('takes no more room than twice those who stand in it, however many have passed', () => {
    const { deque, guests } = filled(4);
    for (let name = 4; name < 1_000; name += 1) {
      deque.remove(guests.shift() as Guest);
      const next = new Guest(name);
      guests.push(next);
      deque.push(next);
      expect(next.position).toBeLessThan(8);
    }
    expect(namesIn(deque)).toEqual([996, 997, 998, 999]);
  });

  it('moves nobody while at least half stay, and each but twice while nearly all leave', () => {
    const { deque, guests } = filled(1_000);
    const moves = (): number => guests.reduce((sum, guest) => sum + guest.moves, 0);
    for (const guest of guests.slice(0, 500)) deque.remove(guest);
    expect(moves()).toBe(1_000);
    for (const guest of guests.slice(500, 999)) deque.remove(guest);
    expect(moves()).toBeLessThan(3_000);
    expect(namesIn(deque)).toEqual([999]);
  });
});
