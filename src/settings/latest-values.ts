import type { JsonReader } from './json-reader';

/**
 * Values by name, and how often each was changed. Windows that change one record without having
 * seen each other's changes all come to the same values: of each name the later one, which is the
 * one changed more often.
 */
export interface LatestValues<Value> {
  readonly values: ReadonlyMap<string, Value>;
  readonly changes: ReadonlyMap<string, number>;
}

/** The counts as they are kept. */
export type KeptChanges = readonly (readonly [name: string, count: number])[];

/** What both know. `isAhead`: something of ours is not in theirs. */
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
    // Two at once: every window must decide alike.
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

/** Anything may stand in a device's storage; what is no count is none. */
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
