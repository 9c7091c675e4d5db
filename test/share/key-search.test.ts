import { TextEncoder } from 'node:util';
import fc from 'fast-check';
import { withoutKeys } from '../../src/share/key-removal';
import { createKeySearch } from '../../src/share/key-search';
import type { KeyWriting } from '../../src/share/key-search';

import { base64, hex, WRITINGS } from './key-writings';

Object.assign(globalThis, { TextEncoder });

const KEY = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';

const CASES = Object.entries(WRITINGS);
const search = createKeySearch([KEY]);

/** As keys are made: letters, digits and the signs that may stand in them. */
const keys = fc
  .array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'), {
    minLength: 16,
    maxLength: 80,
  })
  .map((characters) => characters.join(''));
/** No letter of these belongs to a key, so that what surrounds it does not change what is found. */
const surroundings = fc.string({
  unit: fc.constantFrom(' ', '\n', '{', '}', '"', '😀', 'ж', '日', '|', '~'),
});

describe('a key', () => {
  it.each(CASES)('%s is found', (_name, write) => {
    const matches = search.find(`before ${write(KEY)} after`);
    expect(matches).toHaveLength(1);
    expect(matches[0]?.isWhole).toBe(true);
  });

  it.each(CASES)(
    '%s is found in any surroundings, and is gone when it is removed',
    (_name, write) => {
      fc.assert(
        fc.property(keys, surroundings, surroundings, (key, before, after) => {
          const anyKey = createKeySearch([key]);
          const text = before + write(key) + after;
          const matches = anyKey.find(text);
          expect(matches.some(({ isWhole }) => isWhole)).toBe(true);
          for (const { start, end } of matches) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(text.length);
            expect(start).toBeLessThan(end);
          }
          expect(anyKey.find(withoutKeys(text, anyKey))).toEqual([]);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(CASES)('%s is found wherever a long text is cut', (_name, write) => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 3, max: 60 }), (key, size) => {
        const reader = createKeySearch([key]).reader();
        const text = `${'. '.repeat(9)}${write(key)}${' .'.repeat(9)}`;
        const matches = [];
        for (let at = 0; at < text.length; at += size)
          matches.push(...reader.read(text.slice(at, at + size)));
        matches.push(...reader.end());
        expect(matches.length).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a part of a key', () => {
  it('is found from nine characters on, and is said to be a part', () => {
    fc.assert(
      fc.property(keys, fc.nat(), fc.integer({ min: 9, max: 12 }), (key, from, length) => {
        const bare = key.replace(/[-_]/g, '');
        fc.pre(bare.length > 12);
        const start = from % (bare.length - length);
        const matches = createKeySearch([key]).find(`… ${bare.slice(start, start + length)} …`);
        expect(matches.length).toBeGreaterThan(0);
      }),
    );
    expect(search.find(`it ends in ${KEY.slice(-10)}.`)).toMatchObject([{ isWhole: false }]);
  });

  it('that is shorter may stand anywhere by chance, and is no finding', () => {
    fc.assert(
      fc.property(keys, fc.nat(), (key, from) => {
        const start = from % (key.length - 7);
        expect(createKeySearch([key]).find(key.slice(start, start + 7))).toEqual([]);
      }),
    );
  });
});

describe('a text without a key', () => {
  it('raises no alarm', () => {
    fc.assert(
      fc.property(keys, fc.string({ unit: 'binary', maxLength: 2_000 }), (key, text) => {
        expect(createKeySearch([key]).find(text)).toEqual([]);
      }),
    );
  });

  it('raises none either where it is made of the same letters', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...KEY),
      minLength: 1_000,
      maxLength: 5_000,
    });
    fc.assert(fc.property(letters, (text) => expect(search.find(text)).toEqual([])));
  });

  it.each([
    [
      'telephone numbers',
      '4930123456789',
      Array.from({ length: 4_000 }, (_, i) => `+49 30 ${2_000_000 + i * 737}`),
    ],
    [
      'checksums',
      'deadbeefcafe0123456789abcdef0000',
      Array.from({ length: 2_000 }, (_, i) => hex(`${i * 7919}-${i}`)),
    ],
    [
      'formulas of ours',
      'locus-demo-key',
      Array.from({ length: 500 }, (_, i) => `=LOCATTR($A${i},$B${i},"w_pop_tt_1000")`),
    ],
  ])('raises none in %s', (_name, key, texts) => {
    const own = createKeySearch([key]);
    for (const text of texts) expect(own.find(text)).toEqual([]);
  });
});

describe('searching', () => {
  it('says how a key is written', () => {
    const writingOf = (text: string): KeyWriting | undefined => search.find(text)[0]?.writing;
    expect(writingOf(KEY)).toBe('plain');
    expect(writingOf([...KEY].reverse().join(''))).toBe('reversed');
    expect(writingOf(base64(KEY))).toBe('base64');
    expect(writingOf(hex(KEY))).toBe('hex');
    expect(writingOf(hex(KEY).replace(/../g, '%$&'))).toBe('escaped');
  });

  it('finds any of several keys', () => {
    const both = createKeySearch([KEY, 'another-key-1234567']);
    expect(both.find(`${KEY} and ANOTHER KEY 1234567`)).toHaveLength(2);
  });

  it('finds a key of signs, or of letters beyond ASCII', () => {
    for (const key of ['#$%&/()=?!+*~<>', 'clé-d’été'.normalize(), 'ÄÖÜäöüßÀÉÎ']) {
      const latin = [...key].every((c) => c.charCodeAt(0) < 256) ? key : 'ñandú-çedille';
      expect(createKeySearch([latin]).find(`(${latin})`)).toMatchObject([{ isWhole: true }]);
    }
  });

  it('looks for nothing where there is no key, or one of a few characters', () => {
    expect(createKeySearch([]).canFind).toBe(false);
    expect(createKeySearch(['abc']).canFind).toBe(false);
    expect(createKeySearch(['abc']).find('abc')).toEqual([]);
    expect(createKeySearch(['abcdef']).find('it is abcdef')).toMatchObject([{ isWhole: true }]);
  });

  it('says nothing that has a character of the key in it', () => {
    for (const [, write] of CASES) {
      expect(Object.keys(search.find(write(KEY))[0] ?? {}).sort()).toEqual([
        'end',
        'isWhole',
        'start',
        'writing',
      ]);
    }
    expect(JSON.stringify(search)).not.toContain(KEY.slice(3, 12));
  });

  it('removes what stands in the text and leaves the rest', () => {
    expect(withoutKeys(`use ${KEY} here`, search)).toBe('use [removed] here');
    expect(withoutKeys(`="Bearer ${KEY.slice(0, 9)}"&"${KEY.slice(9)}"&A1`, search)).toBe(
      '="Bearer [removed]"&A1',
    );
    expect(withoutKeys(`${KEY}${KEY}`, search)).toBe('[removed][removed]');
    // What closes up when something is taken out of the middle.
    expect(search.find(withoutKeys(KEY.slice(0, 8) + KEY + KEY.slice(8), search))).toEqual([]);
  });
});

describe('hostile texts', () => {
  const size = 200_000;
  it.each([
    ['the key again and again', KEY.repeat(size / KEY.length)],
    ['its first half again and again', KEY.slice(0, 15).repeat(size / 15)],
    ['seven of its characters again and again', KEY.slice(4, 11).repeat(size / 7)],
    ['one letter', 'k'.repeat(size)],
    ['percent signs', '%'.repeat(size)],
    ['escapes of escapes', '%25'.repeat(size / 3)],
    ['open entities', '&#'.repeat(size / 2)],
    ['codes without an end', 'CHAR('.repeat(size / 5)],
    ['spaces', ' '.repeat(size)],
    ['pictures', '😀'.repeat(size / 2)],
  ])('are read to their end: %s', (_name, text) => {
    const work = createKeySearch([KEY]).reader();
    let found = 0;
    for (let at = 0; at < text.length; at += 32_000)
      found += work.read(text.slice(at, at + 32_000)).length;
    found += work.end().length;
    expect(found).toBeLessThanOrEqual(size / 9);
  });

  it('make keys of one repeated letter no slower to find', () => {
    const own = createKeySearch(['a'.repeat(60)]);
    expect(own.find('a'.repeat(60))).toMatchObject([{ isWhole: true }]);
    expect(own.find('a'.repeat(100_000)).length).toBeGreaterThan(0);
  });
});
