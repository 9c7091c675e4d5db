import type { CellProblem, ProblemCode, Problems } from '../functions/problems';
import type { Cells, Recalculation } from '../spreadsheet/host';

/**
 * Recalculates cells with problems. They leave the list first, because those that fail again report
 * again. A cell that the host cannot recalculate is unchanged, and goes back on the list.
 */
export async function askAgain(
  addresses: readonly string[],
  problems: Problems,
  cells: Pick<Cells, 'recalculate'>,
): Promise<Recalculation> {
  if (addresses.length === 0) return { count: 0, failures: [] };
  const before = problems.list();
  problems.forget(addresses);
  const restore = (unasked: ReadonlySet<string>): void => {
    const since = new Set(problems.list().map(({ address }) => address));
    const still = new Map<string, CellProblem[]>();
    for (const problem of before) {
      const { address } = problem;
      if (!unasked.has(address) || since.has(address)) continue;
      still.set(address, [...(still.get(address) ?? []), problem]);
    }
    for (const [address, entries] of still) problems.report(address, entries);
  };
  try {
    const result = await cells.recalculate(addresses);
    restore(new Set(result.failures.flatMap((failure) => failure.addresses)));
    return result;
  } catch (error) {
    // The host recalculated none of them.
    restore(new Set(addresses));
    throw error;
  }
}

/** Asks again for all the cells that have one of these problems. */
export function askAgainFor(
  codes: ReadonlySet<ProblemCode>,
  problems: Problems,
  cells: Pick<Cells, 'recalculate'>,
): Promise<Recalculation> {
  return askAgain(addressesWith(codes, problems), problems, cells);
}

/** The cells that have one of these problems, each once. */
export function addressesWith(
  codes: ReadonlySet<ProblemCode>,
  problems: Pick<Problems, 'list'>,
): readonly string[] {
  return addressesWhere(problems, (code) => codes.has(code));
}

/**
 * The cells that it may help to ask for again, each once: what the service rejected as wrong it would
 * reject again, and may charge for again.
 */
export function addressesToRetry(problems: Pick<Problems, 'list'>): readonly string[] {
  return addressesWhere(problems, (code) => code !== 'rejected');
}

function addressesWhere(
  problems: Pick<Problems, 'list'>,
  isWanted: (code: ProblemCode) => boolean,
): readonly string[] {
  const addresses = new Set<string>();
  for (const { code, address } of problems.list()) if (isWanted(code)) addresses.add(address);
  return [...addresses];
}
