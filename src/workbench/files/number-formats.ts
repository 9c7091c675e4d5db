/**
 * The format of a day in the person's own region. A workbook and Excel's own interface name it by
 * its form in the United States.
 */
export const LOCAL_DATE = 'm/d/yyyy';
/** The format of a day with the time, named in the same way. */
export const LOCAL_DATE_AND_TIME = 'm/d/yyyy h:mm';

/** The formats that a workbook identifies only by number, as Excel shows them in US English. */
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
  [14, LOCAL_DATE],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, LOCAL_DATE_AND_TIME],
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

/** The first number that a workbook may give to a format of its own. */
export const FIRST_OWN_FORMAT = 164;

/**
 * Returns the format for a file's format number; undefined for "General" and for unknown numbers.
 *
 * @param own the file's own format for the number
 */
export function formatOf(number: number, own: string | undefined): string | undefined {
  const builtIn = BUILT_IN.get(number);
  // Some programs write down how these look in the United States.
  const isLocal = builtIn === LOCAL_DATE || builtIn === LOCAL_DATE_AND_TIME;
  if (own === undefined || isLocal) return builtIn;
  // An American date wherever the file is opened, as Excel tells one apart.
  return own === LOCAL_DATE || own === LOCAL_DATE_AND_TIME ? `${own};@` : own;
}

/** Returns the number of a built-in format; undefined for any other format. */
export function builtInNumber(pattern: string): number | undefined {
  return NUMBERS.get(pattern) ?? NUMBERS.get(pattern.replace(/^#,0/, '#,##0'));
}
