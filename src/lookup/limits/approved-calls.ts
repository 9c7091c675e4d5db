import { QuestionSet } from './question-set';

/**
 * Calls that a person has let pass, for the questions that were held. It stays good until these
 * have been asked again, however long that takes, and for no others.
 */
export class ApprovedCalls {
  private readonly asked = new Set<string>();

  /**
   * @param calls that may pass.
   * @param isTrimmed fewer than were held: the rest is not to slip through below the threshold.
   */
  constructor(
    public calls: number,
    private readonly isTrimmed: boolean,
    private readonly questions: QuestionSet,
  ) {}

  static none(): ApprovedCalls {
    return new ApprovedCalls(0, false, new QuestionSet());
  }

  /** Nothing is left that it could let pass. */
  get isOver(): boolean {
    return this.questions.values === 0 || this.calls === 0;
  }

  onAsked(target: string, name: string): void {
    if (this.questions.delete(target, name) || this.questions.isOverflown) this.asked.add(target);
  }

  covers(target: string): boolean {
    return this.calls > 0 && this.asked.has(target);
  }

  /** It was among what was held, and more was held than is let pass. */
  leavesOut(target: string): boolean {
    return this.isTrimmed && this.calls === 0 && this.asked.has(target);
  }
}
