/** What `readNumber` returns for a value that is not a number. */
export const UNREADABLE = 'unreadable';

/**
 * Reads a value as services write it: a number, or numeric text. Null, a blank and anything not
 * finite are null: "no value here", which is never 0. Anything else is unreadable, because it does
 * not say that the service has no value here. Nothing is clamped.
 */
export function readNumber(value: unknown): number | null | typeof UNREADABLE {
  const number = typeof value === 'string' ? numberOf(value.trim()) : (value ?? null);
  if (number === null) return null;
  if (typeof number !== 'number') return UNREADABLE;
  if (!Number.isFinite(number)) return null;
  // A sheet shows -0 as 0 but compares it differently.
  return number === 0 ? 0 : number;
}

/** Decimal notation only: `Number` would also read '' as 0, and hexadecimal. */
export function decimalOf(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function numberOf(text: string): number | null | undefined {
  if (/^(?:|null|[+-]?(?:nan|inf(?:inity)?))$/i.test(text)) return null;
  return decimalOf(text) ?? undefined;
}
