import { Batches } from '../../../src/gateway/functions/batches';
import { HandClock } from '../../engine/lookup/hand-clock';

let clock: HandClock;
let batches: Batches;
beforeEach(() => {
  clock = new HandClock();
  batches = new Batches(clock);
});

/** A batch that is answered at once, and which nobody asks for. */
async function end(person: string, at: number, text: string): Promise<void> {
  const name = { person, key: `${person} ${at}`, pollKey: `poll of ${person} ${at}` };
  const outcome = Promise.resolve({ kind: 'answered', text } as const);
  await batches.start(name, () => ({ outcome, cut: () => {} })).outcome;
  await Promise.resolve();
}

const kept = (person: string, at: number): boolean =>
  batches.polled(`poll of ${person} ${at}`) !== undefined;

const keptOf = (person: string, most: number): number =>
  Array.from({ length: most }, (_, at) => kept(person, at)).filter(Boolean).length;

describe('batches that ended and nobody fetches', () => {
  it('are kept up to a number for each person, the latest, however small', async () => {
    await end('Binod', 0, 'x');
    for (let at = 0; at < 10_000; at += 1) await end('Asha', at, '');
    expect(keptOf('Asha', 10_000)).toBe(4096);
    expect([kept('Asha', 0), kept('Asha', 9999), kept('Binod', 0)]).toEqual([false, true, true]);
  });

  it('are kept up to a size for each person, and for all', async () => {
    const text = 'x'.repeat(1024 * 1024);
    for (let at = 0; at < 30; at += 1) await end('Asha', at, text);
    expect(keptOf('Asha', 30)).toBe(15);
    for (let person = 0; person < 10; person += 1) {
      for (let at = 0; at < 15; at += 1) await end(`Person ${person}`, at, text);
    }
    const all = Array.from({ length: 10 }, (_, person) => keptOf(`Person ${person}`, 15));
    expect(all).toEqual([0, 0, 0, 0, 0, 3, 15, 15, 15, 15]);
    expect(keptOf('Asha', 30)).toBe(0);
  });

  it('are gone after five minutes', async () => {
    await end('Asha', 0, 'x');
    await clock.advance(300_000);
    expect(kept('Asha', 0)).toBe(false);
  });
});

it('bodies under way have a size for each person, and leave room for the next', () => {
  const megabyte = 1024 * 1024;
  const bodies = Array.from({ length: 100 }, (_, at) => batches.hold(`Person ${at >> 2}`));
  const refusals = bodies.map((body) => {
    const refusal = body.take(10 * megabyte);
    body.endReading();
    return refusal?.status;
  });
  const taken = Array.from({ length: 25 }, (_, person) =>
    refusals.slice(4 * person, 4 * person + 4).filter((status) => status === undefined),
  );
  expect(taken.map(({ length }) => length)).toEqual([4, 2, 2, 1, 1, ...Array<number>(20).fill(0)]);
  // However few they are, and however slowly the rest of theirs comes.
  const late = Array.from({ length: 10 }, (_, person) => batches.hold(`Late ${person}`));
  expect(late.map((body) => body.take(megabyte))).toEqual(Array(10).fill(undefined));
  for (const body of late) body.release();
  for (const body of bodies) body.release();
  // A piece that still waited for its turn takes nothing any more.
  for (const body of bodies) expect(body.take(megabyte)?.status).toBe(429);
  const own = Array.from({ length: 10 }, () => batches.hold('Asha'));
  const statuses = own.map((body) => {
    const refusal = body.take(10 * megabyte);
    body.endReading();
    return refusal?.status;
  });
  expect(statuses).toEqual([...Array<undefined>(4), ...Array<number>(6).fill(429)]);
});

it('one large body of each person is read at a time, and none that could not be paid for', () => {
  const megabyte = 1024 * 1024;
  const [first, second, small] = [batches.hold('Asha'), batches.hold('Asha'), batches.hold('Asha')];
  expect(first?.take(2 * megabyte)).toBeUndefined();
  expect(second?.take(2 * megabyte)).toMatchObject({ status: 429, reason: 'too-much-work' });
  second?.release();
  expect(small?.take(megabyte)).toBeUndefined();
  expect(batches.hold('Binod').take(2 * megabyte)).toBeUndefined();
  first?.endReading();
  expect(batches.hold('Asha').take(2 * megabyte)).toBeUndefined();
  const spent = batches.hold('Chetan', { status: 402, message: 'Nothing is left.' });
  expect(spent.take(megabyte)).toBeUndefined();
  expect(spent.take(1)).toMatchObject({ status: 402 });
});
