import fc from 'fast-check';
import { readDate } from '../../../src/engine/places/dates';
import type { DateStyle } from '../../../src/engine/places/dates';

const ISO: DateStyle = { uses1904Dates: false, format: 'YYYY-MM-DD' };

/** Excel's day number, computed independently: whole days since a known Monday, 2024-01-01. */
function serialOf(date: string): number {
  return 45_292 + Math.round((Date.parse(date) - Date.parse('2024-01-01')) / 86_400_000);
}

const days = fc
  .date({
    min: new Date('1950-01-01T00:00:00Z'),
    max: new Date('2100-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

test('every day from 1950 to 2100 comes out as it went in, at any time of day', () => {
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

test.each([
  ['03/04/2026', '03/04/2026'],
  ['3/4/2026', '03/04/2026'],
  ['31.12.2026', '31/12/2026'],
  ['12/31/2026', '31/12/2026'],
  ['2026-04-03', '03/04/2026'],
  ['20260403', '03/04/2026'],
])('where a setting writes the day first, the text "%s" is sent as "%s"', (text, value) => {
  const style: DateStyle = { uses1904Dates: false, format: 'DD/MM/YYYY' };
  expect(readDate({ kind: 'text', text }, style)).toEqual({ kind: 'read', value });
});

test('a text in figures that is sent is a day in the form of the setting', () => {
  const figures = fc.tuple(
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1900, max: 2120 })),
    fc.integer({ min: 1, max: 40 }),
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1900, max: 2120 })),
    fc.constantFrom('/', '-', '.'),
  );
  fc.assert(
    fc.property(figures, ([first, middle, last, mark]) => {
      const shown = readDate({ kind: 'text', text: [first, middle, last].join(mark) }, ISO);
      if (shown.kind !== 'read') return expect(shown.kind).toBe('fault');
      const [year, month, day] = shown.value.split('-').map(Number);
      expect(shown.value).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect([year, month, day].sort()).toEqual([first, middle, last].sort());
    }),
  );
});

function readAs(cell: Parameters<typeof readDate>[0]): string {
  const reading = readDate(cell, ISO);
  return reading.kind === 'fault'
    ? reading.fault.message
    : reading.kind === 'read'
      ? reading.value
      : '';
}

test.each([
  [42_988.99999999999, '2017-09-11'],
  [45_352.4375, '2024-03-01'],
  [20_240_301, '2024-03-01'],
])('the number %s is the day %s', (number, day) => {
  expect(readAs({ kind: 'number', number })).toBe(day);
});

test.each([2017, 1999, 60, 18_263, 73_416, 99_999, 20_241_301, -1, 1e300])(
  'the number %s is not from 1950 to 2100',
  (number) =>
    expect(readAs({ kind: 'number', number })).toContain('use a date such as 2026-12-31.'),
);

test.each([560_001, 110_001, 682_016])('the number %s is told as a pincode', (number) => {
  const words = `The date ${number} looks like a pincode: write the pincode into the address.`;
  expect(readAs({ kind: 'number', number })).toBe(words);
  expect(readAs({ kind: 'text', text: String(number) })).toBe(words);
});

test.each([
  ['260331', '260331'],
  ['310326', '310326'],
  ['2026-03-31', '2026-03-31'],
  ['2026-03-31 10:15:00', '2026-03-31'],
  ['2026-03-31T23:30:00.000Z', '2026-03-31'],
  ['2026-03-31T00:30:00+05:30', '2026-03-31'],
  ['31/03/2026 10:15', '2026-03-31'],
  ['3/31/2026 10:15:00 PM', '2026-03-31'],
  ['31 March 2026', '31 March 2026'],
  ['w_pop_tt,w_pop_ct', 'w_pop_tt,w_pop_ct'],
  ['20260331', '2026-03-31'],
  ['NULL', ''],
  ['2017', 'The date 2017 is only a year: use a date such as 2026-12-31.'],
  ['२०१७', 'The date 2017 is only a year: use a date such as 2026-12-31.'],
  ['31/12/2026', '2026-12-31'],
  ['12-31-2026', '2026-12-31'],
  ['29.02.2028', '2028-02-29'],
  ['2026-13-45', 'There is no day 2026-13-45: use a date such as 2026-12-31.'],
  ['२०२६-१३-४५', 'There is no day 2026-13-45: use a date such as 2026-12-31.'],
  ['31/02/2026', 'There is no day 31/02/2026: use a date such as 2026-12-31.'],
  ['29/02/2026', 'There is no day 29/02/2026: use a date such as 2026-12-31.'],
  ['00-01-2026', 'There is no day 00-01-2026: use a date such as 2026-12-31.'],
  ['46053', 'The date 46053 is only a number: use a date such as 2026-12-31.'],
  ['1711843200', 'The date 1711843200 is only a number: use a date such as 2026-12-31.'],
  ['1899-12-30', 'The date 1899-12-30 is not from 1950 to 2100: use a date such as 2026-12-31.'],
  ['31/12/9999', 'The date 31/12/9999 is not from 1950 to 2100: use a date such as 2026-12-31.'],
  // In the years of other calendars, and of programs that write them for none.
  ['1445-09-20', 'The date 1445-09-20 is not from 1950 to 2100: use a date such as 2026-12-31.'],
  ['31/03/2567', 'The date 31/03/2567 is not from 1950 to 2100: use a date such as 2026-12-31.'],
  ['1900-01-01', 'The date 1900-01-01 is not from 1950 to 2100: use a date such as 2026-12-31.'],
  ['2023-24', 'There is no day 2023-24: use a date such as 2026-12-31.'],
  ['FY 2023-2024', 'There is no day FY 2023-2024: use a date such as 2026-12-31.'],
  ['01/01/1900', 'The date 01/01/1900 is not from 1950 to 2100: use a date such as 2026-12-31.'],
  ['1857-05-10', '1857-05-10'],
  ['10/05/1857', 'The date 10/05/1857 can be two days: write 1857-05-10 or 1857-10-05.'],
  ['2026-3-31', '2026-03-31'],
  ['2026/03/04', '2026-03-04'],
  ['३१/१२/२०२६', '2026-12-31'],
  ['04/04/2026', '2026-04-04'],
  ['03/04/2026', 'The date 03/04/2026 can be two days: write 2026-04-03 or 2026-03-04.'],
  ['3.4.2026 10:15', 'The date 3.4.2026 can be two days: write 2026-04-03 or 2026-03-04.'],
  ['31/12/26', 'The date 31/12/26 can be two days: write 2026-12-31 or 2031-12-26.'],
  ['12/31/26', 'The date 12/31/26 has a two-digit year: write it as 2026-12-31.'],
  ['2026-03', '2026-03'],
  ['20260331T233000Z', '2026-03-31'],
  ['31 Mar 2026 11.30 pm', '31 Mar 2026'],
  ['31.03.2026 11:30 Uhr', '2026-03-31'],
  ['10:15', 'The date has a time but no day: enter a date.'],
  ['10:15:30 PM', 'The date has a time but no day: enter a date.'],
])('the text "%s" is read as "%s"', (text, shown) => {
  expect(readAs({ kind: 'text', text })).toBe(shown);
});
