import type { Problems } from '../functions/problems';
import type { Cells, Recalculation } from '../taskpane/host';

/**
 * Calculates cells with problems again. They are taken off the list first, for those that fail
 * again report again; a cell that cannot be asked is as it was, and stays on it.
 */
export async function askAgain(
  addresses: readonly string[],
  problems: Problems,
  cells: Pick<Cells, 'recalculate'>,
): Promise<Recalculation> {
  const before = problems.list();
  problems.forget(addresses);
  const result = await cells.recalculate(addresses);
  const unasked = new Set(result.failures.flatMap((failure) => failure.addresses));
  if (unasked.size === 0) return result;
  const known = new Set(problems.list().map(({ address }) => address));
  for (const address of unasked) {
    const still = before.filter((problem) => problem.address === address);
    if (still.length > 0 && !known.has(address)) problems.report(address, still);
  }
  return result;
}
