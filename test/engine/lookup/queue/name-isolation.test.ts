import { createCancellation } from '../../../../src/engine/lookup';
import type { LookupCall, LookupReply, Outcome } from '../../../../src/engine/lookup';
import { attribute, ended, names, setUp } from '../engine-setup';
import type { Setup } from '../engine-setup';
import { valuesFor } from '../recording-source';

const REJECTED: LookupReply = { kind: 'failed', code: 'rejected', status: 400 };
const NAMES = names(26);
const keyOf = (row: number): string => attribute(row, '').place.key;

/** A sheet of that many places, each with all names; returns the rows that its cells show. */
async function sheet(
  { clock, engine, source }: Setup,
  places: number,
  isBad: (call: LookupCall, name: string) => boolean,
): Promise<(number | string)[][]> {
  source.onLookup = (call) =>
    call.names.some((name) => isBad(call, name)) ? REJECTED : valuesFor(call);
  const rows: Promise<Outcome>[][] = [];
  for (let row = 0; row < places; row += 1) {
    rows.push(NAMES.map((name) => engine.ask(attribute(row, name))));
  }
  await clock.drain();
  return Promise.all(rows.map(ended));
}

/** The cells that show an error, as place and name. */
function rejected(shown: readonly (readonly (number | string)[])[]): string[] {
  return shown.flatMap((row, place) =>
    row.flatMap((text, name) => (typeof text === 'number' ? [] : [`${place}/${name}: ${text}`])),
  );
}

const everywhere = (bad: readonly number[], places = 100): string[] =>
  Array.from({ length: places }, (_, row) => bad.map((name) => `${row}/${name}: rejected`)).flat();

describe('100 places with 26 names each', () => {
  it.each([0, 1, 7, 12, 13, 20, 24, 25])('and a bad one, the %dth, take 112 calls', async (bad) => {
    for (const latencyMs of [1, 100]) {
      const set = setUp();
      set.source.latencyMs = latencyMs;
      const shown = await sheet(set, 100, (_, name) => name === `name_${bad}`);
      expect(rejected(shown)).toEqual(everywhere([bad]));
      expect(set.source.calls.length).toBeLessThanOrEqual(112);
    }
  });

  it.each([
    [0, 1],
    [3, 20],
    [12, 13],
    [24, 25],
  ])('and two bad ones, the %dth and the %dth, take 130 at most', async (one, other) => {
    const set = setUp();
    const bad = [`name_${one}`, `name_${other}`];
    const shown = await sheet(set, 100, (_, name) => bad.includes(name));
    expect(rejected(shown)).toEqual(everywhere([one, other]));
    expect(set.source.calls.length).toBeLessThanOrEqual(130);
  });

  it('and one that some places reject: the others show it', async () => {
    for (const isRejectedAt of [
      (row: number) => row < 2,
      (row: number) => row % 2 === 0,
      (row: number) => row === 0,
      (row: number) => row === 57,
    ]) {
      const set = setUp();
      const rows = new Map(Array.from({ length: 100 }, (_, row) => [keyOf(row), row]));
      const shown = await sheet(
        set,
        100,
        (call, name) => name === 'name_9' && isRejectedAt(rows.get(call.place.key) as number),
      );
      const blamed = rejected(shown);
      for (const text of blamed) expect(text).toMatch(/\/9: rejected$/);
      for (let row = 0; row < 100; row += 1) {
        if (isRejectedAt(row)) expect(blamed).toContain(`${row}/9: rejected`);
      }
    }
  });

  it('and one place that rejects everything', async () => {
    const set = setUp();
    const shown = await sheet(set, 100, (call) => call.place.key === keyOf(2));
    expect(rejected(shown)).toEqual(NAMES.map((_, name) => `2/${name}: rejected`));
  });
});

describe('while a bad name is searched for', () => {
  it('other names do not wait', async () => {
    const set = setUp({ startConcurrency: 1, maxConcurrency: 2 });
    set.source.onLookup = (call) => (call.names.includes('name_3') ? REJECTED : valuesFor(call));
    for (const name of NAMES) void set.engine.ask(attribute(1, name));
    await set.clock.advance(130);
    for (const name of NAMES) void set.engine.ask(attribute(2, name));
    const other = set.engine.ask(attribute(3, 'quite_different'));
    await set.clock.advance(350);
    expect(await ended([other])).toEqual([expect.any(Number)]);
    expect(set.source.calls.filter((call) => call.startsWith(keyOf(2)))).toEqual([]);
    await set.clock.drain();
  });

  it.each<[string, (call: LookupCall) => LookupReply | Promise<LookupReply>]>([
    ['fails', () => ({ kind: 'failed', code: 'service-failed', status: 404 })],
    ['fails for now', () => ({ kind: 'failed', code: 'offline' })],
    ['hangs', () => new Promise(() => undefined)],
    ['is not readable', () => ({ kind: 'failed', code: 'unreadable-reply' })],
  ])('and its call %s, the others get their answers', async (_what, then) => {
    const set = setUp();
    let searches = 0;
    set.source.onLookup = (call) => {
      const isSearch = call.place.key === keyOf(0) && call.names.length < 26;
      if (isSearch && (searches += 1) > 1) return then(call);
      return call.names.includes('name_3') ? REJECTED : valuesFor(call);
    };
    const asked = Array.from({ length: 20 }, (_, row) =>
      NAMES.map((name) => set.engine.ask(attribute(row, name))),
    );
    await set.clock.drain();
    const shown = await Promise.all(asked.map(ended));
    expect(rejected(shown.slice(1))).toEqual(everywhere([3], 19));
    expect(set.engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('those above suspicion are asked, though the suspects are withdrawn', async () => {
    for (let withdrawn = 0; withdrawn < 26; withdrawn += 1) {
      for (const at of [30, 130, 230, 330, 430]) {
        const set = setUp();
        set.source.onLookup = (call) =>
          call.names.includes('name_3') ? REJECTED : valuesFor(call);
        const { signal, cancel } = cancellation();
        const asked = NAMES.map((name, index) =>
          set.engine.ask(attribute(0, name), index >= withdrawn ? {} : { signal }),
        );
        await set.clock.advance(at);
        cancel();
        await set.clock.drain();
        const shown = await ended(asked);
        const staying = shown.slice(withdrawn);
        expect(staying.filter((text) => typeof text !== 'number')).toEqual(
          withdrawn > 3 ? [] : ['rejected'],
        );
      }
    }
  });

  it('and its cells are withdrawn, or everything is cancelled, nobody waits for it', async () => {
    for (const isAll of [false, true]) {
      const set = setUp();
      set.source.onLookup = (call) => (call.names.includes('name_3') ? REJECTED : valuesFor(call));
      const { signal, cancel } = cancellation();
      const first = NAMES.map((name) => set.engine.ask(attribute(0, name), { signal }));
      const others = Array.from({ length: 19 }, (_, row) =>
        NAMES.map((name) => set.engine.ask(attribute(row + 1, name))),
      );
      await set.clock.advance(260);
      if (isAll) set.engine.cancelWaiting();
      else cancel();
      await set.clock.drain();
      await ended(first);
      const shown = await Promise.all(others.map(ended));
      if (!isAll) expect(rejected(shown)).toEqual(everywhere([3], 19));
      expect(set.engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0 });
    }
  });
});

function cancellation() {
  const one = createCancellation();
  return { signal: one.signal, cancel: () => one.cancel() };
}

it('settles what is above suspicion where those deferred beside it were withdrawn', async () => {
  const { clock, source, engine } = setUp();
  source.onLookup = (call) => (call.names.includes('bad') ? REJECTED : valuesFor(call));
  const proven = engine.ask(attribute(0, 'good'));
  await clock.advance(300);
  const cancellation = createCancellation();
  const asked = ['bad', 'b', 'c', 'd', 'e'].map((name) =>
    engine.ask(attribute(0, name), name === 'c' ? { signal: cancellation.signal } : {}),
  );
  // The half with the bad name is under way, and what is deferred of the next is given up.
  await clock.advance(170);
  cancellation.cancel();
  await clock.drain();
  const [bad, ...others] = await ended([...asked, proven]);
  expect(bad).toBe('rejected');
  expect(others.filter((text) => typeof text === 'number')).toHaveLength(4);
});

interface Known {
  /** Names that another place has answered. */
  readonly proven?: string;
  /** This place has answered something. */
  readonly isSound?: boolean;
  readonly atOnce?: number;
}

describe('the calls that find bad names of one place', () => {
  it.each<[string, string, string, Known, string]>([
    ['by halves, the first the larger', 'abcde', 'b', { isSound: true }, 'abcde abc ab a b+cde'],
    [
      'the other half first, where the place has answered nothing',
      'abcde',
      'b',
      {},
      'abcde abc de ab a b+c',
    ],
    [
      'each half for itself, where both are rejected there',
      'abcde',
      'bd',
      {},
      'abcde abc de ab+c d+e a b',
    ],
    ['the same one by one', 'abcde', 'bd', { atOnce: 1 }, 'abcde abc de ab c d e a b'],
    [
      'those that others have answered apart from the new ones',
      'abcdf',
      'bd',
      { proven: 'ac' },
      'abcdf ac+bdf bd b df d f',
    ],
    ['one alone, where all are known elsewhere', 'abc', 'abc', { proven: 'abc' }, 'abc a'],
    ['the others after it, if it is accepted', 'abcd', 'b', { proven: 'abcd' }, 'abcd a bc b cd'],
  ])(
    'are %s',
    async (_what, wanted, bad, { proven = '', isSound = false, atOnce: most = 2 }, calls) => {
      const { clock, source, engine } = setUp({ startConcurrency: most, maxConcurrency: most });
      for (const name of proven) void engine.ask(attribute(9, name));
      if (isSound) void engine.ask(attribute(0, 'other'));
      await clock.drain();
      const asked = new Map<number, string[]>();
      source.onLookup = (call) => {
        const atOnce = asked.get(clock.elapsed()) ?? [];
        asked.set(clock.elapsed(), [...atOnce, call.names.join('')]);
        return call.names.some((name) => bad.includes(name)) ? REJECTED : valuesFor(call);
      };
      for (const name of wanted) void engine.ask(attribute(0, name));
      await clock.drain();
      expect([...asked.values()].map((atOnce) => atOnce.join('+')).join(' ')).toBe(calls);
    },
  );
});
