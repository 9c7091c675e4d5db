import type { Admission, CallUse, ProposedCall, RefusedCall, Reservation } from '../admission';
import type { Claim, ClaimEnd, Claims, OwnClaim, TakenClaim } from '../claims';
import type { Clock } from '../../async/clock';

/** The outcome for a call that was about to leave. `late`: no time is left for it. */
export type PermitOutcome = PermittedCall | RefusedCall | TakenClaim | { readonly kind: 'late' };

/** The call may leave. Call each function once. */
export interface PermittedCall {
  readonly kind: 'permitted';
  settle(use: CallUse, isAnswered: boolean): void;
  release(end: ClaimEnd): void;
}

/**
 * Gets a call its permits: no other window asks the same, and the call is within budget. An engine
 * on its own needs neither.
 */
export class CallPermits {
  constructor(
    private readonly parts: {
      readonly clock: Pick<Clock, 'schedule'>;
      readonly admission?: Admission;
      readonly claims?: Claims;
    },
  ) {}

  /** @returns a promise only if there is something to wait for; it settles within `timeoutMs`. */
  seek(call: ProposedCall, timeoutMs: number): PermitOutcome | Promise<PermitOutcome> {
    const sought = this.claim(call);
    if (!(sought instanceof Promise)) return sought;
    return new Promise((resolve) => {
      let isLate = false;
      const cancel = this.parts.clock.schedule(timeoutMs, () => {
        isLate = true;
        resolve(LATE);
      });
      const end = (outcome: PermitOutcome): void => {
        cancel();
        resolve(outcome);
        if (!isLate || outcome.kind !== 'permitted') return;
        outcome.settle('unsent', false);
        outcome.release(UNSENT);
      };
      sought.then(end, () => end(LATE));
    });
  }

  /**
   * A port that throws or rejects breaks its promise. The call was not booked, so it is not sent.
   */
  private claim(call: ProposedCall): PermitOutcome | Promise<PermitOutcome> {
    try {
      const claim = this.parts.claims?.claim(call.kind, call.target) ?? UNCLAIMED;
      return claim instanceof Promise
        ? claim.then((claimed) => this.reserve(call, claimed))
        : this.reserve(call, claim);
    } catch {
      return LATE;
    }
  }

  private reserve(call: ProposedCall, claim: Claim): PermitOutcome | Promise<PermitOutcome> {
    if (claim.kind === 'taken') return claim;
    const giveUp = (): PermitOutcome => {
      claim.release(UNSENT);
      return LATE;
    };
    try {
      const reservation = this.parts.admission?.reserve(call) ?? RESERVED;
      return reservation instanceof Promise
        ? reservation.then((given) => permitted(claim, given), giveUp)
        : permitted(claim, reservation);
    } catch {
      return giveUp();
    }
  }
}

function permitted(claim: OwnClaim, reservation: Reservation): PermitOutcome {
  if (reservation.kind === 'refused') {
    claim.release(UNSENT);
    return reservation;
  }
  return {
    kind: 'permitted',
    settle: (use, isAnswered) => attempt(() => reservation.settle(use, isAnswered)),
    release: (end) => attempt(() => claim.release(end)),
  };
}

/** Bookkeeping is the port's duty: no cell may hang if it fails. */
function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // There is nobody to report it to.
  }
}

/** For an engine that shares neither its budget nor its questions. */
export const UNLIMITED: PermittedCall = { kind: 'permitted', settle() {}, release() {} };
export const UNSENT: ClaimEnd = { kind: 'unsent' };
const RESERVED: Reservation = { kind: 'reserved', settle() {} };
const UNCLAIMED: OwnClaim = { kind: 'claimed', release() {} };
const LATE = { kind: 'late' } as const;
