import type { JsonReader } from './json-reader';

/**
 * Values by name, and how often each was changed. Windows may change one record without seeing each
 * other's changes; this rule brings them all to the same values. For each name the later value
 * wins, which is the one changed more often.
 */
export interface LatestValues<Value> {
  readonly values: ReadonlyMap<string, Value>;
  readonly changes: ReadonlyMap<string, number>;
}

/** The counts as they are stored. */
export type KeptChanges = readonly (readonly [name: string, count: number])[];

/** Merges both. `isAhead` means that ours have something that theirs lack. */
export function mergeLatest<Value>(
  ours: LatestValues<Value>,
  theirs: LatestValues<Value>,
): LatestValues<Value> & { readonly isAhead: boolean } {
  const values = new Map(theirs.values);
  const changes = new Map(theirs.changes);
  let isAhead = false;
  for (const [name, count] of ours.changes) {
    const other = theirs.changes.get(name) ?? 0;
    const value = ours.values.get(name);
    // Two changes at once: every window must pick the same one.
    const isLater =
      count === other ? orderOf(value) > orderOf(theirs.values.get(name)) : count > other;
    if (!isLater) continue;
    isAhead = true;
    changes.set(name, count);
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return { values, changes, isAhead };
}

/** A device's storage may hold anything; what is not a count is ignored. */
export const keptChanges: JsonReader<KeptChanges> = (value) =>
  Array.isArray(value) ? value.filter(isCounted) : [];

function isCounted(pair: unknown): pair is readonly [string, number] {
  if (!Array.isArray(pair)) return false;
  const [name, count] = pair as unknown[];
  return typeof name === 'string' && Number.isSafeInteger(count) && (count as number) > 0;
}

function orderOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
