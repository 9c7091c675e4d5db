import type { FunctionHost } from './function-host';
import type { Calculation } from './invocation';
import type { Problem, StaleValue } from './problems';
import { customVariablesKey, type Clock, type Question } from '../../engine/lookup';

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

interface ChangingFormulasParts {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Whether the cell is among the problems; a person's retry removes it. */
  isListed(address: string): boolean;
}

/**
 * Finds formulas that ask for something new at each calculation, for example over RAND() or NOW().
 * Each would keep spending, a little at a time, so after some calls a person must agree.
 */
class ChangingFormulas {
  private readonly cells = new Map<string, AskingCell>();

  constructor(private readonly parts: ChangingFormulasParts) {}

  /**
   * Counts a calculation of the cell that is about to ask for something unknown.
   *
   * @param question the calculation's first question, known or not: in a growing list it stays the
   * same.
   * @returns whether the questions must be held for a person.
   */
  asks(address: string, question: Question): boolean {
    const now = this.parts.clock.elapsed();
    const cell = this.cells.get(address);
    const isRetried = cell?.isReported === true && !this.parts.isListed(address);
    if (cell === undefined || isRetried || now - cell.since > PERIOD_MS) {
      if (this.cells.size >= MOST_CELLS) this.forgetOlderHalf();
      this.cells.set(address, {
        question,
        changes: 0,
        since: now,
        isHeld: false,
        isReported: false,
      });
      return false;
    }
    if (!isSame(cell.question, question)) cell.changes += 1;
    cell.question = question;
    cell.isHeld ||= cell.changes >= MOST_CHANGES;
    return cell.isHeld;
  }

  /** Whether the cell keeps asking for different things, which may be why it is held. */
  isChanging(address: string): boolean {
    return (this.cells.get(address)?.changes ?? 0) >= FEW_CHANGES;
  }

  /** The cell has reported its problems, if it has any. */
  onReported(address: string): void {
    const cell = this.cells.get(address);
    // A held cell may show a known value for once: then no problem is listed to retry.
    if (cell !== undefined) cell.isReported = cell.isHeld && this.parts.isListed(address);
  }

  /** The cells are now another workbook's. */
  forget(): void {
    this.cells.clear();
  }

  private forgetOlderHalf(): void {
    // All at once: deleting a Map's first key again and again makes each search for it slower.
    const older = [...this.cells.keys()].slice(0, MOST_CELLS / 2);
    for (const address of older) this.cells.delete(address);
  }
}

interface AskingCell {
  /** The first question of its latest calculation. */
  question: Question;
  /** How many calculations asked for something different from the one before. */
  changes: number;
  /** When counting began, in elapsed milliseconds. */
  since: number;
  isHeld: boolean;
  /** It is held, and listed for a person to retry. */
  isReported: boolean;
}

function isSame(one: Question, other: Question): boolean {
  if (one.place.key !== other.place.key) return false;
  if (one.kind === 'attribute') return other.kind === 'attribute' && one.name === other.name;
  return (
    other.kind === 'score' &&
    one.model === other.model &&
    one.date === other.date &&
    customVariablesKey(one.customVariables) === customVariablesKey(other.customVariables)
  );
}

const PERIOD_MS = 15 * 60_000;
/** A person who tries one place after another in the same cell seldom gets this far. */
const MOST_CHANGES = 20;
const FEW_CHANGES = 3;
/**
 * The default approval threshold holds this many formulas anyway: each asks at least once. The
 * older half of them is then forgotten.
 */
const MOST_CELLS = 2000;
