import fc from 'fast-check';
import {
  isNearly,
  isTelling,
  partsOf,
  soundOf,
  wordsOf,
} from '../../../src/server/sample/place-names';

const sound = (text: string): string => soundOf(wordsOf(text));

describe('names of places', () => {
  test.each([
    ['Velachery', 'Velacheri'],
    ['Himayat Nagar', 'Himayathnagar'],
    ['Indira Nagar', 'Indiranagar'],
    ['Malleshwaram', 'Malleswaram'],
    ['Edappally', 'Edapally'],
    ['Sec62', 'Sector 62'],
    ['M.G. Rd', 'MG Road'],
    ['Sūrat', 'Surat'],
    ["St. John's", 'St Johns'],
  ])('%p sounds like %p', (a, b) => {
    expect(sound(a)).toBe(sound(b));
  });

  test.each([
    ['Sector 2', 'Sector 22'],
    ['Salem', 'Saleem Nagar'],
    ['Noida', 'Nokha'],
  ])('%p does not sound like %p', (a, b) => {
    expect(sound(a)).not.toBe(sound(b));
  });

  test.each([
    ['koramangala', 'koramangla', true],
    ['koramangala', 'kormaagnala', false],
    ['koramangala', 'koramagnala', true],
    ['koramangala', 'koramangalaa', true],
    ['sector17', 'sector18', false],
    ['pune', 'patna', false],
    ['', 'a', true],
  ])('%p is nearly %p: %p', (a, b, expected) => {
    expect(isNearly(a, b)).toBe(expected);
  });

  test('nearness does not depend on the order', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (a, b) => {
        expect(isNearly(a, b)).toBe(isNearly(b, a));
      }),
    );
  });

  test.each([
    ['Park Street', true],
    ['Koramangala', true],
    ['Sector 62', true],
    ['Street', false],
    ['near the', false],
    ['42', false],
    ['Flat 5', false],
  ])('%p names a place: %p', (text, expected) => {
    expect(isTelling(wordsOf(text))).toBe(expected);
  });

  test('any text is cut into words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const words of partsOf(text)) expect(words.join('')).toMatch(/^[a-z0-9]+$/);
      }),
    );
  });
});
