/** Money is counted in whole millionths of its unit, so that sums are exact. */
export function toMillionths(amount: number): number {
  return Math.round(amount * MILLION);
}

/** The amount as people write it. */
export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

const MILLION = 1_000_000;
