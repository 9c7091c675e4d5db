import fc from 'fast-check';
import { readAddressWithPincode } from '../../../src/engine/places/addresses';
import { readCell } from '../../../src/engine/places/cell';
import { readPincode } from '../../../src/engine/places/pincode';
import type { PincodeRule } from '../../../src/engine/places/pincode';

function shown(value: unknown, rule?: PincodeRule): string {
  const reading = readPincode(readCell(value), rule);
  if (reading.kind === 'read') return reading.value;
  return reading.kind === 'blank' ? '' : reading.fault.message;
}

const BENGALI_ZERO = 0x9e6;
const inBengali = (code: string): string =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(BENGALI_ZERO + Number(digit)));

test('any spelling of a pincode is its six digits', () => {
  const spellings: readonly ((code: string) => unknown)[] = [
    Number,
    inBengali,
    (code) => `${code}.00`,
    (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`,
    (code) => `${code.slice(0, 3)} \u2013 ${code.slice(3)}`,
    (code) => `${code[0] ?? ''},${code.slice(1, 3)},${code.slice(3)}`,
    (code) => `="${code}"`,
    (code) => `'${code}`,
    (code) => `PIN Code: ${code}`,
    (code) => `पिन कोड - ${code}`,
    (code) => `IN-${code}`,
    (code) => `\u200f${code}\u200b`,
    (code) => `${code.slice(0, 1)}.${code.slice(1)}E+05`,
  ];
  const codes = fc.integer({ min: 100_000, max: 999_999 }).map(String);
  fc.assert(
    fc.property(codes, fc.constantFrom(...spellings), (code, spell) => {
      expect(shown(spell(code))).toBe(code);
    }),
  );
});

test.each([
  ['5.60E+05', 'has lost digits'],
  ['56001', 'has too few digits'],
  ['5600011', 'has too many digits'],
  ['060034', 'begins with 0'],
  ['SW1A 1AA', 'is not six digits'],
  ['56000.1', 'is not a whole number'],
  ['56000l', 'is not six digits'],
])('%s is no pincode: it %s', (text, why) => {
  expect(shown(text)).toContain(why);
  expect(shown(text).length).toBeLessThan(120);
});

test('other countries’ codes come through as written where they are let', () => {
  expect(
    ['SW1A 1AA', '\u200e1010 ', 'K1A\u00a00B1', 12345].map((code) => shown(code, 'any')),
  ).toEqual(['SW1A 1AA', '1010', 'K1A 0B1', '12345']);
  expect(shown('560 034', 'any')).toBe('560034');
  expect(shown('5.60E+05', 'any')).toContain('has lost digits');
});

test('an address and a pincode in each other’s cells are seen', () => {
  const reading = readAddressWithPincode(readCell('560 034'), readCell('12 MG Road'));
  expect(reading.kind === 'fault' && reading.fault.message).toBe(
    'The address "560 034" is a pincode: address and pincode look swapped.',
  );
});
