import { localFormats } from '../../../src/workbench/local-formats';
import { createLocalNumfmt } from '../../../src/workbench/univer/local-numfmt';

const numfmtOf = (locale: string) => createLocalNumfmt(localFormats({ locale, timeZone: 'UTC' }));
const india = numfmtOf('en-IN');
const america = numfmtOf('en-US');
const germany = numfmtOf('de-DE');
const japan = numfmtOf('ja-JP');
const FIRST_OF_MARCH = 45_352;
const THIRD_OF_JANUARY = 45_294;
/** As Univer shows a cell. */
const CELL = { locale: 'en' };

describe('a date that is typed', () => {
  test.each([
    ['India', india, '1/3/2024', FIRST_OF_MARCH],
    ['India', india, '01-03-2024', FIRST_OF_MARCH],
    ['India', india, '1/3/24', FIRST_OF_MARCH],
    ['India', india, '2024-03-01', FIRST_OF_MARCH],
    ['India', india, '1 Mar 2024', FIRST_OF_MARCH],
    ['the United States', america, '1/3/2024', THIRD_OF_JANUARY],
    ['Germany', germany, '1.3.2024', FIRST_OF_MARCH],
    ['Japan', japan, '2024/3/1', FIRST_OF_MARCH],
  ])('in %s is read as people there mean it: %#', (_where, numfmt, typed, serial) => {
    expect(numfmt.parseDate(typed)).toMatchObject({ v: serial });
  });

  test.each(['Store', 'March', 'Sunday', '/'])('is not %s, which has no digit', (typed) => {
    expect(india.parseDate(typed)).toBeNull();
  });

  test('is shown as it was typed', () => {
    for (const typed of ['1/3/2024', '01/03/2024', '1-3-2024']) {
      const { v, z = '' } = india.parseDate(typed) ?? {};
      expect(india.format(z, v, CELL)).toBe(typed);
    }
  });

  test('without a year is a day of this year, in the same order', () => {
    const { v, z = '' } = india.parseDate('1/3') ?? {};
    expect(india.format('d mmm', v, CELL)).toBe('1 Mar');
    expect(india.format(z, v, CELL)).toBe('1/3');
    expect(america.format('d mmm', america.parseDate('1/3')?.v, CELL)).toBe('3 Jan');
  });

  test('that does not exist there is no date', () => {
    expect(india.parseDate('3/13/2024')).toBeNull();
    expect(america.parseDate('13/3/2024')).toBeNull();
  });
});

describe('a short date of the person’s own region', () => {
  test('is shown as the region writes it', () => {
    const shown = [india, america, germany, japan].map((numfmt) =>
      numfmt.format('m/d/yyyy', FIRST_OF_MARCH, CELL),
    );
    expect(shown).toEqual(['1/3/2024', '3/1/2024', '1.3.2024', '2024/3/1']);
    expect(india.format('m/d/yyyy h:mm', FIRST_OF_MARCH + 0.5, CELL)).toBe('1/3/2024 12:00');
  });

  test('is American where a format says so, and in TEXT', () => {
    expect(india.format('m/d/yyyy;@', FIRST_OF_MARCH, CELL)).toBe('3/1/2024');
    expect(india.format('m/d/yyyy', FIRST_OF_MARCH)).toBe('3/1/2024');
  });
});

describe('a number', () => {
  test('has its digits in the groups of the region', () => {
    const shown = [india, america, germany].map((numfmt) =>
      numfmt.format('#,##0.00', 1_234_567.5, CELL),
    );
    expect(shown).toEqual(['12,34,567.50', '1,234,567.50', '1\u00a0234\u00a0567.50']);
  });

  test.each([
    [india, '1,23,456', 123_456],
    [india, '₹12,34,567.50', 1_234_567.5],
    [india, '1,234', 1_234],
    [india, '12.5', 12.5],
    [germany, '12,5', 12.5],
    [germany, '-0,25', -0.25],
    [germany, '1.234,50', 1_234.5],
    [germany, '1,234', 1.234],
    // As the sheet itself shows it for editing.
    [germany, '12.5', 12.5],
    [germany, '50,5%', 0.505],
  ])('typed in a region is read as people there write it: %#', (numfmt, typed, value) => {
    const read = numfmt.parseNumber(typed);
    expect(read?.v).toBeCloseTo(value, 10);
    // Univer takes such a format for an American's, and refuses what is not written so.
    const isAmerican = /^\D*\d{1,3}(?:,\d{3})*(?:\.\d+)?\D*$/.test(typed);
    if (!isAmerican) expect(read?.z ?? '').not.toContain('#,##0');
  });
});
