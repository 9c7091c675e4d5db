import type { CancelScheduled } from '../../engine/lookup';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { ProblemBoard, ProblemView } from '../pane/parts/pane-view';
import { groupProblems } from './problem-groups';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import type { FailingFormula } from '../spreadsheet/sheet';

export type BoardParts = Pick<PanePorts, 'problems' | 'clock' | 'held' | 'host'>;

/** Thousands of cells report one by one; they are regrouped this long after the first of them. */
const REFRESH_MS = 250;

export function createProblemBoard(parts: BoardParts): ProblemBoard {
  const { problems, clock, held } = parts;
  const failingCells = createFailingCells(parts);
  const grouped = (): ProblemView => groupProblems(problems.list(), held.current() !== undefined);
  let view = grouped();
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | undefined;
  let cancelRefresh: CancelScheduled | undefined;

  function refresh(): void {
    cancelRefresh = undefined;
    view = grouped();
    for (const listener of [...listeners]) listener();
  }

  function refreshIn(ms: number): void {
    cancelRefresh ??= clock.schedule(ms, refresh);
  }

  return {
    current: () => view,
    lookAgain: failingCells.lookAgain,
    subscribe(listener) {
      listeners.add(listener);
      if (stopListening === undefined) {
        const stops = [problems, held].map((store) => store.subscribe(() => refreshIn(REFRESH_MS)));
        stops.push(failingCells.watch());
        stopListening = () => stops.forEach((stop) => stop());
        // For whatever was reported while nobody listened.
        refreshIn(0);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening?.();
        stopListening = undefined;
        cancelRefresh?.();
        cancelRefresh = undefined;
      };
    },
  };
}

type FailingCellsPorts = Pick<PanePorts, 'host' | 'problems' | 'clock'>;

interface FailingCells {
  /** @returns a function that stops watching. */
  readonly watch: () => () => void;
  readonly lookAgain: () => void;
}

/** Long enough after an edit for the cells to have calculated. */
const SETTLE_MS = 1_000;

/**
 * Adds problems that no Locus function can report, because the host called none: a misspelt
 * function name, a wrong number of arguments. Removes those of cells that have been emptied since,
 * which no host tells a function. Looks at the cells when the selection moves, as it does after an
 * edit, when a person turns to the list, and when other problems change; in a host whose requests
 * take away what can be undone, only when a person turns to the list.
 */
function createFailingCells({ host, problems, clock }: FailingCellsPorts): FailingCells {
  const isOnRequest = host.requestsEndUndo === true;
  /** The messages reported here, by cell: a function that reports later replaces them. */
  const own = new Map<string, string>();
  /** Cells that have a problem but show no error, and were found to hold a Locus formula. */
  let checked = new Set<string>();
  /** Whether a cell may have been emptied: the selection moved, or a person turned to the list. */
  let hasMoved = false;
  let pending: CancelScheduled | undefined;

  const lookSoon = (): void => {
    pending ??= clock.schedule(SETTLE_MS, () => {
      pending = undefined;
      // Whatever could not be read or fetched is tried again after the next edit.
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
    const isAfterMove = hasMoved;
    // Cleared before the formulas are read: a move during that counts for the next look.
    hasMoved = false;
    const emptied = isAfterMove ? await emptiedOf(reading.withoutError) : [];
    const gone = [...stale.filter((address) => !found.has(address)), ...emptied];
    // Every change triggers another look, so an empty one must not be reported.
    if (gone.length > 0) problems.forget(gone);
    own.clear();
    for (const [address, problem] of found) {
      own.set(address, problem.message);
      if (listed.get(address) !== problem.message) problems.report(address, [problem]);
    }
  }

  /** Cells without a Locus formula: a formula may catch its error, or show other values. */
  async function emptiedOf(withoutError: readonly string[]): Promise<readonly string[]> {
    if (withoutError.every((address) => checked.has(address))) return [];
    checked = new Set();
    const reading = await host.sheet.formulas();
    if (reading.kind === 'failed') return [];
    const ours = new Set(reading.formulas.map(({ address }) => address));
    const emptied = withoutError.filter((address) => {
      const cell = parseArea(address);
      return cell !== undefined && !ours.has(formatArea(cell));
    });
    const gone = new Set(emptied);
    checked = new Set(withoutError.filter((address) => !gone.has(address)));
    return emptied;
  }

  const moved = (): void => {
    hasMoved = true;
    lookSoon();
  };

  return {
    lookAgain: () => {
      if (isOnRequest || problems.list().length > 0) moved();
    },
    watch() {
      if (isOnRequest) return () => pending?.();
      const stops = [
        host.selection.subscribe(moved),
        host.parts.subscribe(moved),
        problems.subscribe(lookSoon),
      ];
      lookSoon();
      return () => {
        for (const stop of stops) stop();
        pending?.();
        pending = undefined;
      };
    },
  };
}

async function problemsOf(formulas: readonly FailingFormula[]) {
  // Most workbooks have none.
  if (formulas.length === 0) return new Map<string, never>();
  const { formulaProblem } = await import(
    /* webpackChunkName: "pane-explain" */ '../functions/formula-problem'
  );
  return new Map(
    formulas.flatMap(({ address, formula, error }) => {
      const problem = formulaProblem(formula, error);
      return problem === undefined ? [] : [[address, problem] as const];
    }),
  );
}
