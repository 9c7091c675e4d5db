import { shownAsIs, valuesOf } from '../contender';
import type { Callee, Contender } from '../contender';

/**
 * The pattern that Microsoft describes under "Batch custom function calls for a remote service":
 * an operation joins one list, the first one sets a timer of 100 ms, the timer posts the list and
 * empties it, and the results are matched to the operations by their index.
 *
 * The pattern expects a service that takes any list. Ours takes one place a call, so the list is
 * posted as a call for each distinct place in it, each of which settles its own operations. As in
 * the description there is no limit on a list, operations are not compared with each other, and
 * nothing is done where a post fails.
 */
export const microsoftPattern: Contender = {
  id: 'microsoft-pattern',
  title: 'Microsoft’s pattern',
  start(service, clock) {
    let list: Operation[] = [];
    const post = (): void => {
      const posted = list;
      list = [];
      for (const operations of byPlace(posted)) void postPlace(service, operations).catch(ignored);
    };
    return {
      ask: (lat, lng, name) =>
        new Promise((resolve) => {
          if (list.length === 0) clock.schedule(TIMER_MS, post);
          list.push({ lat, lng, name, resolve });
        }),
    };
  },
  shown: shownAsIs,
};

interface Operation {
  readonly lat: number;
  readonly lng: number;
  readonly name: string;
  readonly resolve: (value: unknown) => void;
}

const TIMER_MS = 100;

function byPlace(operations: readonly Operation[]): Iterable<readonly Operation[]> {
  const places = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = `${operation.lat},${operation.lng}`;
    const list = places.get(key);
    if (list === undefined) places.set(key, [operation]);
    else list.push(operation);
  }
  return places.values();
}

async function postPlace(service: Callee, operations: readonly Operation[]): Promise<void> {
  const [first] = operations;
  if (first === undefined) return;
  const names = operations.map(({ name }) => name);
  const values = valuesOf(await service.call(first.lat, first.lng, names));
  const results = names.map((name) => values.get(name));
  results.forEach((result, index) => operations[index]?.resolve(result));
}

/** The browser would write it to its console; the cells stay as they are. */
function ignored(): void {}
