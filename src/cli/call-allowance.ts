import type { Admission, Reservation } from '../engine/lookup';

/** Admits a fixed number of calls. A call that certainly cost nothing does not count. */
export class CallAllowance implements Admission {
  /** Whether a call has been refused. */
  isSpent = false;
  private used = 0;

  constructor(private readonly most: number) {}

  reserve(): Reservation {
    if (this.used >= this.most) {
      this.isSpent = true;
      return { kind: 'refused', code: 'over-budget', isForAll: false };
    }
    this.used += 1;
    return {
      kind: 'reserved',
      settle: (use) => {
        if (use !== 'spent') this.used -= 1;
      },
    };
  }
}
