import { getEventListeners } from 'node:events';
import { coordinatePlace, createCancellation } from '../../../src/lookup';
import { toKnown } from '../../../src/lookup/cache/cache-entry';
import { Subject } from '../../../src/lookup/queue/call-target';
import type { Waiting } from '../../../src/lookup/queue/pending-question';

/** A place, and what it tells whoever owns it. */
function setUp() {
  const told: string[] = [];
  let known = 0;
  const subject = new Subject('scope', 'key', coordinatePlace(1, 2), undefined, {
    onAbandoned: ({ name }) => told.push(`abandoned ${name}`),
    onKnownChanged: (change) => (known += change),
    onEmpty: () => told.push('empty'),
  });
  const want = (name: number, now = 0) => void subject.want(name, undefined, now, undefined);
  return { subject, told, want, known: () => known };
}

const names = (batch: readonly Waiting[]) => batch.map(({ name }) => name);
const answer = (value: number, at = 0) => toKnown(value, at, 'service');
const soon = (run: () => void) => run();

describe('a place with one name', () => {
  it('holds no list, and its question none either', () => {
    const { subject } = setUp();
    void subject.want(1, undefined, 0, createCancellation().signal);
    for (const held of [subject, subject.find(1) as Waiting]) {
      const lists = Object.values(held).filter((value) => Symbol.iterator in Object(value));
      expect(lists.filter((value) => typeof value !== 'string')).toEqual([]);
    }
  });

  it('takes others, and gives them back one by one', () => {
    const { subject, told, want } = setUp();
    for (const name of [4, 2, 9]) want(name);
    expect([
      subject.size,
      ...[4, 2, 9, 5].map((name) => (subject.find(name) as Waiting | undefined)?.name),
    ]).toEqual([3, 4, 2, 9, undefined]);
    for (const waiting of subject.takeAll()) subject.conclude(waiting, undefined);
    expect([subject.size, told]).toEqual([0, ['empty']]);
    want(7);
    expect([subject.size, subject.find(4), (subject.find(7) as Waiting).name]).toEqual([
      1,
      undefined,
      7,
    ]);
  });
});

describe('what a place wants', () => {
  it('leaves in the order of asking, so many at a time, and nothing leaves twice', () => {
    const { subject, want } = setUp();
    for (const name of [5, 3, 9, 1, 7]) want(name);
    expect(names(subject.take(2).batch)).toEqual([5, 3]);
    expect(subject.callsNeeded).toBe(1);
    expect(names(subject.take(2).batch)).toEqual([9, 1]);
    expect([subject.unsent, subject.hasUnsent]).toEqual([1, true]);
    expect(names(subject.take(2).batch)).toEqual([7]);
    expect([subject.unsent, subject.hasUnsent, subject.callsNeeded]).toEqual([0, false, 0]);
    expect(subject.take(2)).toEqual({ batch: [], heldBack: [] });
  });

  it('has waited since the oldest of what has not left was asked', () => {
    const { subject, want } = setUp();
    want(1, 10);
    want(2, 20);
    want(3, 15);
    want(4, 40);
    expect([subject.waitingSince, subject.lastJoinedAt]).toEqual([10, 40]);
    const { batch } = subject.take(1);
    expect(subject.waitingSince).toBe(15);
    subject.giveBack(batch);
    expect([subject.waitingSince, subject.unsent]).toEqual([10, 4]);
    const all = subject.take(50).batch;
    want(5, 70);
    expect(subject.waitingSince).toBe(70);
    subject.giveBack(all);
    expect([subject.waitingSince, subject.unsent]).toEqual([10, 5]);
    expect(names(subject.take(50).batch)).toEqual([1, 2, 3, 4, 5]);
  });

  it('that came back alone has waited since it was asked, not since something else was', () => {
    const { subject, want } = setUp();
    want(1, 10);
    const { batch } = subject.take(50);
    want(2, 5);
    subject.take(50);
    subject.giveBack(batch);
    expect(subject.waitingSince).toBe(10);
  });
});

describe('the parts of a refused call', () => {
  it('leave as they are, in order, before whatever else is wanted', () => {
    const { subject, want } = setUp();
    for (const name of [1, 2, 3, 4]) want(name);
    const [one, two, three, four] = subject.take(50).batch as [Waiting, Waiting, Waiting, Waiting];
    subject.pin([
      { batch: [one], heldBack: [two] },
      { batch: [three, four], heldBack: [] },
    ]);
    want(5);
    expect([subject.callsNeeded, subject.unsent, subject.hasUnsent]).toEqual([3, 1, true]);
    const first = subject.take(50);
    expect([names(first.batch), names(first.heldBack)]).toEqual([[1], [2]]);
    expect(names(subject.take(50).batch)).toEqual([3, 4]);
    expect(names(subject.take(50).batch)).toEqual([5]);
    expect([subject.hasUnsent, subject.callsNeeded]).toEqual([false, 0]);
  });

  it('leave without those whom nobody waits for any longer', () => {
    const { subject, want } = setUp();
    const cancellation = createCancellation();
    void subject.want(1, undefined, 0, cancellation.signal);
    want(2);
    void subject.want(3, undefined, 0, cancellation.signal);
    const [one, two, three] = subject.take(50).batch as [Waiting, Waiting, Waiting];
    subject.pin([{ batch: [one, two], heldBack: [three] }]);
    cancellation.cancel();
    const part = subject.take(50);
    expect([names(part.batch), part.heldBack]).toEqual([[2], []]);
  });

  it('are taken out with all the rest, once', () => {
    const { subject, want } = setUp();
    for (const name of [1, 2]) want(name);
    const [one, two] = subject.take(50).batch as [Waiting, Waiting];
    subject.pin([{ batch: [one], heldBack: [two] }]);
    for (let name = 3; name < 103; name += 1) want(name);
    expect(names(subject.takeAll())).toEqual(Array.from({ length: 102 }, (_, name) => name + 1));
    expect([subject.hasUnsent, subject.takeAll()]).toEqual([false, []]);
  });
});

describe('a question that nobody waits for', () => {
  it('is gone if it has not left, and is told', async () => {
    const { subject, told, want } = setUp();
    const cancellation = createCancellation();
    const asked = subject.want(1, undefined, 0, cancellation.signal);
    want(2);
    cancellation.cancel();
    expect(await asked).toEqual({ kind: 'refused', error: { code: 'cancelled' } });
    expect([told, subject.unsent, subject.find(1)]).toEqual([['abandoned 1'], 1, undefined]);
    expect(names(subject.take(50).batch)).toEqual([2]);
  });

  it('comes home if it has left', () => {
    const { subject, told } = setUp();
    const cancellation = createCancellation();
    void subject.want(1, undefined, 0, cancellation.signal);
    const [waiting] = subject.take(50).batch as [Waiting];
    cancellation.cancel();
    expect([told, waiting.isAbandoned]).toEqual([[], true]);
    expect(subject.find(1)).toBe(waiting);
  });

  it('leaves the last good answer where it was', () => {
    const { subject, known } = setUp();
    const stale = answer(7);
    subject.learn(1, stale);
    const cancellation = createCancellation();
    void subject.want(1, stale, 0, cancellation.signal);
    expect([known(), subject.size]).toEqual([0, 1]);
    cancellation.cancel();
    expect([subject.find(1), known(), subject.size]).toEqual([stale, 1, 1]);
  });
});

describe('what is known of a place', () => {
  it('is what was concluded, counted once however often it changes', () => {
    const { subject, told, want, known } = setUp();
    for (const name of [1, 2]) want(name);
    const [one, two] = subject.take(50).batch as [Waiting, Waiting];
    subject.conclude(one, answer(1));
    subject.conclude(two, undefined);
    expect([subject.find(1), subject.find(2), known(), subject.knownCount]).toEqual([
      answer(1),
      undefined,
      1,
      1,
    ]);
    void subject.want(1, answer(1), 5, undefined);
    expect([known(), subject.knownCount]).toEqual([0, 0]);
    subject.conclude(subject.find(1) as Waiting, answer(2));
    expect([subject.find(1), known(), told]).toEqual([answer(2), 1, []]);
  });

  it('is the later of two answers that were learnt', () => {
    const { subject, known } = setUp();
    subject.learn(1, answer(1, 10));
    subject.learn(1, answer(2, 9));
    subject.learn(1, answer(3, 10));
    expect([subject.find(1), known()]).toEqual([answer(1, 10), 1]);
    subject.learn(1, answer(4, 11));
    expect([subject.find(1), known()]).toEqual([answer(4, 11), 1]);
  });

  it('answers whoever waits for it if it is good enough, and has not left', () => {
    const { subject, want } = setUp();
    for (const name of [1, 2, 3, 4]) want(name);
    subject.learn(1, answer(1, 10));
    subject.learn(1, answer(9, 9));
    subject.learn(2, answer(2, 1));
    subject.learn(9, answer(9, 10));
    expect(subject.unsent).toBe(4);
    const answered = subject.takeAnswered(({ at }) => at > 5);
    expect(answered.map(({ waiting, known }) => [waiting.name, known])).toEqual([
      [1, answer(1, 10)],
    ]);
    expect(subject.unsent).toBe(3);
    expect(names(subject.take(50).batch)).toEqual([2, 3, 4]);
    subject.learn(3, answer(3, 10));
    expect(subject.takeAnswered(() => true)).toEqual([]);
  });

  it('is forgotten without what is wanted, and the place is empty when nothing is', () => {
    const { subject, told, want, known } = setUp();
    subject.learn(1, answer(1));
    want(2);
    subject.learn(3, answer(3));
    subject.forget();
    expect([subject.size, known(), told]).toEqual([1, 0, []]);
    subject.conclude(subject.take(50).batch[0] as Waiting, undefined);
    expect([subject.size, told]).toEqual([0, ['empty']]);
    subject.learn(4, answer(4));
    subject.forget();
    expect([known(), told]).toEqual([0, ['empty', 'empty']]);
  });
});

describe('a question', () => {
  it('tells everyone who waits, and says how many they were', async () => {
    const { subject, want } = setUp();
    want(1);
    const waiting = subject.find(1) as Waiting;
    const cancellations = [createCancellation(), createCancellation()];
    const others = [undefined, ...cancellations.map(({ signal }) => signal)];
    const asked = others.map((signal) => waiting.join(signal));
    cancellations[0]?.cancel();
    expect(waiting.settle(answer(5), soon)).toBe(3);
    cancellations[1]?.cancel();
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual([
      'found',
      'refused',
      'found',
    ]);
  });

  it('does not count a first asker who withdrew', () => {
    const { subject } = setUp();
    const cancellation = createCancellation();
    void subject.want(1, undefined, 0, cancellation.signal);
    const waiting = subject.find(1) as Waiting;
    void waiting.join(undefined);
    cancellation.cancel();
    expect(waiting.isAbandoned).toBe(false);
    expect(waiting.settle(answer(5), soon)).toBe(1);
  });

  it('shares one promise among those who cannot withdraw, 500 at most', () => {
    const { subject } = setUp();
    const first = subject.want(1, undefined, 0, undefined);
    const waiting = subject.find(1) as Waiting;
    const joined = Array.from({ length: 500 }, () => waiting.join(undefined));
    expect(joined.filter((promise) => promise === first)).toHaveLength(499);
    expect(waiting.join(createCancellation().signal)).not.toBe(first);
    expect(waiting.settle(answer(5), soon)).toBe(502);
  });

  it('tells 500 others at once, and the rest in goes of 500 later', async () => {
    const { subject, want } = setUp();
    want(1);
    const waiting = subject.find(1) as Waiting;
    let told = 0;
    for (let i = 0; i < 1200; i += 1) {
      void waiting.join(createCancellation().signal).then(() => (told += 1));
    }
    const pieces: (() => void)[] = [];
    waiting.settle(answer(5), (run) => pieces.push(run));
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
      const { subject, told } = setUp();
      const cancellations = [0, 1, 2].map(() => createCancellation());
      const [first, ...others] = cancellations;
      void subject.want(1, undefined, 0, first?.signal);
      const waiting = subject.find(1) as Waiting;
      for (const { signal } of others) void waiting.join(signal);
      const seen = order.map((index) => {
        cancellations[index]?.cancel();
        return told.filter((text) => text.startsWith('abandoned')).length;
      });
      expect(seen).toEqual([0, 0, 1]);
    }
  });

  it("takes a platform's own signal", async () => {
    const { subject } = setUp();
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const [first, second, third] = controllers.map(({ signal }) => signal);
    const asked = [subject.want(1, undefined, 0, first)];
    const waiting = subject.find(1) as Waiting;
    for (const signal of [second, third]) asked.push(waiting.join(signal));
    const listening = (): number[] =>
      controllers.map(({ signal }) => getEventListeners(signal, 'abort').length);
    expect(listening()).toEqual([1, 1, 1]);
    controllers[0]?.abort();
    controllers[1]?.abort();
    waiting.settle(answer(5), soon);
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual([
      'refused',
      'refused',
      'found',
    ]);
    const other = setUp().subject;
    void other.want(1, undefined, 0, third);
    expect(listening()[2]).toBe(1);
    (other.find(1) as Waiting).settle(answer(5), soon);
    expect(listening()[2]).toBe(0);
  });

  it('listens to no signal any longer when it is over', async () => {
    const { subject } = setUp();
    let listening = 0;
    const signal = {
      aborted: false,
      addEventListener: () => void (listening += 1),
      removeEventListener: () => void (listening -= 1),
    };
    const asked = [subject.want(1, undefined, 0, signal)];
    const waiting = subject.find(1) as Waiting;
    for (let i = 0; i < 3; i += 1) asked.push(waiting.join(signal));
    expect(listening).toBe(4);
    waiting.settle(answer(5), soon);
    await Promise.all(asked);
    expect(listening).toBe(0);
  });
});
