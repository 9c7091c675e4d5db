import { QuestionSet } from './question-set';

/**
 * Calls that a person has approved for the questions that were held. The approval is valid for
 * these alone, until they have been asked again, however long that takes.
 */
export class ApprovedCalls {
  private readonly asked = new Set<string>();

  /**
   * @param calls how many may pass.
   * @param isTrimmed fewer than were held: the rest must not slip through below the threshold.
   */
  constructor(
    public calls: number,
    private readonly isTrimmed: boolean,
    private readonly questions: QuestionSet,
  ) {}

  static none(): ApprovedCalls {
    return new ApprovedCalls(0, false, new QuestionSet());
  }

  /** The approval has no questions or no calls left. */
  get isOver(): boolean {
    return this.questions.values === 0 || this.calls === 0;
  }

  onAsked(target: string, name: string): void {
    if (this.questions.delete(target, name) || this.questions.isOverflown) this.asked.add(target);
  }

  covers(target: string): boolean {
    return this.calls > 0 && this.asked.has(target);
  }

  /** The target was held, but a person approved fewer calls than were held, and none are left. */
  leavesOut(target: string): boolean {
    return this.isTrimmed && this.calls === 0 && this.asked.has(target);
  }
}
