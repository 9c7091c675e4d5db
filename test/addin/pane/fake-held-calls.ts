import type { AdvanceApproval, HeldPlan } from '../../../src/engine/lookup';
import type { HeldCalls } from '../../../src/addin/pane/parts/pane-ports';
import type { Recalculation } from '../../../src/addin/spreadsheet/host';

export interface FakeHeldCalls {
  readonly held: HeldCalls;
  /** Holds these calls; undefined lets go of them. */
  hold(plan: HeldPlan | undefined): void;
  /** What was approved before it was asked for, and not withdrawn. */
  readonly ahead: readonly AdvanceApproval[];
  /** So many calls may be made before a person is asked. */
  leave(calls: number): void;
  /** What comes of calculating again, from now on. */
  answerApprovals(answer: () => Promise<Recalculation>): void;
}

/** @param acts is told what a person decided. */
export function createFakeHeldCalls(acts: string[]): FakeHeldCalls {
  const listeners = new Set<() => void>();
  let plan: HeldPlan | undefined;
  const ahead: AdvanceApproval[] = [];
  let room = 500;
  let answer = () => Promise.resolve<Recalculation>({ count: 0, failures: [] });

  function hold(next: HeldPlan | undefined): void {
    plan = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    hold,
    ahead,
    leave: (calls) => void (room = calls),
    answerApprovals: (next) => void (answer = next),
    held: {
      current: () => plan,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      approve(calls) {
        acts.push(`approve ${calls ?? 'all'}`);
        const left = (plan?.calls ?? 0) - (calls ?? Infinity);
        hold(plan === undefined || left <= 0 ? undefined : { ...plan, calls: left });
        return answer();
      },
      refuse() {
        acts.push('refuse');
        hold(undefined);
      },
      room: () => (plan === undefined ? room : 0),
      approveAhead(approval) {
        ahead.push(approval);
        return () => void ahead.splice(ahead.indexOf(approval), 1);
      },
    },
  };
}
