import fc from 'fast-check';
import type { AnswerStore, StoredAnswer, StoredEntry } from '../../../../src/engine/lookup';
import type { HandClock } from '../hand-clock';

export interface StoreLimits {
  readonly maxAnswers: number;
  readonly maxAgeMs: number;
}

/** A store and its surroundings. */
export interface StoreUnderTest {
  readonly store: AnswerStore;
  readonly clock: Pick<HandClock, 'now' | 'jump'>;
  /** Resolves when everything added is stored for good and nothing is left to tidy. */
  settle(): Promise<void>;
  /** The same answers, opened again later after everything has settled; undefined if none stay. */
  reopen?(): Promise<StoreUnderTest>;
  close?(): Promise<void>;
}

export const DAY_MS = 86_400_000;
export const roomy: StoreLimits = { maxAnswers: 500_000, maxAgeMs: 90 * DAY_MS };

/** Texts that have broken some store before. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '\0',
  '\n',
  'a\nb',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\uffff',
  '"',
  '[]',
  '0',
  '-0',
  'café',
  'cafe\u0301',
  '😀',
  'x'.repeat(100_000),
  `${'x'.repeat(100_000)}y`,
];

/** The port's promises, which every store must keep. */
export function describeAnswerStore(
  name: string,
  create: (limits: StoreLimits) => Promise<StoreUnderTest>,
): void {
  describe(`${name}, as a store of answers`, () => {
    let open: StoreUnderTest[] = [];
    afterEach(async () => {
      for (const { close } of open) await close?.();
      open = [];
    });
    const start = async (limits: Partial<StoreLimits> = {}): Promise<StoreUnderTest> => {
      const made = await create({ ...roomy, ...limits });
      open.push(made);
      return made;
    };

    it('says nothing of targets it does not know', async () => {
      const { store } = await start();
      expect(await shown(store, ['nowhere'])).toEqual({});
      expect(await shown(store, [])).toEqual({});
      expect(await store.size()).toEqual({ answers: 0, bytes: 0 });
    });

    it('gives back what it was given, at once and after it has settled', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      await store.write([
        { key: 'a', answers: [answer('x', 1.5, at), answer('', null, at - 5)] },
        { key: 'b', answers: [answer('x', -0, at)] },
      ]);
      const expected = { a: { x: [1.5, at], '': [null, at - 5] }, b: { x: [-0, at] } };
      expect(await shown(store, ['a', 'b', 'c', 'a'])).toEqual(expected);
      await settle();
      expect(await shown(store, ['b', 'c', 'a'])).toEqual(expected);
      expect(await shown(store, ['b'])).toEqual({ b: expected.b });
    });

    it('adds to what is known of a target', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      await store.write([{ key: 'a', answers: [answer('x', 1, at)] }]);
      await settle();
      await store.write([{ key: 'a', answers: [answer('y', 2, at)] }]);
      await store.write([{ key: 'a', answers: [answer('z', 3, at)] }]);
      const expected = { a: { x: [1, at], y: [2, at], z: [3, at] } };
      expect(await shown(store, ['a'])).toEqual(expected);
      await settle();
      expect(await shown(store, ['a'])).toEqual(expected);
    });

    it('keeps the later of two answers, whichever comes first', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      const later = { a: { x: [2, at] } };
      await store.write([{ key: 'a', answers: [answer('x', 2, at), answer('x', 1, at - 1)] }]);
      expect(await shown(store, ['a'])).toEqual(later);
      await settle();
      await store.write([{ key: 'a', answers: [answer('x', 0, at - 1000)] }]);
      expect(await shown(store, ['a'])).toEqual(later);
      await settle();
      expect(await shown(store, ['a'])).toEqual(later);
      await store.write([{ key: 'a', answers: [answer('x', null, at + 1)] }]);
      await settle();
      expect(await shown(store, ['a'])).toEqual({ a: { x: [null, at + 1] } });
    });

    it('gives stale answers until they are older than it keeps them', async () => {
      const { store, clock, settle } = await start({ maxAgeMs: 10 * DAY_MS });
      const at = clock.now();
      await store.write([
        { key: 'a', answers: [answer('x', 1, at), answer('y', 2, at - 2 * DAY_MS)] },
      ]);
      await settle();
      clock.jump(9 * DAY_MS);
      expect(await shown(store, ['a'])).toEqual({ a: { x: [1, at] } });
      clock.jump(2 * DAY_MS);
      expect(await shown(store, ['a'])).toEqual({});
      expect(await shown(store, ['a'])).toEqual({});
    });

    it('does not mind answers from the future, after a clock was set back', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now() + 400 * DAY_MS;
      await store.write([{ key: 'a', answers: [answer('x', 1, at)] }]);
      await settle();
      clock.jump(-4000 * DAY_MS);
      expect(await shown(store, ['a'])).toEqual({ a: { x: [1, at] } });
    });

    it('gives up an answer from far ahead of the clock for any that comes later', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      await store.write([{ key: 'a', answers: [answer('x', 1, at + 400 * DAY_MS)] }]);
      await store.write([{ key: 'b', answers: [answer('x', 1, at + DAY_MS / 2)] }]);
      await settle();
      for (const key of ['a', 'b']) await store.write([{ key, answers: [answer('x', 2, at)] }]);
      await settle();
      expect(await shown(store, ['a', 'b'])).toEqual({
        a: { x: [2, at] },
        b: { x: [1, at + DAY_MS / 2] },
      });
    });

    it('takes any text for a key and for a name, and mixes none up', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      const written = HOSTILE_TEXTS.map((key, row) => ({
        key,
        answers: HOSTILE_TEXTS.map((text, column) => answer(text, row * 1000 + column, at)),
      }));
      await store.write(written);
      for (const pass of ['waiting', 'settled']) {
        const found = await store.read(HOSTILE_TEXTS);
        expect([pass, found.size]).toEqual([pass, HOSTILE_TEXTS.length]);
        for (const { key, answers } of written) {
          expect(byName(found.get(key) ?? [])).toEqual(byName(answers));
        }
        await settle();
      }
    });

    it('keeps nothing that is no answer, and the answers beside it', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      const rubbish: unknown[] = [
        undefined,
        null,
        7,
        'text',
        [],
        {},
        { name: 'x', value: NaN, at },
        { name: 'x', value: Infinity, at },
        { name: 'x', value: '1', at },
        { name: 'x', value: undefined, at },
        { name: 'x', value: true, at },
        { name: 'x', value: 1, at: NaN },
        { name: 'x', value: 1, at: Infinity },
        { name: 'x', value: 1, at: '1' },
        { name: 7, value: 1, at },
        { value: 1, at },
      ];
      const answers = [...rubbish, answer('good', 1, at)] as StoredAnswer[];
      await store.write([
        { key: 'a', answers },
        { key: 'b', answers: rubbish as StoredAnswer[] },
        { key: 'c', answers: [] },
      ]);
      const expected = { a: { good: [1, at] } };
      expect(await shown(store, ['a', 'b', 'c'])).toEqual(expected);
      await settle();
      expect(await shown(store, ['a', 'b', 'c'])).toEqual(expected);
      expect((await store.size()).answers).toBe(1);
    });

    it('has its own copy of what it was given', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      const mine = { name: 'x', value: 1, at };
      const answers = [mine];
      await store.write([{ key: 'a', answers }]);
      mine.value = 99;
      answers.push(answer('y', 2, at) as typeof mine);
      expect(await shown(store, ['a'])).toEqual({ a: { x: [1, at] } });
      await settle();
      expect(await shown(store, ['a'])).toEqual({ a: { x: [1, at] } });
    });

    it('counts its answers, and guesses at their bytes', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      await store.write(sheet(20, 10, at));
      await settle();
      const { answers, bytes, trouble } = await store.size();
      expect({ answers, trouble }).toEqual({ answers: 200, trouble: undefined });
      expect(bytes).toBeGreaterThan(200 * 8);
      expect(bytes).toBeLessThan(200 * 1000);
      await store.write(sheet(20, 10, at + 1));
      await settle();
      expect((await store.size()).answers).toBe(200);
    });

    it('forgets everything when it is told to, also what it has just been given', async () => {
      const { store, clock, settle } = await start();
      const at = clock.now();
      await store.write(sheet(5, 5, at));
      await settle();
      await store.write([{ key: 'new', answers: [answer('x', 1, at)] }]);
      const cleared = store.clear();
      expect(await shown(store, ['place 1', 'new'])).toEqual({});
      await cleared;
      await settle();
      expect(await shown(store, ['place 1', 'new'])).toEqual({});
      expect(await store.size()).toEqual({ answers: 0, bytes: 0 });
      await store.write([{ key: 'new', answers: [answer('x', 2, at)] }]);
      await settle();
      expect(await shown(store, ['place 1', 'new'])).toEqual({ new: { x: [2, at] } });
    });

    it('never holds more than it may, and lets the oldest go', async () => {
      const { store, clock, settle } = await start({ maxAnswers: 100 });
      for (let day = 0; day < 30; day += 1) {
        const at = clock.now();
        const [entry] = sheet(1, 10, at);
        await store.write([{ key: `day ${day}`, answers: entry?.answers ?? [] }]);
        await settle();
        clock.jump(DAY_MS);
        expect((await store.size()).answers).toBeLessThanOrEqual(100);
      }
      expect(await shown(store, ['day 0', 'day 1'])).toEqual({});
      expect(Object.keys(await shown(store, ['day 29', 'day 28']))).toHaveLength(2);
    });

    it('holds no more than it may of a single target', async () => {
      const { store, clock, settle } = await start({ maxAnswers: 10 });
      const [entry] = sheet(1, 25, clock.now());
      await store.write([entry as StoredEntry]);
      await settle();
      expect((await store.size()).answers).toBeLessThanOrEqual(10);
      expect((await store.read(['place 0'])).get('place 0')?.length ?? 0).toBeLessThanOrEqual(10);
    });

    it('reads a sheet in one go, whole or in part, in any order', async () => {
      const { store, clock, settle } = await start();
      const entries = sheet(4000, 5, clock.now());
      await store.write(entries);
      await settle();
      const keys = entries.map(({ key }) => key).reverse();
      for (const step of [1, 2, 37, 200, 1500]) {
        const wanted = keys.filter((_key, index) => index % step === 0);
        const found = await store.read([...wanted, 'nowhere']);
        expect(found.size).toBe(wanted.length);
        const isWanted = new Set(wanted);
        const expected = entries.filter(({ key }) => isWanted.has(key));
        expect(plain(found)).toEqual(plain(new Map(expected.map((e) => [e.key, e.answers]))));
      }
    });

    it('is right about whatever was written, read and forgotten in whatever order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          let { store, settle, reopen, close } = await create(roomy);
          const model: Model = new Map();
          for (const { kind, entries } of steps) {
            if (kind === 'write') {
              learn(model, entries);
              await store.write(entries);
            } else if (kind === 'clear') {
              model.clear();
              await store.clear();
            } else if (kind === 'settle') {
              await settle();
            } else if (kind === 'reopen' && reopen !== undefined) {
              await settle();
              ({ store, settle, reopen, close } = await reopen());
            } else if (kind === 'write and read') {
              learn(model, entries);
              const [found] = await Promise.all([store.read([]), store.write(entries)]);
              expect(found.size).toBe(0);
            }
            const keys = kind === 'settle' ? KEYS : entries.map(({ key }) => key);
            expect(plain(await store.read(keys))).toEqual(plain(ofModel(model, keys)));
          }
          await settle();
          expect(plain(await store.read(KEYS))).toEqual(plain(ofModel(model, KEYS)));
          const count = [...model.values()].reduce((sum, answers) => sum + answers.size, 0);
          expect((await store.size()).answers).toBe(count);
          await close?.();
        }),
        { numRuns: 60 },
      );
    });
  });
}

export function answer(name: string, value: number | null, at: number): StoredAnswer {
  return { name, value, at };
}

/** That many places and names, with a different number for each answer. */
export function sheet(places: number, names: number, at: number): StoredEntry[] {
  return Array.from({ length: places }, (_place, row) => ({
    key: `place ${row}`,
    answers: Array.from({ length: names }, (_name, column) =>
      answer(`name_${column}`, row * 1000 + column + 0.25, at),
    ),
  }));
}

/** Readable in a failed expectation: key, name, [value, at]. */
export async function shown(
  store: AnswerStore,
  keys: readonly string[],
): Promise<Record<string, Record<string, unknown>>> {
  const found = await store.read(keys);
  return Object.fromEntries(
    [...found].map(([key, answers]) => [
      key,
      Object.fromEntries(answers.map(({ name, value, at }) => [name, [value, at]])),
    ]),
  );
}

type Model = Map<string, Map<string, StoredAnswer>>;

const KEYS = [...HOSTILE_TEXTS.slice(0, 12), 'lookup:1', 'lookup:10', 'lookup:2', 'score:1'];

const entry = fc.record({
  key: fc.constantFrom(...KEYS),
  answers: fc.array(
    fc.record({
      name: fc.constantFrom('', '__proto__', 'w_pop_tt', 'w_pop_0', '\ud800', 'a\nb'),
      value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      at: fc.integer({ min: 1_790_000_000_000, max: 1_790_000_000_003 }),
    }),
    { maxLength: 5 },
  ),
});

const step = fc.record({
  kind: fc.constantFrom('write', 'write', 'write', 'write and read', 'settle', 'reopen', 'clear'),
  entries: fc.array(entry, { maxLength: 6 }),
});

function learn(model: Model, entries: readonly StoredEntry[]): void {
  for (const { key, answers } of entries) {
    for (const answer of answers) {
      const target = model.get(key) ?? new Map<string, StoredAnswer>();
      model.set(key, target);
      if (answer.at >= (target.get(answer.name)?.at ?? 0)) target.set(answer.name, answer);
    }
  }
}

function ofModel(model: Model, keys: readonly string[]): Map<string, readonly StoredAnswer[]> {
  const known = keys.filter((key) => model.has(key));
  return new Map(known.map((key) => [key, [...(model.get(key)?.values() ?? [])]]));
}

/** Comparable text, because no store promises an order of targets and names. */
function plain(found: ReadonlyMap<string, readonly StoredAnswer[]>): string[] {
  return [...found]
    .flatMap(([key, answers]) =>
      answers.map(({ name, value, at }) =>
        JSON.stringify([key, name, Object.is(value, -0) ? '-0' : value, at]),
      ),
    )
    .sort();
}

function byName(answers: readonly StoredAnswer[]): StoredAnswer[] {
  return [...answers].sort((a, b) => (a.name < b.name ? -1 : 1));
}
