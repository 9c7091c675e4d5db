import { TextEncoder } from 'node:util';
import fc from 'fast-check';
import { createKeySearch, REMOVED } from '../../../src/addin/share/key-search';

import { base64, hex, WRITINGS } from './key-writings';

Object.assign(globalThis, { TextEncoder });

const KEY = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';

const CASES = Object.entries(WRITINGS);
const search = createKeySearch([KEY]);
const AT_ONCE = () => undefined;

/** As keys are made: letters, digits and the signs that may stand in them. */
const keys = fc
  .array(
    fc.constantFrom(
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=:&$!*^({?',
    ),
    { minLength: 16, maxLength: 80 },
  )
  .map((characters) => characters.join(''));
const surroundings = fc.string({
  unit: fc.constantFrom(' ', '\n', '{', '}', '😀', 'ж', '日', '|', 'a', '7'),
});

describe('a key', () => {
  it.each(CASES)('%s is found, and is gone when it is removed', (_name, write) => {
    fc.assert(
      fc.property(keys, surroundings, surroundings, (key, before, after) => {
        const own = createKeySearch([key]);
        // A letter beside base64 or an escape would be part of it.
        const text = `${before} (${write(key)}) ${after}`;
        expect(own.writingIn(text)).toBeDefined();
        const rest = own.without(text);
        expect(own.writingIn(rest)).toBeUndefined();
        expect(rest).toContain(REMOVED);
        expect(rest.startsWith(before)).toBe(true);
        expect(rest.endsWith(after)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each(CASES)('%s is found wherever it lies in a long text', async (_name, write) => {
    const written = write(KEY);
    const turns: number[] = [];
    for (let before = 16_010 - written.length; before <= 16_010; before += 7) {
      const text = `${'x '.repeat(before / 2)} ${written} ${'y '.repeat(9_000)}`;
      let count = 0;
      expect(await search.lookIn(text, () => void (count += 1))).toBeDefined();
      turns.push(count);
    }
    expect(Math.min(...turns)).toBeGreaterThan(0);
  });

  it('of letters beyond ASCII is found, also as a URL has it', () => {
    for (const key of ['clé-d’été', 'ÄÖÜäöüÀÉÎ', 'चाबी-१२३४', '🔑🔒🔓🗝️🔐']) {
      const own = createKeySearch([key]);
      const missed = CASES.filter(([, write]) => own.writingIn(`(${write(key)})`) === undefined);
      expect(missed.map(([name]) => name)).toEqual([]);
    }
  });

  it('is found among several', () => {
    const both = createKeySearch([KEY, 'another-key-1234567']);
    const text = `${KEY} and ANOTHER-KEY-1234567`;
    expect(both.without(text)).toBe(`${REMOVED} and ${REMOVED}`);
  });

  it('that is missing, or has a few characters, is not looked for', () => {
    for (const none of [[], ['abc'], [' '.repeat(20)]]) {
      expect(createKeySearch(none)).toMatchObject({ canFind: false });
      expect(createKeySearch(none).writingIn('abc')).toBeUndefined();
    }
    expect(createKeySearch(['abcdef']).writingIn('it is abcdef')).toBe('plain');
  });
});

describe('a text without a key', () => {
  it('raises no alarm, though it has all but one character of it', () => {
    for (const part of [KEY.slice(1), KEY.slice(0, -1), KEY.replace('x', '')]) {
      expect(search.writingIn(part)).toBeUndefined();
      expect(search.writingIn(base64(part))).toBeUndefined();
      expect(search.without(part)).toBe(part);
    }
  });

  it('raises none whatever it holds, and loses nothing', () => {
    fc.assert(
      fc.property(keys, fc.string({ unit: 'binary', maxLength: 2_000 }), (key, text) => {
        const own = createKeySearch([key]);
        expect(own.writingIn(text)).toBeUndefined();
        expect(own.without(text)).toBe(text);
      }),
    );
  });

  it.each([
    [
      'telephone numbers',
      '4930123456789',
      Array.from({ length: 4_000 }, (_, i) => `+49 30 ${2_000_000 + i * 737}`),
    ],
    [
      'formulas of ours',
      'locus-demo-key',
      Array.from({ length: 500 }, (_, i) => `=LOCATTR($A${i},$B${i},"w_pop_tt_1000")`),
    ],
  ])('raises none in %s', (_name, key, texts) => {
    const own = createKeySearch([key]);
    for (const text of texts) expect(own.writingIn(text)).toBeUndefined();
  });
});

describe('searching', () => {
  it('says how a key is written', () => {
    expect(search.writingIn(KEY)).toBe('plain');
    expect(search.writingIn(base64(KEY))).toBe('base64');
    expect(search.writingIn(hex(KEY).replace(/../g, '%$&'))).toBe('escaped');
  });

  it('says nothing that has a character of the key in it', () => {
    expect(JSON.stringify(search)).not.toContain(KEY.slice(3, 12));
  });

  it.each([
    [`use ${KEY} here`, 'use [removed] here'],
    [`="Bearer ${KEY}"&A1`, '="Bearer [removed]"&A1'],
    [`${KEY}${KEY}`, '[removed][removed]'],
    [`a&amp;b ${encodeURIComponent('/')}${KEY}&amp;`, 'a&amp;b %2F[removed]&amp;'],
    [`${hex(KEY).replace(/../g, '%$&')}. ${KEY}`, '[removed]. [removed]'],
  ])('removes what stands in the text and leaves the rest: %#', (text, rest) => {
    expect(search.without(text)).toBe(rest);
  });

  it('removes a key that comes together once another is removed', () => {
    const rest = search.without(KEY.slice(0, 8) + KEY + KEY.slice(8));
    expect(search.writingIn(rest)).toBeUndefined();
  });

  it('empties a text where removing would not end', () => {
    expect(createKeySearch(['removed']).without('it was removed')).toBe('');
  });
});

describe('hostile texts', () => {
  const size = 200_000;
  it.each([
    ['the key again and again', KEY.repeat(size / KEY.length)],
    ['its first half again and again', KEY.slice(0, 15).repeat(size / 15)],
    ['all but its last character again and again', KEY.slice(0, -1).repeat(size / 31)],
    ['percent signs', '%'.repeat(size)],
    ['escapes of escapes', '%25'.repeat(size / 3)],
    ['open entities', '&#'.repeat(size / 2)],
    ['numbers of no character', '&#9999999;&#0;\\u0000'.repeat(size / 16)],
    ['spaces', ' '.repeat(size)],
    ['pictures', '😀'.repeat(size / 2)],
    ['halves of pictures', '\ud83d'.repeat(size)],
  ])('are read to their end: %s', async (_name, text) => {
    expect(await search.lookIn(text, AT_ONCE)).toBe(text.includes(KEY) ? 'plain' : undefined);
    const rest = search.without(text);
    if (!text.includes(KEY)) expect(rest).toBe(text);
    expect(search.writingIn(rest)).toBeUndefined();
  });

  it('take as many turns as they are long, for a key of any length', async () => {
    for (const key of [KEY, 'a'.repeat(60), KEY.repeat(60)]) {
      const own = createKeySearch([key]);
      const turnsFor = async (length: number): Promise<number> => {
        let turns = 0;
        await own.lookIn(key.slice(0, -1).padEnd(length, 'b'), () => void (turns += 1));
        return turns;
      };
      expect(await turnsFor(1_600_000)).toBe(10 * (await turnsFor(160_000)));
    }
  });
});
