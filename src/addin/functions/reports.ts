import { ChangingFormulas } from './changing-formulas';
import type { Problem } from './problems';
import type { FunctionHost } from './function-host';
import type { StaleValue } from './stale-values';

/** Tells the pane how each cell's last calculation went. */
export interface Reports {
  /**
   * A cell has begun to calculate. The returned function reports its end, unless the cell has begun
   * again since: an older calculation may end after a newer one. A report of undefined means that
   * this calculation does not count.
   */
  begin(address: string | undefined): (report: CellReport | undefined) => void;
  readonly changing: Pick<ChangingFormulas, 'asks' | 'isChanging'>;
}

/** What to report about a cell besides its value. */
export interface CellReport {
  readonly problems: readonly Problem[];
  readonly stale?: StaleValue | undefined;
}

export function createReports({
  clock,
  problems,
  staleValues,
}: Pick<FunctionHost, 'clock' | 'problems' | 'staleValues'>): Reports {
  const latest = new Map<string, symbol>();
  const isListed = (address: string): boolean => problems.has(address);
  const changing = new ChangingFormulas({ clock, isListed });
  return {
    changing,
    begin(address) {
      if (address === undefined) return () => undefined;
      const calculation = Symbol(address);
      latest.set(address, calculation);
      return (found) => {
        if (latest.get(address) !== calculation) return;
        latest.delete(address);
        if (found === undefined) return;
        problems.report(address, found.problems);
        changing.onReported(address);
        staleValues?.report(address, found.stale === undefined ? [] : [found.stale]);
      };
    },
  };
}
