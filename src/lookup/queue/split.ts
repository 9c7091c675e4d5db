/** Names of one place that travel together, and others whose sending depends on how they fare. */
export interface Part<T> {
  readonly batch: readonly T[];
  /** If the batch is accepted, the bad name is among these; if it is refused, it is in the batch. */
  readonly heldBack: readonly T[];
  /** Nothing is suspected of these: they are asked when the bad name has been found. */
  readonly rest?: readonly T[];
  /** What is held back was refused before. */
  readonly isSecondHalf?: boolean;
  /** If it is refused, the place is at fault. */
  readonly isPlaceTest?: boolean;
  /** It was refused, and is to be split when its turn comes, by what is known then. */
  readonly isRefused?: boolean;
}

/** All names of a part. */
export function membersOf<T>({ batch, heldBack, rest = [] }: Part<T>): readonly T[] {
  return [...batch, ...heldBack, ...rest];
}

/**
 * How a call refused with 400 is asked again until the bad name stands alone: one typing error
 * never costs its neighbours.
 *
 * - Some names answered elsewhere, some never: the two kinds apart. The bad one is among the new.
 * - All answered elsewhere, at a place that has answered nothing: one name first. If even that is
 *   refused, the place is at fault, and asking for the rest would only cost calls.
 * - Otherwise it is searched for, by half of what is left at each call, and what is above suspicion
 *   is asked for at the end in one (binary splitting, as in group testing).
 *
 * @param batch of two names at least.
 */
export function splitRefused<T extends { readonly name: number }>(
  batch: readonly T[],
  isProven: (name: number) => boolean,
  isPlaceSound: boolean,
): readonly Part<T>[] {
  const proven = batch.filter((one) => isProven(one.name));
  if (proven.length > 0 && proven.length < batch.length) {
    return [alone(proven), alone(batch.filter((one) => !isProven(one.name)))];
  }
  if (proven.length > 0 && !isPlaceSound) {
    return [{ batch: batch.slice(0, 1), heldBack: batch.slice(1), isPlaceTest: true }];
  }
  return [search(batch, [])];
}

/** What is asked when a batch has been accepted from which others were held back. */
export function afterAccepted<T>({ heldBack, rest = [] }: Part<T>): readonly Part<T>[] {
  if (heldBack.length > 1) return [search(heldBack, rest)];
  // Suspected, not convicted: a refusal may pass.
  return [alone(heldBack), alone(rest)];
}

/**
 * What is asked when a batch of several has been refused in a search. As long as the place has
 * answered nothing it may be at fault itself: the other half is tried first, and where that is
 * refused too, every half for itself.
 */
export function afterRefused<T>(part: Part<T>, isPlaceSound: boolean): readonly Part<T>[] {
  const { batch, heldBack, rest = [], isSecondHalf = false } = part;
  if (isPlaceSound || heldBack.length === 0) return [search(batch, [...heldBack, ...rest])];
  if (!isSecondHalf) return [{ batch: heldBack, heldBack: batch, rest, isSecondHalf: true }];
  return [...halves(heldBack), ...halves(batch), alone(rest)];
}

function halves<T>(list: readonly T[]): readonly Part<T>[] {
  const middle = middleOf(list);
  return [alone(list.slice(0, middle)), alone(list.slice(middle))];
}

/** One part without anything against it. */
export function alone<T>(batch: readonly T[]): Part<T> {
  return { batch, heldBack: [] };
}

/** @param suspects one of them is bad. */
function search<T>(suspects: readonly T[], rest: readonly T[]): Part<T> {
  const middle = middleOf(suspects);
  return { batch: suspects.slice(0, middle), heldBack: suspects.slice(middle), rest };
}

function middleOf(list: readonly unknown[]): number {
  return Math.ceil(list.length / 2);
}
