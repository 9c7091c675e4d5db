import type { ProblemCode, Problems } from '../functions/problems';
import type { Cells, Recalculation } from '../spreadsheet/host';

/** Asks again for all the cells that have one of these problems. */
export async function askAgainFor(
  codes: ReadonlySet<ProblemCode>,
  problems: Problems,
  cells: Pick<Cells, 'recalculate'>,
): Promise<Recalculation> {
  // Loaded on demand: no cell needs this code at startup.
  const { askAgain } = await import(/* webpackChunkName: "service" */ './ask-again');
  return askAgain(addressesWith(codes, problems), problems, cells);
}

/** The cells that have one of these problems, each once. */
export function addressesWith(
  codes: ReadonlySet<ProblemCode>,
  problems: Pick<Problems, 'list'>,
): readonly string[] {
  const addresses = new Set<string>();
  for (const { code, address } of problems.list()) if (codes.has(code)) addresses.add(address);
  return [...addresses];
}
