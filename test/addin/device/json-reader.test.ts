import {
  listOf,
  nullOr,
  number,
  objectOf,
  oneOf,
  orElse,
  text,
  wholeNumber,
} from '../../../src/addin/device/json-reader';

describe('a reader of JSON', () => {
  const place = objectOf({ name: text(), height: nullOr(number(0, 8849)) });

  it('takes an object whose fields are all as they should be, and leaves the rest behind', () => {
    expect(place({ name: 'Pune', height: null, more: 1 })).toEqual({ name: 'Pune', height: null });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', [{ name: 'Pune', height: 560 }]],
    ['a text', 'Pune'],
    ['a field left out', { name: 'Pune' }],
    ['a field of another kind', { name: 5, height: 560 }],
    ['a field out of bounds', { name: 'Pune', height: 9000 }],
    ['a field that is inherited', Object.create({ name: 'Pune', height: 560 })],
  ])('takes no object that is %s', (_what, value) => {
    expect(place(value)).toBeUndefined();
  });

  it('takes a number within bounds, and both of them', () => {
    expect([0, 1, 8849].map(number(0, 8849))).toEqual([0, 1, 8849]);
    for (const value of [-1, 8850, NaN, Infinity, '1', null]) {
      expect(number(0, 8849)(value)).toBeUndefined();
    }
  });

  it('takes a whole number within bounds', () => {
    expect([1, 20].map(wholeNumber(1, 20))).toEqual([1, 20]);
    for (const value of [0, 21, 1.5, NaN, '1', true]) {
      expect(wholeNumber(1, 20)(value)).toBeUndefined();
    }
  });

  it('takes a text that is fit', () => {
    const short = text((written) => written.length < 3);
    expect(short('ab')).toBe('ab');
    expect(short('abc')).toBeUndefined();
    expect(short(['a'])).toBeUndefined();
  });

  it('takes one of some values, FALSE and null among them', () => {
    expect(oneOf(true, false)(false)).toBe(false);
    expect(oneOf<string | null>('a', null)(null)).toBeNull();
    expect(oneOf('a', 'b')('c')).toBeUndefined();
  });

  it('takes a list whole, or not at all', () => {
    expect(listOf(text())(['a', 'b'])).toEqual(['a', 'b']);
    expect(listOf(text())([])).toEqual([]);
    expect(listOf(text())(['a', 1])).toBeUndefined();
    expect(listOf(text())({ length: 0 })).toBeUndefined();
  });

  it('falls back on another value if there is none, but not for null', () => {
    const budget = orElse<number | null>(nullOr(wholeNumber(1, 9)), 5);
    expect([7, null, 70, undefined].map(budget)).toEqual([7, null, 5, 5]);
  });
});
