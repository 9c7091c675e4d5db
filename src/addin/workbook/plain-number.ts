/** The number that a person typed; undefined if it is not a number. */
export function readPlainNumber(text: string): number | undefined {
  const number = NUMBER.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Plain decimals, with or without an exponent: `Number` alone would also read "0x1F" and "". */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
