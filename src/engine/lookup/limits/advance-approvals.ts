import type { Question } from '../question';
import type { AdvanceApproval } from '../spending';

/**
 * The advance approvals that are still good. Each lets as many calls as it names pass the threshold,
 * and only calls for its own questions: with 2,000 approved, the 2,001st waits for a person, and so
 * does every question that nobody was shown. The day's budget counts these calls as any others.
 *
 * A person may approve calls and then make none, so an approval expires after a quarter of an hour.
 * The threshold forgets the calls that it counts after the same time.
 */
export class AdvanceApprovals {
  private approvals: CallsAhead[] = [];

  /** @returns what to call if the questions will not be asked after all. */
  add(approval: AdvanceApproval, now: number): () => void {
    const calls = Math.max(0, Math.floor(approval.calls)) || 0;
    if (calls === 0) return () => {};
    const ahead = {
      calls,
      covers: approval.covers,
      until: now + GOOD_MS,
      asked: new Set<string>(),
      taken: new Set<string>(),
    };
    this.approvals.push(ahead);
    return () => void (this.approvals = this.approvals.filter((other) => other !== ahead));
  }

  /** A question of this target was asked. */
  onAsked(target: string, question: Question): void {
    for (const { asked, covers } of this.approvals) if (covers(question)) asked.add(target);
  }

  /**
   * Takes one call for the target; undefined if none is approved. The result gives it back.
   *
   * @param isNew none of the call's questions was sent before. A call that failed is made again with
   *   the approval that it has taken, and leaves the others theirs.
   */
  take(target: string, isNew: boolean): (() => void) | undefined {
    const ahead = this.approvals.find(({ calls, asked }) => calls > 0 && asked.has(target));
    if (ahead === undefined || (!isNew && ahead.taken.has(target))) return undefined;
    ahead.calls -= 1;
    ahead.taken.add(target);
    return () => {
      ahead.calls += 1;
      ahead.taken.delete(target);
    };
  }

  covers(target: string): boolean {
    return this.approvals.some(({ calls, asked }) => calls > 0 && asked.has(target));
  }

  /** Fewer calls were approved than its approval turned out to need: a person decides again. */
  leavesOut(target: string): boolean {
    return this.approvals.some(({ calls, asked }) => calls === 0 && asked.has(target));
  }

  /** Some of what waits may have been approved. */
  get isOn(): boolean {
    return this.approvals.some(({ calls, asked }) => calls > 0 && asked.size > 0);
  }

  /** Drops what is used up or too old. */
  expire(now: number): void {
    this.approvals = this.approvals.filter(({ calls, until }) => calls > 0 && now < until);
  }

  /** Ends all of them. */
  clear(): void {
    this.approvals = [];
  }
}

interface CallsAhead extends AdvanceApproval {
  calls: number;
  /** Milliseconds without pauses. */
  readonly until: number;
  readonly asked: Set<string>;
  /** The targets whose calls have left. */
  readonly taken: Set<string>;
}

const GOOD_MS = 15 * 60_000;
