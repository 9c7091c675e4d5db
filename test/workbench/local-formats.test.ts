import { localFormats } from '../../src/workbench/local-formats';

describe('how a region writes dates and numbers', () => {
  test.each([
    ['en-IN', 'd/m/yyyy', { isDayFirst: true, countsInLakhs: true, hasDecimalComma: false }],
    ['hi-IN', 'd/m/yyyy', { isDayFirst: true, countsInLakhs: true, hasDecimalComma: false }],
    ['en-US', 'm/d/yyyy', { isDayFirst: false, countsInLakhs: false, hasDecimalComma: false }],
    ['en-GB', 'dd/mm/yyyy', { isDayFirst: true, countsInLakhs: false, hasDecimalComma: false }],
    ['de-DE', 'd.m.yyyy', { isDayFirst: true, countsInLakhs: false, hasDecimalComma: true }],
    ['ja-JP', 'yyyy/m/d', { isDayFirst: false, countsInLakhs: false, hasDecimalComma: false }],
    ['sv-SE', 'yyyy-mm-dd', { isDayFirst: false, hasDecimalComma: true }],
    ['th-TH-u-ca-buddhist', 'd/m/yyyy', { isDayFirst: true }],
    ['ar-EG-u-nu-arab', 'd/m/yyyy', { isDayFirst: true }],
  ])('is known of %s', (locale, shortDate, more) => {
    expect(localFormats({ locale, timeZone: 'UTC' })).toMatchObject({ shortDate, ...more });
  });

  test('is India’s in India, where nobody has told the browser so', () => {
    expect(localFormats({ locale: 'en-US', timeZone: 'Asia/Kolkata' })).toMatchObject({
      shortDate: 'd/m/yyyy',
      isDayFirst: true,
    });
    expect(localFormats({ locale: 'en-US', timeZone: 'America/Chicago' }).isDayFirst).toBe(false);
  });
});
