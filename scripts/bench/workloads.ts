import type { ServiceModel } from './service';
import { byColumn, createCells, dripping, grid, repeated } from './workload';
import type { Cell, Workload } from './workload';

/** What is compared, except (g), which needs a browser's database and runs in a browser. */
export const workloads: readonly WorkloadPlan[] = [
  plan('a', '10,000 places × 1 name', () => grid(10_000, 1)),
  plan('b', '1,000 places × 12 names', () => grid(1_000, 12)),
  plan('c', '100 places × 120 names', () => grid(100, 120)),
  plan('d', '10,000 cells, 90% duplicates', () => repeated(grid(500, 2), 10, 4)),
  plan('e', '10,000 cells dripping in over 5 s, row by row', () =>
    dripping(grid(1_000, 10), 5_000),
  ),
  extra('e2', '10,000 cells dripping in over 5 s, column by column', () =>
    dripping(byColumn(grid(1_000, 10)), 5_000),
  ),
  plan('f', '10,000 places × 10 names', () => grid(10_000, 10)),
  plan('h', '2,000 places × 5 names, limited to 20 calls a second', () => grid(2_000, 5), {
    callsPerSecond: 20,
  }),
  extra('h2', 'the same, with Retry-After: 1', () => grid(2_000, 5), {
    callsPerSecond: 20,
    retryAfterMs: 1_000,
  }),
  plan('i', '1,000 places × 10 names, 2% of calls failing', () => grid(1_000, 10), {
    failing: 0.02,
  }),
];

export interface WorkloadPlan {
  readonly id: string;
  readonly title: string;
  /** Shown for what it tells; nothing is demanded of it, and its cost is not measured. */
  readonly isExtra: boolean;
  /** The service takes only so many calls a second. */
  readonly isLimited: boolean;
  /** Made on demand: the largest is some megabytes. */
  create(): Workload;
}

/** @throws Error for an id that is none of ours. */
export function createWorkload(id: string): Workload {
  const found = workloads.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no workload ${id}.`);
  return found.create();
}

function plan(
  id: string,
  title: string,
  cells: () => readonly Cell[],
  behaviour: Partial<ServiceModel> = {},
): WorkloadPlan {
  const service = { seed: 20_261_121 + id.charCodeAt(0), slots: 6, ...behaviour };
  return {
    id,
    title,
    isExtra: false,
    isLimited: service.callsPerSecond !== undefined,
    create: () => ({ id, title, cells: createCells(cells()), service }),
  };
}

function extra(...parts: Parameters<typeof plan>): WorkloadPlan {
  return { ...plan(...parts), isExtra: true };
}
