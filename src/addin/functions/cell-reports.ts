import { ChangingFormulas } from './changing-formulas';
import type { FunctionHost } from './function-host';
import type { Calculation } from './invocation';
import type { Problem } from './problems';
import type { StaleValue } from './stale-values';

/** What to report about a cell besides its value. */
export interface CellReport {
  readonly problems: readonly Problem[];
  readonly stale?: StaleValue | undefined;
}

/**
 * Reports how each cell's last calculation went, for the pane to list. An older calculation of a
 * cell may end after a newer one, so only the one that began last counts.
 */
export class CellReports {
  readonly changing: ChangingFormulas;
  private readonly latest = new Map<string, Calculation>();

  constructor(private readonly host: Pick<FunctionHost, 'clock' | 'problems' | 'staleValues'>) {
    const { clock, problems } = host;
    this.changing = new ChangingFormulas({ clock, isListed: (address) => problems.has(address) });
  }

  /** A formula that is still being typed reports nothing. */
  begin(calculation: Calculation): void {
    const { address, isPreview } = calculation;
    if (address !== undefined && !isPreview) this.latest.set(address, calculation);
  }

  /** @param report undefined if this calculation does not count. */
  end(calculation: Calculation, report: CellReport | undefined): void {
    const { address } = calculation;
    if (address === undefined || this.latest.get(address) !== calculation) return;
    this.latest.delete(address);
    if (report === undefined) return;
    const { problems, staleValues } = this.host;
    problems.report(address, report.problems);
    this.changing.onReported(address);
    staleValues?.report(address, report.stale === undefined ? [] : [report.stale]);
  }
}
