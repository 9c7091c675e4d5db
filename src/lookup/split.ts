/** Names of one place that travel together, and others whose sending depends on how they fare. */
export interface Part<T> {
  readonly batch: readonly T[];
  /** Sent only if the batch is accepted; if it is refused, so are these. */
  readonly heldBack: readonly T[];
}

/**
 * How a call refused with 400 is asked again until the bad name stands alone: one typing error
 * never costs its neighbours.
 *
 * - Some names answered elsewhere, some never: the two kinds apart. The bad one is among the new.
 * - All answered elsewhere, at a place that has answered nothing: one name first. If even that is
 *   refused, the place is at fault, and asking for the rest would only cost calls.
 * - Otherwise halves, which makes at most log2(50) + 1 levels.
 *
 * @param batch of two names at least.
 */
export function splitRefused<T extends { readonly name: number }>(
  batch: readonly T[],
  isProven: (name: number) => boolean,
  isPlaceSound: boolean,
): readonly Part<T>[] {
  const proven = batch.filter((one) => isProven(one.name));
  if (proven.length === batch.length && !isPlaceSound) {
    return [{ batch: batch.slice(0, 1), heldBack: batch.slice(1) }];
  }
  if (proven.length > 0 && proven.length < batch.length) {
    return [proven, batch.filter((one) => !isProven(one.name))].map(alone);
  }
  return halves(batch);
}

export function halves<T>(batch: readonly T[]): readonly Part<T>[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0).map(alone);
}

function alone<T>(batch: readonly T[]): Part<T> {
  return { batch, heldBack: [] };
}
