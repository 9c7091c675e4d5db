import { createServiceSource } from '../../../src/engine/client/service-source';
import { createBrowserClock } from '../../../src/addin/device/clock';
import { coordinatePlace, createEngine } from '../../../src/engine/lookup';

/** How long it takes from the first question to the last value, and how many have none. */
export interface BulkFigures {
  readonly ms: number;
  readonly wrong: number;
}

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `name_${index}`);
const latitudeOf = (row: number): number => 10 + row / 100_000;

/** All of it asked of the engine at once, as by a sheet, behind a gateway or a service. */
export async function askEngine(
  url: string,
  credential: string,
  places: number,
  names: number,
): Promise<BulkFigures> {
  const clock = createBrowserClock();
  const source = createServiceSource({
    connection: () => ({ addresses: { attributeUrl: url, modelUrl: url }, credential }),
    scopeOf: (kind) => kind,
    fetch: (address, init) => fetch(address, init),
    clock,
    online: () => true,
  });
  const nothingHeld = { approvalThreshold: Infinity, dailyBudget: Infinity };
  const engine = createEngine({ source, clock, random: Math.random, limits: nothingHeld });
  const start = performance.now();
  const asked = Array.from({ length: places }, (_, row) =>
    namesOf(names).map((name) =>
      engine.ask({ kind: 'attribute', place: coordinatePlace(latitudeOf(row), 77), name }),
    ),
  ).flat();
  const outcomes = await Promise.all(asked);
  const ms = performance.now() - start;
  return { ms, wrong: outcomes.filter(({ kind }) => kind !== 'found').length };
}

/** A bare loop of `fetch`, so many at once: what anyone would write first. */
export async function askLoop(
  url: string,
  credential: string,
  places: number,
  names: number,
): Promise<BulkFigures> {
  const variables = namesOf(names).join(',');
  let next = 0;
  let wrong = 0;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (next < places) {
      const row = (next += 1) - 1;
      const response = await fetch(`${url}/production/v1.0/getvariablesbulk`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-api-key': credential },
        body: JSON.stringify({ lat: latitudeOf(row), lng: 77, variables }),
      });
      const { data } = (await response.json()) as { data?: object };
      if (Object.keys(data ?? {}).length !== names) wrong += names;
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return { ms: performance.now() - start, wrong };
}
