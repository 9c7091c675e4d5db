/** The patterns that a workbook identifies by number alone, as Excel shows them in US English. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0 ;(#,##0)'],
  [38, '#,##0 ;[Red](#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;[Red](#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

const NUMBERS: ReadonlyMap<string, number> = new Map(
  [...BUILT_IN].map(([number, pattern]) => [pattern, number]),
);

/** The first number that a workbook may give to a pattern of its own. */
export const FIRST_OWN_FORMAT = 164;

/** Undefined for "General", and for numbers that have no built-in pattern. */
export function builtInFormat(number: number): string | undefined {
  return BUILT_IN.get(number);
}

export function builtInNumber(pattern: string): number | undefined {
  return NUMBERS.get(pattern);
}

/** Whether a number shown by this pattern is a point in time, not a duration. */
export function isDateFormat(pattern: string): boolean {
  return /[dy]|mmm/i.test(signsOf(pattern));
}

/** Whether a number shown by this pattern is a date, a time of day or a duration. */
export function isTimeFormat(pattern: string): boolean {
  return /[dyhms]/i.test(signsOf(pattern));
}

/** A pattern without what it only copies, and without colours and conditions. */
function signsOf(pattern: string): string {
  return pattern.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
}
