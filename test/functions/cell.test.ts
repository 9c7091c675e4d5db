import fc from 'fast-check';
import { CELL_ERRORS, MESSAGE_LIMIT, faultOf } from '../../src/functions/cell';
import { LOOKUP_ERROR_CODES } from '../../src/lookup';

const VALUE_CODES = [
  'invalid-argument',
  'invalid-variable',
  'unknown-model',
  'key-refused',
  'rejected',
];

test('every code has its cell, and no cell is without a code', () => {
  expect(Object.keys(CELL_ERRORS).sort()).toEqual([...LOOKUP_ERROR_CODES].sort());
});

test.each(LOOKUP_ERROR_CODES)('%s asks for a change as #VALUE!, or waits as #N/A', (code) => {
  const expected = VALUE_CODES.includes(code) ? 'value' : 'not-available';
  expect(faultOf({ code }).kind).toBe(expected);
});

test.each(LOOKUP_ERROR_CODES)('the message of %s says what happened, then what to do', (code) => {
  expect(faultOf({ code }).message).toMatch(/^[A-Z][^:]{10,}: [a-z].{10,}[.?]$/);
});

test('no message is as long as 120 characters, whatever it is about', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOOKUP_ERROR_CODES),
      fc.option(fc.string({ unit: 'grapheme', maxLength: 40_000 }), { nil: undefined }),
      fc.option(fc.integer({ min: 100, max: 999 }), { nil: undefined }),
      (code, about, status) => {
        const { message } = faultOf({
          code,
          ...(about !== undefined && { about }),
          ...(status !== undefined && { status }),
        });
        expect(message.length).toBeLessThan(MESSAGE_LIMIT);
        expect(message).toMatch(/^[^\p{Cc}]+$/u);
        expect(message).not.toMatch(/\p{Surrogate}/u);
      },
    ),
  );
});

test('a long name is cut, and the advice stays whole', () => {
  const { message } = faultOf({ code: 'unknown-model', about: `m${'o'.repeat(500)}del` });
  expect(message).toMatch(
    /^The service has no model "mo+…": check the id, or its alias in the Locus pane\.$/,
  );
});

test('an error about nothing but line breaks has the plain message', () => {
  expect(faultOf({ code: 'rejected', about: '\n\r\t' })).toEqual(faultOf({ code: 'rejected' }));
});

test('a status is told where it helps', () => {
  expect(faultOf({ code: 'service-failed', status: 502 }).message).toContain('status 502');
  expect(faultOf({ code: 'key-refused', status: 401 }).message).not.toContain('401');
});
