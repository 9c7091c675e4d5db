import { getEventListeners } from 'node:events';
import { coordinatePlace, createCancellation } from '../../../../src/engine/lookup';
import { toCacheEntry } from '../../../../src/engine/lookup/cache/cache-entry';
import { CallTarget } from '../../../../src/engine/lookup/queue/pending-questions';
import type { PendingQuestion } from '../../../../src/engine/lookup/queue/pending-questions';
import { joining, wanting } from '../wanting';

/** A place, and what it reports to its owner. */
function setUp() {
  const told: string[] = [];
  let known = 0;
  const target = new CallTarget('scope', 'key', coordinatePlace(1, 2), undefined, {
    onAbandoned: ({ name }) => told.push(`abandoned ${name}`),
    onKnownChanged: (change) => (known += change),
    onEmpty: () => told.push('empty'),
  });
  const want = (name: number, now = 0) => void wanting(target, name, undefined, now, undefined);
  return { target, told, want, known: () => known };
}

const names = (batch: readonly PendingQuestion[]) => batch.map(({ name }) => name);
const answer = (value: number, at = 0) => toCacheEntry(value, at, 'service');
const soon = (run: () => void) => run();

describe('a place with one name', () => {
  it('holds no list, and its question none either', () => {
    const { target } = setUp();
    void wanting(target, 1, undefined, 0, createCancellation().signal);
    for (const held of [target, target.find(1) as PendingQuestion]) {
      const lists = Object.values(held).filter((value) => Symbol.iterator in Object(value));
      expect(lists.filter((value) => typeof value !== 'string')).toEqual([]);
    }
  });

  it('takes others, and gives them back one by one', () => {
    const { target, told, want } = setUp();
    for (const name of [4, 2, 9]) want(name);
    expect([
      target.size,
      ...[4, 2, 9, 5].map((name) => (target.find(name) as PendingQuestion | undefined)?.name),
    ]).toEqual([3, 4, 2, 9, undefined]);
    for (const pending of target.takeAll()) target.conclude(pending, undefined);
    expect([target.size, told]).toEqual([0, ['empty']]);
    want(7);
    expect([target.size, target.find(4), (target.find(7) as PendingQuestion).name]).toEqual([
      1,
      undefined,
      7,
    ]);
  });
});

describe('what a place wants', () => {
  it('leaves in the order of asking, up to the limit each time, and never twice', () => {
    const { target, want } = setUp();
    for (const name of [5, 3, 9, 1, 7]) want(name);
    expect(names(target.take(2).batch)).toEqual([5, 3]);
    expect(target.callsNeeded).toBe(1);
    expect(names(target.take(2).batch)).toEqual([9, 1]);
    expect([target.unsent, target.hasUnsent]).toEqual([1, true]);
    expect(names(target.take(2).batch)).toEqual([7]);
    expect([target.unsent, target.hasUnsent, target.callsNeeded]).toEqual([0, false, 0]);
    expect(target.take(2)).toEqual({ batch: [], deferred: [] });
  });

  it('has waited since its oldest unsent question was asked', () => {
    const { target, want } = setUp();
    want(1, 10);
    want(2, 20);
    want(3, 15);
    want(4, 40);
    expect([target.waitingSince, target.lastJoinedAt]).toEqual([10, 40]);
    const { batch } = target.take(1);
    expect(target.waitingSince).toBe(15);
    target.giveBack(batch);
    expect([target.waitingSince, target.unsent]).toEqual([10, 4]);
    const all = target.take(50).batch;
    want(5, 70);
    expect(target.waitingSince).toBe(70);
    target.giveBack(all);
    expect([target.waitingSince, target.unsent]).toEqual([10, 5]);
    expect(names(target.take(50).batch)).toEqual([1, 2, 3, 4, 5]);
  });

  it('that came back alone has waited since its own asking', () => {
    const { target, want } = setUp();
    want(1, 10);
    const { batch } = target.take(50);
    want(2, 5);
    target.take(50);
    target.giveBack(batch);
    expect(target.waitingSince).toBe(10);
  });
});

describe('the parts of a rejected call', () => {
  it('leave unchanged and in order, before other questions', () => {
    const { target, want } = setUp();
    for (const name of [1, 2, 3, 4]) want(name);
    const [one, two, three, four] = target.take(50).batch as [
      PendingQuestion,
      PendingQuestion,
      PendingQuestion,
      PendingQuestion,
    ];
    target.pin({ batch: [one], deferred: [two] });
    target.pin({ batch: [three, four], deferred: [] });
    want(5);
    expect([target.callsNeeded, target.unsent, target.hasUnsent]).toEqual([3, 1, true]);
    const first = target.take(50);
    expect([names(first.batch), names(first.deferred)]).toEqual([[1], [2]]);
    expect(names(target.take(50).batch)).toEqual([3, 4]);
    expect(names(target.take(50).batch)).toEqual([5]);
    expect([target.hasUnsent, target.callsNeeded]).toEqual([false, 0]);
  });

  it('leave without the questions that nobody waits for any longer', () => {
    const { target, want } = setUp();
    const cancellation = createCancellation();
    void wanting(target, 1, undefined, 0, cancellation.signal);
    want(2);
    void wanting(target, 3, undefined, 0, cancellation.signal);
    const [one, two, three] = target.take(50).batch as [
      PendingQuestion,
      PendingQuestion,
      PendingQuestion,
    ];
    target.pin({ batch: [one, two], deferred: [three] });
    cancellation.cancel();
    const part = target.take(50);
    expect([names(part.batch), part.deferred]).toEqual([[2], []]);
  });

  it('are taken out with all the rest, once', () => {
    const { target, want } = setUp();
    for (const name of [1, 2]) want(name);
    const [one, two] = target.take(50).batch as [PendingQuestion, PendingQuestion];
    target.pin({ batch: [one], deferred: [two] });
    for (let name = 3; name < 103; name += 1) want(name);
    expect(names(target.takeAll())).toEqual(Array.from({ length: 102 }, (_, name) => name + 1));
    expect([target.hasUnsent, target.takeAll()]).toEqual([false, []]);
  });
});

describe('a question that nobody waits for', () => {
  it('is dropped and reported if it has not been sent', async () => {
    const { target, told, want } = setUp();
    const cancellation = createCancellation();
    const asked = wanting(target, 1, undefined, 0, cancellation.signal);
    want(2);
    cancellation.cancel();
    expect(await asked).toEqual({ kind: 'refused', error: { code: 'cancelled' } });
    expect([told, target.unsent, target.find(1)]).toEqual([['abandoned 1'], 1, undefined]);
    expect(names(target.take(50).batch)).toEqual([2]);
  });

  it('is still answered if it has been sent', () => {
    const { target, told } = setUp();
    const cancellation = createCancellation();
    void wanting(target, 1, undefined, 0, cancellation.signal);
    const [pending] = target.take(50).batch as [PendingQuestion];
    cancellation.cancel();
    expect([told, pending.isAbandoned]).toEqual([[], true]);
    expect(target.find(1)).toBe(pending);
  });

  it('leaves the last good answer where it was', () => {
    const { target, known } = setUp();
    const stale = answer(7);
    target.learn(1, stale);
    const cancellation = createCancellation();
    void wanting(target, 1, stale, 0, cancellation.signal);
    expect([known(), target.size]).toEqual([0, 1]);
    cancellation.cancel();
    expect([target.find(1), known(), target.size]).toEqual([stale, 1, 1]);
  });
});

describe('the answers known for a place', () => {
  it('are counted once each, however often they change', () => {
    const { target, told, want, known } = setUp();
    for (const name of [1, 2]) want(name);
    const [one, two] = target.take(50).batch as [PendingQuestion, PendingQuestion];
    target.conclude(one, answer(1));
    target.conclude(two, undefined);
    expect([target.find(1), target.find(2), known(), target.knownCount]).toEqual([
      answer(1),
      undefined,
      1,
      1,
    ]);
    void wanting(target, 1, answer(1), 5, undefined);
    expect([known(), target.knownCount]).toEqual([0, 0]);
    target.conclude(target.find(1) as PendingQuestion, answer(2));
    expect([target.find(1), known(), told]).toEqual([answer(2), 1, []]);
  });

  it('keep the later of two that were learnt', () => {
    const { target, known } = setUp();
    target.learn(1, answer(1, 10));
    target.learn(1, answer(2, 9));
    target.learn(1, answer(3, 10));
    expect([target.find(1), known()]).toEqual([answer(1, 10), 1]);
    target.learn(1, answer(4, 11));
    expect([target.find(1), known()]).toEqual([answer(4, 11), 1]);
  });

  it('answer an unsent question if they are good enough', () => {
    const { target, want } = setUp();
    for (const name of [1, 2, 3, 4]) want(name);
    target.learn(1, answer(1, 10));
    target.learn(1, answer(9, 9));
    target.learn(2, answer(2, 1));
    target.learn(9, answer(9, 10));
    expect(target.unsent).toBe(4);
    const answered = target.takeAnswered(({ at }) => at > 5);
    expect(answered.map(({ pending, entry }) => [pending.name, entry])).toEqual([
      [1, answer(1, 10)],
    ]);
    expect(target.unsent).toBe(3);
    expect(names(target.take(50).batch)).toEqual([2, 3, 4]);
    target.learn(3, answer(3, 10));
    expect(target.takeAnswered(() => true)).toEqual([]);
  });

  it('are forgotten without the pending questions; without any, the place is empty', () => {
    const { target, told, want, known } = setUp();
    target.learn(1, answer(1));
    want(2);
    target.learn(3, answer(3));
    target.forget();
    expect([target.size, known(), told]).toEqual([1, 0, []]);
    target.conclude(target.take(50).batch[0] as PendingQuestion, undefined);
    expect([target.size, told]).toEqual([0, ['empty']]);
    target.learn(4, answer(4));
    target.forget();
    expect([known(), told]).toEqual([0, ['empty', 'empty']]);
  });
});

describe('a question', () => {
  it('tells everyone who waits, and says how many they were', async () => {
    const { target, want } = setUp();
    want(1);
    const pending = target.find(1) as PendingQuestion;
    const cancellations = [createCancellation(), createCancellation()];
    const others = [undefined, ...cancellations.map(({ signal }) => signal)];
    const asked = others.map((signal) => joining(pending, signal));
    cancellations[0]?.cancel();
    expect(pending.settle(answer(5), soon)).toBe(3);
    cancellations[1]?.cancel();
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual([
      'found',
      'refused',
      'found',
    ]);
  });

  it('does not count a first asker who withdrew', () => {
    const { target } = setUp();
    const cancellation = createCancellation();
    void wanting(target, 1, undefined, 0, cancellation.signal);
    const pending = target.find(1) as PendingQuestion;
    void joining(pending, undefined);
    cancellation.cancel();
    expect(pending.isAbandoned).toBe(false);
    expect(pending.settle(answer(5), soon)).toBe(1);
  });

  it('tells 500 others at once, and the rest in goes of 500 later', async () => {
    const { target, want } = setUp();
    want(1);
    const pending = target.find(1) as PendingQuestion;
    let told = 0;
    for (let i = 0; i < 1200; i += 1) {
      void joining(pending, createCancellation().signal).then(() => (told += 1));
    }
    const pieces: (() => void)[] = [];
    pending.settle(answer(5), (run) => pieces.push(run));
    const counts: number[] = [];
    for (const piece of [undefined, ...pieces]) {
      piece?.();
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(told);
    }
    expect(counts).toEqual([500, 1000, 1200]);
  });

  it('is given up when everyone has withdrawn, in whatever order', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const { target, told } = setUp();
      const cancellations = [0, 1, 2].map(() => createCancellation());
      const [first, ...others] = cancellations;
      void wanting(target, 1, undefined, 0, first?.signal);
      const pending = target.find(1) as PendingQuestion;
      for (const { signal } of others) void joining(pending, signal);
      const seen = order.map((index) => {
        cancellations[index]?.cancel();
        return told.filter((text) => text.startsWith('abandoned')).length;
      });
      expect(seen).toEqual([0, 0, 1]);
    }
  });

  it("takes a platform's own signal", async () => {
    const { target } = setUp();
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const [first, second, third] = controllers.map(({ signal }) => signal);
    const asked = [wanting(target, 1, undefined, 0, first)];
    const pending = target.find(1) as PendingQuestion;
    for (const signal of [second, third]) asked.push(joining(pending, signal));
    const listening = (): number[] =>
      controllers.map(({ signal }) => getEventListeners(signal, 'abort').length);
    expect(listening()).toEqual([1, 1, 1]);
    controllers[0]?.abort();
    controllers[1]?.abort();
    pending.settle(answer(5), soon);
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual([
      'refused',
      'refused',
      'found',
    ]);
    const other = setUp().target;
    void wanting(other, 1, undefined, 0, third);
    expect(listening()[2]).toBe(1);
    (other.find(1) as PendingQuestion).settle(answer(5), soon);
    expect(listening()[2]).toBe(0);
  });

  it('listens to no signal any longer when it is over', async () => {
    const { target } = setUp();
    let listening = 0;
    const signal = {
      aborted: false,
      addEventListener: () => void (listening += 1),
      removeEventListener: () => void (listening -= 1),
    };
    const asked = [wanting(target, 1, undefined, 0, signal)];
    const pending = target.find(1) as PendingQuestion;
    for (let i = 0; i < 3; i += 1) asked.push(joining(pending, signal));
    expect(listening).toBe(4);
    pending.settle(answer(5), soon);
    await Promise.all(asked);
    expect(listening).toBe(0);
  });
});
