import type { CancelScheduled } from '../../lookup';
import type { FailingFormula } from '../../spreadsheet/sheet';
import type { PanePorts } from '../pane-ports';

export type FailingCellsPorts = Pick<PanePorts, 'host' | 'problems' | 'clock'>;

/** After an edit, the cells have calculated by then. */
const SETTLE_MS = 1_000;

/**
 * Adds to the problems what no function of ours can report, because none was asked: a function's
 * name with a typing error, a wrong number of arguments. Cells are looked at when the selection
 * moves, as it does after an edit, and when other problems change.
 */
export function createFailingCells({ host, problems, clock }: FailingCellsPorts): () => () => void {
  /** What was reported here, by cell: a function that reports later replaces it. */
  const own = new Map<string, string>();
  let pending: CancelScheduled | undefined;

  const lookSoon = (): void => {
    pending ??= clock.schedule(SETTLE_MS, () => {
      pending = undefined;
      // What could not be read or fetched is looked for again after the next edit.
      look().catch(() => undefined);
    });
  };

  async function look(): Promise<void> {
    const listed = new Map(problems.list().map(({ address, message }) => [address, message]));
    const isOwn = (address: string): boolean =>
      own.has(address) && listed.get(address) === own.get(address);
    const stale = [...own.keys()].filter(isOwn);
    const others = [...listed.keys()].filter((address) => !isOwn(address));
    const reading = await host.sheet.failing(others);
    if (reading.kind === 'failed') return;
    const found = await problemsOf(reading.formulas);
    const gone = stale.filter((address) => !found.has(address));
    // Every change triggers another look, so an empty one must not be reported.
    if (gone.length > 0) problems.forget(gone);
    own.clear();
    for (const [address, problem] of found) {
      own.set(address, problem.message);
      if (listed.get(address) !== problem.message) problems.report(address, [problem]);
    }
  }

  return () => {
    const stops = [host.selection, problems, host.parts].map((told) => told.subscribe(lookSoon));
    lookSoon();
    return () => {
      for (const stop of stops) stop();
      pending?.();
      pending = undefined;
    };
  };
}

async function problemsOf(formulas: readonly FailingFormula[]) {
  // Most workbooks have none.
  if (formulas.length === 0) return new Map<string, never>();
  const { formulaProblem } = await import(
    /* webpackChunkName: "pane-explain" */ '../../functions/formula-problem'
  );
  return new Map(
    formulas.flatMap(({ address, formula, error }) => {
      const problem = formulaProblem(formula, error);
      return problem === undefined ? [] : [[address, problem] as const];
    }),
  );
}
