import { numberFormatOf, SCORE_FORMAT } from '../../../src/addin/enrich/number-format';
import { numberWriter } from '../../../src/addin/map/legend';
import { createLocalNumfmt } from '../../../src/workbench/univer/local-numfmt';

describe('the number format of a new column', () => {
  it.each([
    ['w_pop_tt_500', undefined, '#,##0'],
    ['w_pop_tt', 'people', '#,##0'],
    ['p_retail_gc_ct', undefined, '#,##0'],
    ['br_cafe', 'places', '#,##0'],
    ['p_retail_gc_np', undefined, '0.000'],
    ['w_women_perc', undefined, '0.0"%"'],
    ['custom', '%', '0.0"%"'],
    ['custom', 'Percent of households', '0.0"%"'],
    ['custom', 'share of all places', '0.000'],
    ['distance', 'km', '#,##0.0" km"'],
    ['drive', 'minutes', '#,##0" min"'],
    ['rent', 'EUR', '"€"#,##0'],
    ['custom', undefined, undefined],
    ['custom', 'index (100 = average)', undefined],
  ])('%s in %s', (name, unit, format) => {
    expect(numberFormatOf(unit === undefined ? { name } : { name, unit }, 'en-US')).toBe(format);
  });

  it('groups rupees by lakh and crore where people do', () => {
    const rent = { name: 'rent', unit: '₹' };
    expect(numberFormatOf(rent, 'en-IN')).toBe(
      '[>=10000000]"₹"##\\,##\\,##\\,##0;[>=100000]"₹"##\\,##\\,##0;"₹"##,##0',
    );
    expect(numberFormatOf(rent, 'en-US')).toBe('"₹"#,##0');
  });
});

describe('the number format of a score', () => {
  it.each([
    [12756312, '12,756,312'],
    [6556300.2, '6,556,300'],
    [1000, '1,000'],
    [72.41, '72.41'],
    [0.873, '0.873'],
    [0, '0'],
    [-3.5, '-3.5'],
  ])('shows %d as %s, in a sheet and on a map', (score, text) => {
    const local = { isDayFirst: false, countsInLakhs: false, hasDecimalComma: false };
    const sheet = createLocalNumfmt({ ...local, shortDate: 'm/d/yyyy' });
    expect(sheet.format(SCORE_FORMAT, score)).toBe(text);
    expect(numberWriter(SCORE_FORMAT)(score)).toBe(text);
  });
});
