import fc from 'fast-check';

import { readCredential } from '../../../src/engine/client/connection';

describe('a key', () => {
  it.each(['abc', '  abc', 'abc \r\n', '\t\nabc\u00a0', '\ufeffabc\u200b'])(
    'loses the white space around it: %j',
    (typed) => {
      expect(readCredential(typed)).toEqual({ kind: 'credential', credential: 'abc' });
    },
  );

  it('is read in one walk over what was pasted, whatever it is made of', () => {
    for (const text of [' ', '\u200b', '\n', '\u{e0001}']) {
      const blanks = text.repeat(400_000);
      // A pattern that is tried again at each blank takes minutes for each of these.
      expect(readCredential(`a${blanks}b`)).toMatchObject({ reason: 'too-long' });
      expect(readCredential(blanks)).toMatchObject({ reason: 'empty' });
      expect(readCredential(`${blanks}abc${blanks}`)).toMatchObject({ credential: 'abc' });
    }
  });

  it.each([
    ['', 'empty'],
    [' \n\t ', 'empty'],
    ['ab c', 'has-break'],
    ['ab\nc', 'has-break'],
    ['ab\r\nx-other: c', 'has-break'],
    ['ab\u0000c', 'has-break'],
    ['ab\u007fc', 'has-break'],
    ['ab\u0085c', 'has-break'],
    ['“abc”', 'not-latin'],
    ['ab\u200bc', 'not-latin'],
    ['ключ', 'not-latin'],
    ['k'.repeat(5000), 'too-long'],
  ])('is refused: %j is %s', (typed, reason) => {
    expect(readCredential(typed)).toEqual({ kind: 'faulty', reason });
  });

  it('can always travel in a header, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const reading = readCredential(typed);
        if (reading.kind === 'faulty') return;
        expect(new Headers({ 'x-api-key': reading.credential }).get('x-api-key')).toBe(
          reading.credential,
        );
        expect(typed).toContain(reading.credential);
      }),
      { numRuns: 1000 },
    );
  });
});
