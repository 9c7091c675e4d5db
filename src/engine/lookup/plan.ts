import { MAX_VARIABLES_PER_CALL } from '../contract/limits';

/** What a set of questions will cost, before any is sent. */
export interface Plan {
  readonly calls: number;
  /** Values wanted from the service. */
  readonly values: number;
  /** Values wanted that are known already, and cost nothing. */
  readonly known: number;
}

/** @param namesWanted how many names each target wants; 1 for a score. */
export function planOf(namesWanted: Iterable<number>, known: number): Plan {
  let calls = 0;
  let values = 0;
  for (const names of namesWanted) {
    calls += callsFor(names);
    values += names;
  }
  return { calls, values, known };
}

export function callsFor(names: number): number {
  return Math.ceil(names / MAX_VARIABLES_PER_CALL);
}
