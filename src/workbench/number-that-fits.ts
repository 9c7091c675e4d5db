/**
 * Returns how a cell shows a number: in full, or as `####` if it does not fit. A number without a
 * format may lose decimals to fit, as in Excel, but no digits before the point, and it never
 * becomes 0.
 *
 * @param value a number without a format, or the text that its format makes of one
 */
export function numberThatFits(
  value: string | number | boolean,
  fits: (text: string) => boolean,
): string {
  const text = String(value);
  if (fits(text)) return text;
  if (typeof value === 'number' && Number.isFinite(value)) {
    const rounded = decimalsFrom(text)
      .map((decimals) => String(Number(value.toFixed(decimals))))
      .find((shorter) => Number(shorter) !== 0 && fits(shorter));
    if (rounded !== undefined) return rounded;
  }
  return hashes(fits);
}

/** One fewer than the text has, down to none; none at all for whole numbers and powers. */
function decimalsFrom(text: string): number[] {
  const [, decimals = ''] = /^-?\d+\.(\d+)$/.exec(text) ?? [];
  return Array.from(decimals, (_, index) => decimals.length - 1 - index);
}

function hashes(fits: (text: string) => boolean): string {
  let text = '#';
  while (text.length < MOST_HASHES && fits(`${text}#`)) text += '#';
  return text;
}

/** As many as in the widest column. */
const MOST_HASHES = 255;
