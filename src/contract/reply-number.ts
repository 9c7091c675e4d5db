/**
 * A value as services write it: a number, or numeric text. Anything else, and whatever is not
 * finite, is null: "no value here", which is never 0. Nothing is clamped.
 */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? numberOf(value.trim()) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  // A sheet shows -0 as 0 but compares it oddly.
  return number === 0 ? 0 : number;
}

/** Decimal notation only: `Number` would also read '' as 0, and hexadecimal. */
function numberOf(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}
