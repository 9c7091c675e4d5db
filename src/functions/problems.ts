import type { CancelScheduled, Clock, LookupErrorCode } from '../lookup';

/** The cells whose last calculation ended in an error, for the pane to list and retry. */
export interface Problems {
  /** Replaces what was known of the cell; an empty list means that it is well. */
  report(address: string, problems: readonly Problem[]): void;
  /** The same array for as long as nothing changes. */
  list(): readonly CellProblem[];
  /** Takes cells out before they are recalculated: those that fail again report again. */
  forget(addresses: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

/** One code within one cell's formula, and how many of its elements have it. */
export interface Problem {
  readonly code: LookupErrorCode;
  readonly message: string;
  readonly count: number;
}

export interface CellProblem extends Problem {
  /** As the host writes it: `Sheet1!B2`. */
  readonly address: string;
}

/** With a clock, listeners are told at most 10 times a second: a column of cells fails at once. */
export function createProblems(clock?: Clock): Problems {
  const byAddress = new Map<string, readonly CellProblem[]>();
  const listeners = new Set<() => void>();
  let listed: readonly CellProblem[] | undefined = [];
  let announcement: CancelScheduled | undefined;

  function changed(): void {
    listed = undefined;
    if (clock === undefined) announce();
    else announcement ??= clock.schedule(ANNOUNCE_MS, announce);
  }

  function announce(): void {
    announcement = undefined;
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch {
        // A listener that breaks must not cost a cell its value, nor the others their news.
      }
    }
  }

  return {
    report(address, problems) {
      const wasKnown = byAddress.delete(address);
      if (problems.length > 0) {
        byAddress.set(
          address,
          problems.map((problem) => ({ ...problem, address })),
        );
      }
      if (wasKnown || problems.length > 0) changed();
    },
    list: () => (listed ??= [...byAddress.values()].flat()),
    forget(addresses) {
      const known = addresses.filter((address) => byAddress.delete(address));
      if (known.length > 0) changed();
    },
    subscribe(listener) {
      // Wrapped, so that the same listener may be there twice and leave once.
      const one = (): void => listener();
      listeners.add(one);
      return () => void listeners.delete(one);
    },
  };
}

const ANNOUNCE_MS = 100;
