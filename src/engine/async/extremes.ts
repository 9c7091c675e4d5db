/** The largest of any number of numbers; -Infinity of none. */
export function largest(numbers: Iterable<number>): number {
  let most = -Infinity;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The smallest of any number of numbers; Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}
