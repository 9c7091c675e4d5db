import type { Clock, LookupReply, Source } from '../../../src/engine/lookup';
import { rightValue } from '../service';

export interface PageSource {
  readonly source: Source;
  calls(): number;
}

/** Answers in the next turn of the page: nothing gives the page less rest. */
export function createPageSource(clock: Clock): PageSource {
  let calls = 0;
  const lookup: Source['lookup'] = ({ place, names }) => {
    calls += 1;
    if (place.kind !== 'coordinates') throw new TypeError('Workloads have coordinates alone.');
    const { lat, lng } = place;
    const values = new Map(names.map((name) => [name, rightValue(lat, lng, name)]));
    return new Promise<LookupReply>((resolve) => {
      clock.schedule(0, () => resolve({ kind: 'answered', values }));
    });
  };
  const source: Source = {
    scope: () => 'bench',
    refusal: () => undefined,
    lookup,
    score: () => Promise.reject(new Error('No workload asks for a score.')),
  };
  return { source, calls: () => calls };
}
