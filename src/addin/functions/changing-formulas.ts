import type { Clock, Question } from '../../engine/lookup';

export interface ChangingFormulasParts {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Whether the cell is among the problems; a person's retry removes it. */
  isListed(address: string): boolean;
}

/**
 * Finds formulas that ask for something new at each calculation, for example over RAND() or NOW().
 * Each would keep spending, a little at a time, so after some calls a person must agree.
 */
export class ChangingFormulas {
  private readonly cells = new Map<string, AskingCell>();

  constructor(private readonly parts: ChangingFormulasParts) {}

  /**
   * A calculation of the cell is about to ask for something unknown.
   *
   * @param question the calculation's first question, known or not: in a growing list it stays the
   * same.
   * @returns whether the questions must be held for a person.
   */
  asks(address: string, question: Question): boolean {
    const asked = textOf(question);
    const now = this.parts.clock.elapsed();
    const cell = this.cells.get(address);
    const isRetried = cell?.isTold === true && !this.parts.isListed(address);
    if (cell === undefined || isRetried || now - cell.since > PERIOD_MS) {
      this.cells.set(address, { asked, changes: 0, since: now, isHeld: false, isTold: false });
      this.forgetOldest();
      return false;
    }
    if (cell.asked !== asked) cell.changes += 1;
    cell.asked = asked;
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
    // A held cell may show a known value for once: then nobody has been told of a problem to retry.
    if (cell !== undefined) cell.isTold = cell.isHeld && this.parts.isListed(address);
  }

  private forgetOldest(): void {
    const [oldest] = this.cells.size > MOST_CELLS ? this.cells.keys() : [];
    if (oldest !== undefined) this.cells.delete(oldest);
  }
}

interface AskingCell {
  asked: string;
  /** How many calculations asked for something different from the one before. */
  changes: number;
  /** When counting began, in elapsed milliseconds. */
  since: number;
  isHeld: boolean;
  isTold: boolean;
}

function textOf(question: Question): string {
  const { key } = question.place;
  return question.kind === 'attribute'
    ? `${question.name}\n${key}`
    : `${question.model}\n${key}\n${question.date ?? ''}\n${JSON.stringify(question.customVariables)}`;
}

const PERIOD_MS = 15 * 60_000;
/** A person who tries one place after another in the same cell seldom gets this far. */
const MOST_CHANGES = 20;
const FEW_CHANGES = 3;
/** With more formulas than this, the approval threshold holds them anyway. */
const MOST_CELLS = 2000;
