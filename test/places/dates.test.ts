import fc from 'fast-check';
import { readDate } from '../../src/places/dates';
import type { DateStyle } from '../../src/places/dates';

const ISO: DateStyle = { uses1904Dates: false, format: 'YYYY-MM-DD' };

/** Excel's day number, computed independently: whole days since a known Monday, 2024-01-01. */
function serialOf(date: string): number {
  return 45_292 + Math.round((Date.parse(date) - Date.parse('2024-01-01')) / 86_400_000);
}

const days = fc
  .date({
    min: new Date('1900-03-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

test('every day from March 1900 comes out as it went in, at any time of day', () => {
  fc.assert(
    fc.property(days, fc.double({ min: 0, max: 0.99999, noNaN: true }), (day, time) => {
      const number = serialOf(day) + time;
      expect(readDate({ kind: 'number', number }, ISO)).toEqual({ kind: 'read', value: day });
    }),
  );
});

test('a 1904 workbook counts 1462 days less', () => {
  fc.assert(
    fc.property(days, (day) => {
      fc.pre(day > '1904-01-01');
      const cell = { kind: 'number', number: serialOf(day) - 1_462 } as const;
      expect(readDate(cell, { ...ISO, uses1904Dates: true })).toEqual({ kind: 'read', value: day });
    }),
  );
});

test('any number at all is a day or a refusal', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const date = readDate({ kind: 'number', number }, ISO);
      if (date.kind === 'read') expect(date.value).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (date.kind === 'fault') expect(date.fault.code).toBe('invalid-argument');
    }),
  );
});

test('a setting writes the day another way', () => {
  const style: DateStyle = { uses1904Dates: false, format: 'DD/MM/YYYY' };
  expect(readDate({ kind: 'number', number: 46_053 }, style)).toEqual({
    kind: 'read',
    value: '31/01/2026',
  });
});
