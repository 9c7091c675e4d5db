import type { Problem, Problems } from './problems';

/** Tells the pane how each cell's last calculation went. */
export interface Reports {
  /**
   * A cell began to calculate. The report that it returns is heard only if the cell has not begun
   * again since: an older calculation may well end after a newer one. Undefined tells that this
   * calculation does not count.
   */
  begin(address: string | undefined): (problems: readonly Problem[] | undefined) => void;
}

export function createReports(problems: Problems): Reports {
  const latest = new Map<string, symbol>();
  return {
    begin(address) {
      if (address === undefined) return () => undefined;
      const calculation = Symbol(address);
      latest.set(address, calculation);
      return (found) => {
        if (latest.get(address) !== calculation) return;
        latest.delete(address);
        if (found !== undefined) problems.report(address, found);
      };
    },
  };
}
