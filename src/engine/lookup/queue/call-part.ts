/** Names of one place that travel together, and others that wait to see how these fare. */
export interface Part<T> {
  readonly batch: readonly T[];
  /**
   * If the batch is accepted, the bad name is among these; if it is rejected, it is in the batch.
   */
  readonly deferred: readonly T[];
  /** Not suspected: asked once the bad name has been found. */
  readonly rest?: readonly T[];
  /** The deferred names were rejected before. */
  readonly isSecondHalf?: boolean;
  /** If this part is rejected, the place is at fault. */
  readonly isPlaceTest?: boolean;
  /** It was rejected, and is split when its turn comes, by what is known then. */
  readonly isRejected?: boolean;
}

/** All names of a part. */
export function membersOf<T>({ batch, deferred, rest = [] }: Part<T>): readonly T[] {
  if (deferred.length === 0 && rest.length === 0) return batch;
  return [...batch, ...deferred, ...rest];
}

/**
 * How to ask again after a 400 until the bad name stands alone, so that one typing error never
 * spoils the other names.
 *
 * - Some names were answered elsewhere and some never: ask the two kinds separately. The bad name
 *   is new.
 * - All were answered elsewhere, and this place has answered nothing: ask one name first. If that
 *   is rejected too, the place is at fault, and asking for the rest would only cost calls.
 * - Otherwise search: each call asks half of the suspects, and the names above suspicion follow at
 *   the end in one call (binary splitting, as in group testing).
 *
 * @param batch at least two names.
 */
export function splitRejected<T extends { readonly name: number }>(
  batch: readonly T[],
  isProven: (name: number) => boolean,
  isPlaceSound: boolean,
): readonly Part<T>[] {
  const proven = batch.filter((one) => isProven(one.name));
  if (proven.length > 0 && proven.length < batch.length) {
    return [alone(proven), alone(batch.filter((one) => !isProven(one.name)))];
  }
  if (proven.length > 0 && !isPlaceSound) {
    return [{ batch: batch.slice(0, 1), deferred: batch.slice(1), isPlaceTest: true }];
  }
  return [search(batch, [])];
}

/** What to ask when a batch was accepted while other names were deferred. */
export function afterAccepted<T>({ deferred, rest = [] }: Part<T>): readonly Part<T>[] {
  if (deferred.length > 1) return [search(deferred, rest)];
  // The deferred name is suspected, not proven bad: a rejection may be temporary.
  return [alone(deferred), alone(rest)];
}

/** What to ask when the batch's only name was found bad, or none of the batch is worth sending. */
export function afterOne<T>({ deferred, rest = [] }: Part<T>): Part<T> {
  return alone([...deferred, ...rest]);
}

/**
 * What to ask when a batch of several was rejected in a search. While the place has answered
 * nothing, the place itself may be at fault. So the other half is tried first; if that is rejected
 * too, each half is searched on its own.
 */
export function afterRejected<T>(part: Part<T>, isPlaceSound: boolean): readonly Part<T>[] {
  const { batch, deferred, rest = [], isSecondHalf = false } = part;
  if (isPlaceSound || deferred.length === 0) return [search(batch, [...deferred, ...rest])];
  if (!isSecondHalf) return [{ batch: deferred, deferred: batch, rest, isSecondHalf: true }];
  return [...halves(deferred), ...halves(batch), alone(rest)];
}

function halves<T>(list: readonly T[]): readonly Part<T>[] {
  const middle = middleOf(list);
  return [alone(list.slice(0, middle)), alone(list.slice(middle))];
}

/** A part with nothing deferred. */
export function alone<T>(batch: readonly T[]): Part<T> {
  return { batch, deferred: [] };
}

/** @param suspects one of them is bad. */
function search<T>(suspects: readonly T[], rest: readonly T[]): Part<T> {
  const middle = middleOf(suspects);
  return { batch: suspects.slice(0, middle), deferred: suspects.slice(middle), rest };
}

function middleOf(list: readonly unknown[]): number {
  return Math.ceil(list.length / 2);
}
